package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func ExampleTensor_Shape() {
	fmt.Println(tensor.Zeros(2, 3).Shape())
	// Output: [2 3]
}

func ExampleTensor_Rank() {
	fmt.Println(tensor.Zeros(2, 3).Rank(), tensor.Scalar(1).Rank())
	// Output: 2 0
}

func ExampleTensor_Dim() {
	fmt.Println(tensor.Zeros(2, 3).Dim(-1))
	// Output: 3
}

func ExampleTensor_Len() {
	fmt.Println(tensor.Zeros(2, 3).Len())
	// Output: 2
}

func ExampleTensor_Numel() {
	fmt.Println(tensor.Zeros(2, 3).Numel(), tensor.Scalar(1).Numel())
	// Output: 6 1
}

func ExampleTensor_DType() {
	fmt.Println(tensor.Arange(3).DType(), tensor.Arange(3).Div(2).DType())
	// Output: int64 float32
}

func ExampleTensor_Device() {
	fmt.Println(tensor.NewOn("cpu:interp", []float32{1}).Device())
	// Output: cpu:interp
}

func ExampleTensor_Node() {
	fmt.Println(tensor.Ones(2).Add(tensor.Arange(2)).Node().Op)
	// Output: add
}
