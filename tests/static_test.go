package tests

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// TestStatic holds that a program that does not import the llvm back end is a static binary, so that it runs on a machine
// that has nothing, and that one that does import it is not: the test can tell.
func TestStatic(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("looks at ELF")
	}
	if testing.Short() {
		t.Skip("links programs")
	}
	for pkg, static := range map[string]bool{"weft/examples/digits": true, "weft/examples/serve": true, "weft/cmd/weft": false} {
		file := filepath.Join(t.TempDir(), "program")
		build := exec.Command("go", "build", "-o", file, pkg)
		build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=")
		if out, err := build.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", pkg, err, out)
			continue
		}
		interpreter, libraries := dynamicParts(t, file)
		if is := interpreter == "" && len(libraries) == 0; is != static {
			t.Errorf("%s: static is %v, want %v; interpreter %q, libraries %v", pkg, is, static, interpreter, libraries)
		}
	}
}

// dynamicParts are the dynamic loader and the libraries that an ELF file asks for.
func dynamicParts(t *testing.T, file string) (interpreter string, libraries []string) {
	t.Helper()
	f, err := elf.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			name := make([]byte, p.Filesz)
			if _, err := p.ReadAt(name, 0); err != nil {
				t.Fatal(err)
			}
			interpreter = string(name)
		}
	}
	libraries, err = f.ImportedLibraries()
	if err != nil {
		t.Fatal(err)
	}
	return interpreter, libraries
}
