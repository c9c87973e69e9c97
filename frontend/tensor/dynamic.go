package tensor

import (
	"weft/lazy"
	"weft/ops"
)

// What follows has results whose sizes depend on data: it computes what it needs at once.

// nonzeroColumns computes t and gives the positions of its elements that are not zero, a vector an axis.
func nonzeroColumns(t *Tensor) []*Tensor {
	at := nonzeroPlaces(t)
	out := make([]*Tensor, t.Rank())
	for a, rest := len(out)-1, at.n(); a >= 0; a-- {
		length := intLike(rest, int64(max(t.n().Shape[a], 1)))
		out[a] = wrap(lazy.Elementwise(ops.Mod, rest, length), t.device)
		rest = lazy.Elementwise(ops.Div, rest, length)
	}
	return out
}

// nonzeroPlaces computes t and gives the places, in row order, of its elements that are not zero.
func nonzeroPlaces(t *Tensor) *Tensor {
	n := t.Numel()
	if n == 0 {
		return Options{DType: Int64, Device: t.device}.Zeros(0)
	}
	hit := asBool(reshaped(t.Detach().n(), n))
	number := wrap(scan(ops.ReduceAdd, castTo(hit, Int64), 0), t.device) // counted from 1
	realizeNow(number)
	many := number.Select(0, n-1).Int()
	rises := padAxis(number.n(), ops.IntValue(Int64, 0), 0, 1, 0) // a zero before the first
	hit = ne(shrinkAxis(rises, 0, 0, n), number.n())
	to := where(hit, sub(number.n(), intLike(number.n(), 1)), intLike(number.n(), int64(many))) // the others go nowhere
	return wrap(scattered(ops.ReduceAdd, 0, many, to, lazy.NewIota(Int64, 0, n)), t.device)
}

// Nonzero is the positions of the elements of t that are not zero, in row order: an int64 matrix with a row an element and a
// column an axis. NaN is not zero. How many there are depends on the data: t is computed at once. Errors in computing panic
// with *Error, which Try returns.
func (t *Tensor) Nonzero() *Tensor {
	if t.Rank() == 0 {
		return Options{DType: Int64, Device: t.device}.Zeros(nonzeroPlaces(t).Numel(), 0)
	}
	return Stack(nonzeroColumns(t), 1)
}

// NonzeroTuple is the columns of Nonzero: a vector of positions for each axis, what Index takes. It is PyTorch's
// nonzero(as_tuple=True): a tensor without axes counts as a vector of one element.
func (t *Tensor) NonzeroTuple() []*Tensor { return nonzeroColumns(t.AtLeast1D()) }

// MaskedSelect is the elements of t where mask is true, in row order, as a vector; t and mask broadcast. The mask is bool, or
// uint8 with zeros for false; another dtype panics with *Error. How many there are depends on the data: the mask is computed
// at once. Errors in computing panic with *Error, which Try returns.
func (t *Tensor) MaskedSelect(mask *Tensor) *Tensor {
	if d := mask.DType(); d != Bool && d != Uint8 {
		bad("masked_select", t, mask).hinting("compare first, such as x.Gt(0)").
			fail(lazy.ErrDType, "the mask must be bool, not %s", d)
	}
	shape := broadcast("masked_select", []*Tensor{t, mask}, t.n().Shape, mask.n().Shape)
	at := nonzeroPlaces(mask.Expand(shape...))
	flat := t.Expand(shape...).Reshape(-1)
	return derive("masked_select", selectRows(flat.n(), 0, at.n()), flat, mask)
}
