package functional

import (
	"weft/frontend/tensor"
	"weft/lazy"
)

// Lookup is the settings that Embedding and EmbeddingBag share. The zero value is PyTorch's defaults.
type Lookup struct {
	PaddingIdx      *int    // a row that gets no gradient and does not count in bags; a negative one counts from the end
	MaxNorm         float64 // rows of a greater norm are scaled down to it, in place, before they are selected; 0: none are
	NormType        float64 // the p of that norm; 0: 2
	ScaleGradByFreq bool    // a row's gradient is divided by how often it is selected
}

// Embedding selects the rows of w (vocabulary, size) that ids (...), integers, name: (..., size). An id out of range is an error
// when it runs; other shapes and dtypes panic with *Error.
func Embedding(ids, w *tensor.Tensor, opts ...Lookup) *tensor.Tensor {
	var l Lookup
	if len(opts) > 0 {
		l = opts[0]
	}
	checkTable("embedding", ids, w)
	y := l.rows(ids.Flatten(0, -1), w)
	if l.PaddingIdx != nil {
		padding := ids.Flatten(0, -1).Eq(l.padding("embedding", ids, w))
		y = tensor.Where(padding.Unsqueeze(-1), y.Detach(), y)
	}
	return y.Reshape(shape(ids.Shape(), w.Dim(1))...)
}

// padding is the row that PaddingIdx means.
func (l Lookup) padding(op string, ids, w *tensor.Tensor) int {
	at, n := *l.PaddingIdx, w.Dim(0)
	if at < -n || at >= n {
		fail(lazy.ErrValue, op, []*tensor.Tensor{ids, w}, "row %d is not in a table of %d rows", at, n)
	}
	return (at + n) % n
}

func checkTable(op string, ids, w *tensor.Tensor) {
	if w.Rank() != 2 {
		fail(lazy.ErrShape, op, []*tensor.Tensor{ids, w}, "the table must have 2 axes")
	}
	if !ids.DType().IsInt() {
		fail(lazy.ErrDType, op, []*tensor.Tensor{ids, w}, "ids must be integers")
	}
}

// rows selects the rows that a vector of ids names.
func (l Lookup) rows(ids, w *tensor.Tensor) *tensor.Tensor {
	if l.MaxNorm > 0 {
		l.shorten(ids, w)
	}
	y := w.IndexSelect(0, ids)
	if l.ScaleGradByFreq {
		often := times64(ids, w.Dim(0)).IndexSelect(0, ids).Cast(w.DType()).Unsqueeze(1)
		y = y.Detach().Add(y.Sub(y.Detach()).Div(often))
	}
	if l.MaxNorm > 0 {
		y = y.Along(w)
	}
	return y
}

// times64 is how often each of n ids appears, as int64.
func times64(ids *tensor.Tensor, n int) *tensor.Tensor {
	o := tensor.Options{DType: tensor.Int64, Device: ids.Device()}
	return o.Zeros(n).IndexAdd(0, ids, o.Ones(ids.Dim(0)))
}

// shorten scales down, in place, the rows that are selected and longer than MaxNorm.
func (l Lookup) shorten(ids, w *tensor.Tensor) {
	p := l.NormType
	if p == 0 {
		p = 2
	}
	tensor.NoGrad(func() {
		norm := w.Norm(p, 1, tensor.KeepDim)
		long := norm.Gt(l.MaxNorm).LogicalAnd(times64(ids, w.Dim(0)).Gt(0).Unsqueeze(1))
		w.Assign(tensor.Where(long, w.Mul(norm.Add(1e-7).RDiv(l.MaxNorm)), w))
	})
}
