package tensor

import (
	"slices"

	"weft/lazy"
)

// What follows gives t with a part replaced; t itself stays as it is, and gradients flow to what remains of t and to what
// was put in. SetSlice and Assign do the same in place.

// SliceScatter is t with src in place of t.SliceAxis(axis, start, end, step...). src is cast to t's dtype and must have the
// shape of what it replaces, or it panics with *Error.
func (t *Tensor) SliceScatter(src *Tensor, axis, start, end int, step ...int) *Tensor {
	return t.replaced("slice_scatter", src, func(y *Tensor) *Tensor { return y.SliceAxis(axis, start, end, step...) })
}

// SelectScatter is t with src in place of t.Select(axis, index), as SliceScatter says.
func (t *Tensor) SelectScatter(src *Tensor, axis, index int) *Tensor {
	return t.replaced("select_scatter", src, func(y *Tensor) *Tensor { return y.Select(axis, index) })
}

// DiagonalScatter is t with src in place of t.Diagonal(offset, a, b), as SliceScatter says.
func (t *Tensor) DiagonalScatter(src *Tensor, offset, a, b int) *Tensor {
	return t.replaced("diagonal_scatter", src, func(y *Tensor) *Tensor { return y.Diagonal(offset, a, b) })
}

func (t *Tensor) replaced(op string, src *Tensor, part func(y *Tensor) *Tensor) *Tensor {
	y := t.Clone()
	place := part(y)
	if !sameShape(place.n().Shape, src.n().Shape) {
		bad(op, t, src).fail(lazy.ErrShape, "the source must have the shape %s of what it replaces",
			lazy.ShapeString(place.n().Shape))
	}
	place.Assign(src)
	return y
}

// IndexPut is t with value (a tensor that broadcasts, or a number) at the places of t.Index(items...), added to what is
// there if accumulate. Of equal places the last counts, unless they accumulate.
func (t *Tensor) IndexPut(items []any, value any, accumulate bool) *Tensor {
	y := t.Clone()
	if accumulate {
		return y.AddSlice(value, items...)
	}
	return y.SetSlice(value, items...)
}

// IndexReduce folds the rows of src into t at a vector of positions along an axis, with "prod", "mean", "amax" or "amin".
// Without includeSelf the rows that src reaches forget what t had there.
func (t *Tensor) IndexReduce(axis int, index, src *Tensor, how string, includeSelf bool) *Tensor {
	if t.Rank() == 0 {
		return t.Reshape(1).IndexReduce(0, index.Reshape(-1), src.Reshape(1), how, includeSelf).Reshape()
	}
	axis = t.axis("index_reduce", axis)
	ones := slices.Repeat([]int{1}, src.Rank())
	if len(ones) != t.Rank() {
		bad("index_reduce", t, src).fail(lazy.ErrShape, "the source must have the tensor's rank")
	}
	ones[axis] = index.Numel()
	return t.ScatterReduce(axis, index.Cast(Int64).Reshape(ones...).ExpandAs(src), src, how, includeSelf)
}
