package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func ExampleR() {
	x := tensor.Arange(6)
	fmt.Println(x.Index(tensor.R(4)).Realize(), x.Index(tensor.R(-2, tensor.End)).Realize())
	fmt.Println(x.Index(tensor.R(0, 6, 2)).Realize())
	// Output:
	// [4 5] (2) int64 [4 5] (2) int64
	// [0 2 4] (3) int64
}

func ExampleTensor_Slice() {
	x := tensor.Arange(6)
	fmt.Println(x.Slice(1, -1).Realize(), x.Slice(0, 100, 4).Realize())
	// Output: [1 2 3 4] (4) int64 [0 4] (2) int64
}

func ExampleTensor_SliceAxis() {
	fmt.Println(tensor.Arange(8).Reshape(2, 4).SliceAxis(-1, 1, 3).Realize())
	// Output:
	// [[1 2]
	//  [5 6]] (2, 2) int64
}

func ExampleTensor_Narrow() {
	fmt.Println(tensor.Arange(5).Narrow(0, 1, 2).Realize())
	err := tensor.Try(func() { tensor.Arange(5).Narrow(0, 4, 2) })
	fmt.Println(err.(*tensor.Error).Reason)
	// Output:
	// [1 2] (2) int64
	// start 4 and length 2 lie outside axis 0 of length 5
}

func ExampleTensor_Select() {
	fmt.Println(tensor.Of([][]int{{1, 2}, {3, 4}}).Select(1, -1).Realize())
	// Output: [2 4] (2) int64
}

func ExampleTensor_At() {
	fmt.Println(tensor.Of([][]int{{1, 2}, {3, 4}}).At(1, 0).Realize())
	// Output: 3 () int64
}

func ExampleTensor_AddSlice() {
	x := tensor.Zeros(3)
	x.AddSlice(1, []int{0, 2, 0}) // position 0 gets both
	fmt.Println(x.Realize())
	// Output: [2. 0. 1.] (3) float32
}

func ExampleTensor_Gather() {
	x := tensor.Of([][]int{{1, 2}, {3, 4}})
	fmt.Println(x.Gather(1, tensor.Of([][]int{{0, 0}, {1, 0}})).Realize())
	// Output:
	// [[1 1]
	//  [4 3]] (2, 2) int64
}

func ExampleTensor_TakeAlongAxis() {
	x := tensor.Of([][]int{{3, 1, 2}, {9, 8, 7}})
	fmt.Println(x.TakeAlongAxis(x.Argmin(1, tensor.KeepDim), 1).Realize())
	// Output:
	// [[1]
	//  [7]] (2, 1) int64
}

func ExampleTensor_IndexSelect() {
	x := tensor.Of([][]int{{1, 2}, {3, 4}})
	fmt.Println(x.IndexSelect(1, tensor.New([]int{1, 1, 0})).Realize())
	_, err := tensor.Data[int](x.IndexSelect(1, tensor.New([]int{5})))
	fmt.Println(err != nil) // known when it runs
	// Output:
	// [[2 2 1]
	//  [4 4 3]] (2, 3) int64
	// true
}

func ExampleTensor_Take() {
	fmt.Println(tensor.Of([][]int{{1, 2}, {3, 4}}).Take(tensor.New([]int{0, -1})).Realize())
	// Output: [1 4] (2) int64
}

func ExampleEmbedding() {
	weight := tensor.Of([][]float32{{0, 1}, {2, 3}, {4, 5}})
	fmt.Println(tensor.Embedding(tensor.New([]int{2, 0}), weight).Realize())
	// Output:
	// [[4. 5.]
	//  [0. 1.]] (2, 2) float32
}

func ExampleOneHot() {
	fmt.Println(tensor.OneHot(tensor.New([]int{2, 0}), 3).Realize())
	// Output:
	// [[0 0 1]
	//  [1 0 0]] (2, 3) int64
}
