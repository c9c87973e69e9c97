package llvm

// Library tells which libLLVM the process uses, opening it if nothing has yet: the file and LLVM's version.
func Library() (path, version string, err error) {
	l, err := openDefault()
	if err != nil {
		return "", "", err
	}
	return l.path, l.version, nil
}
