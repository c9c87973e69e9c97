package tensor

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// Cat joins tensors along an axis; their other lengths must agree, else it panics with *Error. Their dtypes are
// promoted. Empty vectors are left out, as in PyTorch.
func Cat(ts []*Tensor, axis int) *Tensor {
	ts, d := joinable("cat", ts)
	first := ts[0]
	axis = first.axis("cat", axis)
	total := 0
	for i, t := range ts {
		mustJoin(ts, i, axis)
		total += t.n().Shape[axis]
	}
	var out node
	at := 0
	for _, t := range ts {
		n := t.n().Shape[axis]
		out = placed(out, castTo(t.n(), d), axis, at, total-at-n)
		at += n
	}
	return derive("cat", out, ts...)
}

// joinable drops empty vectors and finds the common dtype.
func joinable(op string, ts []*Tensor) ([]*Tensor, DType) {
	if len(ts) == 0 {
		bad(op).fail(lazy.ErrValue, "wants at least one tensor")
	}
	kinds := make([]ops.Operand, len(ts))
	var kept []*Tensor
	for i, t := range ts {
		kinds[i] = ops.Operand{DType: t.DType(), Weight: ops.Ordinary}
		if t.Rank() == 0 && op == "cat" {
			bad(op, t).at(i).hinting("use Stack").fail(lazy.ErrShape, "tensor %d has no axes and cannot be joined", i)
		}
		if op != "cat" || t.Rank() != 1 || t.n().Shape[0] != 0 {
			kept = append(kept, t)
		}
	}
	d, err := ops.PromoteAll(kinds...)
	if err != nil {
		bad(op, ts...).fail(lazy.ErrDType, "%v", err)
	}
	if len(kept) == 0 {
		kept = ts[:1]
	}
	return kept, d
}

func mustJoin(ts []*Tensor, i, axis int) {
	a, b := ts[0].n().Shape, ts[i].n().Shape
	if len(a) != len(b) {
		bad("cat", ts[0], ts[i]).fail(lazy.ErrShape, "tensors 0 and %d have different ranks: %d and %d", i, len(a), len(b))
	}
	for k := range a {
		if k != axis && a[k] != b[k] {
			bad("cat", ts[0], ts[i]).at(k).fail(lazy.ErrShape,
				"tensors 0 and %d differ along axis %d: lengths %d and %d", i, k, a[k], b[k])
		}
	}
}

// placed adds one part to a join: padded with what addition leaves alone, so that regions never touch one another.
func placed(sum, part node, axis, before, after int) node {
	e := ops.IntValue(part.DType, 0)
	if part.DType != Bool {
		e = neutral(ops.ReduceAdd, part.DType)
	}
	part = padAxis(part, e, axis, before, after)
	switch {
	case sum == nil:
		return part
	case part.DType == Bool:
		return or(sum, part)
	}
	return add(sum, part)
}

// Stack joins tensors of one shape along a new axis. Their dtypes are promoted. Other shapes panic with *Error.
func Stack(ts []*Tensor, axis int) *Tensor {
	ts, d := joinable("stack", ts)
	axis = ts[0].axisOf("stack", axis, ts[0].Rank()+1)
	var out node
	for i, t := range ts {
		if !sameShape(t.n().Shape, ts[0].n().Shape) {
			bad("stack", ts[0], t).fail(lazy.ErrShape, "tensors 0 and %d have different shapes", i)
		}
		out = placed(out, insertAxis(castTo(t.n(), d), axis, 1), axis, i, len(ts)-i-1)
	}
	return derive("stack", out, ts...)
}

// HStack joins along the second axis, vectors along the first; tensors without axes count as vectors.
func HStack(ts []*Tensor) *Tensor {
	ts = atLeast1D(ts)
	if len(ts) > 0 && ts[0].Rank() == 1 {
		return Cat(ts, 0)
	}
	return Cat(ts, 1)
}

// VStack joins along the first axis; vectors and tensors without axes become rows.
func VStack(ts []*Tensor) *Tensor {
	out := slices.Clone(ts)
	for i, t := range out {
		if t.Rank() < 2 {
			out[i] = t.Reshape(1, -1)
		}
	}
	return Cat(out, 0)
}

func atLeast1D(ts []*Tensor) []*Tensor {
	out := slices.Clone(ts)
	for i, t := range out {
		if t.Rank() == 0 {
			out[i] = t.Reshape(1)
		}
	}
	return out
}

// Split cuts t along an axis into pieces of length size; the last may be shorter. The pieces are views. SplitSizes is
// PyTorch's split(list).
func (t *Tensor) Split(size, axis int) []*Tensor {
	t.needAxes("split")
	axis = t.axis("split", axis)
	n := t.n().Shape[axis]
	if size < 0 || size == 0 && n > 0 {
		bad("split", t).fail(lazy.ErrValue, "size must be positive, got %d", size)
	}
	if n == 0 {
		return []*Tensor{t.Narrow(axis, 0, 0)}
	}
	var sizes []int
	for at := 0; at < n; at += size {
		sizes = append(sizes, min(size, n-at))
	}
	return t.SplitSizes(sizes, axis)
}

// SplitSizes cuts t along an axis into pieces of the lengths given, which must add up, else it panics with *Error. The
// pieces are views.
func (t *Tensor) SplitSizes(sizes []int, axis int) []*Tensor {
	t.needAxes("split")
	axis = t.axis("split", axis)
	n, sum := t.n().Shape[axis], 0
	for _, s := range sizes {
		sum += s
	}
	if sum != n {
		bad("split", t).at(axis).fail(lazy.ErrShape, "sizes %v add up to %d, axis %d has length %d", sizes, sum, axis, n)
	}
	out, at := make([]*Tensor, len(sizes)), 0
	for i, s := range sizes {
		out[i] = t.Narrow(axis, at, s)
		at += s
	}
	return out
}

// Chunk cuts t along an axis into at most n pieces of equal length, the last perhaps shorter; TensorSplit makes exactly
// n. The pieces are views.
func (t *Tensor) Chunk(n, axis int) []*Tensor {
	if n < 1 {
		bad("chunk", t).fail(lazy.ErrValue, "the number of chunks must be positive, got %d", n)
	}
	t.needAxes("chunk")
	axis = t.axis("chunk", axis)
	d := t.n().Shape[axis]
	if d == 0 {
		return t.SplitSizes(make([]int, n), axis)
	}
	return t.Split((d+n-1)/n, axis)
}

// TensorSplit cuts t along an axis into exactly n pieces whose lengths differ by at most one, the longer ones first.
// The pieces are views.
func (t *Tensor) TensorSplit(n, axis int) []*Tensor {
	t.needAxes("tensor_split")
	axis = t.axis("tensor_split", axis)
	if n < 1 {
		bad("tensor_split", t).fail(lazy.ErrValue, "the number of pieces must be positive, got %d", n)
	}
	d := t.n().Shape[axis]
	sizes := make([]int, n)
	for i := range sizes {
		sizes[i] = d / n
		if i < d%n {
			sizes[i]++
		}
	}
	return t.SplitSizes(sizes, axis)
}

// Unbind is the positions of an axis as tensors of one axis less. They are views.
func (t *Tensor) Unbind(axis int) []*Tensor {
	t.needAxes("unbind")
	axis = t.axis("unbind", axis)
	out := make([]*Tensor, t.n().Shape[axis])
	for i := range out {
		out[i] = t.Select(axis, i)
	}
	return out
}
