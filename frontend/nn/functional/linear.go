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

// Embedding selects the rows of w (vocabulary, size) that ids name. An id out of range is an error when it runs. No
// gradient goes to the row padding, a negative one counts from the end; none is given for no such row.
func Embedding(ids, w *tensor.Tensor, padding ...int) *tensor.Tensor {
	if w.Rank() != 2 {
		fail(lazy.ErrShape, "embedding", []*tensor.Tensor{ids, w}, "the table must have 2 axes")
	}
	if !ids.DType().IsInt() {
		fail(lazy.ErrDType, "embedding", []*tensor.Tensor{ids, w}, "ids must be integers")
	}
	y := w.IndexSelect(0, ids.Flatten(0, -1))
	if len(padding) > 0 {
		at := padding[0]
		if at < -w.Dim(0) || at >= w.Dim(0) {
			fail(lazy.ErrValue, "embedding", []*tensor.Tensor{ids, w}, "row %d is not in a table of %d rows", at, w.Dim(0))
		}
		if at < 0 {
			at += w.Dim(0)
		}
		y = tensor.Where(ids.Flatten(0, -1).Eq(at).Unsqueeze(-1), y.Detach(), y)
	}
	return y.Reshape(shape(ids.Shape(), w.Dim(1))...)
}
