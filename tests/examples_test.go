package tests

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// trivial are the methods of Go's own interfaces: what they do is said by the interface, and other examples show them.
var trivial = []string{"String", "GoString", "Format", "Error", "Unwrap"}

// TestExamples holds that every exported type, function and method of the public packages has a doc comment that begins
// with its name, and every function and method an Example whose output is checked.
func TestExamples(t *testing.T) {
	for _, dir := range publicPackages(t) {
		for _, lack := range lacking(documented(t, dir)) {
			t.Errorf("frontend/%s: %s", dir, lack)
		}
	}
}

// publicPackages are the folders below frontend that hold Go and are not internal.
func publicPackages(t *testing.T) []string {
	var dirs []string
	for file := range moduleImports(t) {
		dir, ok := strings.CutPrefix(filepath.ToSlash(filepath.Dir(file)), "frontend/")
		if ok && !strings.Contains(dir+"/", "internal/") && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return dirs
}

// documented is what go doc knows of a package, its examples included.
func documented(t *testing.T, dir string) *doc.Package {
	paths, err := filepath.Glob(filepath.Join("..", "frontend", dir, "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatal(dir, err)
	}
	fset := token.NewFileSet()
	files := make([]*ast.File, len(paths))
	for i, path := range paths {
		if files[i], err = parser.ParseFile(fset, path, nil, parser.ParseComments); err != nil {
			t.Fatal(err)
		}
	}
	p, err := doc.NewFromFiles(fset, files, "weft/frontend/"+dir)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// lacking lists what of a package has no comment, itself, its types, functions and methods, and what functions and methods
// have no example.
func lacking(p *doc.Package) []string {
	var out []string
	if p.Doc == "" {
		out = append(out, "package "+p.Name+" has no comment")
	}
	for _, f := range p.Funcs {
		out = append(out, lackingFunc(f.Name, f, nil)...)
	}
	for _, typ := range p.Types {
		if !strings.HasPrefix(typ.Doc, typ.Name+" ") {
			out = append(out, typ.Name+" has no comment that begins with its name")
		}
		shown := typ.Examples
		for _, f := range typ.Funcs {
			out = append(out, lackingFunc(f.Name, f, nil)...)
			if f.Name == "New"+typ.Name {
				shown = append(shown, f.Examples...)
			}
		}
		for _, m := range typ.Methods {
			if !slices.Contains(trivial, m.Name) {
				out = append(out, lackingFunc(typ.Name+"."+m.Name, m, shown)...)
			}
		}
	}
	return out
}

// lackingFunc looks at one function. A method may also be shown by an example of its type or of the type's constructor.
func lackingFunc(name string, f *doc.Func, ofType []*doc.Example) []string {
	var out []string
	if !strings.HasPrefix(f.Doc, f.Name+" ") {
		out = append(out, name+" has no comment that begins with its name")
	}
	shows := func(e *doc.Example) bool { return checkedOutput(e) && calls(e, f.Name) }
	if !slices.ContainsFunc(f.Examples, checkedOutput) && !slices.ContainsFunc(ofType, shows) {
		out = append(out, name+" has no example with an output")
	}
	return out
}

func checkedOutput(e *doc.Example) bool { return e.Output != "" || e.EmptyOutput }

// calls says whether an example calls a method of a name.
func calls(e *doc.Example, method string) bool {
	found := false
	ast.Inspect(e.Code, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == method {
			found = true
		}
		return !found
	})
	return found
}

// TestExamplesAreMissed holds that a function without comment and example is found.
func TestExamplesAreMissed(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", "package p\n\ntype T int\n\nfunc F() {}\n\nfunc (T) M() {}\n", parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	shown, err := parser.ParseFile(fset, "p_test.go", "package p\n\nfunc ExampleF() {}\n\nfunc ExampleT() {\n\tT(0).M()\n\t// Output:\n}\n",
		parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	p, err := doc.NewFromFiles(fset, []*ast.File{file, shown}, "p")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"package p has no comment", "F has no comment that begins with its name", "F has no example with an output",
		"T has no comment that begins with its name", "T.M has no comment that begins with its name"}
	if got := lacking(p); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
