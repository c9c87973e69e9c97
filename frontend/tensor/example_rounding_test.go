package tensor_test

import (
	"fmt"
	"math"

	"weft/frontend/tensor"
)

func ExampleTensor_Floor() {
	fmt.Println(tensor.New([]float32{1.7, -1.2}).Floor().Realize())
	// Output: [ 1. -2.] (2) float32
}

func ExampleTensor_Ceil() {
	fmt.Println(tensor.New([]float32{1.2, -0.5}).Ceil().Realize())
	// Output: [ 2. -0.] (2) float32
}

func ExampleTensor_Trunc() {
	fmt.Println(tensor.New([]float32{1.7, -1.7}).Trunc().Realize())
	// Output: [ 1. -1.] (2) float32
}

func ExampleTensor_Round() {
	fmt.Println(tensor.New([]float32{0.5, 1.5, 2.5, -0.5}).Round().Realize())
	// Output: [ 0.  2.  2. -0.] (4) float32
}

func ExampleTensor_Frac() {
	fmt.Println(tensor.New([]float32{1.75, -1.75}).Frac().Realize())
	// Output: [ 0.75 -0.75] (2) float32
}

func ExampleTensor_Sign() {
	fmt.Println(tensor.New([]float64{-3, 0, 2.5, math.NaN()}).Sign().Realize())
	// Output: [-1.  0.  1.  0.] (4) float64
}

func ExampleTensor_IsNaN() {
	fmt.Println(tensor.New([]float64{1, math.NaN(), math.Inf(1)}).IsNaN().Realize())
	// Output: [false  true false] (3) bool
}

func ExampleTensor_IsInf() {
	fmt.Println(tensor.New([]float64{1, math.NaN(), math.Inf(-1)}).IsInf().Realize())
	// Output: [false false  true] (3) bool
}

func ExampleTensor_IsFinite() {
	fmt.Println(tensor.New([]float64{1, math.NaN(), math.Inf(1)}).IsFinite().Realize())
	fmt.Println(tensor.New([]int{1, 2}).IsFinite().Realize())
	// Output:
	// [ true false false] (3) bool
	// [ true  true] (2) bool
}

func ExampleTensor_NaNToNum() {
	x := tensor.New([]float64{math.NaN(), math.Inf(1), math.Inf(-1)})
	fmt.Println(x.NaNToNum(0, 100, -100).Realize())
	fmt.Println(x.NaNToNum().Realize())
	// Output:
	// [   0.  100. -100.] (3) float64
	// [ 0.00000000e+000  1.79769313e+308 -1.79769313e+308] (3) float64
}

func ExampleTensor_Clone() {
	x := tensor.New([]float32{1, 2})
	y := x.Clone()
	y.Fill(0)
	fmt.Println(x.Realize(), y.Realize())
	// Output: [1. 2.] (2) float32 [0. 0.] (2) float32
}

func ExampleTensor_Contiguous() {
	// Only where a result is kept changes, not what it is.
	fmt.Println(tensor.New([]float32{1, 2}).Add(1).Contiguous().Realize())
	// Output: [2. 3.] (2) float32
}

func ExampleTensor_To() {
	x := tensor.New([]float32{1, 2})
	y := x.To("cpu:interp")
	fmt.Println(y.Realize(), y.Device())
	// Output: [1. 2.] (2) float32 cpu:interp
}
