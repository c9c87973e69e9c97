package nn_test

import (
	"fmt"

	"weft/frontend/nn"
	"weft/frontend/tensor"
)

func ExampleNewConv1d() {
	m := nn.NewConv1d(3, 8, 5)
	fmt.Println(m.Forward(tensor.Ones(2, 3, 20)).Shape(), m.Weight.Shape())
	// Output: [2 8 16] [8 3 5]
}

func ExampleNewConv2d() {
	m := nn.NewConv2d(3, 8, 3, nn.Stride(2), nn.Padding(1))
	fmt.Println(m.Forward(tensor.Ones(2, 3, 32, 32)).Shape(), m.Weight.Shape())
	// Output: [2 8 16 16] [8 3 3 3]
}

func ExampleNewConv3d() {
	m := nn.NewConv3d(1, 2, 3)
	fmt.Println(m.Forward(tensor.Ones(1, 1, 8, 8, 8)).Shape(), m.Weight.Shape())
	// Output: [1 2 6 6 6] [2 1 3 3 3]
}

func ExampleNewConvTranspose1d() {
	m := nn.NewConvTranspose1d(8, 3, 4, nn.Stride(2), nn.Padding(1))
	fmt.Println(m.Forward(tensor.Ones(2, 8, 10)).Shape(), m.Weight.Shape())
	// Output: [2 3 20] [8 3 4]
}

func ExampleNewConvTranspose2d() {
	m := nn.NewConvTranspose2d(8, 3, 3, nn.Stride(2), nn.Padding(1), nn.OutputPadding(1))
	fmt.Println(m.Forward(tensor.Ones(2, 8, 16, 16)).Shape(), m.Weight.Shape())
	// Output: [2 3 32 32] [8 3 3 3]
}

func ExampleNewConvTranspose3d() {
	m := nn.NewConvTranspose3d(2, 1, 2, nn.Stride(2))
	fmt.Println(m.Forward(tensor.Ones(1, 2, 4, 4, 4)).Shape(), m.Weight.Shape())
	// Output: [1 1 8 8 8] [2 1 2 2 2]
}
