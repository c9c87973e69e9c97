package tensor_test

import (
	"fmt"
	"math"

	"weft/frontend/tensor"
)

func ExampleTensor_Prod() {
	x := tensor.Of([][]int{{1, 2}, {3, 4}})
	fmt.Println(x.Prod(0).Realize())
	fmt.Println(tensor.Zeros(0).Prod().Realize()) // of nothing
	// Output:
	// [3 8] (2) int64
	// 1.0 () float32
}

func ExampleTensor_Mean() {
	x := tensor.Of([][]float32{{1, 2}, {3, 5}})
	fmt.Println(x.Mean().Realize(), x.Mean(0).Realize())
	err := tensor.Try(func() { tensor.New([]int{1, 2}).Mean() })
	fmt.Println(err.(*tensor.Error).Reason)
	// Output:
	// 2.75 () float32 [2.  3.5] (2) float32
	// not defined on int64; cast to a floating point type
}

func ExampleTensor_Var() {
	fmt.Println(tensor.New([]float32{1, 2, 3, 4}).Var().Realize())
	fmt.Println(tensor.New([]float32{1}).Var().Realize()) // divided by n-1 = 0
	// Output:
	// 1.6666666 () float32
	// nan () float32
}

func ExampleTensor_VarCorrected() {
	fmt.Println(tensor.New([]float32{1, 2, 3, 4}).VarCorrected(0).Realize())
	// Output: 1.25 () float32
}

func ExampleTensor_Std() {
	fmt.Println(tensor.Of([][]float32{{1, 3}, {2, 6}}).Std(1, tensor.KeepDim).Realize())
	// Output:
	// [[1.4142135]
	//  [2.828427 ]] (2, 1) float32
}

func ExampleTensor_StdCorrected() {
	fmt.Println(tensor.Of([][]float32{{1, 3}, {2, 6}}).StdCorrected(0, 1).Realize())
	// Output: [1. 2.] (2) float32
}

func ExampleTensor_Amax() {
	x := tensor.Of([][]float32{{1, 5, 5}, {2, 0, 1}}).RequireGrad()
	y := x.Amax(1)
	y.Sum().Backward()
	fmt.Println(y.Realize())
	fmt.Println(x.Grad().Realize()) // equal ones share the gradient
	// Output:
	// [5. 2.] (2) float32
	// [[0.  0.5 0.5]
	//  [1.  0.  0. ]] (2, 3) float32
}

func ExampleTensor_Amin() {
	x := tensor.Of([][]int{{3, 1}, {2, 4}})
	fmt.Println(x.Amin(0).Realize())
	fmt.Println(x.Amin(0, 1).Realize())
	// Output:
	// [2 1] (2) int64
	// 1 () int64
}

func ExampleTensor_Max() {
	fmt.Println(tensor.New([]float64{1, 7, math.NaN()}).Max().Realize())
	// Output: nan () float64
}

func ExampleTensor_Min() {
	fmt.Println(tensor.New([]int{4, -2, 3}).Min().Realize())
	// Output: -2 () int64
}

func ExampleTensor_All() {
	x := tensor.Of([][]bool{{true, false}, {true, true}})
	fmt.Println(x.All(1).Realize())
	fmt.Println(x.All().Realize())
	// Output:
	// [false  true] (2) bool
	// false () bool
}

func ExampleTensor_Any() {
	x := tensor.Of([][]int{{0, 0}, {0, 3}})
	fmt.Println(x.Any(1).Realize())
	// Output: [false  true] (2) bool
}

func ExampleTensor_CountNonzero() {
	x := tensor.Of([][]float32{{0, 1}, {2, 3}})
	fmt.Println(x.CountNonzero(1).Realize())
	// Output: [1 2] (2) int64
}

func ExampleTensor_LogSumExp() {
	x := tensor.New([]float32{1000, 1000})
	fmt.Printf("%.4f\n", x.LogSumExp().Realize())
	fmt.Println(x.Exp().Sum().Log().Realize()) // the composition overflows
	// Output:
	// 1000.6932 () float32
	// inf () float32
}

func ExampleTensor_Norm() {
	x := tensor.Of([][]float32{{3, -4}, {0, 5}})
	fmt.Println(x.Norm(2, 1).Realize(), x.Norm(1, 1).Realize())
	fmt.Println(x.Norm(math.Inf(1)).Realize(), x.Norm(0).Realize())
	// Output:
	// [5. 5.] (2) float32 [7. 5.] (2) float32
	// 5.0 () float32 3.0 () float32
}

func ExampleTensor_Argmax() {
	x := tensor.Of([][]float32{{1, 5, 5}, {7, 0, 1}})
	fmt.Println(x.Argmax(-1).Realize()) // the first of equal ones
	fmt.Println(x.Argmax().Realize())   // in the flattened tensor
	fmt.Println(x.Argmax(-1, tensor.KeepDim).Realize())
	// Output:
	// [1 0] (2) int64
	// 3 () int64
	// [[1]
	//  [0]] (2, 1) int64
}

func ExampleTensor_Argmin() {
	fmt.Println(tensor.Of([][]int{{3, 1}, {2, 4}}).Argmin(0).Realize())
	// Output: [1 0] (2) int64
}

func ExampleTensor_MaxDim() {
	x := tensor.Of([][]float32{{1, 5, 5}, {7, 0, 1}}).RequireGrad()
	values, indices := x.MaxDim(1)
	values.Sum().Backward()
	fmt.Println(values.Realize(), indices.Realize())
	fmt.Println(x.Grad().Realize()) // the chosen one gets all of it
	// Output:
	// [5. 7.] (2) float32 [1 0] (2) int64
	// [[0. 1. 0.]
	//  [1. 0. 0.]] (2, 3) float32
}

func ExampleTensor_MinDim() {
	values, indices := tensor.Of([][]int{{3, 1}, {2, 4}}).MinDim(0, tensor.KeepDim)
	fmt.Println(values.Realize(), indices.Realize())
	// Output: [[2 1]] (1, 2) int64 [[1 0]] (1, 2) int64
}

func ExampleTensor_Cumsum() {
	fmt.Println(tensor.Of([][]int{{1, 2, 3}, {4, 5, 6}}).Cumsum(1).Realize())
	// Output:
	// [[ 1  3  6]
	//  [ 4  9 15]] (2, 3) int64
}

func ExampleTensor_Cumprod() {
	fmt.Println(tensor.New([]float32{1, 2, 3, 4}).Cumprod(0).Realize())
	// Output: [ 1.  2.  6. 24.] (4) float32
}

func ExampleTensor_Cummax() {
	values, indices := tensor.New([]float32{1, 3, 2, 3}).Cummax(0)
	fmt.Println(values.Realize(), indices.Realize()) // the last of equal ones
	// Output: [1. 3. 3. 3.] (4) float32 [0 1 1 3] (4) int64
}

func ExampleTensor_Cummin() {
	values, indices := tensor.New([]int{3, 1, 2, 1}).Cummin(0)
	fmt.Println(values.Realize(), indices.Realize())
	// Output: [3 1 1 1] (4) int64 [0 1 1 3] (4) int64
}

func ExampleTensor_Logcumsumexp() {
	fmt.Printf("%.4f\n", tensor.New([]float32{0, 0, 1000}).Logcumsumexp(0).Realize())
	// Output: [   0.0000    0.6931 1000.0000] (3) float32
}
