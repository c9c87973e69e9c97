package tensor

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// Sort is t sorted along an axis, falling if descending, and the places that its elements came from (int64), both of t's
// shape. It takes every dtype. Equal elements keep their order; NaN counts as greater than everything. The gradient of an
// element goes to where it came from. A wrong axis panics with *Error.
func (t *Tensor) Sort(axis int, descending bool) (values, indices *Tensor) {
	axis = t.axis("sort", axis)
	return t.chosen("sort", axis, t.order(axis, descending), true)
}

// Argsort is the places (int64, of t's shape) that sort t along an axis, as Sort does.
func (t *Tensor) Argsort(axis int, descending bool) *Tensor {
	return wrap(t.order(t.axis("argsort", axis), descending), t.device)
}

// Msort is t sorted along its first axis, rising.
func (t *Tensor) Msort() *Tensor {
	values, _ := t.Sort(0, false)
	return values
}

// order is the places that sort t along axis. A tensor without axes is in order.
func (t *Tensor) order(axis int, descending bool) node {
	if t.Rank() == 0 {
		return lazy.NewConst(ops.IntValue(Int64, 0))
	}
	return sortOrder(t.n(), axis, descending)
}

// chosen reads t at places along axis that are known to lie in it, and gives the places too. Without keep the axis, which
// has one place, is dropped.
func (t *Tensor) chosen(op string, axis int, at node, keep bool) (values, indices *Tensor) {
	if t.Rank() == 0 {
		return derive(op, t.n(), t), wrap(at, t.device)
	}
	v := gatherNode(t.n(), axis, at)
	if !keep {
		v, at = dropAxis(v, axis), dropAxis(at, axis)
	}
	return derive(op, v, t), derive(op, at, t.shadow())
}

// keeps says whether KeepDim was given.
func keeps(keep []int) bool { return slices.Contains(keep, KeepDim) }

// TopK is the k greatest elements along an axis, falling, or with largest false the k least, rising, and their places
// (int64). NaN is the greatest; of equal elements the first are taken. The axis has length k in the result. It panics with
// *Error where k is negative or greater than the axis is long.
func (t *Tensor) TopK(k, axis int, largest bool) (values, indices *Tensor) {
	axis = t.axis("topk", axis)
	t.mustCount("topk")
	if n := t.lineLength(axis); k < 0 || k > n {
		bad("topk", t).at(axis).fail(lazy.ErrValue, "k is %d, the axis has %d elements", k, n)
	}
	order := t.order(axis, largest)
	if t.Rank() > 0 {
		order = shrinkAxis(order, axis, 0, k)
	}
	return t.chosen("topk", axis, order, true)
}

// lineLength is the length of an axis; a tensor without axes is one element.
func (t *Tensor) lineLength(axis int) int {
	if t.Rank() == 0 {
		return 1
	}
	return t.n().Shape[axis]
}

// Kthvalue is the k-th least element along an axis, counted from 1, and its place (int64); of equal elements it is the one
// that a stable sort puts there. The axis is dropped, or kept with KeepDim. It panics with *Error where k is not from 1 to
// the axis's length.
func (t *Tensor) Kthvalue(k, axis int, keep ...int) (value, index *Tensor) {
	axis = t.axis("kthvalue", axis)
	t.mustCount("kthvalue")
	if n := t.lineLength(axis); k < 1 || k > n {
		bad("kthvalue", t).at(axis).fail(lazy.ErrValue, "k is %d, the axis has %d elements", k, n)
	}
	order := t.order(axis, false)
	if t.Rank() > 0 {
		order = shrinkAxis(order, axis, k-1, k)
	}
	return t.chosen("kthvalue", axis, order, keeps(keep))
}
