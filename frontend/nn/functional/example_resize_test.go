package functional_test

import (
	"fmt"

	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

func ExampleInterpolate() {
	x := tensor.New([]float32{1, 2, 3, 4}, 1, 1, 2, 2)
	fmt.Println(functional.Interpolate(x, functional.Resize{ScaleFactor: []float64{2}}).Realize())
	r := functional.Resize{Size: []int{1, 3}, Mode: "bilinear", AlignCorners: true}
	fmt.Println(functional.Interpolate(x, r).Realize())
	// Output:
	// [[[[1. 1. 2. 2.]
	//    [1. 1. 2. 2.]
	//    [3. 3. 4. 4.]
	//    [3. 3. 4. 4.]]]] (1, 1, 4, 4) float32
	// [[[[1.  1.5 2. ]]]] (1, 1, 1, 3) float32
}

func ExampleGridSample() {
	x := tensor.New([]float32{1, 2, 3, 4}, 1, 1, 2, 2)
	middle := tensor.Zeros(1, 1, 1, 2)
	fmt.Println(functional.GridSample(x, middle, "bilinear", "zeros", false).Item())
	// Output: 2.5
}

func ExampleAffineGrid() {
	mirror := tensor.New([]float32{-1, 0, 0, 0, 1, 0}, 1, 2, 3)
	x := tensor.New([]float32{1, 2, 3, 4}, 1, 1, 2, 2)
	grid := functional.AffineGrid(mirror, x.Shape(), false)
	fmt.Println(functional.GridSample(x, grid, "bilinear", "border", false).Realize())
	// Output:
	// [[[[2. 1.]
	//    [4. 3.]]]] (1, 1, 2, 2) float32
}

func ExampleChannelShuffle() {
	x := tensor.Arange(0.0, 6.0).Reshape(1, 6, 1)
	fmt.Println(functional.ChannelShuffle(x, 2).Flatten().Realize())
	// Output: [0. 3. 1. 4. 2. 5.] (6) float32
}
