package nn_test

import (
	"fmt"

	"weft/frontend/nn"
	"weft/frontend/tensor"
)

func ExampleNewMaxPool1d() {
	m := nn.NewMaxPool1d(2)
	x := tensor.Arange(6).Cast(tensor.Float32).Reshape(1, 1, 6)
	fmt.Println(m.Forward(x).Flatten(0).Realize())
	// Output: [1. 3. 5.] (3) float32
}

func ExampleNewMaxPool2d() {
	m := nn.NewMaxPool2d(2)
	x := tensor.Arange(16).Cast(tensor.Float32).Reshape(1, 1, 4, 4)
	fmt.Println(m.Forward(x).Flatten(0).Realize())
	// Output: [ 5.  7. 13. 15.] (4) float32
}

func ExampleNewMaxPool3d() {
	m := nn.NewMaxPool3d(2)
	x := tensor.Arange(16).Cast(tensor.Float32).Reshape(1, 1, 2, 2, 4)
	fmt.Println(m.Forward(x).Flatten(0).Realize())
	// Output: [13. 15.] (2) float32
}

func ExampleNewAvgPool1d() {
	m := nn.NewAvgPool1d(3, nn.Stride(1), nn.Padding(1))
	x := tensor.Arange(4).Cast(tensor.Float32).Reshape(1, 1, 4)
	fmt.Println(m.Forward(x).Flatten(0).Realize())
	// Output: [0.33333334 1.         2.         1.6666666 ] (4) float32
}

func ExampleNewAvgPool2d() {
	m := nn.NewAvgPool2d(2)
	x := tensor.Arange(16).Cast(tensor.Float32).Reshape(1, 1, 4, 4)
	fmt.Println(m.Forward(x).Flatten(0).Realize())
	// Output: [ 2.5  4.5 10.5 12.5] (4) float32
}

func ExampleNewAvgPool3d() {
	m := nn.NewAvgPool3d(2)
	x := tensor.Arange(16).Cast(tensor.Float32).Reshape(1, 1, 2, 2, 4)
	fmt.Println(m.Forward(x).Flatten(0).Realize())
	// Output: [6.5 8.5] (2) float32
}
