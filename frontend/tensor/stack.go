package tensor

// AtLeast1D is t with at least one axis: a tensor without axes becomes a vector of one element.
func (t *Tensor) AtLeast1D() *Tensor { return t.withRank("atleast_1d", 1) }

// AtLeast2D is t with at least two axes: a vector becomes a row.
func (t *Tensor) AtLeast2D() *Tensor { return t.withRank("atleast_2d", 2) }

// AtLeast3D is t with at least three axes: a vector becomes (1, n, 1), a matrix (m, n, 1).
func (t *Tensor) AtLeast3D() *Tensor { return t.withRank("atleast_3d", 3) }

// withRank adds axes of length 1: the third behind, the others in front. It is a view.
func (t *Tensor) withRank(op string, rank int) *Tensor {
	shape := t.Shape()
	for len(shape) < min(rank, 2) {
		shape = append([]int{1}, shape...)
	}
	if len(shape) < rank {
		shape = append(shape, 1)
	}
	return t.reshape(op, shape)
}

// DStack joins along the third axis, as AtLeast3D shapes the tensors.
func DStack(ts []*Tensor) *Tensor { return Cat(each(ts, (*Tensor).AtLeast3D), 2) }

// ColumnStack joins along the second axis; numbers and vectors become columns.
func ColumnStack(ts []*Tensor) *Tensor {
	return Cat(each(ts, func(t *Tensor) *Tensor {
		if t.Rank() < 2 {
			return t.Reshape(t.Numel(), 1)
		}
		return t
	}), 1)
}

func each(ts []*Tensor, f func(*Tensor) *Tensor) []*Tensor {
	out := make([]*Tensor, len(ts))
	for i, t := range ts {
		out[i] = f(t)
	}
	return out
}
