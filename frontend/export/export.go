// Package export turns compiled functions, with the weights in them, into an ordinary Go package: Go source and a file of weights
// that need nothing of Weft, only the standard library and golang.org/x/sys/cpu. Whoever has the package calls
//
//	scores, err := model.Forward(pictures)
//
// The package's kernels are the fused kernels that Weft would launch, in Go assembly for amd64 (AVX-512 and AVX2, with Weft's bits) and in
// plain Go for any other machine; the comment of each tells what it computes.
package export

import (
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"unicode"
	"unicode/utf8"

	goasm "weft/codegen/goasm/export"
	"weft/frontend/tensor"
)

// Func is a function of the package.
type Func struct {
	// Name is an exported Go name, such as "Forward".
	Name string
	// Doc is its comment after the name, such as "gives ten scores for each picture."; empty for a plain one.
	Doc string
	// Compiled is what it computes, and Args are tensors of the shapes and dtypes that it takes. Their values do not matter.
	Compiled *tensor.Compiled
	Args     []*tensor.Tensor
	// ArgNames and ResultNames are Go names; where there are none they are x0, x1, ... and y0, y1, ...
	ArgNames, ResultNames []string
}

// Write writes functions as a package named name into a folder, which is made if it is not there; files of the package that are
// there already are replaced. Weights that several functions share are written once. A function that cannot be exported is an
// error that names the call: sizes that depend on data, copies between devices, functions of the host, random draws, and
// changes of tensors from outside; see tensor.Compile. Nothing is written then.
func Write(folder, name string, funcs ...Func) error {
	files, err := Files(name, funcs...)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(folder, f.Name), f.Data, 0o666); err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	return nil
}

// File is a file of a package: its name and what is in it.
type File = goasm.File

// Files gives what Write writes. The same functions and weights give the same files.
func Files(name string, funcs ...Func) ([]File, error) {
	if !token.IsIdentifier(name) || name == "main" {
		return nil, fmt.Errorf("export: %q is no name of a package that can be imported", name)
	}
	if len(funcs) == 0 {
		return nil, fmt.Errorf("export: package %s is to have no function", name)
	}
	m := &writer{model: &goasm.Model{Package: name}, kernels: map[string]int{}, weights: map[string]int{}}
	taken := map[string]bool{}
	for i := range funcs {
		f := &funcs[i]
		if err := f.check(taken); err != nil {
			return nil, err
		}
		if err := m.add(f); err != nil {
			return nil, fmt.Errorf("export: %s: %w", f.Name, err)
		}
	}
	return goasm.Files(m.model)
}

// check looks at the names of a function.
func (f *Func) check(taken map[string]bool) error {
	first, _ := utf8.DecodeRuneInString(f.Name)
	if !token.IsIdentifier(f.Name) || !unicode.IsUpper(first) {
		return fmt.Errorf("export: %q is no exported Go name", f.Name)
	}
	if taken[f.Name] {
		return fmt.Errorf("export: two functions are called %s", f.Name)
	}
	taken[f.Name] = true
	if f.Compiled == nil {
		return fmt.Errorf("export: %s has no compiled function", f.Name)
	}
	local := map[string]bool{}
	for _, name := range append(append([]string(nil), f.ArgNames...), f.ResultNames...) {
		if !token.IsIdentifier(name) || local[name] || reserved[name] {
			return fmt.Errorf("export: %s cannot have an argument or result called %q", f.Name, name)
		}
		local[name] = true
	}
	return nil
}

// reserved are the names that a written function uses itself.
var reserved = map[string]bool{
	"_": true, "m": true, "w": true, "arena": true, "at": true, "err": true, "nil": true, "len": true, "fmt": true, "unsafe": true,
	"kernels": true, "memory": true, "weights": true, "view": true, "fill": true, "take": true, "byte": true, "error": true,
	"int8": true, "int16": true, "int32": true, "int64": true, "uint8": true, "uint16": true, "uint32": true, "uint64": true,
	"float32": true, "float64": true, "bool": true,
}
