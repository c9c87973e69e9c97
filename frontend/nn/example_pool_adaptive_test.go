package nn_test

import (
	"fmt"

	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

func ExampleNewAdaptiveAvgPool1d() {
	m := nn.NewAdaptiveAvgPool1d(2)
	fmt.Println(m.Forward(tensor.New([]float32{1, 2, 3, 4, 5}, 1, 1, 5)).Realize())
	// Output: [[[2. 4.]]] (1, 1, 2) float32
}

func ExampleNewAdaptiveMaxPool1d() {
	m := nn.NewAdaptiveMaxPool1d(2)
	fmt.Println(m.Forward(tensor.New([]float32{1, 2, 3, 4, 5}, 1, 1, 5)).Realize())
	// Output: [[[3. 5.]]] (1, 1, 2) float32
}

func ExampleNewAdaptiveAvgPool2d() {
	m := nn.NewAdaptiveAvgPool2d(1, -1) // the last axis stays
	x := tensor.New([]float32{1, 2, 3, 4}, 1, 1, 2, 2)
	fmt.Println(m.Forward(x).Flatten(0).Realize())
	// Output: [2. 3.] (2) float32
}

func ExampleNewAdaptiveMaxPool2d() {
	m := nn.NewAdaptiveMaxPool2d(1, -1) // the last axis stays
	x := tensor.New([]float32{1, 2, 3, 4}, 1, 1, 2, 2)
	fmt.Println(m.Forward(x).Flatten(0).Realize())
	// Output: [3. 4.] (2) float32
}

func ExampleNewAdaptiveAvgPool3d() {
	m := nn.NewAdaptiveAvgPool3d(2)
	fmt.Println(m.Forward(tensor.Ones(1, 3, 4, 6, 8)).Shape())
	// Output: [1 3 2 2 2]
}

func ExampleNewAdaptiveMaxPool3d() {
	m := nn.NewAdaptiveMaxPool3d(2)
	fmt.Println(m.Forward(tensor.Ones(1, 3, 4, 6, 8)).Shape())
	// Output: [1 3 2 2 2]
}

func ExampleNewLPPool1d() {
	m := nn.NewLPPool1d(2, 2)
	fmt.Println(m.Forward(tensor.New([]float32{3, 4, 0, 2}, 1, 1, 4)).Realize())
	// Output: [[[5. 2.]]] (1, 1, 2) float32
}

func ExampleNewLPPool2d() {
	m := nn.NewLPPool2d(1, 2)
	fmt.Println(m.Forward(tensor.Ones(1, 1, 2, 4)).Realize())
	// Output: [[[[4. 4.]]]] (1, 1, 1, 2) float32
}

func ExampleNewMaxUnpool1d() {
	x, at := functional.MaxPool1dWithIndices(tensor.New([]float32{1, 5, 3, 2}, 1, 1, 4), functional.Window{KernelSize: []int{2}})
	m := nn.NewMaxUnpool1d(2)
	fmt.Println(m.Forward(x, at).Realize())
	// Output: [[[0. 5. 3. 0.]]] (1, 1, 4) float32
}

func ExampleNewMaxUnpool2d() {
	x, at := functional.MaxPool2dWithIndices(tensor.New([]float32{1, 5, 3, 2, 0, 0, 9, 0}, 1, 1, 2, 4), functional.Window{KernelSize: []int{2}})
	m := nn.NewMaxUnpool2d(2)
	fmt.Println(m.Forward(x, at).Realize())
	// Output:
	// [[[[0. 5. 0. 0.]
	//    [0. 0. 9. 0.]]]] (1, 1, 2, 4) float32
}

func ExampleNewMaxUnpool3d() {
	x, at := functional.MaxPool3dWithIndices(tensor.Rand(1, 1, 2, 2, 4), functional.Window{KernelSize: []int{2}})
	m := nn.NewMaxUnpool3d(2)
	fmt.Println(m.Forward(x, at).Shape())
	// Output: [1 1 2 2 4]
}
