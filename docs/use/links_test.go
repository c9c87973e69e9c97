package use

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// link is a link to a page or folder; code is not one.
var link = regexp.MustCompile(`\]\(([\w./:-]+)[^)]*\)`)

// TestLinks holds that every link from one page to another leads somewhere.
func TestLinks(t *testing.T) {
	pages := []string{"../../README.md"}
	err := filepath.WalkDir("..", func(path string, e fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".md") {
			pages = append(pages, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			isPath := strings.HasSuffix(m[1], ".md") || strings.Contains(m[1], "/") || m[1] == "LICENSE"
			if strings.Contains(m[1], "://") || !isPath {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s links to %s: %v", page, m[1], err)
			}
		}
	}
}

// TestDecisionsAreListed holds that the list of decisions names every page of them.
func TestDecisionsAreListed(t *testing.T) {
	list, err := os.ReadFile("../adr/README.md")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("../adr/0*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	for _, p := range pages {
		if !strings.Contains(string(list), "("+filepath.Base(p)+")") {
			t.Errorf("%s is not listed", p)
		}
	}
}
