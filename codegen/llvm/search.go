package llvm

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// The newest and oldest major versions looked for. Older ones lack functions that are called; newer ones are found by
// the unversioned names or through WEFT_LLVM.
const (
	newestMajor = 24
	oldestMajor = 14
)

// candidates lists the names to try, in order, on the given system. Names without a slash go through the dynamic
// loader's own search, so a library in a standard place needs no path.
func candidates(goos string) []string {
	if goos == "darwin" {
		return darwinCandidates()
	}
	var names []string
	for v := newestMajor; v >= oldestMajor; v-- {
		if v >= 18 {
			names = append(names, fmt.Sprintf("libLLVM.so.%d.1", v))
		}
		names = append(names,
			fmt.Sprintf("libLLVM-%d.so.1", v),
			fmt.Sprintf("libLLVM-%d.so", v),
			fmt.Sprintf("/usr/lib/llvm-%d/lib/libLLVM-%d.so.1", v, v),
			fmt.Sprintf("/usr/lib/llvm-%d/lib/libLLVM.so", v),
			fmt.Sprintf("/usr/lib64/llvm%d/lib/libLLVM.so", v))
	}
	return append(names, "libLLVM.so")
}

// directories are where the dynamic loader of a Linux system looks, as far as that can be told without asking it.
func directories() []string {
	triplet := map[string]string{"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}[runtime.GOARCH]
	dirs := filepath.SplitList(os.Getenv("LD_LIBRARY_PATH"))
	return append(dirs, "/usr/local/lib", "/usr/lib/"+triplet, "/lib/"+triplet, "/usr/lib64", "/usr/lib", "/lib64", "/lib")
}

// files lists the existing files that stand for the names, in the names' order.
func files(names []string) []string {
	var found []string
	for _, name := range names {
		places := []string{name}
		if !strings.Contains(name, "/") {
			places = places[:0]
			for _, dir := range directories() {
				places = append(places, filepath.Join(dir, name))
			}
		}
		for _, p := range places {
			if info, err := os.Stat(p); err == nil && !info.IsDir() {
				found = append(found, p)
				break
			}
		}
	}
	return found
}

// wanted lists the names to try in this process: the one that the user set, or all known ones.
func wanted() []string {
	if name := os.Getenv(envLibrary); name != "" {
		return []string{name}
	}
	return candidates(runtime.GOOS)
}

// locateDefault finds the process's library without opening it. Where no file is found, the dynamic loader may still
// know one, so it is asked after all.
var locateDefault = sync.OnceValues(func() (string, error) {
	if found := files(wanted()); len(found) > 0 {
		return found[0], nil
	}
	l, err := openDefault()
	if err != nil {
		return "", err
	}
	return l.path, nil
})

// fileIdentity tells a library's output apart from another's: the real file's name and size, since a distribution may
// change the code under one version.
func fileIdentity(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return path
	}
	info, err := os.Stat(real)
	if err != nil {
		return real
	}
	return fmt.Sprintf("%s %d", filepath.Base(real), info.Size())
}

// darwinCandidates lists where Homebrew puts LLVM, on ARM and on Intel machines.
func darwinCandidates() []string {
	var names []string
	for _, root := range []string{"/opt/homebrew/opt", "/usr/local/opt"} {
		names = append(names, root+"/llvm/lib/libLLVM.dylib")
		for v := newestMajor; v >= oldestMajor; v-- {
			names = append(names, fmt.Sprintf("%s/llvm@%d/lib/libLLVM.dylib", root, v))
		}
	}
	return names
}

// hostTriple is the target that code is made for. It is an ELF target on every system, since the loader that maps the
// objects is our own and reads ELF alone.
func hostTriple() (string, error) {
	switch runtime.GOARCH {
	case "amd64":
		return "x86_64-unknown-linux-gnu", nil
	case "arm64":
		return "aarch64-unknown-linux-gnu", nil
	}
	return "", fmt.Errorf("llvm: no target for %s", runtime.GOARCH)
}

// archName is the part of LLVM's function names that stands for this machine's target.
func archName() string {
	if runtime.GOARCH == "arm64" {
		return "AArch64"
	}
	return "X86"
}
