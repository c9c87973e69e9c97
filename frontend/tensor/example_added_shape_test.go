package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func ExampleTensor_AtLeast1D() {
	fmt.Println(tensor.Scalar(3).AtLeast1D().Realize())
	// Output: [3] (1) int64
}

func ExampleTensor_AtLeast2D() {
	fmt.Println(tensor.New([]int{1, 2}).AtLeast2D().Realize())
	// Output: [[1 2]] (1, 2) int64
}

func ExampleTensor_AtLeast3D() {
	fmt.Println(tensor.New([]int{1, 2}).AtLeast3D().Shape())
	// Output: [1 2 1]
}

func ExampleDStack() {
	fmt.Println(tensor.DStack([]*tensor.Tensor{tensor.New([]int{1, 2}), tensor.New([]int{3, 4})}).Realize())
	// Output:
	// [[[1 3]
	//   [2 4]]] (1, 2, 2) int64
}

func ExampleColumnStack() {
	fmt.Println(tensor.ColumnStack([]*tensor.Tensor{tensor.New([]int{1, 2}), tensor.New([]int{3, 4})}).Realize())
	// Output:
	// [[1 3]
	//  [2 4]] (2, 2) int64
}

func ExampleTensor_Ravel() {
	fmt.Println(tensor.Of([][]int{{1, 2}, {3, 4}}).Ravel().Realize())
	// Output: [1 2 3 4] (4) int64
}

func ExampleTensor_ReshapeAs() {
	fmt.Println(tensor.Arange(4).ReshapeAs(tensor.Zeros(2, 2)).Realize())
	// Output:
	// [[0 1]
	//  [2 3]] (2, 2) int64
}

func ExampleTensor_ViewAs() {
	fmt.Println(tensor.Arange(2).ViewAs(tensor.Zeros(2, 1)).Shape())
	// Output: [2 1]
}

func ExampleTensor_MT() {
	fmt.Println(tensor.Zeros(4, 2, 3).MT().Shape())
	// Output: [4 3 2]
}

func ExampleTensor_FlipLR() {
	fmt.Println(tensor.Of([][]int{{1, 2}, {3, 4}}).FlipLR().Realize())
	// Output:
	// [[2 1]
	//  [4 3]] (2, 2) int64
}

func ExampleTensor_FlipUD() {
	fmt.Println(tensor.Of([][]int{{1, 2}, {3, 4}}).FlipUD().Realize())
	// Output:
	// [[3 4]
	//  [1 2]] (2, 2) int64
}

func ExampleTensor_DiagFlat() {
	fmt.Println(tensor.New([]int{1, 2}).DiagFlat(1).Realize())
	// Output:
	// [[0 1 0]
	//  [0 0 2]
	//  [0 0 0]] (3, 3) int64
}

func ExampleTensor_AsStrided() {
	windows := tensor.Arange(4).AsStrided([]int{3, 2}, []int{1, 1}, 0)
	fmt.Println(windows.Realize())
	// Output:
	// [[0 1]
	//  [1 2]
	//  [2 3]] (3, 2) int64
}
