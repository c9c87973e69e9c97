package tensor_test

import (
	"fmt"
	"math"

	"weft/frontend/tensor"
)

func ExampleTensor_Eq() {
	fmt.Println(tensor.New([]float64{1, math.NaN()}).Eq(tensor.New([]float64{1, math.NaN()})).Realize()) // NaN equals nothing
	// Output: [ true false] (2) bool
}

func ExampleTensor_Ne() {
	fmt.Println(tensor.New([]float64{1, math.NaN()}).Ne(1).Realize())
	// Output: [false  true] (2) bool
}

func ExampleTensor_Lt() {
	x := tensor.New([]int{0, 1, 2})
	fmt.Println(x.Lt(x.Unsqueeze(1)).Realize()) // every pair
	// Output:
	// [[false false false]
	//  [ true false false]
	//  [ true  true false]] (3, 3) bool
}

func ExampleTensor_Le() {
	fmt.Println(tensor.New([]int{1, 2, 3}).Le(2).Realize())
	// Output: [ true  true false] (3) bool
}

func ExampleTensor_Gt() {
	fmt.Println(tensor.New([]int{1, 2, 3}).Gt(1.5).Realize())
	// Output: [false  true  true] (3) bool
}

func ExampleTensor_Ge() {
	fmt.Println(tensor.New([]int{1, 2, 3}).Ge(2).Realize())
	// Output: [false  true  true] (3) bool
}

func ExampleTensor_LogicalNot() {
	fmt.Println(tensor.New([]float64{0, 0.5, math.NaN()}).LogicalNot().Realize())
	// Output: [ true false false] (3) bool
}

func ExampleTensor_LogicalAnd() {
	fmt.Println(tensor.New([]int{0, 1, 2}).LogicalAnd(tensor.New([]int{1, 1, 4})).Realize())
	// Output: [false  true  true] (3) bool
}

func ExampleTensor_LogicalOr() {
	fmt.Println(tensor.New([]int{0, 0, 2}).LogicalOr(tensor.New([]int{0, 1, 0})).Realize())
	// Output: [false  true  true] (3) bool
}

func ExampleTensor_LogicalXor() {
	fmt.Println(tensor.New([]int{0, 1, 2}).LogicalXor(tensor.New([]int{1, 0, 4})).Realize())
	// Output: [ true  true false] (3) bool
}

func ExampleTensor_Not() {
	fmt.Println(tensor.New([]int{0, 5, -1}).Not().Realize())
	fmt.Println(tensor.New([]bool{true, false}).Not().Realize())
	// Output:
	// [-1 -6  0] (3) int64
	// [false  true] (2) bool
}

func ExampleTensor_And() {
	fmt.Println(tensor.New([]int{6, 5}).And(3).Realize())
	// Output: [2 1] (2) int64
}

func ExampleTensor_Or() {
	fmt.Println(tensor.New([]int{6, 5}).Or(3).Realize())
	// Output: [7 7] (2) int64
}

func ExampleTensor_Xor() {
	fmt.Println(tensor.New([]int{6, 5}).Xor(3).Realize())
	// Output: [5 6] (2) int64
}

func ExampleTensor_Shl() {
	fmt.Println(tensor.New([]uint8{1, 200}).Shl(1).Realize()) // bits that leave are lost
	// Output: [  2 144] (2) uint8
}

func ExampleTensor_Shr() {
	fmt.Println(tensor.New([]int{-8, 8}).Shr(1).Realize()) // the sign stays
	// Output: [-4  4] (2) int64
}

func ExampleTensor_MaskedFill() {
	x := tensor.Of([][]float32{{1, 2}, {3, 4}})
	fmt.Println(x.MaskedFill(tensor.New([]bool{true, false}), math.Inf(-1)).Realize())
	// Output:
	// [[-inf   2.]
	//  [-inf   4.]] (2, 2) float32
}

func ExampleTensor_Clamp() {
	x := tensor.New([]float32{-1, 0.5, 3})
	fmt.Println(x.Clamp(0, 1).Realize())
	fmt.Println(x.Clamp(nil, tensor.New([]float32{0, 1, 2})).Realize()) // no lower bound, an upper one for each
	// Output:
	// [0.  0.5 1. ] (3) float32
	// [-1.   0.5  2. ] (3) float32
}

func ExampleTensor_Lerp() {
	fmt.Println(tensor.New([]float32{0, 10}).Lerp(tensor.New([]float32{10, 20}), 0.25).Realize())
	// Output: [ 2.5 12.5] (2) float32
}

func ExampleTensor_Addcmul() {
	fmt.Println(tensor.New([]float32{1, 1}).Addcmul(tensor.New([]float32{2, 3}), tensor.New([]float32{4, 5}), 0.5).Realize())
	// Output: [5.  8.5] (2) float32
}

func ExampleTensor_Addcdiv() {
	fmt.Println(tensor.New([]float32{1, 1}).Addcdiv(tensor.New([]float32{2, 3}), tensor.New([]float32{4, 4}), 2).Realize())
	// Output: [2.  2.5] (2) float32
}
