package linalg_test

import (
	"fmt"
	"math"

	"weft/frontend/linalg"
	"weft/frontend/tensor"
)

func ExampleVectorNorm() {
	x := tensor.New([]float64{3, -4})
	fmt.Println(linalg.VectorNorm(x, 2).Item(), linalg.VectorNorm(x, 1).Item(), linalg.VectorNorm(x, math.Inf(1)).Item())
	// Output: 5 7 4
}

func ExampleMatrixNorm() {
	a := tensor.New([]float64{3, 0, 0, -4}, 2, 2)
	for _, order := range []any{"fro", "nuc", 2, -2, 1} {
		fmt.Printf("%v: %.0f\n", order, linalg.MatrixNorm(a, order).Item())
	}
	// Output:
	// fro: 5
	// nuc: 7
	// 2: 4
	// -2: 3
	// 1: 4
}

func ExampleNorm() {
	a := tensor.New([]float64{1, 2, 3, 4}, 2, 2)
	fmt.Println(linalg.Norm(a, 1).Item())                       // of the matrix
	fmt.Println(linalg.Norm(a, 1, 1).Realize())                 // of each row
	fmt.Println(linalg.Norm(a, nil, 0, tensor.KeepDim).Shape()) // of each column
	// Output:
	// 6
	// [3. 7.] (2) float64
	// [1 2]
}

func ExampleCond() {
	fmt.Println(linalg.Cond(tensor.New([]float64{1, 0, 0, 100}, 2, 2), nil).Item())
	// Output: 100
}
