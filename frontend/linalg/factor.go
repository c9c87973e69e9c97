package linalg

import (
	"errors"

	"gonum.org/v1/gonum/mat"

	"weft/frontend/tensor"
	"weft/lazy"
)

// Cholesky is the lower triangular l with l lᵀ = a of each symmetric positive definite matrix (..., n, n), of which only the
// lower triangle is read; with upper it is lᵀ. A matrix that is not positive definite is an error when it runs.
func Cholesky(a *tensor.Tensor, upper bool) *tensor.Tensor {
	square("cholesky", a)
	n := a.Dim(-1)
	l := factorize("cholesky", a, func(m *mat.Dense, parts [][]float64) error {
		var c mat.Cholesky
		if !c.Factorize(lower(m)) {
			return errors.New("the matrix is not positive definite")
		}
		var low mat.TriDense
		c.LTo(&low)
		fill(parts[0], &low, n)
		return nil
	}, []int{n, n})[0]
	if a.RequiresGrad() {
		l = near(a.Sub(a.Detach()), l)
	}
	if upper {
		return transposed(l)
	}
	return l
}

// fill copies a matrix of n columns.
func fill(out []float64, m mat.Matrix, n int) {
	for i := range out {
		out[i] = m.At(i/n, i%n)
	}
}

// near writes the factor of l lᵀ + e as l (1 + p - half(p pᵀ)) with p = half(l⁻¹ e l⁻ᵀ), where half is the lower triangle with half
// the diagonal: it is l where e is 0 and has the factor's first and second derivatives there.
func near(e, l *tensor.Tensor) *tensor.Tensor {
	e = e.Add(transposed(e)).Mul(0.5)
	inverse := Inv(l)
	p := half(inverse.MatMul(e).MatMul(transposed(inverse)))
	return l.MatMul(eye(l).Add(p).Sub(half(p.MatMul(transposed(p)))))
}

func half(x *tensor.Tensor) *tensor.Tensor { return x.Tril(-1).Add(x.Tril().Sub(x.Tril(-1)).Mul(0.5)) }

// QR is the factors a = q r of matrices (..., m, n): q with orthonormal columns, r upper triangular. With the mode "reduced",
// PyTorch's default, q is (..., m, k) and r (..., k, n) with k = min(m, n); with "complete" they are (..., m, m) and
// (..., m, n). There is a gradient where the first k columns of a are independent and q has k columns; a tracked matrix
// without one panics with *Error.
func QR(a *tensor.Tensor, mode string) (q, r *tensor.Tensor) {
	matrices("qr", a)
	_, m, n := split(a)
	k := min(m, n)
	switch {
	case mode == "complete":
		k = m
	case mode != "reduced":
		fail(lazy.ErrValue, "qr", []*tensor.Tensor{a}, `the mode must be "reduced" or "complete", not %q`, mode)
	}
	y := factorize("qr", a, func(x *mat.Dense, parts [][]float64) error {
		orthogonal(x, k, parts)
		return nil
	}, []int{m, k}, []int{k, n})
	if !a.RequiresGrad() {
		return y[0], y[1]
	}
	if k > n {
		fail(lazy.ErrValue, "qr", []*tensor.Tensor{a}, "the complete factors of tall matrices have no gradient")
	}
	return triangular(a, y[0], y[1])
}

// orthogonal factorises x; gonum takes tall matrices, so wide ones are filled up by rows of zeros that change nothing.
func orthogonal(x *mat.Dense, k int, parts [][]float64) {
	m, n := x.Dims()
	left := mat.DenseCopyOf(x.Slice(0, m, 0, min(m, n)))
	var qr mat.QR
	qr.Factorize(left)
	var q, r mat.Dense
	qr.QTo(&q)
	r.Mul(q.T(), x)
	fill(parts[0], q.Slice(0, m, 0, k), k)
	fill(parts[1], r.Slice(0, k, 0, n), n)
	for i := range k {
		for j := range min(i, n) {
			parts[1][i*n+j] = 0
		}
	}
}

// triangular writes q and r as expressions of a: the square part of r is the Cholesky factor of xᵀx, where x is the first
// columns of a, but for the signs of its rows.
func triangular(a, q, r *tensor.Tensor) (*tensor.Tensor, *tensor.Tensor) {
	k := q.Dim(-1)
	x, first := a.Narrow(-1, 0, k), r.Narrow(-1, 0, k)
	square := transposed(x).MatMul(x)
	r1 := transposed(near(square.Sub(square.Detach()), transposed(first)))
	q1 := x.MatMul(Inv(r1))
	q1 = q.Add(q1.Sub(q1.Detach()))
	if r.Dim(-1) == k {
		return q1, r1
	}
	rest := transposed(q1).MatMul(a.Narrow(-1, k, r.Dim(-1)-k))
	return q1, tensor.Cat([]*tensor.Tensor{r1, rest}, -1)
}
