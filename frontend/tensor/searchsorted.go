package tensor

import (
	"math/bits"

	"weft/lazy"
	"weft/ops"
)

// Searchsorted is the place (int64) where each element of x would go into the sorted last axis of t: before equal elements,
// or with right behind them. t is a vector, x then a tensor of any shape or a number; or t has x's axes but for the last.
// The result has x's shape. dtypes may differ. Each element is looked for by bisection; NaN goes to the end. Shapes that do
// not fit panic with *Error.
func (t *Tensor) Searchsorted(x any, right bool) *Tensor {
	a := argsOf("searchsorted", t, x)
	d, _ := a.types(ops.PolicyAny)
	v := a.all[1]
	if t.Rank() == 1 {
		var shape []int
		if v.t != nil {
			shape = v.t.n().Shape
		}
		at := bisect(castTo(t.n(), d), reshaped(v.nodeIn(d, shape), prod(shape)), right)
		return derive("searchsorted", reshaped(at, shape...), a.ins...).Detach()
	}
	t.mustLineUp(v.t)
	return derive("searchsorted", bisect(castTo(t.n(), d), castTo(v.t.n(), d), right), a.ins...).Detach()
}

// mustLineUp checks that t has x's axes but for the last.
func (t *Tensor) mustLineUp(x *Tensor) {
	if x != nil && t.Rank() > 0 && t.Rank() == x.Rank() && sameShape(t.n().Shape[:t.Rank()-1], x.n().Shape[:t.Rank()-1]) {
		return
	}
	bad("searchsorted", t, x).hinting("give a sorted vector, or lines with the same axes before the last").
		fail(lazy.ErrShape, "the sorted lines do not fit what is looked for")
}

// Bucketize is Searchsorted the other way round: for each element of t the place where it would go into boundaries, a sorted
// vector. Another rank panics with *Error.
func (t *Tensor) Bucketize(boundaries *Tensor, right bool) *Tensor {
	if boundaries.Rank() != 1 {
		bad("bucketize", t, boundaries).fail(lazy.ErrShape, "the boundaries must be a vector")
	}
	return boundaries.Searchsorted(t, right)
}

// bisect narrows, for each element of v, the part of the sorted last axis of s where its place can lie.
func bisect(s, v node, right bool) node {
	last := len(v.Shape) - 1
	low := lazy.NewConst(ops.IntValue(Int64, 0), v.Shape...)
	high := lazy.NewConst(ops.IntValue(Int64, int64(lastLen(s))), v.Shape...)
	one := intLike(low, 1)
	for step := range bits.Len(uint(lastLen(s))) {
		middle := lazy.Elementwise(ops.Shr, add(low, high), one)
		there := gatherNode(s, last, middle)
		behind := not(le(v, there)) // not there >= v: so NaN goes to the end
		if right {
			behind = not(lt(v, there))
		}
		open := lt(low, high)
		low = where(and(open, behind), add(middle, one), low)
		high = where(and(open, not(behind)), middle, high)
		if step%bisectStage == bisectStage-1 {
			low, high = lazy.ContiguousNode(low), lazy.ContiguousNode(high)
		}
	}
	return low
}

// bisectStage is how many steps one kernel does; all stages are the same kernel.
const bisectStage = 4

// IsIn says which elements of t are among those of set, a tensor of any shape or a number: a bool tensor of t's shape. NaN
// equals nothing. A set of more than a few elements is sorted and searched.
func (t *Tensor) IsIn(set any) *Tensor {
	x, s := t.Detach(), t.asTensor("isin", set).Detach().Flatten()
	if s.Numel() <= shortLine {
		return x.Unsqueeze(-1).Eq(s).Any(-1)
	}
	s = wrap(castTo(s.n(), x.common("isin", s)), s.device)
	sorted, _ := s.Sort(0, false)
	at := sorted.Searchsorted(x.Reshape(-1), false).Clamp(nil, s.Numel()-1)
	return sorted.Gather(0, at).Reshape(t.n().Shape...).Eq(x)
}

// asTensor is an operand as a tensor; a number has its own dtype.
func (t *Tensor) asTensor(op string, x any) *Tensor {
	o := operandOf(op, x)
	if o.t != nil {
		return o.t
	}
	return wrap(lazy.NewConst(o.num), t.device)
}

// common is the dtype that t and other promote to.
func (t *Tensor) common(op string, other *Tensor) DType {
	d, _ := argsOf(op, t, other).types(ops.PolicyAny)
	return d
}
