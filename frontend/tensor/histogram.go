package tensor

import (
	"math"

	"weft/lazy"
	"weft/ops"
)

// Histc counts the elements of t, of any shape, in bins of equal width from low to high: a vector of t's dtype. low and high
// both 0 stand for the least and the greatest element; where they are equal the bins reach from one below to one above. An
// element at high counts in the last bin, one outside or NaN nowhere. No gradient flows.
//
// It panics with *Error where bins is less than 1, low is above high, or one is not finite; that the elements are not finite
// where they give the range is reported when it runs.
func (t *Tensor) Histc(bins int, low, high float64) *Tensor {
	switch {
	case bins < 1:
		bad("histc", t).fail(lazy.ErrValue, "the number of bins must be positive, got %d", bins)
	case !(low <= high) || math.IsInf(high-low, 0):
		bad("histc", t).fail(lazy.ErrValue, "cannot count from %v to %v", low, high)
	}
	x := t.Detach().Flatten()
	if t.Numel() == 0 {
		return t.options().Zeros(bins)
	}
	if d := t.DType(); d.IsFloat() {
		x = x.Cast(d.Compute())
	} else {
		x = x.Cast(Float64)
	}
	from, to := x.histogramRange(low, high)
	inside := x.Ge(from).LogicalAnd(x.Le(to))
	bin := x.Sub(from).Mul(bins).Div(to.Sub(from)).Cast(Int64).Clamp(0, bins-1)
	return tally(Where(inside, bin, bins).n(), nil, bins, t).Cast(t.DType())
}

// histogramRange is where the bins of a vector begin and end.
func (t *Tensor) histogramRange(low, high float64) (from, to *Tensor) {
	if low == 0 && high == 0 {
		from, to = t.Amin(KeepDim), t.Amax(KeepDim)
		from = from.Checked(from.IsFinite().LogicalAnd(to.IsFinite()), "histc", "the elements' range is not finite")
	} else {
		from, to = t.options().Full(low, 1), t.options().Full(high, 1)
	}
	flat := from.Eq(to)
	return Where(flat, from.Sub(1), from), Where(flat, to.Add(1), to)
}

// tally counts how often each place below n stands in a vector, or adds up weights; other places count nowhere.
func tally(places, weights node, n int, ins ...*Tensor) *Tensor {
	if weights == nil {
		weights = intLike(places, 1)
	}
	sum := scattered(ops.ReduceAdd, 0, n, places, weights)
	return derive("tally", add(sum, intLike(sum, 0)), ins...).Detach() // a sum of nothing is 0, not -0
}

// Bincount counts how often each of the integers 0, 1, ... stands in t, a vector of integers that are not negative, as int64;
// or adds up weights, a vector as long as t, in float32 if they are float32 and else in float64. weights is nil for none. The
// result has at least least elements. No gradient flows.
//
// Its length depends on the data: t is computed at once. Errors in computing, negative elements, and weights, a shape or a
// dtype that do not fit panic with *Error, which Try returns.
func (t *Tensor) Bincount(weights *Tensor, least int) *Tensor {
	t.mustBeCountable(weights, least)
	n := t.Numel()
	if n == 0 {
		return Options{DType: Int64, Device: t.device}.Zeros(least)
	}
	low, high := t.Detach().Amin(), t.Detach().Amax()
	realizeNow(low, high)
	if low.Int() < 0 {
		bad("bincount", t).fail(lazy.ErrValue, "counts integers that are not negative, got %d", low.Int())
	}
	size := max(least, high.Int()+1)
	checkShape("bincount", []int{size})
	at := castTo(t.n(), Int64)
	if weights == nil {
		return tally(at, nil, size, t)
	}
	d := Float64
	if weights.DType() == Float32 {
		d = Float32
	}
	return tally(at, castTo(weights.n(), d), size, t, weights)
}

func (t *Tensor) mustBeCountable(weights *Tensor, least int) {
	switch {
	case t.Rank() != 1:
		bad("bincount", t).fail(lazy.ErrShape, "counts the elements of a vector")
	case !t.DType().IsInt():
		bad("bincount", t).fail(lazy.ErrDType, "counts integers, not %s", t.DType())
	case least < 0:
		bad("bincount", t).fail(lazy.ErrValue, "the least length must not be negative, got %d", least)
	case weights != nil && !sameShape(weights.n().Shape, t.n().Shape):
		bad("bincount", t, weights).fail(lazy.ErrShape, "the weights must be as many as the elements")
	}
}
