package tensor

import (
	"fmt"
	"slices"

	"weft/lazy"
	"weft/ops"
)

func outOfRange(n int) string { return fmt.Sprintf("index out of range for an axis of length %d", n) }

// mustIndex checks an index tensor that PyTorch wants as int64 (int32 where both are allowed); one without elements may be of any type.
func mustIndex(op string, t, index *Tensor, alsoInt32 bool) {
	if d := index.DType(); d != Int64 && !(alsoInt32 && d == Int32) && index.Numel() > 0 {
		bad(op, t, index).hinting("cast the index to int64").fail(lazy.ErrDType, "the index must be int64, not %s", d)
	}
}

// sameRank checks that an index has t's rank and is nowhere longer, but along axis.
func (t *Tensor) sameRank(op string, axis int, index *Tensor) {
	if max(index.Rank(), 1) != max(t.Rank(), 1) {
		bad(op, t, index).fail(lazy.ErrShape, "the index must have the tensor's rank")
	}
	for i, d := range index.n().Shape {
		if i != axis && t.Rank() > 0 && d > t.n().Shape[i] {
			bad(op, t, index).at(i).
				fail(lazy.ErrShape, "the index is longer than the tensor along axis %d: %d against %d", i, d, t.n().Shape[i])
		}
	}
}

// Gather reads t along an axis: out[i,j] = t[index[i,j], j] for axis 0. index (int64) has t's rank and is not longer
// than t along other axes; the result has its shape and t's dtype. Positions outside, negative ones too, are reported
// when it runs.
func (t *Tensor) Gather(axis int, index *Tensor) *Tensor {
	axis = t.axis("gather", axis)
	mustIndex("gather", t, index, false)
	t.sameRank("gather", axis, index)
	x, at := t.n(), index.n()
	if t.Rank() == 0 || index.Rank() == 0 {
		x, at = reshaped(x, max(t.Numel(), 1)), reshaped(at, index.Numel())
	}
	n := gatherNode(x, axis, positions("gather", at, x.Shape[axis], false))
	return derive("gather", reshaped(n, index.n().Shape...), t, index)
}

// gatherNode reads x along axis at positions that are known to lie in it.
func gatherNode(x node, axis int, at node) node {
	bounds := make([]int, 0, 2*len(x.Shape))
	for i, d := range x.Shape {
		if i != axis {
			d = at.Shape[i]
		}
		bounds = append(bounds, 0, d)
	}
	x = shrunk(x, bounds)
	if x.Shape[axis] == 0 || len(at.Shape) > 0 && prod(at.Shape) == 0 {
		return lazy.NewConst(ops.IntValue(x.DType, 0), at.Shape...)
	}
	wide := insertAxis(x, axis, at.Shape[axis]) // axis is the result's, axis+1 is read along
	hit := eq(lazy.NewIota(Int64, axis+1, wide.Shape...), insertAxis(at, axis+1, x.Shape[axis]))
	return selected(hit, wide, axis+1)
}

// TakeAlongAxis is Gather with t and index broadcast along the other axes: the counterpart of Argmax and sorting.
// PyTorch's take_along_dim.
func (t *Tensor) TakeAlongAxis(index *Tensor, axis int) *Tensor {
	axis = t.axis("take_along_axis", axis)
	mustIndex("take_along_axis", t, index, false)
	if t.Rank() != index.Rank() {
		bad("take_along_axis", t, index).fail(lazy.ErrShape, "the index must have the tensor's rank")
	}
	if t.Rank() == 0 {
		return t.Gather(axis, index)
	}
	a, b := slices.Clone(t.n().Shape), slices.Clone(index.n().Shape)
	a[axis], b[axis] = 1, 1
	shape := broadcast("take_along_axis", []*Tensor{t, index}, a, b)
	x, at := slices.Clone(shape), slices.Clone(shape)
	x[axis], at[axis] = t.n().Shape[axis], index.n().Shape[axis]
	return t.Expand(x...).Gather(axis, index.Expand(at...))
}

// IndexSelect is t at the positions of a vector index (int64 or int32) along an axis, whose length becomes the index's.
// Positions outside, negative ones too, are reported when it runs.
func (t *Tensor) IndexSelect(axis int, index *Tensor) *Tensor {
	axis = t.axis("index_select", axis)
	if index.Rank() > 1 {
		bad("index_select", t, index).hinting("use Index").fail(lazy.ErrIndex, "the index must be a vector")
	}
	mustIndex("index_select", t, index, true)
	if t.Rank() == 0 {
		return t.move().view("index_select", t)
	}
	at := positions("index_select", reshaped(index.n(), index.Numel()), t.n().Shape[axis], false)
	return derive("index_select", selectRows(t.n(), axis, at), t, index)
}

// selectRows reads x along axis at a vector of positions.
func selectRows(x node, axis int, at node) node {
	k := at.Shape[0]
	shape := slices.Clone(x.Shape)
	shape[axis] = k
	if prod(shape) == 0 || x.Shape[axis] == 0 {
		return lazy.NewConst(ops.IntValue(x.DType, 0), shape...)
	}
	wide := insertAxis(x, axis, k)
	ones := slices.Repeat([]int{1}, len(wide.Shape))
	ones[axis] = k
	hit := eq(lazy.NewIota(Int64, axis+1, wide.Shape...), expandTo(reshaped(at, ones...), wide.Shape))
	return selected(hit, wide, axis+1)
}

// Take is the flattened t at positions (int64) of any shape, which is the result's; negative ones count from the end.
// Positions outside are reported when it runs.
func (t *Tensor) Take(index *Tensor) *Tensor {
	mustIndex("take", t, index, false)
	at := positions("take", index.n(), t.Numel(), true)
	return derive("take", takeRows(reshaped(t.n(), t.Numel()), at), t, index)
}

// Embedding is the rows of weight, a matrix, at ids (int64 or int32) of any shape: the axes of ids, then that of a row.
// Ids outside are reported when it runs. The gradient of weight touches only the rows used.
func Embedding(ids, weight *Tensor) *Tensor {
	mustIndex("embedding", weight, ids, true)
	if weight.Rank() != 2 {
		bad("embedding", weight, ids).fail(lazy.ErrShape, "the weight must be a matrix")
	}
	at := positions("embedding", ids.n(), weight.n().Shape[0], false)
	return derive("embedding", takeRows(weight.n(), at), weight, ids)
}

// OneHot is an int64 tensor with a last axis of length classes, 1 at the class ids (int64) and 0 elsewhere. Ids outside
// are reported when it runs. With classes -1, PyTorch's default, the greatest id is computed at once.
func OneHot(ids *Tensor, classes int) *Tensor {
	mustIndex("one_hot", ids, ids, false)
	if classes == -1 {
		classes = ids.Max().Int() + 1
	}
	if classes < 1 {
		bad("one_hot", ids).fail(lazy.ErrValue, "the number of classes must be positive, got %d", classes)
	}
	at := insertAxis(positions("one_hot", ids.n(), classes, false), ids.Rank(), classes)
	hit := eq(lazy.NewIota(Int64, ids.Rank(), at.Shape...), at)
	return derive("one_hot", castTo(hit, Int64), ids)
}
