package runtime

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestProgramVersion(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	if v := programVersion(self); v == "" || v != programVersion(self) {
		t.Errorf("this program is %q", v)
	}
	other := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(other, []byte("no object file"), 0o644); err != nil {
		t.Fatal(err)
	}
	before := programVersion(other)
	if err := os.WriteFile(other, []byte("another"), 0o644); err != nil {
		t.Fatal(err)
	}
	if after := programVersion(other); !strings.HasPrefix(before, "sum ") || before == after {
		t.Errorf("two programs are %q and %q", before, after)
	}
	if v := programVersion(filepath.Join(other, "none")); v != "" {
		t.Errorf("what is not there is %q", v)
	}
}
