package tensor_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestNamesOfTheDoc holds that the names which the package comment gives for PyTorch's exist.
func TestNamesOfTheDoc(t *testing.T) {
	page, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(page), "// # Names\n")
	if !found {
		t.Fatal("the package comment has no table of names")
	}
	names := exported(t)
	word := regexp.MustCompile(`[A-Z]\w+`)
	for line := range strings.Lines(table) {
		row, ok := strings.CutPrefix(line, "//\t")
		if !ok {
			continue
		}
		for _, name := range word.FindAllString(row[strings.LastIndex(row, "   "):], -1) {
			if !names[name] {
				t.Errorf("%s is not in the package: %s", name, row)
			}
		}
	}
}

// exported are the package's names of functions, methods and constants.
func exported(t *testing.T) map[string]bool {
	names := map[string]bool{}
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch d := n.(type) {
			case *ast.FuncDecl:
				names[d.Name.Name] = true
				return false
			case *ast.ValueSpec:
				for _, name := range d.Names {
					names[name.Name] = true
				}
			}
			return true
		})
	}
	return names
}
