package use

import (
	"os"
	"path/filepath"

	"weft/frontend/export"
	"weft/frontend/nn"
	"weft/frontend/tensor"
)

func exportDigits(folder string, model nn.Module) error {
	nn.Eval(model)
	forward := tensor.Compile(func(args ...*tensor.Tensor) []*tensor.Tensor {
		return []*tensor.Tensor{model.Forward(args[0])}
	})
	err := export.Write(folder, "digits", export.Func{
		Name: "Scores", Doc: "gives a score for each digit from 0 to 9.",
		Compiled: forward, Args: []*tensor.Tensor{tensor.Zeros(1, 64)},
		ArgNames: []string{"picture"}, ResultNames: []string{"scores"},
	})
	return err
}

func Example_export() {
	folder, err := os.MkdirTemp("", "export")
	check(err)
	defer os.RemoveAll(folder)
	check(exportDigits(filepath.Join(folder, "digits"), nn.NewLinear(64, 10)))
	_, err = os.Stat(filepath.Join(folder, "digits", "model.go"))
	check(err)
	// Output:
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
