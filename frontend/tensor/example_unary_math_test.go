package tensor_test

import (
	"fmt"
	"math"

	"weft/frontend/tensor"
)

func ExampleTensor_Positive() {
	fmt.Println(tensor.New([]float32{1, -2}).Positive().Realize())
	fmt.Println(tensor.Try(func() { tensor.New([]bool{true}).Positive() }) != nil)
	// Output:
	// [ 1. -2.] (2) float32
	// true
}

func ExampleTensor_Deg2Rad() {
	fmt.Printf("%.4f\n", tensor.New([]int{0, 90, 180}).Deg2Rad().Realize())
	// Output: [0.0000 1.5708 3.1416] (3) float32
}

func ExampleTensor_Rad2Deg() {
	fmt.Printf("%.4f\n", tensor.New([]float32{0, math.Pi / 2, math.Pi}).Rad2Deg().Realize())
	// Output: [  0.0000  90.0000 180.0000] (3) float32
}

func ExampleTensor_IsPosInf() {
	fmt.Println(tensor.New([]float64{math.Inf(1), math.Inf(-1), math.NaN()}).IsPosInf().Realize())
	// Output: [ true false false] (3) bool
}

func ExampleTensor_IsNegInf() {
	fmt.Println(tensor.New([]float64{math.Inf(1), math.Inf(-1), math.NaN()}).IsNegInf().Realize())
	// Output: [false  true false] (3) bool
}

func ExampleTensor_Signbit() {
	fmt.Println(tensor.New([]float64{1, -1, math.Copysign(0, -1)}).Signbit().Realize())
	// Output: [false  true  true] (3) bool
}

func ExampleTensor_Sinc() {
	fmt.Printf("%.4f\n", tensor.New([]float32{0, 0.5, 1}).Sinc().Realize())
	// Output: [ 1.0000  0.6366 -0.0000] (3) float32
}

func ExampleTensor_RoundTo() {
	fmt.Println(tensor.New([]float32{3.14159, 2.5}).RoundTo(2).Realize())
	fmt.Println(tensor.New([]float32{1250, 1350}).RoundTo(-2).Realize())
	// Output:
	// [3.14 2.5 ] (2) float32
	// [1200. 1400.] (2) float32
}

func ExampleTensor_Logit() {
	fmt.Printf("%.4f\n", tensor.New([]float32{0.5, 0.9, 1}).Logit(-1).Realize())
	fmt.Printf("%.4f\n", tensor.New([]float32{0.5, 0.9, 1}).Logit(0.01).Realize())
	// Output:
	// [0.0000 2.1972    inf] (3) float32
	// [0.0000 2.1972 4.5951] (3) float32
}

func ExampleTensor_FloatPower() {
	fmt.Println(tensor.New([]int{2, 3}).FloatPower(-1).Realize())
	// Output: [0.5        0.33333333] (2) float64
}

func ExampleTensor_I0() {
	fmt.Printf("%.4f\n", tensor.New([]float32{0, 1, 2}).I0().Realize())
	// Output: [1.0000 1.2661 2.2796] (3) float32
}
