package linalg

import "weft/frontend/tensor"

// rate is how the results y of a factorisation change to first order where its matrix a changes by e.
type rate func(y []*tensor.Tensor, a, e *tensor.Tensor) []*tensor.Tensor

// follow writes the results of a factorisation, known as values at the matrix a, as expressions of a: a step of Heun's method
// along e = a - a, which is zero, so that the values stay and the first and second derivatives are those of the rate's curve.
func follow(y []*tensor.Tensor, a *tensor.Tensor, change rate) []*tensor.Tensor {
	if !a.RequiresGrad() || !tensor.GradEnabled() {
		return y
	}
	e := a.Sub(a.Detach())
	before := change(y, a.Detach(), e)
	ahead := make([]*tensor.Tensor, len(y))
	for i := range y {
		ahead[i] = y[i].Add(before[i])
	}
	out := make([]*tensor.Tensor, len(y))
	for i, after := range change(ahead, a, e) {
		out[i] = y[i].Add(before[i].Add(after).Mul(0.5))
	}
	return out
}

// transposed exchanges rows and columns.
func transposed(a *tensor.Tensor) *tensor.Tensor { return a.Transpose(-2, -1) }

// outside is x less its part in the space of the orthonormal columns of u.
func outside(u, x *tensor.Tensor) *tensor.Tensor { return x.Sub(u.MatMul(transposed(u).MatMul(x))) }

// diagonal is the diagonals of matrices as vectors.
func diagonal(a *tensor.Tensor) *tensor.Tensor { return a.Diagonal(0, -2, -1) }

// gaps is 1/(v[j] - v[i]), and 0 where values are equal: what belongs to them is not told apart to first order.
func gaps(v *tensor.Tensor) *tensor.Tensor { return reciprocal(v.Unsqueeze(-2).Sub(v.Unsqueeze(-1))) }

// reciprocal is 1/x, and 0 where x is too near 0.
func reciprocal(x *tensor.Tensor) *tensor.Tensor {
	none := x.Abs().Lt(1e-30)
	return tensor.Where(none, 0.0, tensor.Where(none, 1.0, x).Reciprocal())
}

func eye(a *tensor.Tensor) *tensor.Tensor {
	return tensor.Options{DType: a.DType(), Device: a.Device()}.Eye(a.Dim(-1))
}
