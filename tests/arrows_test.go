package tests

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// arrows says which packages of the module each package may import. A package not listed may import none of them; a
// name that ends in /... stands for all below it.
var arrows = map[string][]string{
	"weft/ops":                  {},
	"weft/lazy":                 {"weft/ops"},
	"weft/autograd":             {"weft/ops", "weft/lazy"},
	"weft/schedule":             {"weft/ops", "weft/lazy"},
	"weft/codegen":              {"weft/ops", "weft/lazy", "weft/schedule"},
	"weft/codegen/interp":       {"weft/ops", "weft/codegen"},
	"weft/codegen/llvm":         {"weft/ops", "weft/codegen"},
	"weft/codegen/goasm":        {"weft/ops", "weft/codegen", "weft/codegen/goasm/asm"},
	"weft/codegen/internal":     {"weft/ops", "weft/schedule", "weft/codegen", "weft/codegen/internal/...", "weft/codegen/interp"},
	"weft/runtime":              {"weft/ops", "weft/lazy", "weft/schedule", "weft/codegen", "weft/codegen/interp", "weft/codegen/goasm"},
	"weft/frontend":             {"weft/ops", "weft/lazy", "weft/autograd", "weft/runtime", "weft/frontend/..."},
	"weft/codegen/goasm/export": {"weft/ops", "weft/codegen", "weft/codegen/goasm"},
	"weft/frontend/export":      {"weft/ops", "weft/schedule", "weft/codegen", "weft/codegen/goasm/export", "weft/runtime", "weft/frontend/..."},
	"weft/autograd/gradcheck":   {"weft/ops", "weft/lazy", "weft/autograd"},
	"weft/tests":                {"weft/..."},
	"weft/bench":                {"weft/..."},
	"weft/cmd":                  {"weft/..."},
	"weft/examples":             {"weft/..."},
	"weft/docs":                 {"weft/..."},
}

// exportedModel is a model that frontend/export has written.
const exportedModel = "weft/examples/serve/digits"

// keptTo says which packages alone may import something from outside.
var keptTo = map[string][]string{
	"unsafe":                       {"weft/runtime", "weft/codegen/...", exportedModel},
	"syscall":                      {"weft/runtime", "weft/codegen/llvm", "weft/codegen/goasm", "weft/tests"},
	"golang.org/x/sys/...":         {"weft/runtime", "weft/codegen/...", exportedModel},
	"github.com/llir/llvm/...":     {"weft/codegen/llvm"},
	"github.com/ebitengine/purego": {"weft/codegen/llvm"},
	"github.com/dave/jennifer/...": {"weft/codegen/goasm/..."},
	"gonum.org/v1/gonum/...":       {"weft/frontend/...", "weft/tests", "weft/bench"},
	"gonum.org/v1/plot/...":        {"weft/examples/...", "weft/bench/curve"},
	"C":                            {},
}

func TestArrows(t *testing.T) {
	for file, imports := range moduleImports(t) {
		pkg := "weft/" + filepath.ToSlash(filepath.Dir(file))
		for _, path := range imports {
			if ours := path == "weft" || strings.HasPrefix(path, "weft/"); ours && !strings.HasSuffix(file, "_test.go") &&
				!matches(path, append(rowOf(pkg), pkg, pkg+"/internal/...")) {
				t.Errorf("%s imports %s: %s may import %v only", file, path, pkg, rowOf(pkg))
			}
			for outside, allowed := range keptTo {
				if matches(path, []string{outside}) && !matches(pkg, allowed) {
					t.Errorf("%s imports %s: only %v may", file, path, allowed)
				}
			}
		}
	}
}

// TestAssemblyStaysBelow keeps assembly to the packages that run machine code.
func TestAssemblyStaysBelow(t *testing.T) {
	walkModule(t, func(file string) {
		pkg := "weft/" + filepath.ToSlash(filepath.Dir(file))
		if filepath.Ext(file) == ".s" && !matches(pkg, []string{"weft/runtime", "weft/codegen/...", exportedModel}) {
			t.Errorf("%s: assembly outside the runtime and the back ends", file)
		}
	})
}

// rowOf finds the row of a package, or of the nearest folder above it.
func rowOf(pkg string) []string {
	for p := pkg; strings.Contains(p, "/"); p = p[:strings.LastIndex(p, "/")] {
		if row, ok := arrows[p]; ok {
			return slices.Clone(row)
		}
	}
	return nil
}

func matches(path string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		if below, all := strings.CutSuffix(p, "/..."); all {
			return path == below || strings.HasPrefix(path, below+"/")
		}
		return path == p
	})
}

func moduleImports(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	walkModule(t, func(file string) {
		if filepath.Ext(file) != ".go" {
			return
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", file), nil, parser.ImportsOnly)
		if err != nil {
			t.Error(err)
			return
		}
		for _, s := range f.Imports {
			path, _ := strconv.Unquote(s.Path.Value)
			found[file] = append(found[file], path)
		}
	})
	return found
}

// walkModule visits the module's files, named from its root.
func walkModule(t *testing.T, visit func(file string)) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != ".." && (strings.HasPrefix(name, ".") || name == "testdata") {
			return filepath.SkipDir
		}
		if rel, err := filepath.Rel("..", path); err == nil && !d.IsDir() {
			visit(rel)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
