//go:build linux && amd64

package llvm

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"weft/codegen"
	"weft/codegen/internal/programs"
)

// A process of its own is needed to see the variable read: a process keeps the library that it opened first.
func TestMain(m *testing.M) {
	if os.Getenv("WEFT_LLVM_TEST_CHILD") == "" {
		os.Exit(m.Run())
	}
	b := codegen.Lookup("llvm")
	fmt.Println("available:", b.Available(codegen.Target{}))
	_, err := b.Compile(programs.Chain(4, 64), generic, false)
	fmt.Println("compile:", err)
	if l, err := openDefault(); err == nil {
		fmt.Println("library:", l.path, l.version)
	}
}

func child(t *testing.T, value string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self)
	c.Env = append(os.Environ(), "WEFT_LLVM_TEST_CHILD=1", envLibrary+"="+value)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

func TestVariableChoosesTheLibrary(t *testing.T) {
	eachLibrary(t, func(t *testing.T, l *library) {
		out := child(t, l.path)
		for _, want := range []string{"available: <nil>", "compile: <nil>", "library: " + l.path + " " + l.version} {
			if !strings.Contains(out, want) {
				t.Errorf("no %q in\n%s", want, out)
			}
		}
	})
	absentFile := filepath.Join(t.TempDir(), "libLLVM.so")
	noLibrary := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(noLibrary, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	out := child(t, absentFile)
	if strings.Count(out, absentFile) < 2 || strings.Count(out, "libllvm19") < 2 {
		t.Errorf("a path without a file:\n%s", out)
	}
	out = child(t, noLibrary)
	if !strings.Contains(out, "available: <nil>") || !strings.Contains(out, "compile: llvm: no usable libLLVM: cannot open "+noLibrary) {
		t.Errorf("a file that is no library:\n%s", out)
	}
}
