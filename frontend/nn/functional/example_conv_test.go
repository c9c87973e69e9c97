package functional_test

import (
	"fmt"

	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

func ExampleConv1d() {
	x := tensor.New([]float32{1, 2, 4, 7, 11}, 1, 1, 5)
	difference := tensor.New([]float32{-1, 1}, 1, 1, 2)
	fmt.Println(functional.Conv1d(x, difference, nil, functional.Conv{}).Realize())
	// Output: [[[1. 2. 3. 4.]]] (1, 1, 4) float32
}

func ExampleConv2d() {
	x := tensor.Arange(0.0, 16.0).Reshape(1, 1, 4, 4)
	blur := tensor.Ones(1, 1, 3, 3).Div(9)
	y := functional.Conv2d(x, blur, nil, functional.Conv{Padding: []int{1}, Stride: []int{2}})
	fmt.Println(y.RoundTo(2).Realize())
	// Output:
	// [[[[ 1.11  2.67]
	//    [ 5.67 10.  ]]]] (1, 1, 2, 2) float32
}

func ExampleConv3d() {
	x, w := tensor.Ones(1, 2, 5, 5, 5), tensor.Ones(3, 2, 3, 3, 3)
	fmt.Println(functional.Conv3d(x, w, nil, functional.Conv{Same: true}).Shape())
	// Output: [1 3 5 5 5]
}

func ExampleConvTranspose1d() {
	x := tensor.New([]float32{1, 2, 3}, 1, 1, 3)
	w := tensor.New([]float32{1, 1}, 1, 1, 2)
	fmt.Println(functional.ConvTranspose1d(x, w, nil, functional.Conv{Stride: []int{2}}).Realize())
	// Output: [[[1. 1. 2. 2. 3. 3.]]] (1, 1, 6) float32
}

func ExampleConvTranspose2d() {
	x, w := tensor.Ones(1, 4, 8, 8), tensor.Ones(4, 2, 4, 4)
	c := functional.Conv{Stride: []int{2}, Padding: []int{1}}
	fmt.Println(functional.ConvTranspose2d(x, w, nil, c).Shape())
	// Output: [1 2 16 16]
}

func ExampleConvTranspose3d() {
	x, w := tensor.Ones(1, 4, 2, 2, 2), tensor.Ones(4, 1, 2, 2, 2)
	c := functional.Conv{Stride: []int{2}, OutputPadding: []int{1}}
	fmt.Println(functional.ConvTranspose3d(x, w, nil, c).Shape())
	// Output: [1 1 5 5 5]
}

func ExampleUnfold() {
	x := tensor.Arange(0.0, 9.0).Reshape(1, 1, 3, 3)
	fmt.Println(functional.Unfold(x, []int{2}, functional.Conv{}).Realize()) // a column a window
	// Output:
	// [[[0. 1. 3. 4.]
	//   [1. 2. 4. 5.]
	//   [3. 4. 6. 7.]
	//   [4. 5. 7. 8.]]] (1, 4, 4) float32
}

func ExampleFold() {
	columns := tensor.Ones(1, 4, 4)
	fmt.Println(functional.Fold(columns, []int{3, 3}, []int{2}, functional.Conv{}).Realize()) // how many windows see a pixel
	// Output:
	// [[[[1. 2. 1.]
	//    [2. 4. 2.]
	//    [1. 2. 1.]]]] (1, 1, 3, 3) float32
}

func ExamplePad() {
	x := tensor.New([]float32{1, 2, 3}, 1, 3)
	fmt.Println(functional.Pad(x, "constant", 9, 1, 1).Realize())
	fmt.Println(functional.Pad(x, "reflect", 0, 2, 0).Realize())
	// Output:
	// [[9. 1. 2. 3. 9.]] (1, 5) float32
	// [[3. 2. 1. 2. 3.]] (1, 5) float32
}
