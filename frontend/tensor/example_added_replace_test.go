package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func ExampleTensor_SliceScatter() {
	fmt.Println(tensor.Arange(4).SliceScatter(tensor.New([]int{8, 9}), 0, 1, 3).Realize())
	// Output: [0 8 9 3] (4) int64
}

func ExampleTensor_SelectScatter() {
	x := tensor.Options{DType: tensor.Int64}.Zeros(2, 2)
	fmt.Println(x.SelectScatter(tensor.New([]int{1, 2}), 1, 0).Realize())
	// Output:
	// [[1 0]
	//  [2 0]] (2, 2) int64
}

func ExampleTensor_DiagonalScatter() {
	x := tensor.Options{DType: tensor.Int64}.Zeros(2, 2)
	fmt.Println(x.DiagonalScatter(tensor.New([]int{1, 2}), 0, 0, 1).Realize())
	// Output:
	// [[1 0]
	//  [0 2]] (2, 2) int64
}

func ExampleTensor_IndexPut() {
	x := tensor.Arange(3)
	fmt.Println(x.IndexPut([]any{[]int{0, 0}}, tensor.New([]int{10, 20}), true).Realize(), x.Realize())
	// Output: [30  1  2] (3) int64 [0 1 2] (3) int64
}

func ExampleTensor_IndexReduce() {
	x := tensor.New([]float32{1, 2})
	at, src := tensor.New([]int{0, 0}), tensor.New([]float32{3, 5})
	fmt.Println(x.IndexReduce(0, at, src, "mean", true).Realize(), x.IndexReduce(0, at, src, "amax", false).Realize())
	// Output: [3. 2.] (2) float32 [5. 2.] (2) float32
}

func ExampleTensor_TakeAlongDim() {
	x := tensor.Of([][]int{{10, 20}, {30, 40}})
	fmt.Println(x.TakeAlongDim(tensor.New([]int{3, 0})).Realize())
	fmt.Println(x.TakeAlongDim(tensor.Of([][]int{{1}, {0}}), 1).Realize())
	// Output:
	// [40 10] (2) int64
	// [[20]
	//  [30]] (2, 1) int64
}

func ExampleTensor_NonzeroTuple() {
	at := tensor.Of([][]int{{0, 7}, {8, 0}}).NonzeroTuple()
	fmt.Println(at[0].Realize(), at[1].Realize())
	// Output: [0 1] (2) int64 [1 0] (2) int64
}
