package linalg_test

import (
	"fmt"

	"weft/frontend/linalg"
	"weft/frontend/tensor"
)

func ExampleInv() {
	fmt.Println(linalg.Inv(tensor.New([]float64{4, 7, 2, 6}, 2, 2)).RoundTo(6).Realize())
	// Output:
	// [[ 0.6 -0.7]
	//  [-0.2  0.4]] (2, 2) float64
}

func ExamplePinv() {
	a := tensor.New([]float64{1, 0, 0, 2, 0, 0}, 3, 2)
	fmt.Println(linalg.Pinv(a).RoundTo(6).Realize())
	// Output:
	// [[1.  0.  0. ]
	//  [0.  0.5 0. ]] (2, 3) float64
}

func ExampleSolve() {
	a := tensor.New([]float32{2, 0, 1, 1}, 2, 2)
	x := linalg.Solve(a, tensor.New([]float32{4, 5}))
	fmt.Println(tensor.MustData[float32](x))
	// Output: [2 3]
}

func ExampleSolveTriangular() {
	a := tensor.New([]float64{2, 9, 1, 1}, 2, 2) // the 9 is not read
	fmt.Println(linalg.SolveTriangular(a, tensor.New([]float64{4, 5}, 2, 1), linalg.Triangle{}).Realize())
	// Output:
	// [[2.]
	//  [3.]] (2, 1) float64
}

func ExampleLstsq() {
	// The line through (0, 1), (1, 3) and (2, 5).
	a := tensor.New([]float64{0, 1, 1, 1, 2, 1}, 3, 2)
	x := linalg.Lstsq(a, tensor.New([]float64{1, 3, 5}, 3, 1))
	fmt.Println(x.RoundTo(6).Realize())
	// Output:
	// [[2.]
	//  [1.]] (2, 1) float64
}

func ExampleMatrixPower() {
	fmt.Println(linalg.MatrixPower(tensor.New([]float64{2, 0, 0, 4}, 2, 2), -1).Realize())
	// Output:
	// [[0.5  0.  ]
	//  [0.   0.25]] (2, 2) float64
}

func ExampleTensorinv() {
	a := tensor.New([]float64{2, 0, 0, 4}, 2, 1, 2)
	fmt.Println(linalg.Tensorinv(a, 1).Shape())
	// Output: [1 2 2]
}

func ExampleTensorsolve() {
	a := tensor.New([]float64{2, 0, 0, 4}, 2, 1, 2)
	fmt.Println(linalg.Tensorsolve(a, tensor.New([]float64{2, 2})).Realize())
	// Output: [[1.  0.5]] (1, 2) float64
}

func ExampleDet() {
	a := tensor.New([]float64{4, 7, 2, 6}, 2, 2).RequireGrad()
	d := linalg.Det(a)
	d.Backward()
	fmt.Printf("%.3f\n", d.Item())
	fmt.Println(a.Grad().RoundTo(6).Realize())
	// Output:
	// 10.000
	// [[ 6. -2.]
	//  [-7.  4.]] (2, 2) float64
}

func ExampleSlogdet() {
	sign, logabsdet := linalg.Slogdet(tensor.New([]float64{0, 1, 1, 0}, 2, 2))
	fmt.Println(sign.Item(), logabsdet.Item())
	// Output: -1 0
}
