package tensor

import (
	"slices"

	"weft/lazy"
)

// Quantile is the q-quantile of all elements, or along one axis: the element at the place q*(n-1) of the sorted line. Between
// two elements it is "linear" (their mixture by distance), "lower", "higher", "nearest" (of two equally near the even place)
// or "midpoint". A line with NaN gives NaN. q is a number from 0 to 1, several ([]float64), or a tensor of t's dtype without
// axes or a vector; several give a first axis as long as q. The axis is dropped, or kept with KeepDim. With "linear" the
// gradient flows to a tensor q too.
//
// t must be of floats and not empty, q must lie between 0 and 1: else it panics with *Error; values of a tensor q are
// looked at when it runs.
func (t *Tensor) Quantile(q any, how string, axis ...int) *Tensor {
	return t.quantile("quantile", q, how, axis, false)
}

// NanQuantile is Quantile of the elements that are not NaN; NaN where there are none.
func (t *Tensor) NanQuantile(q any, how string, axis ...int) *Tensor {
	return t.quantile("nanquantile", q, how, axis, true)
}

func (t *Tensor) quantile(op string, q any, how string, axes []int, skipNaN bool) *Tensor {
	t.mustHaveQuantiles(op)
	f := t.over(op, axes)
	x := t.quantileLines(op, f).Cast(t.DType().Compute())
	qs, lone := t.quantileFractions(op, q)
	out := x.quantilesOfLines(op, qs.Cast(x.DType()), how, skipNaN).Cast(t.DType())
	shape := f.resultShape()
	if lone {
		return out.Reshape(shape...)
	}
	return out.MoveAxis([]int{-1}, []int{0}).Reshape(slices.Concat(qs.Shape(), shape)...)
}

// resultShape is t's shape with the folded axes dropped or of length one.
func (f fold) resultShape() []int {
	shape := f.t.n().Shape
	if f.keep {
		return keepAxes(shape, f.axes)
	}
	var out []int
	for i, d := range shape {
		if !slices.Contains(f.axes, i) {
			out = append(out, d)
		}
	}
	return out
}

func (t *Tensor) mustHaveQuantiles(op string) {
	if !t.DType().IsFloat() {
		bad(op, t).hinting("cast to a float type").fail(lazy.ErrDType, "is not defined on %s", t.DType())
	}
	if t.Numel() == 0 {
		bad(op, t).fail(lazy.ErrShape, "there is nothing to choose from: the tensor is empty")
	}
}

// quantileLines puts the axis, or all of t, last.
func (t *Tensor) quantileLines(op string, f fold) *Tensor {
	switch {
	case len(f.axes) == t.Rank():
		return t.Flatten()
	case len(f.axes) != 1:
		bad(op, t).fail(lazy.ErrAxis, "takes at most one axis, got %d", len(f.axes))
	}
	return t.MoveAxis(f.axes, []int{-1})
}

// quantileFractions is q as a tensor that is known, or checked when it runs, to hold numbers from 0 to 1.
func (t *Tensor) quantileFractions(op string, q any) (qs *Tensor, lone bool) {
	o := Options{DType: t.DType(), Device: t.device}
	switch v := q.(type) {
	case *Tensor:
		return t.checkedFractions(op, v), v.Rank() == 0
	case []float64:
		for _, p := range v {
			t.mustBeFraction(op, p)
		}
		return NewOn(t.device, v).Cast(t.DType()), false
	}
	p := operandOf(op, q).num.Float()
	t.mustBeFraction(op, p)
	return o.Full(p), true
}

func (t *Tensor) mustBeFraction(op string, q float64) {
	if !(q >= 0 && q <= 1) {
		bad(op, t).fail(lazy.ErrValue, "q must lie between 0 and 1, got %v", q)
	}
}

func (t *Tensor) checkedFractions(op string, q *Tensor) *Tensor {
	switch {
	case q.Rank() > 1:
		bad(op, t, q).fail(lazy.ErrShape, "q must be a number or a vector")
	case q.DType() != t.DType():
		bad(op, t, q).hinting("cast q").fail(lazy.ErrDType, "q is %s, the tensor %s", q.DType(), t.DType())
	}
	return q.Checked(q.Ge(0).LogicalAnd(q.Le(1)), op, "q must lie between 0 and 1")
}

// quantilesOfLines gives, for each line (the last axis of x), the quantiles qs as a new last axis.
func (x *Tensor) quantilesOfLines(op string, qs *Tensor, how string, skipNaN bool) *Tensor {
	last := x.Rank() - 1
	order := x.order(last, false)
	n := lastLen(x.n())
	valid := wrap(validAlong(detached(x.n()), last), x.device)
	end := valid.Sub(1).Clamp(0, nil).Cast(x.DType())
	at := qs.Reshape(-1).Mul(end) // (lines, quantiles)
	if !skipNaN {
		at = Where(valid.Eq(n), at, n-1) // where NaN has gone
	}
	read := func(place *Tensor) *Tensor {
		v, _ := x.chosen(op, last, gatherNode(order, last, place.Detach().Cast(Int64).n()), true)
		return v
	}
	low, high := at.Detach().Floor(), at.Detach().Ceil()
	switch how {
	case "lower":
		return read(low)
	case "higher":
		return read(high)
	case "nearest":
		return read(at.Detach().Round())
	case "midpoint":
		return read(low).Lerp(read(high), 0.5)
	case "linear":
		return read(low).Lerp(read(high), at.Sub(low))
	}
	bad(op, x).hinting(`take "linear", "lower", "higher", "midpoint" or "nearest"`).
		fail(lazy.ErrValue, "there is no interpolation %q", how)
	return nil
}
