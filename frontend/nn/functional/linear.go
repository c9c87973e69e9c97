package functional

import (
	"weft/frontend/tensor"
	"weft/lazy"
)

// Linear is x (..., in) times the transpose of w (out, in) or (in), plus bias (out) unless it is nil. Dtypes or lengths that differ
// panic with *Error.
func Linear(x, w, bias *tensor.Tensor) *tensor.Tensor {
	if x.DType() != w.DType() {
		fail(lazy.ErrDType, "linear", []*tensor.Tensor{x, w}, "input and weight differ in dtype")
	}
	if x.Rank() == 0 || x.Dim(-1) != w.Dim(-1) {
		fail(lazy.ErrShape, "linear", []*tensor.Tensor{x, w}, "the weight wants %d features at the end of the input", w.Dim(-1))
	}
	y := x.MatMul(w.Transpose(0, -1))
	if bias != nil {
		y = y.Add(bias)
	}
	return y
}

// Bilinear is y[..., o] = sum over (i, j) of a[..., i] * w[o, i, j] * b[..., j], plus bias (o) unless it is nil.
func Bilinear(a, b, w, bias *tensor.Tensor) *tensor.Tensor {
	if w.Rank() != 3 || a.Dim(-1) != w.Dim(1) || b.Dim(-1) != w.Dim(2) {
		fail(lazy.ErrShape, "bilinear", []*tensor.Tensor{a, b, w}, "the weight must be (out, features of a, features of b)")
	}
	lead := a.Shape()[:a.Rank()-1]
	left := a.Reshape(-1, w.Dim(1)).MatMul(w.Permute(1, 0, 2).Reshape(w.Dim(1), -1)).Reshape(-1, w.Dim(0), w.Dim(2))
	y := left.Mul(b.Reshape(-1, 1, w.Dim(2))).Sum(-1).Cast(a.DType()).Reshape(shape(lead, w.Dim(0))...)
	if bias != nil {
		y = y.Add(bias)
	}
	return y
}
