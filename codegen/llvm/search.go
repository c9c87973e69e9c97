package llvm

import (
	"fmt"
	"runtime"
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
