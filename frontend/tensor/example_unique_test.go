package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func ExampleTensor_Unique() {
	values, inverse, counts := tensor.New([]int{3, 1, 3, 2}).Unique()
	fmt.Println(values.Realize(), inverse.Realize(), counts.Realize())
	rows, _, _ := tensor.Of([][]int{{1, 2}, {0, 5}, {1, 2}}).Unique(0)
	fmt.Println(rows.Realize())
	// Output:
	// [1 2 3] (3) int64 [2 0 2 1] (4) int64 [1 1 2] (3) int64
	// [[0 5]
	//  [1 2]] (2, 2) int64
}

// Errors in what has to be computed at once are returned by Try.
func ExampleTensor_Unique_errors() {
	ids := tensor.New([]int{0, 7})
	var values *tensor.Tensor
	err := tensor.Try(func() { values, _, _ = tensor.Ones(4).IndexSelect(0, ids).Unique() })
	fmt.Println(values, err.(*tensor.Error).Reason)
	// Output: <nil> index out of range for an axis of length 4 at position (1)
}

func ExampleTensor_UniqueConsecutive() {
	values, inverse, counts := tensor.New([]int{1, 1, 2, 2, 2, 1}).UniqueConsecutive()
	fmt.Println(values.Realize(), inverse.Realize(), counts.Realize())
	// Output: [1 2 1] (3) int64 [0 0 1 1 1 2] (6) int64 [2 3 1] (3) int64
}

func ExampleTensor_Nonzero() {
	fmt.Println(tensor.Of([][]int{{0, 7}, {8, 0}, {0, 9}}).Nonzero().Realize())
	// Output:
	// [[0 1]
	//  [1 0]
	//  [2 1]] (3, 2) int64
}

func ExampleTensor_MaskedSelect() {
	x := tensor.New([]float32{-1, 2, -3, 4})
	fmt.Println(x.MaskedSelect(x.Gt(0)).Realize())
	// Output: [2. 4.] (2) float32
}
