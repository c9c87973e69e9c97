package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func ExampleResultType() {
	fmt.Println(tensor.ResultType(tensor.New([]int8{1}), 1000), tensor.ResultType(tensor.New([]int8{1}), 2.5))
	// Output: int8 float32
}

func ExampleTensor_NewZeros() {
	fmt.Println(tensor.New([]float64{1}).NewZeros(2).Realize())
	// Output: [0. 0.] (2) float64
}

func ExampleTensor_NewOnes() {
	fmt.Println(tensor.New([]int{1}).NewOnes(2).Realize())
	// Output: [1 1] (2) int64
}

func ExampleTensor_NewFull() {
	fmt.Println(tensor.New([]float64{1}).NewFull(7, 2).Realize())
	// Output: [7. 7.] (2) float64
}

func ExampleTrilIndices() {
	fmt.Println(tensor.TrilIndices(3, 3, -1).Realize())
	// Output:
	// [[1 2 2]
	//  [0 0 1]] (2, 3) int64
}

func ExampleTriuIndices() {
	fmt.Println(tensor.TriuIndices(2, 3, 1).Realize())
	// Output:
	// [[0 0 1]
	//  [1 2 2]] (2, 3) int64
}

func ExampleOptions_TrilIndices() {
	fmt.Println(tensor.Options{DType: tensor.Int32}.TrilIndices(2, 2, 0).Realize())
	// Output:
	// [[0 1 1]
	//  [0 0 1]] (2, 3) int32
}

func ExampleOptions_TriuIndices() {
	fmt.Println(tensor.Options{DType: tensor.Int32}.TriuIndices(2, 2, 0).Realize())
	// Output:
	// [[0 0 1]
	//  [0 1 1]] (2, 3) int32
}

func ExampleTensor_AllClose() {
	x := tensor.New([]float32{1, 2})
	fmt.Println(x.AllClose(x.Add(1e-9), 1e-5, 1e-8, false), x.AllClose(x.Add(0.1), 1e-5, 1e-8, false))
	// Output: true false
}

func ExampleTensor_Dist() {
	fmt.Println(tensor.New([]float32{0, 0}).Dist(tensor.New([]float32{3, 4}), 2).Item())
	// Output: 5
}

func ExampleTensor_StdMean() {
	deviation, mean := tensor.New([]float32{1, 3}).StdMean(0)
	fmt.Println(deviation.Item(), mean.Item())
	// Output: 1 2
}

func ExampleTensor_ClampMin() {
	fmt.Println(tensor.New([]int{-1, 2}).ClampMin(0).Realize())
	// Output: [0 2] (2) int64
}

func ExampleTensor_ClampMax() {
	fmt.Println(tensor.New([]int{-1, 2}).ClampMax(tensor.New([]int{5, 1})).Realize())
	// Output: [-1  1] (2) int64
}

func ExampleTensor_Inner() {
	fmt.Println(tensor.Of([][]int{{1, 2}, {3, 4}}).Inner(tensor.New([]int{10, 1})).Realize())
	// Output: [12 34] (2) int64
}

func ExampleTensor_TensorDotN() {
	x := tensor.Of([][]int{{1, 2}, {3, 4}})
	fmt.Println(x.TensorDotN(x, 2).Item(), x.TensorDotN(x, 1).Shape())
	// Output: 30 [2 2]
}
