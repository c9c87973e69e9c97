package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"weft/frontend/export"
	"weft/frontend/tensor"
)

// runExport writes an example as a package and lists its files. Own models are exported by frontend/export.
func runExport(ctx context.Context, args []string, out, log io.Writer) error {
	f := flag.NewFlagSet("export", flag.ContinueOnError)
	f.SetOutput(log)
	folder := f.String("o", "", "folder of the package; default its name")
	name := f.String("package", "", "name of the package; default that of the example")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() == 0 {
		return fmt.Errorf("name an example: %s", strings.Join(exportable(), ", "))
	}
	if err := noArguments(f.Args()[1:]); err != nil {
		return err
	}
	if *name == "" {
		*name = f.Arg(0)
	}
	if *folder == "" {
		*folder = *name
	}
	if err := exportExample(ctx, f.Arg(0), *folder, *name, log); err != nil {
		return err
	}
	return list(*folder, out)
}

// exportExample writes one expression, or has the example that trains a model write it.
func exportExample(ctx context.Context, example, folder, name string, log io.Writer) error {
	if example == "digits" {
		cmd := exec.CommandContext(ctx, "go", "run", "weft/examples/digits", "-out", "", "-export", folder, "-package", name)
		cmd.Stdout, cmd.Stderr = log, log
		return cmd.Run()
	}
	e, err := findExample(example)
	if err != nil {
		return err
	}
	if e.expr == nil {
		return fmt.Errorf("%s trains; export writes what computes results from arguments: %s", e.name, strings.Join(exportable(), ", "))
	}
	x, w := inputs()
	return export.Write(folder, name, e.asFunc(x, w))
}

// asFunc is the expression as a function of x, with w for a weight.
func (e example) asFunc(x, w *tensor.Tensor) export.Func {
	return export.Func{
		Name: "Forward", Doc: "is the example " + e.name + ".",
		Compiled: tensor.Compile(func(args ...*tensor.Tensor) []*tensor.Tensor { return []*tensor.Tensor{e.expr(args[0], w)} }),
		Args:     []*tensor.Tensor{x}, ArgNames: []string{"x"}, ResultNames: []string{"y"},
	}
}

func exportable() []string {
	var names []string
	for _, e := range examples {
		if e.expr != nil {
			names = append(names, e.name)
		}
	}
	return append(names, "digits")
}

// list prints the files of a folder with their sizes.
func list(folder string, out io.Writer) error {
	files, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, file := range files {
		info, err := file.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%8d  %s\n", info.Size(), filepath.Join(folder, file.Name()))
	}
	return nil
}
