package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func printAll(ts []*tensor.Tensor) {
	for _, t := range ts {
		fmt.Println(t.Realize())
	}
}

func ExampleTensor_TensorSplitAt() {
	printAll(tensor.Arange(5).TensorSplitAt([]int{1, -1}, 0))
	// Output:
	// [0] (1) int64
	// [1 2 3] (3) int64
	// [4] (1) int64
}

func ExampleTensor_HSplit() {
	printAll(tensor.Arange(4).Reshape(2, 2).HSplit(2))
	// Output:
	// [[0]
	//  [2]] (2, 1) int64
	// [[1]
	//  [3]] (2, 1) int64
}

func ExampleTensor_HSplitAt() {
	printAll(tensor.Arange(4).HSplitAt(1))
	// Output:
	// [0] (1) int64
	// [1 2 3] (3) int64
}

func ExampleTensor_VSplit() {
	printAll(tensor.Arange(4).Reshape(2, 2).VSplit(2))
	// Output:
	// [[0 1]] (1, 2) int64
	// [[2 3]] (1, 2) int64
}

func ExampleTensor_VSplitAt() {
	printAll(tensor.Arange(6).Reshape(3, 2).VSplitAt(2))
	// Output:
	// [[0 1]
	//  [2 3]] (2, 2) int64
	// [[4 5]] (1, 2) int64
}

func ExampleTensor_DSplit() {
	printAll(tensor.Arange(2).Reshape(1, 1, 2).DSplit(2))
	// Output:
	// [[[0]]] (1, 1, 1) int64
	// [[[1]]] (1, 1, 1) int64
}

func ExampleTensor_DSplitAt() {
	printAll(tensor.Arange(3).Reshape(1, 1, 3).DSplitAt(1))
	// Output:
	// [[[0]]] (1, 1, 1) int64
	// [[[1 2]]] (1, 1, 2) int64
}
