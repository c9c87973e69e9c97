package functional_test

import (
	"fmt"

	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

var wide = tensor.New([]float32{1, 2, 3, 6, 0, 4, 4, 8}, 2, 4)

func ExampleLayerNorm() {
	fmt.Println(functional.LayerNorm(wide, []int{4}, nil, nil, 1e-5).RoundTo(3).Realize())
	// Output:
	// [[-1.069 -0.535  0.     1.604]
	//  [-1.414  0.     0.     1.414]] (2, 4) float32
}

func ExampleGroupNorm() {
	fmt.Println(functional.GroupNorm(wide, 2, nil, nil, 1e-5).RoundTo(3).Realize())
	// Output:
	// [[-1.  1. -1.  1.]
	//  [-1.  1. -1.  1.]] (2, 4) float32
}

func ExampleBatchNorm() {
	mean, variance := tensor.Zeros(4).Realize(), tensor.Ones(4).Realize()
	n := functional.Norm{Mean: mean, Var: variance, Eps: 1e-5, Momentum: 0.1, Training: true}
	fmt.Println(functional.BatchNorm(wide, n).RoundTo(3).Realize())
	fmt.Println(mean.RoundTo(3).Realize()) // has moved a tenth of the way
	// Output:
	// [[ 1. -1. -1. -1.]
	//  [-1.  1.  1.  1.]] (2, 4) float32
	// [0.05 0.3  0.35 0.7 ] (4) float32
}

func ExampleInstanceNorm() {
	x := wide.Reshape(1, 2, 4)
	fmt.Println(functional.InstanceNorm(x, functional.Norm{Eps: 1e-5, Training: true}).RoundTo(3).Realize())
	// Output:
	// [[[-1.069 -0.535  0.     1.604]
	//   [-1.414  0.     0.     1.414]]] (1, 2, 4) float32
}

func ExampleLocalResponseNorm() {
	x := tensor.Ones(1, 3, 1)
	fmt.Println(functional.LocalResponseNorm(x, 3, 3, 1, 1).RoundTo(4).Realize())
	// Output:
	// [[[0.3333]
	//   [0.25  ]
	//   [0.3333]]] (1, 3, 1) float32
}

func ExampleNormalize() {
	fmt.Println(functional.Normalize(tensor.New([]float32{3, 4, 0, 5}, 2, 2), 2, 1, 1e-12).RoundTo(3).Realize())
	// Output:
	// [[0.6 0.8]
	//  [0.  1. ]] (2, 2) float32
}
