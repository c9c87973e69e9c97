package tensor

import "weft/lazy"

// TensorSplitAt cuts t along an axis before each of the places: one piece more than places. Places count from the end when
// negative and are cut off outside, as in slices; a piece that ends before it starts is empty. The pieces are views.
func (t *Tensor) TensorSplitAt(places []int, axis int) []*Tensor {
	t.needAxes("tensor_split")
	axis = t.axis("tensor_split", axis)
	out, start := make([]*Tensor, 0, len(places)+1), 0
	for _, end := range places {
		out = append(out, t.SliceAxis(axis, start, end))
		start = end
	}
	return append(out, t.SliceAxis(axis, start, End))
}

// HSplit cuts t along the second axis, of a vector the first, into n equal pieces: views. A length that n does not divide
// panics with *Error, and so does a tensor without axes.
func (t *Tensor) HSplit(n int) []*Tensor { return t.equalPieces("hsplit", n, 1, t.columns()) }

// HSplitAt is HSplit before each of the places, as TensorSplitAt says.
func (t *Tensor) HSplitAt(places ...int) []*Tensor {
	t.needRank("hsplit", 1)
	return t.TensorSplitAt(places, t.columns())
}

// VSplit cuts t, of at least two axes, along the first into n equal pieces: views. A length that n does not divide panics
// with *Error.
func (t *Tensor) VSplit(n int) []*Tensor { return t.equalPieces("vsplit", n, 2, 0) }

// VSplitAt is VSplit before each of the places, as TensorSplitAt says.
func (t *Tensor) VSplitAt(places ...int) []*Tensor {
	t.needRank("vsplit", 2)
	return t.TensorSplitAt(places, 0)
}

// DSplit cuts t, of at least three axes, along the third into n equal pieces: views. A length that n does not divide
// panics with *Error.
func (t *Tensor) DSplit(n int) []*Tensor { return t.equalPieces("dsplit", n, 3, 2) }

// DSplitAt is DSplit before each of the places, as TensorSplitAt says.
func (t *Tensor) DSplitAt(places ...int) []*Tensor {
	t.needRank("dsplit", 3)
	return t.TensorSplitAt(places, 2)
}

// columns is the axis that HSplit cuts.
func (t *Tensor) columns() int { return min(1, t.Rank()-1) }

func (t *Tensor) equalPieces(op string, n, rank, axis int) []*Tensor {
	t.needRank(op, rank)
	if d := t.n().Shape[axis]; n < 1 || d%n != 0 {
		bad(op, t).at(axis).hinting("use TensorSplit for unequal pieces").
			fail(lazy.ErrValue, "axis %d of length %d has no %d equal pieces", axis, d, n)
	}
	return t.TensorSplit(n, axis)
}

func (t *Tensor) needRank(op string, rank int) {
	if t.Rank() < rank {
		bad(op, t).fail(lazy.ErrShape, "wants a tensor with at least %d axes, not %d", rank, t.Rank())
	}
}
