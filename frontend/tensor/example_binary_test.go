package tensor_test

import (
	"fmt"
	"math"

	"weft/frontend/tensor"
)

func ExampleTensor_Add() {
	x := tensor.Of([][]int{{1, 2, 3}, {4, 5, 6}})
	fmt.Println(x.Add(tensor.New([]int{10, 20, 30})).Realize()) // broadcast over the rows
	fmt.Println(x.Add(0.5).Realize())                           // an integer tensor and a float number give float32
	// Output:
	// [[11 22 33]
	//  [14 25 36]] (2, 3) int64
	// [[1.5 2.5 3.5]
	//  [4.5 5.5 6.5]] (2, 3) float32
}

func ExampleTensor_Sub() {
	fmt.Println(tensor.New([]float32{5, 6}).Sub(tensor.New([]float32{1, 2})).Realize())
	// Output: [4. 4.] (2) float32
}

func ExampleTensor_RSub() {
	fmt.Println(tensor.New([]float32{1, 2}).RSub(1).Realize()) // 1 - x
	// Output: [ 0. -1.] (2) float32
}

func ExampleTensor_Mul() {
	x := tensor.New([]float32{1, 2}).Unsqueeze(1)
	fmt.Println(x.Mul(tensor.New([]float32{3, 4, 5})).Realize()) // (2, 1) times (3) is (2, 3)
	// Output:
	// [[ 3.  4.  5.]
	//  [ 6.  8. 10.]] (2, 3) float32
}

func ExampleTensor_Div() {
	fmt.Println(tensor.New([]int{7, -7}).Div(2).Realize())
	fmt.Println(tensor.New([]float32{1, 0}).Div(0).Realize())
	// Output:
	// [ 3.5 -3.5] (2) float32
	// [inf nan] (2) float32
}

func ExampleTensor_RDiv() {
	fmt.Println(tensor.New([]float32{2, 4}).RDiv(1).Realize()) // 1 / x
	// Output: [0.5  0.25] (2) float32
}

func ExampleTensor_DivTrunc() {
	fmt.Println(tensor.New([]int{7, -7}).DivTrunc(2).Realize())
	// Output: [ 3 -3] (2) int64
}

func ExampleTensor_FloorDiv() {
	fmt.Println(tensor.New([]int{7, -7}).FloorDiv(2).Realize())
	fmt.Println(tensor.New([]float32{7, -7}).FloorDiv(2).Realize())
	// Output:
	// [ 3 -4] (2) int64
	// [ 3. -4.] (2) float32
}

func ExampleTensor_Remainder() {
	fmt.Println(tensor.New([]int{7, -7}).Remainder(3).Realize()) // the sign of the divisor
	// Output: [1 2] (2) int64
}

func ExampleTensor_Fmod() {
	fmt.Println(tensor.New([]int{7, -7}).Fmod(3).Realize()) // the sign of the dividend
	// Output: [ 1 -1] (2) int64
}

func ExampleTensor_RRemainder() {
	fmt.Println(tensor.New([]int{3, -3}).RRemainder(7).Realize()) // 7 % x
	// Output: [ 1 -2] (2) int64
}

func ExampleTensor_Maximum() {
	x := tensor.New([]float64{1, 2, math.NaN()}).RequireGrad()
	y := x.Maximum(2)
	y.Sum().Backward()
	fmt.Println(y.Realize(), x.Grad().Realize()) // equal ones share the gradient
	// Output: [ 2.  2. nan] (3) float64 [0.  0.5 1. ] (3) float64
}

func ExampleTensor_Minimum() {
	fmt.Println(tensor.New([]float64{1, 3, math.NaN()}).Minimum(tensor.New([]float32{2, 2, 2})).Realize())
	// Output: [ 1.  2. nan] (3) float64
}

func ExampleTensor_Atan2() {
	fmt.Printf("%.4f\n", tensor.New([]float32{1, -1}).Atan2(tensor.New([]float32{1, -1})).Realize()) // the quadrant is kept
	// Output: [ 0.7854 -2.3562] (2) float32
}

func ExampleTensor_Pow() {
	fmt.Println(tensor.New([]int{2, 3, -2}).Pow(3).Realize())
	fmt.Println(tensor.New([]float32{4, 9}).Pow(0.5).Realize())
	err := tensor.Try(func() { tensor.New([]int{2}).Pow(-1) })
	fmt.Println(err.(*tensor.Error).Reason)
	// Output:
	// [ 8 27 -8] (3) int64
	// [2. 3.] (2) float32
	// integers to negative integer powers are not allowed
}

func ExampleTensor_RPow() {
	fmt.Println(tensor.New([]int{0, 1, 10}).RPow(2).Realize()) // 2 ** x
	// Output: [   1    2 1024] (3) int64
}

func ExampleTensor_Copysign() {
	fmt.Println(tensor.New([]float32{1, -2}).Copysign(-1).Realize())
	// Output: [-1. -2.] (2) float32
}

func ExampleTensor_Fmax() {
	fmt.Println(tensor.New([]float64{1, math.NaN()}).Fmax(tensor.New([]float64{math.NaN(), 2})).Realize())
	// Output: [1. 2.] (2) float64
}

func ExampleTensor_Fmin() {
	fmt.Println(tensor.New([]float64{1, math.NaN(), 5}).Fmin(3).Realize())
	// Output: [1. 3. 3.] (3) float64
}

func ExampleTensor_Xlogy() {
	fmt.Println(tensor.New([]float32{0, 1}).Xlogy(0).Realize())
	// Output: [  0. -inf] (2) float32
}

func ExampleTensor_Hypot() {
	fmt.Println(tensor.New([]float32{3, 5}).Hypot(tensor.New([]float32{4, 12})).Realize())
	// Output: [ 5. 13.] (2) float32
}

func ExampleTensor_LogAddExp() {
	fmt.Println(tensor.New([]float32{1000, -1000}).LogAddExp(tensor.New([]float32{-1000, -1000})).Sub(tensor.New([]float32{1000, -1000})).Realize())
	// Output: [0.         0.69317627] (2) float32
}

func ExampleTensor_LogAddExp2() {
	fmt.Println(tensor.New([]float32{3}).LogAddExp2(3).Realize())
	// Output: [4.] (1) float32
}

func ExampleTensor_Heaviside() {
	fmt.Println(tensor.New([]float32{-2, 0, 2}).Heaviside(0.5).Realize())
	// Output: [0.  0.5 1. ] (3) float32
}

func ExampleTensor_IsClose() {
	x := tensor.New([]float64{1, 1.000001, math.NaN()})
	fmt.Println(x.IsClose(tensor.New([]float64{1, 1, math.NaN()}), 1e-5, 1e-8, true).Realize())
	// Output: [ true  true  true] (3) bool
}

func ExampleEqual() {
	fmt.Println(tensor.Equal(tensor.New([]int{1, 2}), tensor.New([]float32{1, 2})), tensor.Equal(tensor.New([]int{1, 2}), tensor.New([]int{1})))
	// Output: true false
}

func ExampleTensor_IsIn() {
	fmt.Println(tensor.New([]int{1, 2, 3, 4}).IsIn(tensor.New([]int{2, 4})).Realize())
	// Output: [false  true false  true] (4) bool
}

func ExampleTensor_Gcd() {
	fmt.Println(tensor.New([]int{12, -18, 0}).Gcd(8).Realize())
	// Output: [4 2 8] (3) int64
}

func ExampleTensor_Lcm() {
	fmt.Println(tensor.New([]int{4, -6, 0}).Lcm(6).Realize())
	// Output: [12  6  0] (3) int64
}
