package nn

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestForwardsRunHooks: every Forward goes through Base's Call, itself or by a method that does.
func TestForwardsRunHooks(t *testing.T) {
	methods := map[string]bool{"Call": true, "CallMany": true, "two": true, "over": true}
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Name.Name != "Forward" || strings.HasSuffix(path, "_test.go") || receiver(f) == "Func" {
				continue
			}
			found++
			hooked := false
			ast.Inspect(f, func(n ast.Node) bool {
				s, ok := n.(*ast.SelectorExpr)
				hooked = hooked || ok && methods[s.Sel.Name]
				return true
			})
			if !hooked {
				t.Errorf("%s: the Forward of %s runs no hooks", path, receiver(f))
			}
		}
	}
	if found < 40 {
		t.Errorf("only %d Forwards were found", found)
	}
}

// receiver is the name of a method's type.
func receiver(f *ast.FuncDecl) string {
	typ := f.Recv.List[0].Type
	if p, ok := typ.(*ast.StarExpr); ok {
		typ = p.X
	}
	return typ.(*ast.Ident).Name
}
