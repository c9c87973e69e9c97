package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func ExampleCat() {
	a, b := tensor.Of([][]int{{1, 2}}), tensor.Of([][]float32{{0.5, 1.5}, {3, 4}})
	fmt.Println(tensor.Cat([]*tensor.Tensor{a, b}, 0).Realize())
	// Output:
	// [[1.  2. ]
	//  [0.5 1.5]
	//  [3.  4. ]] (3, 2) float32
}

func ExampleStack() {
	a, b := tensor.New([]int{1, 2}), tensor.New([]int{3, 4})
	fmt.Println(tensor.Stack([]*tensor.Tensor{a, b}, 0).Realize())
	fmt.Println(tensor.Stack([]*tensor.Tensor{a, b}, -1).Realize())
	// Output:
	// [[1 2]
	//  [3 4]] (2, 2) int64
	// [[1 3]
	//  [2 4]] (2, 2) int64
}

func ExampleHStack() {
	fmt.Println(tensor.HStack([]*tensor.Tensor{tensor.New([]int{1}), tensor.New([]int{2, 3})}).Realize())
	// Output: [1 2 3] (3) int64
}

func ExampleVStack() {
	fmt.Println(tensor.VStack([]*tensor.Tensor{tensor.New([]int{1, 2}), tensor.Zeros(1, 2)}).Realize())
	// Output:
	// [[1. 2.]
	//  [0. 0.]] (2, 2) float32
}

func ExampleTensor_Split() {
	for _, part := range tensor.Arange(5).Split(2, 0) {
		fmt.Println(part.Realize())
	}
	// Output:
	// [0 1] (2) int64
	// [2 3] (2) int64
	// [4] (1) int64
}

func ExampleTensor_SplitSizes() {
	for _, part := range tensor.Arange(5).SplitSizes([]int{1, 4}, 0) {
		fmt.Println(part.Realize())
	}
	// Output:
	// [0] (1) int64
	// [1 2 3 4] (4) int64
}

func ExampleTensor_Chunk() {
	// Five elements in at most four equal pieces are three.
	fmt.Println(len(tensor.Arange(5).Chunk(4, 0)))
	// Output: 3
}

func ExampleTensor_TensorSplit() {
	for _, part := range tensor.Arange(5).TensorSplit(3, 0) {
		fmt.Println(part.Realize())
	}
	// Output:
	// [0 1] (2) int64
	// [2 3] (2) int64
	// [4] (1) int64
}

func ExampleTensor_Unbind() {
	rows := tensor.Of([][]int{{1, 2}, {3, 4}}).Unbind(0)
	fmt.Println(rows[0].Realize(), rows[1].Realize())
	// Output: [1 2] (2) int64 [3 4] (2) int64
}
