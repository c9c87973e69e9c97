package tensor_test

import (
	"fmt"
	"math"

	"weft/frontend/tensor"
)

func ExampleTensor_MM() {
	a := tensor.Of([][]int{{1, 2}, {3, 4}})
	fmt.Println(a.MM(tensor.Eye(2).Cast(tensor.Int64)).Realize())
	// Output:
	// [[1 2]
	//  [3 4]] (2, 2) int64
}

func ExampleTensor_BMM() {
	a, b := tensor.Ones(2, 1, 3), tensor.Ones(2, 3, 1)
	fmt.Println(a.BMM(b).Realize())
	// Output:
	// [[[3.]]
	//
	//  [[3.]]] (2, 1, 1) float32
}

func ExampleTensor_MV() {
	fmt.Println(tensor.Of([][]float32{{1, 2}, {3, 4}}).MV(tensor.New([]float32{1, -1})).Realize())
	// Output: [-1. -1.] (2) float32
}

func ExampleTensor_Dot() {
	fmt.Println(tensor.New([]float32{1, 2, 3}).Dot(tensor.New([]float32{4, 5, 6})).Realize())
	// Output: 32.0 () float32
}

func ExampleTensor_Outer() {
	fmt.Println(tensor.New([]int{1, 2}).Outer(tensor.New([]int{3, 4, 5})).Realize())
	// Output:
	// [[ 3  4  5]
	//  [ 6  8 10]] (2, 3) int64
}

func ExampleTensor_AddMM() {
	bias := tensor.New([]float32{10, 20}) // broadcast to the product
	a := tensor.Of([][]float32{{1, 2}, {3, 4}})
	fmt.Println(bias.AddMM(a, tensor.Eye(2), 1, 1).Realize())
	// Output:
	// [[11. 22.]
	//  [13. 24.]] (2, 2) float32
}

func ExampleTensor_AddMV() {
	fmt.Println(tensor.New([]float32{1, 1}).AddMV(tensor.Of([][]float32{{1, 2}, {3, 4}}), tensor.New([]float32{1, 1}), 1, 2).Realize())
	// Output: [ 7. 15.] (2) float32
}

func ExampleTensor_AddR() {
	fmt.Println(tensor.Zeros(2, 2).AddR(tensor.New([]float32{1, 2}), tensor.New([]float32{3, 4}), 1, 1).Realize())
	// Output:
	// [[3. 4.]
	//  [6. 8.]] (2, 2) float32
}

func ExampleTensor_BAddBMM() {
	a, b := tensor.Ones(2, 1, 3), tensor.Ones(2, 3, 1)
	fmt.Println(tensor.Full(math.NaN(), 2, 1, 1).BAddBMM(a, b, 0, 1).Realize()) // beta 0 leaves the NaN out
	// Output:
	// [[[3.]]
	//
	//  [[3.]]] (2, 1, 1) float32
}

func ExampleTensor_AddBMM() {
	a, b := tensor.Ones(2, 1, 3), tensor.Ones(2, 3, 1)
	fmt.Println(tensor.Ones(1, 1).AddBMM(a, b, 1, 1).Realize())
	// Output: [[7.]] (1, 1) float32
}

func ExampleTensor_TensorDot() {
	a, b := tensor.Ones(2, 3, 4), tensor.Ones(4, 3, 5)
	fmt.Println(a.TensorDot(b, []int{1, 2}, []int{1, 0}).Shape())
	// Output: [2 5]
}

func ExampleTensor_Kron() {
	fmt.Println(tensor.Of([][]int{{1, 2}}).Kron(tensor.Of([][]int{{1}, {10}})).Realize())
	// Output:
	// [[ 1  2]
	//  [10 20]] (2, 2) int64
}

func ExampleTensor_Cross() {
	fmt.Println(tensor.New([]float32{1, 0, 0}).Cross(tensor.New([]float32{0, 1, 0}), 0).Realize())
	// Output: [0. 0. 1.] (3) float32
}

func ExampleTensor_MatrixPower() {
	fmt.Println(tensor.Of([][]float32{{1, 1}, {0, 1}}).MatrixPower(5).Realize())
	// Output:
	// [[1. 5.]
	//  [0. 1.]] (2, 2) float32
}
