package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func ExampleTensor_Scatter() {
	fmt.Println(tensor.Zeros(4).Scatter(0, tensor.New([]int{1, 3, 1}), tensor.New([]float32{5, 6, 7})).Realize()) // the last of two to one place counts
	// Output: [0. 7. 0. 6.] (4) float32
}

func ExampleTensor_ScatterAdd() {
	fmt.Println(tensor.Zeros(4).ScatterAdd(0, tensor.New([]int{1, 3, 1}), tensor.New([]float32{5, 6, 7})).Realize())
	// Output: [ 0. 12.  0.  6.] (4) float32
}

func ExampleTensor_ScatterMul() {
	fmt.Println(tensor.Ones(3).ScatterMul(0, tensor.New([]int{1, 1}), tensor.New([]float32{2, 3})).Realize())
	// Output: [1. 6. 1.] (3) float32
}

func ExampleTensor_ScatterMax() {
	fmt.Println(tensor.Ones(3).ScatterMax(0, tensor.New([]int{1, 2}), tensor.New([]float32{5, -5})).Realize())
	// Output: [1. 5. 1.] (3) float32
}

func ExampleTensor_ScatterReduce() {
	x, at, src := tensor.New([]float32{10, 20}), tensor.New([]int{0, 0, 1}), tensor.New([]float32{1, 3, 5})
	fmt.Println(x.ScatterReduce(0, at, src, "mean", true).Realize())
	fmt.Println(x.ScatterReduce(0, at, src, "mean", false).Realize())
	// Output:
	// [ 4.6666665 12.5      ] (2) float32
	// [2. 5.] (2) float32
}

func ExampleTensor_IndexAdd() {
	x := tensor.Zeros(3, 2)
	fmt.Println(x.IndexAdd(0, tensor.New([]int{2, 0}), tensor.Of([][]float32{{1, 2}, {3, 4}}), 10).Realize())
	// Output:
	// [[30. 40.]
	//  [ 0.  0.]
	//  [10. 20.]] (3, 2) float32
}

func ExampleTensor_IndexCopy() {
	fmt.Println(tensor.Zeros(3).IndexCopy(0, tensor.New([]int{2, 0}), tensor.New([]float32{1, 2})).Realize())
	// Output: [2. 0. 1.] (3) float32
}

func ExampleTensor_IndexFill() {
	fmt.Println(tensor.Zeros(2, 3).IndexFill(1, tensor.New([]int{0, 2}), 7).Realize())
	// Output:
	// [[7. 0. 7.]
	//  [7. 0. 7.]] (2, 3) float32
}

func ExampleTensor_MaskedScatter() {
	mask := tensor.New([]bool{true, false, true})
	fmt.Println(tensor.Zeros(3).MaskedScatter(mask, tensor.New([]float32{7, 8, 9})).Realize())
	// Output: [7. 0. 8.] (3) float32
}
