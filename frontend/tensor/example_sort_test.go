package tensor_test

import (
	"fmt"
	"math"

	"weft/frontend/tensor"
)

func ExampleTensor_Sort() {
	x := tensor.New([]float32{3, 1, 2, 1})
	values, indices := x.Sort(0, false)
	fmt.Println(values.Realize(), indices.Realize())
	values, _ = x.Sort(0, true)
	fmt.Println(values.Realize())
	// Output:
	// [1. 1. 2. 3.] (4) float32 [1 3 2 0] (4) int64
	// [3. 2. 1. 1.] (4) float32
}

func ExampleTensor_Argsort() {
	x := tensor.Of([][]int{{2, 1, 3}, {0, 5, 4}})
	fmt.Println(x.Argsort(1, false).Realize())
	// Output:
	// [[1 0 2]
	//  [0 2 1]] (2, 3) int64
}

func ExampleTensor_Msort() {
	x := tensor.Of([][]int{{2, 1}, {0, 5}})
	fmt.Println(x.Msort().Realize())
	// Output:
	// [[0 1]
	//  [2 5]] (2, 2) int64
}

func ExampleTensor_TopK() {
	x := tensor.New([]float32{3, 9, 4, 7})
	values, indices := x.TopK(2, 0, true)
	fmt.Println(values.Realize(), indices.Realize())
	values, indices = x.TopK(2, 0, false)
	fmt.Println(values.Realize(), indices.Realize())
	// Output:
	// [9. 7.] (2) float32 [1 3] (2) int64
	// [3. 4.] (2) float32 [0 2] (2) int64
}

func ExampleTensor_Kthvalue() {
	x := tensor.Of([][]int{{3, 9, 4}, {8, 6, 7}})
	value, index := x.Kthvalue(2, 1)
	fmt.Println(value.Realize(), index.Realize())
	// Output: [4 7] (2) int64 [2 2] (2) int64
}

func ExampleTensor_Median() {
	fmt.Println(tensor.Of([][]float32{{4, 1}, {3, 2}}).Median().Realize()) // the lower of two
	// Output: 2.0 () float32
}

func ExampleTensor_NanMedian() {
	x := tensor.New([]float64{4, math.NaN(), 1, 3})
	fmt.Println(x.Median().Realize(), x.NanMedian().Realize())
	// Output: nan () float64 3.0 () float64
}

func ExampleTensor_MedianDim() {
	x := tensor.Of([][]int{{3, 9, 4}, {8, 6, 7}})
	value, index := x.MedianDim(1, tensor.KeepDim)
	fmt.Println(value.Realize())
	fmt.Println(index.Realize())
	// Output:
	// [[4]
	//  [7]] (2, 1) int64
	// [[2]
	//  [2]] (2, 1) int64
}

func ExampleTensor_NanMedianDim() {
	x := tensor.Of([][]float64{{3, math.NaN(), 4}, {8, 6, 7}})
	value, index := x.NanMedianDim(1)
	fmt.Println(value.Realize(), index.Realize())
	// Output: [3. 7.] (2) float64 [0 2] (2) int64
}

func ExampleTensor_Mode() {
	x := tensor.New([]int{5, 2, 5, 2, 1})
	value, index := x.Mode(0) // 2 and 5 stand there twice: the lesser, where it stands last
	fmt.Println(value.Realize(), index.Realize())
	// Output: 2 () int64 3 () int64
}

func ExampleTensor_Quantile() {
	x := tensor.Of([][]float32{{1, 2, 4, 8}, {0, 0, 1, 3}})
	fmt.Println(x.Quantile(0.5, "linear", 1).Realize())
	fmt.Println(x.Quantile(0.5, "lower", 1, tensor.KeepDim).Realize())
	fmt.Println(x.Quantile([]float64{0, 0.25, 1}, "linear").Realize()) // of all elements
	// Output:
	// [3.  0.5] (2) float32
	// [[2.]
	//  [0.]] (2, 1) float32
	// [0.   0.75 8.  ] (3) float32
}

func ExampleTensor_NanQuantile() {
	x := tensor.New([]float64{1, math.NaN(), 2, 4})
	fmt.Println(x.Quantile(0.5, "linear").Realize(), x.NanQuantile(0.5, "linear").Realize())
	// Output: nan () float64 2.0 () float64
}

func ExampleTensor_Searchsorted() {
	sorted := tensor.New([]int{1, 3, 3, 7})
	x := tensor.New([]int{0, 3, 9})
	fmt.Println(sorted.Searchsorted(x, false).Realize()) // before equal ones
	fmt.Println(sorted.Searchsorted(x, true).Realize())  // behind them
	// Output:
	// [0 1 4] (3) int64
	// [0 3 4] (3) int64
}

func ExampleTensor_Bucketize() {
	grades := tensor.New([]float32{95, 61, 80})
	fmt.Println(grades.Bucketize(tensor.New([]float32{60, 70, 80, 90}), true).Realize())
	// Output: [4 1 3] (3) int64
}
