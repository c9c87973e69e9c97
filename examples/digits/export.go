package main

import (
	"weft/frontend/export"
	"weft/frontend/nn"
	"weft/frontend/tensor"
)

// write turns the trained model into a Go package with one function, from a picture to a score for each digit.
func write(model nn.Module, folder, name string) error {
	nn.Eval(model)
	forward := tensor.Compile(func(args ...*tensor.Tensor) []*tensor.Tensor {
		return []*tensor.Tensor{model.Forward(args[0])}
	})
	return export.Write(folder, name, export.Func{
		Name: "Scores", Doc: "gives a score for each digit from 0 to 9; grey levels go from 0 to 1.",
		Compiled: forward, Args: []*tensor.Tensor{tensor.Zeros(1, 64)},
		ArgNames: []string{"picture"}, ResultNames: []string{"scores"},
	})
}
