package export_test

import (
	"fmt"
	"os"
	"path/filepath"

	"weft/frontend/export"
	"weft/frontend/nn"
	"weft/frontend/tensor"
)

// model is a function of a trained model, compiled.
func model() export.Func {
	net := nn.NewSequential(nn.NewLinear(4, 8), &nn.ReLU{}, nn.NewLinear(8, 3))
	nn.Eval(net)
	return export.Func{
		Name: "Forward", Doc: "gives three scores for each of two flowers.",
		Compiled: tensor.Compile(func(args ...*tensor.Tensor) []*tensor.Tensor {
			return []*tensor.Tensor{net.Forward(args[0])}
		}),
		Args:     []*tensor.Tensor{tensor.Zeros(2, 4)},
		ArgNames: []string{"flowers"}, ResultNames: []string{"scores"},
	}
}

func ExampleWrite() {
	folder, err := os.MkdirTemp("", "flowers")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	if err := export.Write(folder, "flowers", model()); err != nil {
		panic(err)
	}
	_, err = os.Stat(filepath.Join(folder, "model.go"))
	fmt.Println(err)
	// Output: <nil>
}

func ExampleFiles() {
	files, err := export.Files("flowers", model())
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		fmt.Println(f.Name)
	}
	// Output:
	// model.go
	// kernels.go
	// kernels_amd64.go
	// kernels_other.go
	// kernels_amd64.s
	// run.go
	// scalar.go
	// weights.go
	// weights.bin
}
