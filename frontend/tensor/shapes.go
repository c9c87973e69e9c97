package tensor

import (
	"weft/lazy"
	"weft/ops"
)

// Ravel is all elements of t in row order as a vector: Flatten of all axes.
func (t *Tensor) Ravel() *Tensor { return t.reshape("ravel", []int{t.Numel()}) }

// ReshapeAs is Reshape to the shape of other.
func (t *Tensor) ReshapeAs(other *Tensor) *Tensor { return t.reshape("reshape_as", other.n().Shape) }

// ViewAs is View to the shape of other.
func (t *Tensor) ViewAs(other *Tensor) *Tensor { return t.reshape("view_as", other.n().Shape) }

// MT exchanges the last two axes: each of a stack of matrices transposed, PyTorch's x.mT. A tensor without axes stays as
// it is; a vector panics with *Error.
func (t *Tensor) MT() *Tensor {
	if t.Rank() == 0 {
		return t.move().view("mT", t)
	}
	t.needRank("mT", 2)
	return t.Transpose(-2, -1)
}

// FlipLR reverses the columns, the second axis. A tensor of less than two axes panics with *Error.
func (t *Tensor) FlipLR() *Tensor {
	t.needRank("fliplr", 2)
	return t.Flip(1)
}

// FlipUD reverses the rows, the first axis. A tensor without axes panics with *Error.
func (t *Tensor) FlipUD() *Tensor {
	t.needRank("flipud", 1)
	return t.Flip(0)
}

// DiagFlat is the matrix with all elements of t, in row order, on its diagonal, offset columns to the right.
func (t *Tensor) DiagFlat(offset int) *Tensor { return t.Ravel().DiagEmbed(offset) }

// AsStrided reads t, flattened in row order, as if it were memory: element (i, j, ...) of the result is the one at offset +
// i*strides[0] + j*strides[1] + ... Elements may be read several times; their gradients add up. It is no view: writing to
// it leaves t alone. Negative strides and places outside panic with *Error.
func (t *Tensor) AsStrided(shape, strides []int, offset int) *Tensor {
	checkShape("as_strided", shape)
	if len(shape) != len(strides) {
		bad("as_strided", t).fail(lazy.ErrValue, "%d strides for %d axes", len(strides), len(shape))
	}
	last := offset
	at := lazy.NewConst(ops.IntValue(Int64, int64(offset)), shape...)
	for i, stride := range strides {
		if stride < 0 {
			bad("as_strided", t).at(i).hinting("use Flip").fail(lazy.ErrValue, "strides must not be negative, got %d", stride)
		}
		last += stride * (shape[i] - 1)
		step := lazy.NewIota(Int64, i, shape...)
		at = add(at, mul(step, intLike(step, int64(stride))))
	}
	if prod(shape) > 0 && (offset < 0 || last >= t.Numel()) {
		bad("as_strided", t).fail(lazy.ErrIndex, "reaches from %d to %d of %d elements", offset, last, t.Numel())
	}
	flat := t.Ravel()
	return derive("as_strided", takeRows(flat.n(), at), flat)
}

// TakeAlongDim is TakeAlongAxis, or Gather from the flattened tensor if no axis is given: the result is then a vector.
func (t *Tensor) TakeAlongDim(index *Tensor, axis ...int) *Tensor {
	if len(axis) > 0 {
		return t.TakeAlongAxis(index, axis[0])
	}
	return t.Ravel().Gather(0, index.Ravel())
}
