package linalg_test

import (
	"fmt"

	"weft/frontend/linalg"
	"weft/frontend/tensor"
)

func ExampleCholesky() {
	a := tensor.New([]float64{4, 2, 2, 5}, 2, 2)
	fmt.Println(linalg.Cholesky(a, false).Realize())
	// Output:
	// [[2. 0.]
	//  [1. 2.]] (2, 2) float64
}

func ExampleQR() {
	a := tensor.New([]float64{3, 1, 4, 2}, 2, 2)
	q, r := linalg.QR(a, "reduced")
	fmt.Println(r.Abs().RoundTo(3).Realize())
	fmt.Println(q.MatMul(r).RoundTo(3).Realize())
	// Output:
	// [[5.  2.2]
	//  [0.  0.4]] (2, 2) float64
	// [[3. 1.]
	//  [4. 2.]] (2, 2) float64
}

func ExampleSVD() {
	a := tensor.New([]float64{3, 0, 0, -4, 0, 0}, 3, 2)
	u, s, vh := linalg.SVD(a, false)
	fmt.Println(u.Shape(), s.Shape(), vh.Shape())
	fmt.Println(u.Mul(s).MatMul(vh).RoundTo(3).Realize())
	// Output:
	// [3 2] [2] [2 2]
	// [[ 3.  0.]
	//  [ 0. -4.]
	//  [ 0.  0.]] (3, 2) float64
}

func ExampleSvdvals() {
	fmt.Println(linalg.Svdvals(tensor.New([]float64{3, 0, 0, -4}, 2, 2)).Realize())
	// Output: [4. 3.] (2) float64
}

func ExampleEigh() {
	values, vectors := linalg.Eigh(tensor.New([]float64{2, 1, 1, 2}, 2, 2), false)
	fmt.Println(values.RoundTo(6).Realize())
	fmt.Println(vectors.Abs().RoundTo(4).Realize())
	// Output:
	// [1. 3.] (2) float64
	// [[0.7071 0.7071]
	//  [0.7071 0.7071]] (2, 2) float64
}

func ExampleEigvalsh() {
	fmt.Println(linalg.Eigvalsh(tensor.New([]float64{2, 1, 1, 2}, 2, 2), false).RoundTo(6).Realize())
	// Output: [1. 3.] (2) float64
}

func ExampleMatrixRank() {
	fmt.Println(linalg.MatrixRank(tensor.New([]float64{1, 2, 2, 4}, 2, 2)).Int())
	// Output: 1
}
