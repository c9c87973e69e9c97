package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func ExampleNew() {
	fmt.Println(tensor.New([]float32{1, 2, 3, 4}, 2, 2).Realize())
	err := tensor.Try(func() { tensor.New([]int{1, 2, 3}, 2, 2) })
	fmt.Println(err.(*tensor.Error).Reason)
	// Output:
	// [[1. 2.]
	//  [3. 4.]] (2, 2) float32
	// 3 elements do not fill shape (2, 2)
}

func ExampleNewOn() {
	x := tensor.NewOn("cpu:interp", []int8{1, 2})
	fmt.Println(x, x.Device())
	// Output: [1 2] (2) int8 cpu:interp
}

func ExampleScalar() {
	fmt.Println(tensor.Scalar(2.5).Realize(), tensor.Scalar(7).Realize(), tensor.Scalar(true).Realize())
	// Output: 2.5 () float32 7 () int64 true () bool
}

func ExampleFull() {
	fmt.Println(tensor.Full(7, 2, 2).Realize())
	// Output:
	// [[7 7]
	//  [7 7]] (2, 2) int64
}

func ExampleZeros() {
	fmt.Println(tensor.Zeros(2).Realize())
	// Output: [0. 0.] (2) float32
}

func ExampleOnes() {
	fmt.Println(tensor.Ones(2, 1).Realize())
	// Output:
	// [[1.]
	//  [1.]] (2, 1) float32
}

func ExampleTensor_ZerosLike() {
	fmt.Println(tensor.New([]int{1, 2}).ZerosLike().Realize())
	// Output: [0 0] (2) int64
}

func ExampleTensor_OnesLike() {
	fmt.Println(tensor.New([]int{1, 2}).OnesLike().Realize())
	// Output: [1 1] (2) int64
}

func ExampleTensor_FullLike() {
	fmt.Println(tensor.New([]int{1, 2}).FullLike(7).Realize())
	// Output: [7 7] (2) int64
}

func ExampleArange() {
	fmt.Println(tensor.Arange(3).Realize())
	fmt.Println(tensor.Arange(0, 1, 0.25).Realize())
	fmt.Println(tensor.Arange(3, 0, -1).Realize())
	// Output:
	// [0 1 2] (3) int64
	// [0.   0.25 0.5  0.75] (4) float32
	// [3 2 1] (3) int64
}

func ExampleLinspace() {
	fmt.Println(tensor.Linspace(0, 1, 5).Realize())
	// Output: [0.   0.25 0.5  0.75 1.  ] (5) float32
}

func ExampleLogspace() {
	fmt.Println(tensor.Logspace(0, 3, 4, 10).Realize())
	// Output: [   1.   10.  100. 1000.] (4) float32
}

func ExampleEye() {
	fmt.Println(tensor.Eye(2, 3).Realize())
	// Output:
	// [[1. 0. 0.]
	//  [0. 1. 0.]] (2, 3) float32
}

func ExampleOptions_Arange() {
	fmt.Println(tensor.Options{DType: tensor.Float16}.Arange(3).Realize())
	// Output: [0. 1. 2.] (3) float16
}

func ExampleOptions_Eye() {
	fmt.Println(tensor.Options{DType: tensor.Bool}.Eye(2).Realize())
	// Output:
	// [[ true false]
	//  [false  true]] (2, 2) bool
}

func ExampleOptions_Full() {
	fmt.Println(tensor.Options{DType: tensor.Uint8}.Full(300, 2).Realize()) // wraps
	// Output: [44 44] (2) uint8
}

func ExampleOptions_LaunchScalar() {
	rate := tensor.Options{DType: tensor.Float64}.LaunchScalar(0.1)
	fmt.Println(rate.Realize())
	// Output: 0.1 () float64
}

func ExampleLaunchScalar() {
	// Another rate in the next step compiles nothing.
	for _, rate := range []float64{0.5, 0.25} {
		fmt.Println(tensor.New([]float32{8}).Mul(tensor.LaunchScalar(rate)).Realize())
	}
	// Output:
	// [4.] (1) float32
	// [2.] (1) float32
}

func ExampleOptions_Linspace() {
	fmt.Println(tensor.Options{DType: tensor.Float64}.Linspace(0, 1, 3).Realize())
	// Output: [0.  0.5 1. ] (3) float64
}

func ExampleOptions_Logspace() {
	fmt.Println(tensor.Options{DType: tensor.Float64}.Logspace(0, 3, 4, 2).Realize())
	// Output: [1. 2. 4. 8.] (4) float64
}

func ExampleOptions_Of() {
	fmt.Println(tensor.Options{DType: tensor.Float32}.Of([][]int{{1, 2}, {3, 4}}).Realize())
	// Output:
	// [[1. 2.]
	//  [3. 4.]] (2, 2) float32
}

func ExampleOptions_Scalar() {
	fmt.Println(tensor.Options{DType: tensor.Float64}.Scalar(1).Realize())
	// Output: 1.0 () float64
}

func ExampleOptions_Zeros() {
	fmt.Println(tensor.Options{DType: tensor.Bool}.Zeros(2).Realize())
	// Output: [false false] (2) bool
}

func ExampleOptions_Ones() {
	fmt.Println(tensor.Options{DType: tensor.Int32}.Ones(2).Realize())
	// Output: [1 1] (2) int32
}

func ExampleDTypeOf() {
	fmt.Println(tensor.DTypeOf[int](), tensor.DTypeOf[float32](), tensor.DTypeOf[bool]())
	// Output: int64 float32 bool
}
