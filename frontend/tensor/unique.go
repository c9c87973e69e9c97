package tensor

import (
	"context"

	"weft/lazy"
	"weft/ops"
)

// Unique is the different elements of t, rising, as a vector; for each element of t (in t's shape, int64) which of them it is;
// and how often each appears (int64). With an axis it is slices along that axis that are compared, element by element, and
// values has t's other axes. Of equal elements, such as zeros of both signs, the first stands for all; NaN equals nothing.
// No gradient flows.
//
// How many there are depends on the data: t is computed at once. Errors in computing, an axis that t does not have, and an
// axis beside one of length 0 panic with *Error, which Try returns.
func (t *Tensor) Unique(axis ...int) (values, inverse, counts *Tensor) {
	return t.unique("unique", axis, true)
}

// UniqueConsecutive is Unique of neighbours only: a value that comes back later counts anew, and nothing is sorted. It
// computes t at once, as Unique does.
func (t *Tensor) UniqueConsecutive(axis ...int) (values, inverse, counts *Tensor) {
	return t.unique("unique_consecutive", axis, false)
}

func (t *Tensor) unique(op string, axis []int, sorted bool) (values, inverse, counts *Tensor) {
	x, at := t.Detach().Flatten(), 0
	shape := t.Shape()
	if len(axis) > 0 {
		x, at = t.Detach(), t.uniqueAxis(op, axis[0])
		shape = []int{t.Dim(at)}
	}
	if x.Numel() == 0 { // nothing, or no slice
		none := Options{DType: Int64, Device: t.device}.Zeros(0)
		return x, none.Reshape(shape...), none
	}
	rows := x.Transpose(at, 0).Reshape(x.Dim(at), -1) // exchanged, not moved: the order of comparing is PyTorch's
	first, inverse, counts := uniqueRows(rows, sorted)
	return x.IndexSelect(at, first), inverse.Reshape(shape...), counts
}

func (t *Tensor) uniqueAxis(op string, axis int) int {
	t.needAxes(op)
	axis = t.axis(op, axis)
	if t.Numel() == 0 && t.Dim(axis) > 0 {
		bad(op, t).at(axis).fail(lazy.ErrShape, "slices without elements cannot be compared")
	}
	return axis
}

// uniqueRows gives where each different row of a matrix stands first, which of them each row is, and how often each
// appears.
func uniqueRows(rows *Tensor, sorted bool) (first, inverse, counts *Tensor) {
	x := rows.n()
	n := x.Shape[0]
	order := lazy.NewIota(Int64, 0, n)
	if sorted {
		order = rowOrder(x)
	}
	begins := lazy.ReduceNode(ops.ReduceMax, differs(selectRows(x, 0, order), 0), 1)
	number := wrap(scan(ops.ReduceAdd, castTo(begins, Int64), 0), rows.device) // counted from 1
	places := wrap(order, rows.device)
	realizeNow(number, places)
	last := number.n()
	many := number.Select(0, n-1).Int()
	id := sub(last, intLike(last, 1))
	begin := runStarts(last, many)
	begun := wrap(begin, rows.device)
	next := Cat([]*Tensor{begun.Narrow(0, 1, many-1), begun.FullLike(n).Narrow(0, 0, 1)}, 0)
	return places.IndexSelect(0, begun), wrap(scattered(ops.ReduceAdd, 0, n, places.n(), id), rows.device), next.Sub(begun)
}

// runStarts is where the numbers 1 to many begin in a vector that rises by steps of one.
func runStarts(number node, many int) node {
	begins := differs(number, 0)
	at := where(begins, sub(number, intLike(number, 1)), intLike(number, int64(many))) // the others go nowhere
	return scattered(ops.ReduceAdd, 0, many, at, lazy.NewIota(Int64, 0, number.Shape...))
}

// realizeNow computes what a shape depends on. Errors panic with *Error.
func realizeNow(ts ...*Tensor) {
	if err := Realize(context.Background(), ts...); err != nil {
		raise(err)
	}
}

// rowOrder sorts the rows of a matrix by their elements, the first that differs deciding.
func rowOrder(x node) node {
	n, width := x.Shape[0], x.Shape[1]
	if width == 1 {
		return sortOrder(reshaped(x, n), 0, false)
	}
	keys := lazy.ContiguousNode(orderKey(x))
	before := func(a, b sortLine) node { return rowBefore(keys, a[0], b[0]) }
	line := sortLine{lazy.NewIota(Int64, 0, n)}
	return shrinkAxis(line.padded().network(before)[0], 0, 0, n)
}

// rowBefore says where row a of keys belongs before row b. Equal rows, and those that are none, keep their order.
func rowBefore(keys, a, b node) node {
	n, width := keys.Shape[0], keys.Shape[1]
	x, y := selectRows(keys, 0, a), selectRows(keys, 0, b)
	left := sub(intLike(lazy.NewIota(Int64, 1, x.Shape...), int64(width)), lazy.NewIota(Int64, 1, x.Shape...))
	less := castTo(lt(x, y), Int64)
	verdict := add(add(left, left), less) // the earlier column wins, and its last bit says how
	verdict = lazy.ReduceNode(ops.ReduceMax, where(ne(x, y), verdict, intLike(verdict, 0)), 1)
	none := or(le(intLike(a, int64(n)), a), le(intLike(b, int64(n)), b))
	equal := or(none, eq(verdict, intLike(verdict, 0)))
	odd := eq(lazy.Elementwise(ops.And, verdict, intLike(verdict, 1)), intLike(verdict, 1))
	return where(equal, lt(a, b), odd)
}
