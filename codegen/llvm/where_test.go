package llvm

import (
	"errors"
	"strings"
	"testing"
)

func TestLibrary(t *testing.T) {
	path, version, err := Library()
	if errors.Is(err, ErrNoLibrary) {
		t.Skip(err)
	}
	if err != nil || !strings.Contains(path, "LLVM") || version == "" {
		t.Errorf("%q, %q, %v", path, version, err)
	}
}
