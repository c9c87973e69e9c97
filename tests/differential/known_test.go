package differential

import (
	"os"
	"path/filepath"
	"testing"
)

// TestKnownGraphs holds graphs that once failed.
func TestKnownGraphs(t *testing.T) {
	names, err := filepath.Glob("testdata/graphs/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatal("no graphs", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		roots, err := parse(string(text))
		if err != nil {
			t.Fatal(name, err)
		}
		if err := Hold(roots, eachMode); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
