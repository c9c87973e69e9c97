package nn_test

import (
	"fmt"

	"weft/frontend/nn"
	"weft/frontend/tensor"
)

func ExampleNewSequential() {
	m := nn.NewSequential(nn.NewLinear(2, 3), &nn.ReLU{})
	m.Append(nn.NewLinear(3, 1, nn.NoBias()))
	fmt.Println(m.Forward(tensor.Ones(4, 2)).Shape(), m.Len(), m.At(-1).(*nn.Linear).Weight.Shape())
	for name := range nn.NamedParameters(m) {
		fmt.Println(name)
	}
	// Output:
	// [4 1] 3 [1 3]
	// 0.weight
	// 0.bias
	// 2.weight
}

func ExampleFunc() {
	m := nn.NewSequential(nn.Func(func(x *tensor.Tensor) *tensor.Tensor { return x.Transpose(0, 1) }), &nn.ReLU{})
	fmt.Println(m.Forward(tensor.Ones(2, 3)).Shape(), nn.Func((*tensor.Tensor).Neg).Forward(tensor.Ones(1)).Item())
	// Output: [3 2] -1
}

func ExampleModuleList() {
	m := &struct{ Layers nn.ModuleList[*nn.Linear] }{}
	for range 2 {
		m.Layers = append(m.Layers, nn.NewLinear(4, 4, nn.NoBias()))
	}
	for name := range nn.NamedParameters(m) {
		fmt.Println(name)
	}
	// Output:
	// layers.0.weight
	// layers.1.weight
}

func ExampleModuleDict() {
	m := &struct{ Heads nn.ModuleDict[nn.Module] }{}
	m.Heads.Set("sum", nn.NewLinear(4, 1))
	m.Heads.Set("kind", nn.NewLinear(4, 3, nn.NoBias()))
	fmt.Println(m.Heads.Names(), m.Heads.Has("sum"), m.Heads.Get("kind").Forward(tensor.Ones(2, 4)).Shape())
	for name := range nn.NamedParameters(m) {
		fmt.Println(name)
	}
	// Output:
	// [sum kind] true [2 3]
	// heads.sum.weight
	// heads.sum.bias
	// heads.kind.weight
}

func ExampleParameterDict() {
	m := &struct{ Scales nn.ParameterDict }{nn.ParameterDict{{Name: "left", Module: nn.Parameter(tensor.Ones(2))}}}
	for name, p := range nn.NamedParameters(m) {
		fmt.Println(name, p.Shape())
	}
	// Output: scales.left [2]
}

func ExampleParameterList() {
	m := &struct{ Scales nn.ParameterList }{nn.ParameterList{nn.Parameter(tensor.Ones(2)), nn.Parameter(tensor.Ones(3))}}
	for name, p := range nn.NamedParameters(m) {
		fmt.Println(name, p.Shape())
	}
	// Output:
	// scales.0 [2]
	// scales.1 [3]
}
