package functional_test

import (
	"fmt"

	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

var row = tensor.New([]float32{1, 5, 2, 4, 3, 0}, 1, 1, 6)

func ExampleMaxPool1d() {
	fmt.Println(functional.MaxPool1d(row, functional.Window{KernelSize: []int{2}}).Realize())
	// Output: [[[5. 4. 3.]]] (1, 1, 3) float32
}

func ExampleMaxPool2d() {
	x := tensor.Arange(0.0, 16.0).Reshape(1, 1, 4, 4)
	w := functional.Window{KernelSize: []int{3}, Stride: []int{2}, Padding: []int{1}}
	fmt.Println(functional.MaxPool2d(x, w).Realize())
	// Output:
	// [[[[ 5.  7.]
	//    [13. 15.]]]] (1, 1, 2, 2) float32
}

func ExampleMaxPool3d() {
	x := tensor.Ones(1, 1, 5, 5, 5)
	w := functional.Window{KernelSize: []int{2}}
	fmt.Println(functional.MaxPool3d(x, w).Shape())
	w.CeilMode = true
	fmt.Println(functional.MaxPool3d(x, w).Shape())
	// Output:
	// [1 1 2 2 2]
	// [1 1 3 3 3]
}

func ExampleMaxPool1dWithIndices() {
	values, indices := functional.MaxPool1dWithIndices(row, functional.Window{KernelSize: []int{2}})
	fmt.Println(values.Realize(), indices.Realize())
	// Output: [[[5. 4. 3.]]] (1, 1, 3) float32 [[[1 3 4]]] (1, 1, 3) int64
}

func ExampleMaxPool2dWithIndices() {
	x := tensor.Arange(0.0, 16.0).Reshape(1, 1, 4, 4)
	_, indices := functional.MaxPool2dWithIndices(x, functional.Window{KernelSize: []int{2}})
	fmt.Println(indices.Realize())
	// Output:
	// [[[[ 5  7]
	//    [13 15]]]] (1, 1, 2, 2) int64
}

func ExampleMaxPool3dWithIndices() {
	x := tensor.Arange(0.0, 8.0).Reshape(1, 1, 2, 2, 2)
	_, indices := functional.MaxPool3dWithIndices(x, functional.Window{KernelSize: []int{2}})
	fmt.Println(indices.Item())
	// Output: 7
}

func ExampleMaxUnpool1d() {
	w := functional.Window{KernelSize: []int{2}}
	values, indices := functional.MaxPool1dWithIndices(row, w)
	fmt.Println(functional.MaxUnpool1d(values, indices, w).Realize())
	// Output: [[[0. 5. 0. 4. 3. 0.]]] (1, 1, 6) float32
}

func ExampleMaxUnpool2d() {
	w := functional.Window{KernelSize: []int{2}}
	values, indices := functional.MaxPool2dWithIndices(tensor.Arange(0.0, 25.0).Reshape(1, 1, 5, 5), w)
	fmt.Println(functional.MaxUnpool2d(values, indices, w).Shape())
	fmt.Println(functional.MaxUnpool2d(values, indices, w, 5, 5).Shape()) // what it came from
	// Output:
	// [1 1 4 4]
	// [1 1 5 5]
}

func ExampleMaxUnpool3d() {
	w := functional.Window{KernelSize: []int{2}}
	values, indices := functional.MaxPool3dWithIndices(tensor.Ones(1, 1, 4, 4, 4), w)
	fmt.Println(functional.MaxUnpool3d(values, indices, w).Sum().Item())
	// Output: 8
}

func ExampleAvgPool1d() {
	w := functional.Window{KernelSize: []int{3}, Stride: []int{1}, Padding: []int{1}}
	fmt.Println(functional.AvgPool1d(tensor.Ones(1, 1, 4), w).RoundTo(3).Realize())
	w.ExcludePad = true
	fmt.Println(functional.AvgPool1d(tensor.Ones(1, 1, 4), w).Realize())
	// Output:
	// [[[0.667 1.    1.    0.667]]] (1, 1, 4) float32
	// [[[1. 1. 1. 1.]]] (1, 1, 4) float32
}

func ExampleAvgPool2d() {
	x := tensor.Arange(0.0, 16.0).Reshape(1, 1, 4, 4)
	fmt.Println(functional.AvgPool2d(x, functional.Window{KernelSize: []int{2}}).Realize())
	// Output:
	// [[[[ 2.5  4.5]
	//    [10.5 12.5]]]] (1, 1, 2, 2) float32
}

func ExampleAvgPool3d() {
	x := tensor.Ones(1, 1, 2, 2, 2)
	fmt.Println(functional.AvgPool3d(x, functional.Window{KernelSize: []int{2}, DivisorOverride: 4}).Item())
	// Output: 2
}

func ExampleLpPool1d() {
	x := tensor.New([]float32{3, 4, 6, 8}, 1, 1, 4)
	fmt.Println(functional.LpPool1d(x, 2, functional.Window{KernelSize: []int{2}}).RoundTo(4).Realize())
	// Output: [[[ 5. 10.]]] (1, 1, 2) float32
}

func ExampleFractionalMaxPool2d() {
	x := tensor.Arange(0.0, 25.0).Reshape(1, 5, 5)
	f := functional.Fractional{KernelSize: []int{2}, OutputSize: []int{3}, Samples: tensor.Full(0.5, 1, 1, 2)}
	values, _ := functional.FractionalMaxPool2d(x, f)
	fmt.Println(values.Realize())
	// Output:
	// [[[ 6.  8.  9.]
	//   [16. 18. 19.]
	//   [21. 23. 24.]]] (1, 3, 3) float32
}

func ExampleFractionalMaxPool3d() {
	f := functional.Fractional{KernelSize: []int{2}, OutputRatio: []float64{0.7}}
	values, _ := functional.FractionalMaxPool3d(tensor.Ones(2, 8, 10, 10, 10), f)
	fmt.Println(values.Shape())
	// Output: [2 8 7 7 7]
}

func ExampleLpPool2d() {
	fmt.Println(functional.LpPool2d(tensor.Ones(1, 1, 4, 4), 1, functional.Window{KernelSize: []int{2}}).Realize())
	// Output:
	// [[[[4. 4.]
	//    [4. 4.]]]] (1, 1, 2, 2) float32
}

func ExampleAdaptiveAvgPool1d() {
	fmt.Println(functional.AdaptiveAvgPool1d(tensor.Arange(0.0, 6.0).Reshape(1, 6), 4).Realize())
	// Output: [[0.5 1.5 3.5 4.5]] (1, 4) float32
}

func ExampleAdaptiveAvgPool2d() {
	x := tensor.Ones(1, 8, 7, 5)
	fmt.Println(functional.AdaptiveAvgPool2d(x, 1).Shape(), functional.AdaptiveAvgPool2d(x, -1, 2).Shape())
	// Output: [1 8 1 1] [1 8 7 2]
}

func ExampleAdaptiveAvgPool3d() {
	fmt.Println(functional.AdaptiveAvgPool3d(tensor.Ones(1, 8, 7, 5, 4), 2, 3, 4).Shape())
	// Output: [1 8 2 3 4]
}

func ExampleAdaptiveMaxPool1d() {
	values, indices := functional.AdaptiveMaxPool1d(row, 3)
	fmt.Println(values.Realize(), indices.Realize())
	// Output: [[[5. 4. 3.]]] (1, 1, 3) float32 [[[1 3 4]]] (1, 1, 3) int64
}

func ExampleAdaptiveMaxPool2d() {
	values, indices := functional.AdaptiveMaxPool2d(tensor.Arange(0.0, 16.0).Reshape(1, 4, 4), 1)
	fmt.Println(values.Item(), indices.Item())
	// Output: 15 15
}

func ExampleAdaptiveMaxPool3d() {
	values, _ := functional.AdaptiveMaxPool3d(tensor.Ones(1, 8, 7, 5, 4), 2)
	fmt.Println(values.Shape())
	// Output: [1 8 2 2 2]
}
