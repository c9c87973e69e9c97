package tensor

import (
	"weft/lazy"
	"weft/ops"
)

// Softmax is exp(t) over its sum along an axis, less the greatest element first, so that nothing overflows. Only
// floats: integers and bools panic with *Error. float16 and bfloat16 are summed in float32.
func (t *Tensor) Softmax(axis int) *Tensor {
	return t.soft("softmax", axis, func(f fold, x node) node {
		e := exp(x)
		return div(e, f.spread(f.sum(e)))
	})
}

// LogSoftmax is log(Softmax(axis)) without underflow. Only floats: integers and bools panic with *Error.
func (t *Tensor) LogSoftmax(axis int) *Tensor {
	return t.soft("log_softmax", axis, func(f fold, x node) node {
		return sub(x, f.spread(log(f.sum(exp(x)))))
	})
}

// Softmin is Softmax of -t.
func (t *Tensor) Softmin(axis int) *Tensor { return t.Neg().Softmax(axis) }

// soft hands finish t less its maximum along the axis, which no gradient needs to know of.
func (t *Tensor) soft(op string, axis int, finish func(f fold, x node) node) *Tensor {
	if !t.DType().IsFloat() {
		bad(op, t).hinting("cast to a floating point type first").fail(lazy.ErrDType, "not defined on %s", t.DType())
	}
	f := t.over(op, []int{axis})
	x := widened(t.n())
	if t.Numel() == 0 {
		return derive(op, t.n(), t)
	}
	x = sub(x, f.spread(detached(f.max(x))))
	return derive(op, castTo(finish(f, x), t.DType()), t)
}

// Cumsum is the running sum along an axis, in one pass. Integers and bools give int64.
func (t *Tensor) Cumsum(axis int) *Tensor { return t.cumulative("cumsum", axis, ops.ReduceAdd) }

// Cumprod is the running product along an axis, in one pass. Integers and bools give int64.
func (t *Tensor) Cumprod(axis int) *Tensor { return t.cumulative("cumprod", axis, ops.ReduceMul) }

func (t *Tensor) cumulative(op string, axis int, reduce ops.Op) *Tensor {
	axis = t.axis(op, axis)
	x, _ := t.in(op, ops.PolicySum)
	if t.Rank() == 0 {
		return derive(op, x, t)
	}
	d := x.DType
	return derive(op, castTo(scan(reduce, widened(x), axis), d), t)
}

// scan folds, for each position i of an axis, the elements at j <= i: the form that is computed in one pass.
func scan(reduce ops.Op, x node, axis int) node {
	n := x.Shape[axis]
	wide := insertAxis(x, axis, n) // axis is i, axis+1 is j
	j, i := lazy.NewIota(Int64, axis+1, wide.Shape...), lazy.NewIota(Int64, axis, wide.Shape...)
	e := lazy.NewConst(neutral(reduce, x.DType), wide.Shape...)
	return lazy.ReduceNode(reduce, where(le(j, i), wide, e), axis+1)
}

// Cummax is the running maximum along an axis and its position, as int64: the last of equal ones, and it gets all of
// the gradient. NaN is the greatest.
func (t *Tensor) Cummax(axis int) (values, indices *Tensor) {
	return t.cumBest("cummax", axis, func(x node, axis int) node { return scan(ops.ReduceMax, x, axis) })
}

// Cummin is the running minimum along an axis and its position, as int64: the last of equal ones, and it gets all of
// the gradient. NaN is the least.
func (t *Tensor) Cummin(axis int) (values, indices *Tensor) {
	return t.cumBest("cummin", axis, func(x node, axis int) node {
		if x.DType.IsFloat() {
			return neg(scan(ops.ReduceMax, neg(x), axis))
		}
		return not(scan(ops.ReduceMax, not(x), axis))
	})
}

func (t *Tensor) cumBest(op string, axis int, best func(x node, axis int) node) (values, indices *Tensor) {
	axis = t.axis(op, axis)
	x := t.n()
	if t.Rank() == 0 || t.Numel() == 0 {
		return derive(op, x, t), derive(op, lazy.NewConst(ops.IntValue(Int64, 0), x.Shape...), t.shadow())
	}
	plain := detachedIf(t)
	hit := eq(plain, best(plain, axis))
	if x.DType.IsFloat() {
		hit = or(hit, isNaN(plain))
	}
	at := lazy.NewIota(Int64, axis, x.Shape...)
	at = scan(ops.ReduceMax, where(hit, at, intLike(at, 0)), axis)
	return derive(op, gatherNode(x, axis, at), t), derive(op, at, t.shadow())
}
