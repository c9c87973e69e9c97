package linalg

import (
	"errors"

	"gonum.org/v1/gonum/mat"

	"weft/frontend/tensor"
)

// Det is the determinant (...) of each matrix (..., n, n), 1 of one without rows. Its gradient exists at singular matrices too.
func Det(a *tensor.Tensor) *tensor.Tensor {
	square("det", a)
	lead, n, _ := split(a)
	if n == 0 {
		return tensor.Options{DType: a.DType(), Device: a.Device()}.Ones(lead...)
	}
	d := factorize("det", a, func(m *mat.Dense, parts [][]float64) error {
		parts[0][0] = mat.Det(m)
		return nil
	}, nil)[0]
	if !a.RequiresGrad() {
		return d
	}
	return expandDet(a, d)
}

// expandDet writes det(a + e) = d + tr(x) + (tr(x)² - tr(x²)) / 2d with x = adj(a) e: it is d at a and has the determinant's
// first derivative there, also where a is singular, and its second where it is not.
func expandDet(a, d *tensor.Tensor) *tensor.Tensor {
	x := adjugate(a).MatMul(a.Sub(a.Detach()))
	first := trace(x)
	second := first.Mul(first).Sub(trace(x.MatMul(x)))
	return d.Add(first).Add(second.Mul(reciprocal(d)).Mul(0.5))
}

func trace(m *tensor.Tensor) *tensor.Tensor { return diagonal(m).Sum(-1) }

// adjugate is det(a) times the inverse of a, also of singular matrices: from the singular values without dividing by one.
func adjugate(a *tensor.Tensor) *tensor.Tensor {
	n := a.Dim(-1)
	return factorize("adjugate", a, func(m *mat.Dense, parts [][]float64) error {
		var svd mat.SVD
		if !finite(m) {
			return errNotFinite
		}
		if !svd.Factorize(m, mat.SVDFull) {
			return errors.New("no singular values were found")
		}
		var u, v, y mat.Dense
		svd.UTo(&u)
		svd.VTo(&v)
		y.Product(&v, others(svd.Values(nil), mat.Det(&u)*mat.Det(&v)), u.T())
		copy(parts[0], y.RawMatrix().Data)
		return nil
	}, []int{n, n})[0]
}

// others is, for each value, the product of the others, times a sign.
func others(values []float64, sign float64) *mat.DiagDense {
	out := mat.NewDiagDense(len(values), nil)
	for i := range values {
		product := sign
		for j, s := range values {
			if j != i {
				product *= s
			}
		}
		out.SetDiag(i, product)
	}
	return out
}

// Slogdet is the sign (-1, 0 or 1) and the logarithm of the magnitude of the determinant (...) of each matrix (..., n, n): 0 and
// minus infinity of a singular one, which has no gradient.
func Slogdet(a *tensor.Tensor) (sign, logabsdet *tensor.Tensor) {
	square("slogdet", a)
	if a.Dim(-1) == 0 {
		d := Det(a)
		return d, d.Log()
	}
	y := factorize("slogdet", a, func(m *mat.Dense, parts [][]float64) error {
		var lu mat.LU
		lu.Factorize(m)
		parts[1][0], parts[0][0] = lu.LogDet()
		if mat.Det(m) == 0 {
			parts[0][0] = 0
		}
		return nil
	}, nil, nil)
	if !a.RequiresGrad() {
		return y[0], y[1]
	}
	x := Inv(a.Detach()).MatMul(a.Sub(a.Detach())) // log det(1 + x) = tr(x) - tr(x²)/2 + ...
	return y[0], y[1].Add(trace(x)).Sub(trace(x.MatMul(x)).Mul(0.5))
}
