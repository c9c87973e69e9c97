package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func ExampleTensor_Reshape() {
	x := tensor.Arange(6)
	fmt.Println(x.Reshape(2, -1).Realize())
	// Output:
	// [[0 1 2]
	//  [3 4 5]] (2, 3) int64
}

func ExampleTensor_View() {
	x := tensor.New([]int{1, 2, 3, 4})
	x.View(2, 2).Select(0, 0).Fill(0) // sets its base too
	fmt.Println(x.Realize())
	// Output: [0 0 3 4] (4) int64
}

func ExampleTensor_Flatten() {
	x := tensor.Zeros(2, 3, 4)
	fmt.Println(x.Flatten().Shape(), x.Flatten(1).Shape(), x.Flatten(0, 1).Shape())
	// Output: [24] [2 12] [6 4]
}

func ExampleTensor_Unflatten() {
	fmt.Println(tensor.Zeros(2, 12).Unflatten(1, 3, -1).Shape())
	// Output: [2 3 4]
}

func ExampleTensor_Permute() {
	fmt.Println(tensor.Zeros(2, 3, 4).Permute(2, 0, -2).Shape())
	// Output: [4 2 3]
}

func ExampleTensor_Transpose() {
	fmt.Println(tensor.Of([][]int{{1, 2, 3}, {4, 5, 6}}).Transpose(0, 1).Realize())
	// Output:
	// [[1 4]
	//  [2 5]
	//  [3 6]] (3, 2) int64
}

func ExampleTensor_T() {
	fmt.Println(tensor.Of([][]int{{1, 2}, {3, 4}}).T().Realize())
	// Output:
	// [[1 3]
	//  [2 4]] (2, 2) int64
}

func ExampleTensor_MoveAxis() {
	fmt.Println(tensor.Zeros(2, 3, 4, 5).MoveAxis([]int{0, 1}, []int{-1, -2}).Shape())
	// Output: [4 5 3 2]
}

func ExampleTensor_Expand() {
	fmt.Println(tensor.New([]int{1, 2}).Unsqueeze(1).Expand(-1, 3).Realize())
	// Output:
	// [[1 1 1]
	//  [2 2 2]] (2, 3) int64
}

func ExampleTensor_ExpandAs() {
	fmt.Println(tensor.New([]int{1, 2}).ExpandAs(tensor.Zeros(2, 2)).Realize())
	// Output:
	// [[1 2]
	//  [1 2]] (2, 2) int64
}

func ExampleTensor_BroadcastTo() {
	fmt.Println(tensor.Scalar(7).BroadcastTo(2, 2).Realize())
	// Output:
	// [[7 7]
	//  [7 7]] (2, 2) int64
}

func ExampleTensor_Squeeze() {
	x := tensor.Zeros(1, 3, 1)
	fmt.Println(x.Squeeze().Shape(), x.Squeeze(0).Shape(), x.Squeeze(1).Shape())
	// Output: [3] [3 1] [1 3 1]
}

func ExampleTensor_Unsqueeze() {
	x := tensor.Zeros(3)
	fmt.Println(x.Unsqueeze(0).Shape(), x.Unsqueeze(-1).Shape())
	// Output: [1 3] [3 1]
}

func ExampleTensor_Flip() {
	fmt.Println(tensor.Of([][]int{{1, 2}, {3, 4}}).Flip(0, 1).Realize())
	// Output:
	// [[4 3]
	//  [2 1]] (2, 2) int64
}
