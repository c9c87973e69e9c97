package linalg_test

import (
	"fmt"

	"weft/frontend/linalg"
	"weft/frontend/tensor"
)

func ExampleCross() {
	fmt.Println(linalg.Cross(tensor.New([]float64{1, 0, 0}), tensor.New([]float64{0, 1, 0})).Realize())
	// Output: [0. 0. 1.] (3) float64
}

func ExampleVecdot() {
	rows := tensor.New([]float64{1, 2, 3, 4}, 2, 2)
	fmt.Println(linalg.Vecdot(rows, tensor.New([]float64{1, 10})).Realize())
	// Output: [21. 43.] (2) float64
}

func ExampleVander() {
	fmt.Println(linalg.Vander(tensor.New([]float64{2, 3}), 4).Realize())
	// Output:
	// [[ 1.  2.  4.  8.]
	//  [ 1.  3.  9. 27.]] (2, 4) float64
}

func ExampleMultiDot() {
	a, b, c := tensor.Ones(10, 2), tensor.Ones(2, 100), tensor.Ones(100, 1)
	y := linalg.MultiDot(a, b, c) // b times c first
	fmt.Println(y.Shape(), y.At(0, 0).Item())
	// Output: [10 1] 200
}
