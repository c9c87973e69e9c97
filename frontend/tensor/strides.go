package tensor

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// strides are how far apart neighbours along each axis lie where PyTorch would keep the elements: a view shows its base's memory, what is
// computed lies in row order. Nothing is stored so here; View asks, to refuse what PyTorch's refuses.
func (t *Tensor) strides() []int {
	var chain []*viewOf
	base := t
	for ; base.view != nil; base = base.view.base {
		chain = append(chain, base.view)
	}
	s := rowStrides(base.n().Shape)
	for _, v := range slices.Backward(chain) {
		for _, move := range v.steps {
			s = move.strides(s)
		}
	}
	return s
}

func rowStrides(shape []int) []int {
	out, n := make([]int, len(shape)), 1
	for i, d := range slices.Backward(shape) {
		out[i] = n
		n *= d
	}
	return out
}

// strides are those after the move, of elements that had strides before.
func (s step) strides(before []int) []int {
	switch s.op {
	case ops.Reshape:
		if after := viewStrides(s.shape, before, s.ints); after != nil {
			return after
		}
		return rowStrides(s.ints) // PyTorch's reshape copies
	case ops.Permute:
		after := make([]int, len(before))
		for i, from := range s.ints {
			after[i] = before[from]
		}
		return after
	case ops.Expand:
		after := slices.Clone(before)
		for i, d := range s.ints {
			if d != s.shape[i] {
				after[i] = 0
			}
		}
		return after
	}
	return before
}

// viewStrides are the strides of the same elements in another shape; nil where there are none. Axes that lie one inside the other are
// a run; each run must be cut by the new shape alone.
func viewStrides(shape, strides, to []int) []int {
	if len(shape) == 0 || slices.Contains(shape, 0) {
		return rowStrides(to)
	}
	after, at := make([]int, len(to)), len(to)-1
	run, step := 1, strides[len(shape)-1]
	for i := len(shape) - 1; i >= 0; i-- {
		run *= shape[i]
		if i > 0 && (shape[i-1] == 1 || strides[i-1] == run*step) {
			continue
		}
		n := 1
		for ; at >= 0 && (n < run || to[at] == 1); at-- {
			after[at] = n * step
			n *= to[at]
		}
		if n != run {
			return nil
		}
		if i > 0 {
			run, step = 1, strides[i-1]
		}
	}
	return after
}

// mustView panics unless the elements can be shown in a shape without a copy.
func (t *Tensor) mustView(shape []int) {
	if t.view != nil && viewStrides(t.n().Shape, t.strides(), shape) == nil {
		bad("view", t).hinting("use Reshape").fail(lazy.ErrShape,
			"the tensor shows another in another order, in parts or repeated, and has no shape %s without a copy", lazy.ShapeString(shape))
	}
}
