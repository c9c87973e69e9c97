package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func ExampleTensor_Diagonal() {
	x := tensor.Arange(6).Reshape(2, 3)
	fmt.Println(x.Diagonal(0, 0, 1).Realize(), x.Diagonal(1, 0, 1).Realize())
	// Output: [0 4] (2) int64 [1 5] (2) int64
}

func ExampleTensor_Diag() {
	fmt.Println(tensor.New([]int{1, 2}).Diag(0).Realize())
	fmt.Println(tensor.Of([][]int{{1, 2}, {3, 4}}).Diag(1).Realize())
	// Output:
	// [[1 0]
	//  [0 2]] (2, 2) int64
	// [2] (1) int64
}

func ExampleTensor_DiagEmbed() {
	fmt.Println(tensor.New([]int{1, 2}).DiagEmbed(-1).Realize())
	// Output:
	// [[0 0 0]
	//  [1 0 0]
	//  [0 2 0]] (3, 3) int64
}

func ExampleTensor_Trace() {
	fmt.Println(tensor.Of([][]int{{1, 2}, {3, 4}}).Trace().Realize())
	// Output: 5 () int64
}

func ExampleTensor_Tril() {
	fmt.Println(tensor.Ones(2, 3).Tril().Realize())
	// Output:
	// [[1. 0. 0.]
	//  [1. 1. 0.]] (2, 3) float32
}

func ExampleTensor_Triu() {
	fmt.Println(tensor.Ones(2, 3).Triu(1).Realize())
	// Output:
	// [[0. 1. 1.]
	//  [0. 0. 1.]] (2, 3) float32
}
