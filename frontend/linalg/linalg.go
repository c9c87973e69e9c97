package linalg

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"weft/frontend/tensor"
)

// Inv is the inverse of each matrix in the last two axes. A singular one is an error when it runs.
func Inv(a *tensor.Tensor) *tensor.Tensor {
	square("inv", a)
	n := a.Dim(-1)
	y := each("inv", a, a.Shape(), n*n, func(m *mat.Dense, out []float64) error {
		var inverse mat.Dense
		if err := inverse.Inverse(m); err != nil {
			var near mat.Condition // of a badly conditioned matrix the inverse is given; of a singular one it is infinite
			if !errors.As(err, &near) || math.IsInf(float64(near), 1) {
				return errors.New("the matrix is singular")
			}
		}
		copy(out, inverse.RawMatrix().Data)
		return nil
	})
	if !a.RequiresGrad() {
		return y
	}
	// Newton's step y(2 - a y) leaves the inverse where it is; two of them have its derivatives up to the third.
	two := eye(a).Mul(2)
	for range 2 {
		y = y.MatMul(two.Sub(a.MatMul(y)))
	}
	return y
}

func eye(a *tensor.Tensor) *tensor.Tensor {
	return tensor.Options{DType: a.DType(), Device: a.Device()}.Eye(a.Dim(-1))
}

// Det is the determinant of each matrix in the last two axes.
func Det(a *tensor.Tensor) *tensor.Tensor {
	square("det", a)
	shape := a.Shape()[:a.Rank()-2]
	if a.Dim(-1) == 0 {
		return tensor.Options{DType: a.DType(), Device: a.Device()}.Ones(shape...)
	}
	d := each("det", a, shape, 1, func(m *mat.Dense, out []float64) error {
		out[0] = mat.Det(m)
		return nil
	})
	if !a.RequiresGrad() {
		return d
	}
	return expandDet(a, d)
}

// expandDet writes det(a + e) = d + tr(x) + (tr(x)² - tr(x²)) / 2d with x = adj(a) e: it is d at a and has the determinant's
// first derivative there, also where a is singular, and its second where it is not.
func expandDet(a, d *tensor.Tensor) *tensor.Tensor {
	x := adjugate(a).MatMul(a.Sub(a.Detach()))
	trace := func(m *tensor.Tensor) *tensor.Tensor { return m.Mul(eye(a)).Sum(-1, -2) }
	first := trace(x)
	second := first.Mul(first).Sub(trace(x.MatMul(x)))
	singular := d.Eq(0)
	second = tensor.Where(singular, 0.0, second.Div(tensor.Where(singular, 1.0, d).Mul(2)))
	return d.Add(first).Add(second)
}

// adjugate is det(a) times the inverse of a, also of singular matrices: from the singular values without dividing by one.
func adjugate(a *tensor.Tensor) *tensor.Tensor {
	n := a.Dim(-1)
	return each("adjugate", a, a.Shape(), n*n, func(m *mat.Dense, out []float64) error {
		var svd mat.SVD
		if !svd.Factorize(m, mat.SVDFull) {
			return errors.New("no singular values were found")
		}
		var u, v, y mat.Dense
		svd.UTo(&u)
		svd.VTo(&v)
		values := svd.Values(nil)
		sign := mat.Det(&u) * mat.Det(&v)
		others := mat.NewDiagDense(n, nil)
		for i := range values {
			product := sign
			for j, s := range values {
				if j != i {
					product *= s
				}
			}
			others.SetDiag(i, product)
		}
		y.Product(&v, others, u.T())
		copy(out, y.RawMatrix().Data)
		return nil
	})
}

// Solve is the x with a x = b, for square matrices a and b a matrix, or a vector (of a's batch shape).
func Solve(a, b *tensor.Tensor) *tensor.Tensor {
	square("solve", a)
	if vector := b.Rank() == 1 || b.Rank() == a.Rank()-1 && equal(b.Shape(), a.Shape()[:a.Rank()-1]); vector {
		return Inv(a).MatMul(b.Unsqueeze(-1)).Squeeze(-1)
	}
	return Inv(a).MatMul(b)
}

func equal(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Cholesky is the lower triangular l with l lᵀ = a of each symmetric positive matrix in the last two axes, of which only the
// lower triangle is read; with upper it is lᵀ. A matrix that is not positive is an error when it runs.
func Cholesky(a *tensor.Tensor, upper bool) *tensor.Tensor {
	square("cholesky", a)
	n := a.Dim(-1)
	l := each("cholesky", a, a.Shape(), n*n, func(m *mat.Dense, out []float64) error {
		sym := mat.NewSymDense(n, nil)
		for i := range n {
			for j := range i + 1 {
				sym.SetSym(i, j, m.At(i, j))
			}
		}
		var c mat.Cholesky
		if !c.Factorize(sym) {
			return errors.New("the matrix is not positive definite")
		}
		var low mat.TriDense
		c.LTo(&low)
		for i := range n {
			for j := range i + 1 {
				out[i*n+j] = low.At(i, j)
			}
		}
		return nil
	})
	if a.RequiresGrad() {
		l = near(a, l)
	}
	if upper {
		return l.Transpose(-2, -1)
	}
	return l
}

// near writes the factor of a + e as l (1 + p - half(p pᵀ)) with p = half(l⁻¹ e l⁻ᵀ), where half is the lower triangle with half
// the diagonal: it is l at a and has the factor's first and second derivatives there.
func near(a, l *tensor.Tensor) *tensor.Tensor {
	e := a.Sub(a.Detach())
	e = e.Add(e.Transpose(-2, -1)).Mul(0.5)
	inverse := Inv(l)
	p := half(inverse.MatMul(e).MatMul(inverse.Transpose(-2, -1)))
	return l.MatMul(eye(a).Add(p).Sub(half(p.MatMul(p.Transpose(-2, -1)))))
}

func half(x *tensor.Tensor) *tensor.Tensor { return x.Tril(-1).Add(x.Tril().Sub(x.Tril(-1)).Mul(0.5)) }
