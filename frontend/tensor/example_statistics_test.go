package tensor_test

import (
	"fmt"
	"math"

	"weft/frontend/tensor"
)

func ExampleTensor_NanSum() {
	fmt.Println(tensor.New([]float64{1, math.NaN(), 2}).NanSum().Realize())
	// Output: 3.0 () float64
}

func ExampleTensor_NanMean() {
	fmt.Println(tensor.New([]float64{1, math.NaN(), 2}).NanMean().Realize())
	// Output: 1.5 () float64
}

func ExampleTensor_VarMean() {
	variance, mean := tensor.New([]float32{1, 2, 3}).VarMean(1)
	fmt.Println(variance.Realize(), mean.Realize())
	// Output: 1.0 () float32 2.0 () float32
}

func ExampleTensor_AMinMax() {
	low, high := tensor.Of([][]int{{3, 1}, {2, 4}}).AMinMax(1)
	fmt.Println(low.Realize(), high.Realize())
	// Output: [1 2] (2) int64 [3 4] (2) int64
}

func ExampleTensor_SumToSize() {
	fmt.Println(tensor.Ones(2, 3).SumToSize(1, 3).Realize())
	fmt.Println(tensor.Ones(2, 3).SumToSize(3).Realize())
	// Output:
	// [[2. 2. 2.]] (1, 3) float32
	// [2. 2. 2.] (3) float32
}

func ExampleTensor_Diff() {
	x := tensor.New([]int{1, 4, 9, 16})
	fmt.Println(x.Diff(1, 0).Realize(), x.Diff(2, 0).Realize())
	// Output: [3 5 7] (3) int64 [2 2] (2) int64
}

func ExampleTensor_Trapezoid() {
	y := tensor.New([]float32{0, 1, 4})
	fmt.Println(y.Trapezoid(1, 0).Realize())                              // neighbours are 1 apart
	fmt.Println(y.Trapezoid(tensor.New([]float32{0, 1, 3}), 0).Realize()) // or stand at these places
	// Output:
	// 3.0 () float32
	// 5.5 () float32
}

func ExampleTensor_CumulativeTrapezoid() {
	fmt.Println(tensor.New([]float32{0, 1, 4}).CumulativeTrapezoid(1, 0).Realize())
	// Output: [0.5 3. ] (2) float32
}

func ExampleTensor_Renorm() {
	x := tensor.Of([][]float32{{3, 4}, {0.3, 0.4}})
	fmt.Printf("%.4f\n", x.Renorm(2, 0, 1).Realize()) // rows longer than 1 are brought to it
	// Output:
	// [[0.6000 0.8000]
	//  [0.3000 0.4000]] (2, 2) float32
}

func ExampleTensor_Histc() {
	fmt.Println(tensor.New([]float32{0, 1, 1.5, 2, 9}).Histc(2, 0, 2).Realize()) // 9 lies outside
	// Output: [1. 3.] (2) float32
}

func ExampleTensor_Bincount() {
	fmt.Println(tensor.New([]int{1, 3, 1}).Bincount(nil, 0).Realize())
	fmt.Println(tensor.New([]int{1, 3, 1}).Bincount(tensor.New([]float32{0.5, 1, 2}), 6).Realize())
	// Output:
	// [0 2 0 1] (4) int64
	// [0.  2.5 0.  1.  0.  0. ] (6) float32
}

func ExampleTensor_Cdist() {
	x := tensor.Of([][]float32{{0, 0}, {3, 4}})
	fmt.Println(x.Cdist(x, 2).Realize())
	// Output:
	// [[0. 5.]
	//  [5. 0.]] (2, 2) float32
}
