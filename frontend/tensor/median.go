package tensor

import (
	"math"

	"weft/lazy"
	"weft/ops"
)

// Median is the middle of all elements, the lower of two, as a tensor without axes; NaN wins. Elements that equal it share
// the gradient. Of no elements it is NaN. bool, and no integers, panic with *Error.
func (t *Tensor) Median() *Tensor { return t.medianOfAll("median", (*Tensor).MedianDim) }

// NanMedian is the middle of all elements that are not NaN, as Median says; NaN if there are none.
func (t *Tensor) NanMedian() *Tensor { return t.medianOfAll("nanmedian", (*Tensor).NanMedianDim) }

// medianOfAll finds the median and, of floats, lets the elements that equal it share the gradient.
func (t *Tensor) medianOfAll(op string, along func(t *Tensor, axis int, keep ...int) (value, index *Tensor)) *Tensor {
	d := t.DType()
	if t.Numel() == 0 && d.IsFloat() {
		return t.options().Full(math.NaN())
	}
	m, _ := along(t.Detach().Flatten(), 0)
	if !d.IsFloat() {
		return m
	}
	return derive(op, sharedBy(reshaped(t.n(), t.Numel()), m.n()), t)
}

// sharedBy is m, which elements of a vector equal: each of them is an equal part of it in the gradient. The mean of equal
// elements may be off by a rounding, which is taken back.
func sharedBy(x, m node) node {
	plain, want := detached(x), expandTo(m, x.Shape)
	hit := or(eq(plain, want), and(isNaN(plain), isNaN(want)))
	many := expandTo(lazy.ReduceNode(ops.ReduceAdd, castTo(hit, x.DType.Compute()), 0), x.Shape)
	nothing := neutral(ops.ReduceAdd, x.DType)
	part := where(hit, castTo(div(widened(x), many), x.DType), lazy.NewConst(nothing, x.Shape...))
	mean := lazy.ReduceNode(ops.ReduceAdd, part, 0)
	off := detached(where(eq(mean, m), lazy.NewConst(nothing), sub(m, mean)))
	return add(mean, off)
}

// MedianDim is the middle element along an axis, the lower of two, and its place (int64), which gets all of the gradient.
// The first NaN wins. The axis is dropped, or kept with KeepDim. bool, and an axis without elements, panic with *Error.
func (t *Tensor) MedianDim(axis int, keep ...int) (value, index *Tensor) {
	return t.median("median", axis, keep, func(valid node, n int) node {
		middle := intLike(valid, int64(n-1)/2)
		return where(eq(valid, intLike(valid, int64(n))), middle, valid) // the first NaN follows the valid elements
	})
}

// NanMedianDim is MedianDim of the elements that are not NaN; NaN where there are none.
func (t *Tensor) NanMedianDim(axis int, keep ...int) (value, index *Tensor) {
	return t.median("nanmedian", axis, keep, func(valid node, _ int) node {
		last := lazy.Elementwise(ops.Max, sub(valid, intLike(valid, 1)), intLike(valid, 0))
		return lazy.Elementwise(ops.Shr, last, intLike(last, 1))
	})
}

// median reads the sorted line at a place that depends on how many of its n elements are not NaN.
func (t *Tensor) median(op string, axis int, keep []int, place func(valid node, n int) node) (value, index *Tensor) {
	axis = t.axis(op, axis)
	if t.DType() == Bool {
		bad(op, t).hinting("cast to an integer type").fail(lazy.ErrDType, "is not defined on bool")
	}
	n := t.lineLength(axis)
	t.mustChoose(op, axis, n)
	order := t.order(axis, false)
	if t.Rank() > 0 {
		order = gatherNode(order, axis, place(validAlong(detached(t.n()), axis), n))
	}
	return t.chosen(op, axis, order, keeps(keep))
}

func (t *Tensor) mustChoose(op string, axis, n int) {
	if n == 0 {
		bad(op, t).at(axis).fail(lazy.ErrShape, "there is nothing to choose from: the axis has no elements")
	}
}

// validAlong counts, keeping the axis, the elements that are not NaN.
func validAlong(x node, axis int) node {
	if !x.DType.IsFloat() {
		return lazy.NewConst(ops.IntValue(Int64, int64(x.Shape[axis])), keepAxes(x.Shape, []int{axis})...)
	}
	return insertAxis(lazy.ReduceNode(ops.ReduceAdd, castTo(not(isNaN(x)), Int64), axis), axis, 1)
}

// Mode is the most frequent element along an axis, the least of several, and the last place where it stands (int64). NaN
// equals nothing. The axis is dropped, or kept with KeepDim. An axis without elements panics with *Error.
func (t *Tensor) Mode(axis int, keep ...int) (value, index *Tensor) {
	axis = t.axis("mode", axis)
	t.mustChoose("mode", axis, t.lineLength(axis))
	order := t.order(axis, false)
	if t.Rank() > 0 && t.Numel() > 0 {
		run := runLengths(gatherNode(detached(t.n()), axis, order), axis)
		f := fold{t: wrap(run, t.device), axes: []int{axis}}
		longest := f.firstBest(run, fold.max) // the end of the first of the longest runs
		order = gatherNode(order, axis, insertAxis(longest, axis, 1))
	} else if t.Rank() > 0 {
		order = shrinkAxis(order, axis, 0, 1)
	}
	return t.chosen("mode", axis, order, keeps(keep))
}

// runLengths counts, for each element of sorted lines, the equal ones up to it.
func runLengths(sorted node, axis int) node {
	i := lazy.NewIota(Int64, axis, sorted.Shape...)
	start := scan(ops.ReduceMax, where(differs(sorted, axis), i, intLike(i, 0)), axis)
	return add(sub(i, start), intLike(i, 1))
}

// differs says where an element differs from the one before it along axis; the first does.
func differs(x node, axis int) node {
	n := x.Shape[axis]
	if n == 0 {
		return truth(true, x.Shape)
	}
	ne := ne(shrinkAxis(x, axis, 1, n), shrinkAxis(x, axis, 0, n-1))
	return padAxis(ne, ops.BoolValue(true), axis, 1, 0)
}
