package main

import (
	"context"
	"fmt"
	"strings"

	"weft/bench/workload"
	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
)

// example is something whose kernels can be shown. prepare makes the inputs; what it gives runs the rest once.
type example struct {
	name    string
	prepare func() func(context.Context) error
	// expr is what an example of one expression computes, which can be exported.
	expr func(x, w *tensor.Tensor) *tensor.Tensor
}

// examples are small enough to be read whole; the workloads of the benchmark come after them.
var examples = []example{
	forward("softmax", func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Softmax(-1) }),
	forward("relu", func(x, w *tensor.Tensor) *tensor.Tensor { return x.MatMul(w).Relu() }),
	forward("layernorm", func(x, _ *tensor.Tensor) *tensor.Tensor {
		return functional.LayerNorm(x, []int{x.Dim(-1)}, nil, nil, 1e-5)
	}),
	forward("attention", func(x, w *tensor.Tensor) *tensor.Tensor {
		return x.MatMul(x.T()).Div(16).Softmax(-1).MatMul(x)
	}),
	forward("cumsum", func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Cumsum(1) }),
	{name: "mlp", prepare: trainMLP},
}

// forward is one expression of the two inputs.
func forward(name string, expr func(x, w *tensor.Tensor) *tensor.Tensor) example {
	return example{name, func() func(context.Context) error {
		x, w := inputs()
		return func(ctx context.Context) error { return tensor.Realize(ctx, expr(x, w)) }
	}, expr}
}

func inputs() (x, w *tensor.Tensor) {
	return tensor.Randn(256, 256).Realize(), tensor.Randn(256, 64).Realize()
}

// trainMLP is one training step of a small network.
func trainMLP() func(context.Context) error {
	model := nn.NewSequential(nn.NewLinear(64, 64), &nn.ReLU{}, nn.NewLinear(64, 10))
	opt := optim.NewAdam(nn.Parameters(model), 3e-3)
	x, y := tensor.Rand(64, 64).Realize(), tensor.RandInt(0, 10, 64).Realize()
	return func(ctx context.Context) error {
		opt.ZeroGrad()
		loss := functional.CrossEntropy(model.Forward(x), y)
		loss.Backward()
		return opt.Step(ctx)
	}
}

func exampleNames() []string {
	var names []string
	for _, e := range examples {
		names = append(names, e.name)
	}
	for _, w := range workload.All {
		names = append(names, w.Name)
	}
	return append(names, programNames...)
}

// findExample finds an example by its name, or by the beginning of one where no other begins so.
func findExample(name string) (example, error) {
	var found []example
	for _, e := range all() {
		if e.name == name {
			return e, nil
		}
		if strings.HasPrefix(e.name, name) {
			found = append(found, e)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return example{}, fmt.Errorf("there is no example %q; there are %s", name, strings.Join(exampleNames(), ", "))
	}
	var names []string
	for _, e := range found {
		names = append(names, e.name)
	}
	return example{}, fmt.Errorf("%q may be any of %s", name, strings.Join(names, ", "))
}

// all lists examples and workloads.
func all() []example {
	list := append([]example(nil), examples...)
	for _, w := range workload.All {
		list = append(list, example{name: w.Name, prepare: func() func(context.Context) error { return w.Make() }})
	}
	return list
}
