package tensor_test

import (
	"fmt"
	"math"

	"weft/frontend/tensor"
)

func ExampleTensor_Cast() {
	fmt.Println(tensor.New([]float64{1.9, -1.9, 300, math.NaN()}).Cast(tensor.Int32).Realize())
	fmt.Println(tensor.New([]int{0, 2, -1}).Cast(tensor.Bool).Realize())
	// Output:
	// [  1  -1 300   0] (4) int32
	// [false  true  true] (3) bool
}

func ExampleTensor_Bitcast() {
	bits := tensor.New([]float32{1, -2}).Bitcast(tensor.Int32)
	fmt.Printf("%x\n", bits.Realize())
	// Output: [ 3f800000 -40000000] (2) int32
}

func ExampleTensor_Neg() {
	fmt.Println(tensor.New([]float32{1, -2, 0}).Neg().Realize())
	fmt.Println(tensor.New([]uint8{1, 255}).Neg().Realize()) // integers wrap
	// Output:
	// [-1.  2. -0.] (3) float32
	// [255   1] (2) uint8
}

func ExampleTensor_Abs() {
	fmt.Println(tensor.New([]int{-3, 0, 3}).Abs().Realize())
	x := tensor.New([]float32{-2, 0, 2}).RequireGrad()
	x.Abs().Sum().Backward()
	fmt.Println(x.Grad().Realize())
	// Output:
	// [3 0 3] (3) int64
	// [-1.  0.  1.] (3) float32
}

func ExampleTensor_Sqrt() {
	fmt.Println(tensor.New([]float32{4, 2, 0, -1}).Sqrt().Realize())
	fmt.Println(tensor.New([]int{16, 25}).Sqrt().Realize()) // integers become float32
	// Output:
	// [2.        1.4142135 0.              nan] (4) float32
	// [4. 5.] (2) float32
}

func ExampleTensor_Rsqrt() {
	fmt.Println(tensor.New([]float32{4, 0.25, 0}).Rsqrt().Realize())
	// Output: [0.5 2.  inf] (3) float32
}

func ExampleTensor_Reciprocal() {
	fmt.Println(tensor.New([]int{4, -2, 0}).Reciprocal().Realize())
	// Output: [ 0.25 -0.5    inf] (3) float32
}

func ExampleTensor_Square() {
	fmt.Println(tensor.New([]int{3, -4}).Square().Realize())
	// Output: [ 9 16] (2) int64
}

func ExampleTensor_Exp() {
	fmt.Printf("%.4f\n", tensor.New([]float32{0, 1, -1}).Exp().Realize())
	fmt.Println(tensor.New([]float64{89, math.Inf(-1)}).Exp().Realize())
	// Output:
	// [1.0000 2.7183 0.3679] (3) float32
	// [4.48961282e+38 0.00000000e+00] (2) float64
}

func ExampleTensor_Exp2() {
	fmt.Println(tensor.New([]int{10, 0, -1}).Exp2().Realize())
	// Output: [1.024e+03 1.000e+00 5.000e-01] (3) float32
}

func ExampleTensor_Expm1() {
	x := tensor.New([]float32{1e-8})
	fmt.Println(x.Expm1().Realize())
	fmt.Println(x.Exp().Sub(1).Realize())
	// Output:
	// [1.e-08] (1) float32
	// [0.] (1) float32
}

func ExampleTensor_Log() {
	fmt.Printf("%.4f\n", tensor.New([]float32{1, math.E, 10}).Log().Realize())
	fmt.Println(tensor.New([]float32{0, -1}).Log().Realize())
	// Output:
	// [0.0000 1.0000 2.3026] (3) float32
	// [-inf  nan] (2) float32
}

func ExampleTensor_Log2() {
	fmt.Println(tensor.New([]float32{8, 0.25}).Log2().Realize())
	// Output: [ 3. -2.] (2) float32
}

func ExampleTensor_Log10() {
	fmt.Println(tensor.New([]int{1, 10, 1000}).Log10().Realize())
	// Output: [0. 1. 3.] (3) float32
}

func ExampleTensor_Log1p() {
	fmt.Println(tensor.New([]float32{1e-8, -1}).Log1p().Realize())
	// Output: [1.e-08   -inf] (2) float32
}

func ExampleTensor_Sin() {
	fmt.Printf("%.4f\n", tensor.New([]float32{0, math.Pi / 6, math.Pi / 2}).Sin().Realize())
	// Output: [0.0000 0.5000 1.0000] (3) float32
}

func ExampleTensor_Cos() {
	fmt.Printf("%.4f\n", tensor.New([]float32{0, math.Pi / 3, math.Pi}).Cos().Realize())
	// Output: [ 1.0000  0.5000 -1.0000] (3) float32
}

func ExampleTensor_Tan() {
	fmt.Printf("%.4f\n", tensor.New([]float32{0, math.Pi / 4}).Tan().Realize())
	// Output: [0.0000 1.0000] (2) float32
}

func ExampleTensor_Asin() {
	fmt.Printf("%.4f\n", tensor.New([]float32{0.5, 1, 2}).Asin().Realize())
	// Output: [0.5236 1.5708    nan] (3) float32
}

func ExampleTensor_Acos() {
	fmt.Printf("%.4f\n", tensor.New([]float32{1, 0.5, -1}).Acos().Realize())
	// Output: [0.0000 1.0472 3.1416] (3) float32
}

func ExampleTensor_Atan() {
	fmt.Printf("%.4f\n", tensor.New([]float64{1, math.Inf(-1)}).Atan().Realize())
	// Output: [ 0.7854 -1.5708] (2) float64
}

func ExampleTensor_Sinh() {
	fmt.Printf("%.4f\n", tensor.New([]float32{-1, 0, 1}).Sinh().Realize())
	// Output: [-1.1752  0.0000  1.1752] (3) float32
}

func ExampleTensor_Cosh() {
	fmt.Printf("%.4f\n", tensor.New([]float32{-1, 0, 1}).Cosh().Realize())
	// Output: [1.5431 1.0000 1.5431] (3) float32
}

func ExampleTensor_Tanh() {
	fmt.Printf("%.4f\n", tensor.New([]float32{-20, 0, 0.5}).Tanh().Realize())
	// Output: [-1.0000  0.0000  0.4621] (3) float32
}

func ExampleTensor_Asinh() {
	fmt.Printf("%.4f\n", tensor.New([]float32{-1, 0, 1}).Asinh().Realize())
	// Output: [-0.8814  0.0000  0.8814] (3) float32
}

func ExampleTensor_Acosh() {
	fmt.Printf("%.4f\n", tensor.New([]float32{1, 2, 0.5}).Acosh().Realize())
	// Output: [0.0000 1.3170    nan] (3) float32
}

func ExampleTensor_Atanh() {
	fmt.Printf("%.4f\n", tensor.New([]float32{0, 0.5, 1}).Atanh().Realize())
	// Output: [0.0000 0.5493    inf] (3) float32
}

func ExampleTensor_Erf() {
	fmt.Printf("%.4f\n", tensor.New([]float64{0, 0.5, math.Inf(-1)}).Erf().Realize())
	// Output: [ 0.0000  0.5205 -1.0000] (3) float64
}

func ExampleTensor_Erfc() {
	x := tensor.New([]float64{0, 6})
	fmt.Printf("%.4g\n", x.Erfc().Realize())
	fmt.Printf("%.4g\n", x.Erf().RSub(1).Realize()) // all digits are lost
	// Output:
	// [        1 2.152e-17] (2) float64
	// [1 0] (2) float64
}

func ExampleTensor_Erfinv() {
	fmt.Printf("%.4f\n", tensor.New([]float32{0, 0.5, 1}).Erfinv().Realize())
	// Output: [0.0000 0.4769    inf] (3) float32
}

func ExampleTensor_Lgamma() {
	fmt.Printf("%.4f\n", tensor.New([]float32{1, 5, -0.5}).Lgamma().Realize())
	// Output: [0.0000 3.1781 1.2655] (3) float32
}

func ExampleTensor_Digamma() {
	fmt.Printf("%.4f\n", tensor.New([]float32{1, 0}).Digamma().Realize())
	// Output: [-0.5772    -inf] (2) float32
}
