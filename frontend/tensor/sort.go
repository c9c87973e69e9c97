package tensor

import (
	"weft/lazy"
	"weft/ops"
)

// Sort is t sorted along an axis and, as int64, the places its elements came from. Equal elements keep their order; NaN
// counts as greater than everything.
func (t *Tensor) Sort(axis int, descending bool) (values, indices *Tensor) {
	if t.Rank() == 0 {
		t.axis("sort", axis)
		return t.alias2(), Options{DType: Int64, Device: t.device}.Zeros()
	}
	axis = t.axis("sort", axis)
	order := sortOrder(t.n(), axis, descending)
	return derive("sort", gatherNode(t.n(), axis, order), t), wrap(order, t.device)
}

// Argsort is the places that sort t along an axis, as int64.
func (t *Tensor) Argsort(axis int, descending bool) *Tensor {
	_, indices := t.Sort(axis, descending)
	return indices
}

// TopK is the k greatest elements along an axis, or with largest false the k least, in order, and their places.
func (t *Tensor) TopK(k, axis int, largest bool) (values, indices *Tensor) {
	axis = t.axis("topk", axis)
	values, indices = t.Sort(axis, largest)
	if t.Rank() == 0 {
		return values, indices
	}
	if k < 0 || k > t.Dim(axis) {
		bad("topk", t).at(axis).fail(lazy.ErrValue, "k is %d, the axis has %d elements", k, t.Dim(axis))
	}
	return values.Narrow(axis, 0, k), indices.Narrow(axis, 0, k)
}

// Kthvalue is the k-th least element along an axis (k counts from 1), and its place. KeepDim may follow.
func (t *Tensor) Kthvalue(k, axis int, keep ...int) (value, index *Tensor) {
	axis = t.axis("kthvalue", axis)
	if k < 1 || k > max(1, t.Numel()) || t.Rank() > 0 && k > t.Dim(axis) {
		bad("kthvalue", t).at(axis).fail(lazy.ErrValue, "k is %d, the axis has %d elements", k, t.Numel())
	}
	values, indices := t.Sort(axis, false)
	return values.pick(k-1, axis, keep), indices.pick(k-1, axis, keep)
}

// pick is one position of an axis, kept with length one if asked for.
func (t *Tensor) pick(at, axis int, keep []int) *Tensor {
	if t.Rank() == 0 {
		return t
	}
	x := t.Narrow(axis, at, 1)
	if len(keep) > 0 && keep[0] == KeepDim {
		return x
	}
	return x.Squeeze(axis)
}

// Median is the middle element along an axis, the lower of two, and its place; NaN wins. KeepDim may follow.
func (t *Tensor) Median(axis int, keep ...int) (value, index *Tensor) {
	axis = t.axis("median", axis)
	return t.median("median", axis, keep, func(x node) node {
		n := int64(1)
		if len(x.Shape) > 0 {
			n = int64(x.Shape[axis])
		}
		middle := lazy.NewConst(ops.IntValue(Int64, (n-1)/2), keepAxes(x.Shape, []int{axis})...)
		if !x.DType.IsFloat() {
			return middle
		}
		valid := insertOne(lazy.ReduceNode(ops.ReduceAdd, castTo(not(isNaN(x)), Int64), axis), axis)
		return where(eq(valid, intLike(valid, n)), middle, valid) // the first NaN follows the valid elements
	})
}

// NanMedian is the middle element along an axis of those that are not NaN, the lower of two, and its place.
func (t *Tensor) NanMedian(axis int, keep ...int) (value, index *Tensor) {
	if !t.DType().IsFloat() {
		return t.Median(axis, keep...)
	}
	axis = t.axis("nanmedian", axis)
	return t.median("nanmedian", axis, keep, func(x node) node {
		valid := insertOne(lazy.ReduceNode(ops.ReduceAdd, castTo(not(isNaN(x)), Int64), axis), axis)
		last := sub(valid, intLike(valid, 1))
		last = where(lt(last, intLike(last, 0)), intLike(last, 0), last)
		return lazy.Elementwise(ops.Div, last, intLike(last, 2))
	})
}

func insertOne(x node, axis int) node { return insertAxis(x, axis, 1) }

// median reads the sorted line at a place that depends on the data.
func (t *Tensor) median(op string, axis int, keep []int, place func(x node) node) (value, index *Tensor) {
	if t.DType() == Bool {
		bad(op, t).hinting("cast to an integer type").fail(lazy.ErrDType, "is not defined on bool")
	}
	if t.Rank() == 0 {
		return t.alias2(), Options{DType: Int64, Device: t.device}.Zeros()
	}
	if t.Dim(axis) == 0 {
		bad(op, t).at(axis).fail(lazy.ErrShape, "nothing to choose from")
	}
	order := sortOrder(t.n(), axis, false)
	at := gatherNode(order, axis, place(detached(t.n())))
	value = derive(op, gatherNode(t.n(), axis, at), t)
	index = wrap(at, t.device)
	if len(keep) > 0 && keep[0] == KeepDim {
		return value, index
	}
	return value.Squeeze(axis), index.Squeeze(axis)
}

// Mode is the most frequent element along an axis, the least of several, and the last place where it is. KeepDim may follow.
func (t *Tensor) Mode(axis int, keep ...int) (value, index *Tensor) {
	axis = t.axis("mode", axis)
	if t.Rank() == 0 {
		return t.alias2(), Options{DType: Int64, Device: t.device}.Zeros()
	}
	order := sortOrder(t.n(), axis, false)
	x := gatherNode(detached(t.n()), axis, order)
	n := x.Shape[axis]
	mine, other := insertAxis(x, axis+1, n), insertAxis(x, axis, n)
	often := lazy.ReduceNode(ops.ReduceAdd, castTo(eq(mine, other), Int64), axis+1)
	// Of the sorted elements the first with the greatest count begins the run; its last one is count-1 further on.
	counts := wrap(often, t.device)
	most, first := counts.MaxDim(axis, KeepDim)
	at := gatherNode(order, axis, first.Add(most).Sub(1).n())
	value, index = derive("mode", gatherNode(t.n(), axis, at), t), wrap(at, t.device)
	if len(keep) > 0 && keep[0] == KeepDim {
		return value, index
	}
	return value.Squeeze(axis), index.Squeeze(axis)
}
