package tensor

import (
	"slices"

	"weft/lazy"
)

// BroadcastAll expands tensors to their common shape: PyTorch's broadcast_tensors. Shapes that do not broadcast panic
// with *Error.
func BroadcastAll(ts ...*Tensor) []*Tensor {
	var shape []int
	for _, t := range ts {
		shape = broadcast("broadcast", ts, shape, t.n().Shape)
	}
	out := make([]*Tensor, len(ts))
	for i, t := range ts {
		out[i] = t.Expand(shape...)
	}
	return out
}

// Meshgrid expands vectors to the grid of all combinations of their elements. With the indexing "ij" (PyTorch's
// default) vector i runs along axis i; with "xy" the first two are exchanged.
func Meshgrid(indexing string, ts ...*Tensor) []*Tensor {
	if indexing != "ij" && indexing != "xy" {
		bad("meshgrid", ts...).fail(lazy.ErrValue, "the indexing must be ij or xy, not %q", indexing)
	}
	swap := indexing == "xy" && len(ts) > 1
	out := make([]*Tensor, len(ts))
	for i, t := range ts {
		if t.Rank() > 1 {
			bad("meshgrid", t).fail(lazy.ErrShape, "wants vectors")
		}
		shape := slices.Repeat([]int{1}, len(ts))
		at := i
		if swap && i < 2 {
			at = 1 - i
		}
		shape[at] = t.Numel()
		out[i] = t.Reshape(shape...)
	}
	return BroadcastAll(out...)
}

// BlockDiag puts matrices on the diagonal of a matrix of zeros; vectors count as rows, the dtypes are promoted.
func BlockDiag(ts ...*Tensor) *Tensor {
	rows, columns := 0, 0
	blocks := make([]*Tensor, len(ts))
	for i, t := range ts {
		if t.Rank() > 2 {
			bad("block_diag", t).fail(lazy.ErrShape, "wants matrices")
		}
		for t.Rank() < 2 {
			t = t.Unsqueeze(0)
		}
		blocks[i] = t
		rows, columns = rows+t.Dim(0), columns+t.Dim(1)
	}
	top, left := 0, 0
	for i, t := range blocks {
		h, w := t.Dim(0), t.Dim(1)
		blocks[i] = t.Pad([]int{left, columns - left - w, 0, 0}, 0)
		top, left = top+h, left+w
	}
	return Cat(blocks, 0)
}

// RepeatInterleaveEach repeats element i of an axis (of the flattened tensor without one) times[i] times: PyTorch's
// repeat_interleave(tensor). It computes times at once, since the size of the result depends on it; errors panic with
// *Error.
func (t *Tensor) RepeatInterleaveEach(times *Tensor, axis ...int) *Tensor {
	if len(axis) == 0 {
		t, axis = t.Reshape(-1), []int{0}
	}
	a := t.axis("repeat_interleave", axis[0])
	var at []int
	ns := MustData[int64](times.Cast(Int64))
	if len(ns) == 1 {
		return t.RepeatInterleave(int(ns[0]), a)
	}
	if len(ns) != t.Dim(a) {
		bad("repeat_interleave", t, times).at(a).fail(lazy.ErrShape, "%d counts for %d elements", len(ns), t.Dim(a))
	}
	for i, n := range ns {
		at = append(at, slices.Repeat([]int{i}, int(n))...)
	}
	return t.IndexSelect(a, NewOn(t.device, at, len(at)))
}

// PixelShuffle makes pixels of groups of n*n channels: (..., c*n*n, h, w) becomes (..., c, h*n, w*n).
func (t *Tensor) PixelShuffle(n int) *Tensor {
	if t.Rank() < 3 || n < 1 || t.Dim(-3)%(n*n) != 0 {
		bad("pixel_shuffle", t).fail(lazy.ErrShape, "the channels do not divide into groups of %d", n*n)
	}
	c, h, w := t.Dim(-3)/(n*n), t.Dim(-2), t.Dim(-1)
	lead := prod(t.n().Shape[:t.Rank()-3])
	x := t.Reshape(lead, c, n, n, h, w).Permute(0, 1, 4, 2, 5, 3)
	return x.Reshape(slices.Concat(t.n().Shape[:t.Rank()-3], []int{c, h * n, w * n})...)
}

// PixelUnshuffle undoes PixelShuffle: (..., c, h*n, w*n) becomes (..., c*n*n, h, w).
func (t *Tensor) PixelUnshuffle(n int) *Tensor {
	if t.Rank() < 3 || n < 1 || t.Dim(-2)%n != 0 || t.Dim(-1)%n != 0 {
		bad("pixel_unshuffle", t).fail(lazy.ErrShape, "height and width do not divide by %d", n)
	}
	c, h, w := t.Dim(-3), t.Dim(-2)/n, t.Dim(-1)/n
	lead := prod(t.n().Shape[:t.Rank()-3])
	x := t.Reshape(lead, c, h, n, w, n).Permute(0, 1, 3, 5, 2, 4)
	return x.Reshape(slices.Concat(t.n().Shape[:t.Rank()-3], []int{c * n * n, h, w})...)
}
