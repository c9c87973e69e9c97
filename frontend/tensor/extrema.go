package tensor

import (
	"weft/lazy"
	"weft/ops"
)

// oneAxis reads the axis of a reduction that takes at most one; without one the tensor is flattened first.
func (t *Tensor) oneAxis(op string, axes []int) (x *Tensor, f fold, whole bool) {
	f = t.over(op, axes)
	given := len(axes)
	if f.keep {
		given--
	}
	if given > 1 {
		bad(op, t).fail(lazy.ErrAxis, "takes at most one axis, got %d", given)
	}
	if given == 1 {
		return t, f, false
	}
	flat := wrap(reshaped(t.n(), t.Numel()), t.device)
	flat.tracked = t.tracked
	return flat, fold{t: flat, axes: []int{0}}, true
}

// Argmax is the position of the greatest element along an axis, or in the flattened tensor without one, as int64. The
// first of equal ones counts; NaN is the greatest. KeepDim may follow. Bools, and an axis without elements, panic with
// *Error.
func (t *Tensor) Argmax(axis ...int) *Tensor { return t.argBest("argmax", axis, fold.max) }

// Argmin is the position of the least element along an axis, or in the flattened tensor without one, as int64. The
// first of equal ones counts; NaN is the least. KeepDim may follow. Bools, and an axis without elements, panic with
// *Error.
func (t *Tensor) Argmin(axis ...int) *Tensor { return t.argBest("argmin", axis, fold.min) }

func (t *Tensor) argBest(op string, axis []int, best func(f fold, x node) node) *Tensor {
	keep := t.over(op, axis).keep
	t.in(op, ops.PolicyIndex)
	x, f, whole := t.oneAxis(op, axis)
	f.mustNotBeEmpty(op)
	at := f.firstBest(x.n(), best)
	switch {
	case keep && whole:
		at = reshaped(at, keepAxes(t.n().Shape, count(t.Rank()))...)
	case keep:
		at = f.shape(at)
	}
	return derive(op, at, t.shadow())
}

// firstBest is the first position along the one axis of f of an element that equals the best, or of a NaN.
func (f fold) firstBest(x node, best func(f fold, x node) node) node {
	if len(f.axes) == 0 {
		return lazy.NewConst(ops.IntValue(Int64, 0))
	}
	axis := f.axes[0]
	hit := eq(x, f.spread(best(f, x)))
	if x.DType.IsFloat() {
		hit = or(hit, isNaN(x))
	}
	last := int64(x.Shape[axis] - 1)
	back := sub(lazy.NewConst(ops.IntValue(Int64, last), x.Shape...), lazy.NewIota(Int64, axis, x.Shape...))
	far := f.max(where(hit, back, intLike(back, 0)))
	return sub(intLike(far, last), far)
}

// MaxDim is the greatest element along an axis and its position, as int64: PyTorch's max(dim). The first of equal ones
// counts and gets all of the gradient; NaN is the greatest. KeepDim may follow. An axis without elements panics with
// *Error.
func (t *Tensor) MaxDim(axis int, keep ...int) (values, indices *Tensor) {
	return t.chooseDim("max", append([]int{axis}, keep...), fold.max)
}

// MinDim is the least element along an axis and its position, as int64: PyTorch's min(dim). The first of equal ones
// counts and gets all of the gradient; NaN is the least. KeepDim may follow. An axis without elements panics with
// *Error.
func (t *Tensor) MinDim(axis int, keep ...int) (values, indices *Tensor) {
	return t.chooseDim("min", append([]int{axis}, keep...), fold.min)
}

func (t *Tensor) chooseDim(op string, axes []int, best func(f fold, x node) node) (values, indices *Tensor) {
	x, f, _ := t.oneAxis(op, axes)
	f.mustNotBeEmpty(op)
	at := f.firstBest(detachedIf(x), best)
	value := t.n()
	if len(f.axes) > 0 {
		value = pick(t.n(), f.axes[0], f.spread(at))
	}
	return derive(op, f.shape(value), t), derive(op, f.shape(at), t.shadow())
}

func detachedIf(t *Tensor) node {
	if t.tracked {
		return detached(t.n())
	}
	return t.n()
}

// pick reads x at position at along an axis, at being spread over x's shape: an indexed read.
func pick(x node, axis int, at node) node {
	hit := eq(lazy.NewIota(Int64, axis, x.Shape...), at)
	return selected(hit, x, axis)
}

// selected folds an axis to the one element where hit holds: exact for NaN, infinities and -0.
func selected(hit, x node, axis int) node {
	if x.DType == Bool {
		return lazy.ReduceNode(ops.ReduceMax, and(hit, x), axis)
	}
	e := lazy.NewConst(neutral(ops.ReduceAdd, x.DType), x.Shape...)
	return lazy.ReduceNode(ops.ReduceAdd, where(hit, x, e), axis)
}
