package linalg

import (
	"errors"

	"gonum.org/v1/gonum/mat"

	"weft/frontend/tensor"
)

// Eigh is the eigenvalues (..., n), rising, and the orthonormal eigenvectors, as columns (..., n, n), of symmetric matrices
// (..., n, n), of which only the lower triangle is read, or with upper only the upper one. Where eigenvalues are equal, their
// vectors are not determined, and the gradient leaves out what is not.
func Eigh(a *tensor.Tensor, upper bool) (values, vectors *tensor.Tensor) {
	y := symmetric("eigh", a, upper)
	return y[0], y[1]
}

// Eigvalsh is the eigenvalues (..., n), rising, of symmetric matrices (..., n, n), of which only the lower triangle is read, or with
// upper only the upper one.
func Eigvalsh(a *tensor.Tensor, upper bool) *tensor.Tensor { return symmetric("eigvalsh", a, upper)[0] }

func symmetric(op string, a *tensor.Tensor, upper bool) []*tensor.Tensor {
	square(op, a)
	n := a.Dim(-1)
	y := factorize(op, a, func(x *mat.Dense, parts [][]float64) error {
		var eigen mat.EigenSym
		if !finite(x) {
			return errNotFinite
		}
		if upper {
			x = mat.DenseCopyOf(x.T())
		}
		if !eigen.Factorize(lower(x), true) {
			return errors.New("no eigenvalues were found")
		}
		var vectors mat.Dense
		eigen.VectorsTo(&vectors)
		eigen.Values(parts[0])
		copy(parts[1], vectors.RawMatrix().Data)
		return nil
	}, []int{n}, []int{n, n})
	return follow(y, a, func(y []*tensor.Tensor, _, e *tensor.Tensor) []*tensor.Tensor {
		p := transposed(y[1]).MatMul(e).MatMul(y[1])
		return []*tensor.Tensor{diagonal(p), y[1].MatMul(gaps(y[0]).Mul(p))}
	})
}

// lower is the symmetric matrix whose lower triangle is that of x.
func lower(x *mat.Dense) *mat.SymDense {
	n, _ := x.Dims()
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			out.SetSym(i, j, x.At(i, j))
		}
	}
	return out
}
