package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func ExampleTensor_Repeat() {
	fmt.Println(tensor.New([]int{1, 2}).Repeat(2, 2).Realize()) // a new axis in front
	// Output:
	// [[1 2 1 2]
	//  [1 2 1 2]] (2, 4) int64
}

func ExampleTensor_Tile() {
	fmt.Println(tensor.Of([][]int{{1}, {2}}).Tile(3).Realize()) // counted from the last axis
	// Output:
	// [[1 1 1]
	//  [2 2 2]] (2, 3) int64
}

func ExampleTensor_RepeatInterleave() {
	x := tensor.Of([][]int{{1, 2}, {3, 4}})
	fmt.Println(x.RepeatInterleave(2, 0).Realize())
	fmt.Println(x.RepeatInterleave(2).Realize()) // flattened
	// Output:
	// [[1 2]
	//  [1 2]
	//  [3 4]
	//  [3 4]] (4, 2) int64
	// [1 1 2 2 3 3 4 4] (8) int64
}

func ExampleTensor_RepeatInterleaveEach() {
	fmt.Println(tensor.New([]int{7, 8, 9}).RepeatInterleaveEach(tensor.New([]int{2, 0, 1})).Realize())
	// Output: [7 7 9] (3) int64
}

func ExampleTensor_Roll() {
	x := tensor.Of([][]int{{1, 2, 3}, {4, 5, 6}})
	fmt.Println(x.Roll([]int{1}, 1).Realize())
	fmt.Println(x.Roll([]int{-1}).Realize()) // flattened
	// Output:
	// [[3 1 2]
	//  [6 4 5]] (2, 3) int64
	// [[2 3 4]
	//  [5 6 1]] (2, 3) int64
}

func ExampleTensor_Rot90() {
	fmt.Println(tensor.Of([][]int{{1, 2}, {3, 4}}).Rot90(1, 0, 1).Realize())
	// Output:
	// [[2 4]
	//  [1 3]] (2, 2) int64
}

func ExampleTensor_Pad() {
	fmt.Println(tensor.New([]int{1, 2, 3}).Pad([]int{1, -1}, 9).Realize()) // one more before, one less after
	fmt.Println(tensor.New([]int{1, 2}).Reshape(1, 2).Pad([]int{0, 1, 1, 0}, 0).Realize())
	// Output:
	// [9 1 2] (3) int64
	// [[0 0 0]
	//  [1 2 0]] (2, 3) int64
}

func ExampleTensor_PadMode() {
	x := tensor.New([]int{1, 2, 3})
	for _, mode := range []string{"reflect", "replicate", "circular"} {
		fmt.Println(x.PadMode([]int{2, 1}, mode).Realize())
	}
	// Output:
	// [3 2 1 2 3 2] (6) int64
	// [1 1 1 2 3 3] (6) int64
	// [2 3 1 2 3 1] (6) int64
}

func ExampleTensor_Unfold() {
	fmt.Println(tensor.New([]int{1, 2, 3, 4, 5}).Unfold(0, 3, 2).Realize())
	// Output:
	// [[1 2 3]
	//  [3 4 5]] (2, 3) int64
}

func ExampleTensor_Windows() {
	x := tensor.Arange(9).Reshape(3, 3)
	w := x.Windows([]int{0, 1}, []int{2, 2}, []int{1, 1}, []int{1, 1})
	fmt.Println(w.Shape())
	fmt.Println(w.Amax(-2, -1).Realize()) // a max pooling
	// Output:
	// [2 2 2 2]
	// [[4 5]
	//  [7 8]] (2, 2) int64
}
