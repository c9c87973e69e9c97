package tensor

import (
	"context"

	"weft/lazy"
	"weft/ops"
)

// What follows has results whose sizes depend on data: it computes what it needs at once.

// nonzeroColumns computes t and gives the positions of its elements that are not zero, a vector an axis.
func nonzeroColumns(t *Tensor) []*Tensor {
	memory, s, err := t.bytes(context.Background())
	if err != nil {
		raise(err)
	}
	n, size := t.n(), t.DType().Size()
	columns := make([][]int, t.Rank())
	at := make([]int, t.Rank())
	for i := range t.Numel() {
		if ops.Load(n.DType, memory[i*size:]).IsTrue() {
			for a, x := range at {
				columns[a] = append(columns[a], x)
			}
		}
		advance(at, n.Shape)
	}
	keepAlive(s)
	out := make([]*Tensor, len(columns))
	for a, c := range columns {
		out[a] = NewOn(t.device, c, len(c))
	}
	return out
}

// advance counts a position on in row order.
func advance(at, shape []int) {
	for a := len(shape) - 1; a >= 0; a-- {
		at[a]++
		if at[a] < shape[a] {
			return
		}
		at[a] = 0
	}
}

// Nonzero computes t at once and gives the positions of the elements that are not zero: an int64 matrix with a row an
// element. Errors in computing panic with *Error.
func (t *Tensor) Nonzero() *Tensor {
	columns := nonzeroColumns(t)
	if len(columns) == 0 {
		n := 0
		if t.IsTrue() {
			n = 1
		}
		return Options{DType: Int64, Device: t.device}.Zeros(n, 0)
	}
	return Stack(columns, 1)
}

// MaskedSelect computes mask (bool) at once and gives the elements of t where it is true, as a vector; both broadcast.
func (t *Tensor) MaskedSelect(mask *Tensor) *Tensor {
	if mask.DType() != Bool {
		bad("masked_select", t, mask).fail(lazy.ErrDType, "the mask must be bool, not %s", mask.DType())
	}
	shape := broadcast("masked_select", []*Tensor{t, mask}, t.n().Shape, mask.n().Shape)
	return t.Expand(shape...).Reshape(-1).Index(mask.Expand(shape...).Reshape(-1))
}
