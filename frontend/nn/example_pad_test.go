package nn_test

import (
	"fmt"

	"weft/frontend/nn"
	"weft/frontend/tensor"
)

func ExampleNewZeroPad2d() {
	m := nn.NewZeroPad2d(1, 0, 2, 1)
	fmt.Println(m.Forward(tensor.Ones(1, 1, 1, 2)).Realize())
	// Output:
	// [[[[0. 0. 0.]
	//    [0. 0. 0.]
	//    [0. 1. 1.]
	//    [0. 0. 0.]]]] (1, 1, 4, 3) float32
}

func ExampleNewConstantPad1d() {
	m := nn.NewConstantPad1d(9, 1, 2)
	fmt.Println(m.Forward(tensor.New([]float32{1, 2, 3}, 1, 1, 3)).Realize())
	// Output: [[[9. 1. 2. 3. 9. 9.]]] (1, 1, 6) float32
}

func ExampleNewReflectionPad1d() {
	m := nn.NewReflectionPad1d(2)
	fmt.Println(m.Forward(tensor.New([]float32{1, 2, 3}, 1, 1, 3)).Realize())
	// Output: [[[3. 2. 1. 2. 3. 2. 1.]]] (1, 1, 7) float32
}

func ExampleNewReplicationPad1d() {
	m := nn.NewReplicationPad1d(2, 0)
	fmt.Println(m.Forward(tensor.New([]float32{1, 2, 3}, 1, 1, 3)).Realize())
	// Output: [[[1. 1. 1. 2. 3.]]] (1, 1, 5) float32
}

func ExampleNewConstantPad2d() {
	m := nn.NewConstantPad2d(0.5, 1)
	fmt.Println(m.Forward(tensor.New([]float32{1, 2, 3, 4}, 1, 1, 2, 2)).Realize())
	// Output:
	// [[[[0.5 0.5 0.5 0.5]
	//    [0.5 1.  2.  0.5]
	//    [0.5 3.  4.  0.5]
	//    [0.5 0.5 0.5 0.5]]]] (1, 1, 4, 4) float32
}

func ExampleNewReflectionPad2d() {
	m := nn.NewReflectionPad2d(1, 1, 0, 1)
	fmt.Println(m.Forward(tensor.New([]float32{1, 2, 3, 4}, 1, 1, 2, 2)).Realize())
	// Output:
	// [[[[2. 1. 2. 1.]
	//    [4. 3. 4. 3.]
	//    [2. 1. 2. 1.]]]] (1, 1, 3, 4) float32
}

func ExampleNewReplicationPad2d() {
	m := nn.NewReplicationPad2d(1)
	fmt.Println(m.Forward(tensor.New([]float32{1, 2, 3, 4}, 1, 1, 2, 2)).Realize())
	// Output:
	// [[[[1. 1. 2. 2.]
	//    [1. 1. 2. 2.]
	//    [3. 3. 4. 4.]
	//    [3. 3. 4. 4.]]]] (1, 1, 4, 4) float32
}

func ExampleNewConstantPad3d() {
	m := nn.NewConstantPad3d(0, 1)
	fmt.Println(m.Forward(tensor.Ones(1, 1, 2, 2, 2)).Shape())
	// Output: [1 1 4 4 4]
}

func ExampleNewReflectionPad3d() {
	m := nn.NewReflectionPad3d(1)
	fmt.Println(m.Forward(tensor.Ones(1, 1, 2, 2, 2)).Shape())
	// Output: [1 1 4 4 4]
}

func ExampleNewReplicationPad3d() {
	m := nn.NewReplicationPad3d(1, 2, 0, 0, 3, 3)
	fmt.Println(m.Forward(tensor.Ones(1, 1, 2, 2, 2)).Shape())
	// Output: [1 1 8 2 5]
}
