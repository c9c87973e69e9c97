package tensor

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// viewOf is where a handle made by movement came from: its base and the moves that lead from the base to it.
type viewOf struct {
	base  *Tensor
	steps []step
}

// step is one move and the shape it was made on.
type step struct {
	op    ops.Op
	shape []int
	ints  []int
}

// mover makes moves on a node and writes them down.
type mover struct {
	n     node
	steps []step
}

func (t *Tensor) move() *mover { return &mover{n: t.n()} }

// view is the handle of what the moves lead to.
func (m *mover) view(op string, t *Tensor) *Tensor {
	expose(t.n())
	out := derive(op, m.n, t)
	out.view = &viewOf{t, m.steps}
	return out
}

func (m *mover) note(op ops.Op, ints []int) {
	m.steps = append(m.steps, step{op, m.n.Shape, ints})
}

func (m *mover) reshape(shape ...int) *mover {
	if !sameShape(m.n.Shape, shape) {
		m.note(ops.Reshape, shape)
		m.n = windowed(m.n, shape)
	}
	return m
}

// windowed is reshaped, but what lies in memory stays a buffer: a slice of it then is a window too.
func windowed(x node, shape []int) node {
	if x.Op == ops.Buffer {
		s, _ := x.Ref.(lazy.Storage)
		return lazy.LooseBuffer(s, x.DType, x.Ints[0], shape...)
	}
	return reshaped(x, shape...)
}

func (m *mover) permute(perm ...int) *mover {
	m.note(ops.Permute, perm)
	m.n = permuted(m.n, perm)
	return m
}

func permuted(n node, perm []int) node {
	if n.Op == ops.Const {
		shape := make([]int, len(perm))
		for i, p := range perm {
			shape[i] = n.Shape[p]
		}
		return lazy.NewConst(n.Val, shape...)
	}
	return lazy.PermuteNode(n, perm...)
}

func (m *mover) shrink(bounds ...int) *mover {
	m.note(ops.Shrink, bounds)
	m.n = shrunk(m.n, bounds)
	return m
}

func (m *mover) shrinkAxis(axis, start, end int) *mover {
	if start == 0 && end == m.n.Shape[axis] {
		return m
	}
	bounds := make([]int, 2*len(m.n.Shape))
	for i, d := range m.n.Shape {
		bounds[2*i+1] = d
	}
	bounds[2*axis], bounds[2*axis+1] = start, end
	return m.shrink(bounds...)
}

// padAxis lengthens one axis at its end; what is written there is lost.
func (m *mover) padAxis(axis, after int) *mover {
	pads := make([]int, 2*len(m.n.Shape))
	pads[2*axis+1] = after
	m.note(ops.Pad, pads)
	m.n = lazy.PadNode(m.n, ops.IntValue(m.n.DType, 0), pads...)
	return m
}

// expand broadcasts to shape, which the value fits.
func (m *mover) expand(shape []int) *mover {
	if k := len(shape) - len(m.n.Shape); k > 0 {
		m.reshape(append(slices.Repeat([]int{1}, k), m.n.Shape...)...)
	}
	if !sameShape(m.n.Shape, shape) {
		m.note(ops.Expand, shape)
		m.n = expandTo(m.n, shape)
	}
	return m
}

// apply makes the move on n.
func (s step) apply(n node) node {
	switch s.op {
	case ops.Reshape:
		return reshaped(n, s.ints...)
	case ops.Permute:
		return permuted(n, s.ints)
	case ops.Flip:
		return lazy.FlipNode(n, s.ints...)
	case ops.Shrink:
		return shrunk(n, s.ints)
	case ops.Pad:
		return lazy.PadNode(n, ops.IntValue(n.DType, 0), s.ints...)
	}
	return expandTo(n, s.ints)
}

// undo gives old, on which the move was made, with what the move shows replaced by value.
func (s step) undo(old, value node) node {
	switch s.op {
	case ops.Reshape:
		return reshaped(value, s.shape...)
	case ops.Permute:
		inverse := make([]int, len(s.ints))
		for i, p := range s.ints {
			inverse[p] = i
		}
		return permuted(value, inverse)
	case ops.Flip:
		return lazy.FlipNode(value, s.ints...)
	case ops.Pad:
		bounds := make([]int, len(s.ints))
		for i, d := range s.shape {
			bounds[2*i], bounds[2*i+1] = s.ints[2*i], s.ints[2*i]+d
		}
		return shrunk(value, bounds)
	case ops.Shrink:
		return setRegion(old, value, s.ints)
	}
	return value // an expand that repeats nothing
}

// setRegion is x with the region of bounds (start, end an axis) replaced by value.
func setRegion(x, value node, bounds []int) node {
	pads := make([]int, len(bounds))
	var inside node
	for i, d := range x.Shape {
		start, end := bounds[2*i], bounds[2*i+1]
		pads[2*i], pads[2*i+1] = start, d-end
		if start == 0 && end == d {
			continue
		}
		at := lazy.NewIota(Int64, i, x.Shape...)
		if start > 0 {
			inside = andMaybe(inside, le(intLike(at, int64(start)), at))
		}
		if end < d {
			inside = andMaybe(inside, lt(at, intLike(at, int64(end))))
		}
	}
	if inside == nil {
		return value
	}
	return where(inside, lazy.PadNode(value, ops.IntValue(x.DType, 0), pads...), x)
}

func andMaybe(a, b node) node {
	if a == nil {
		return b
	}
	return and(a, b)
}

// written is the base's value with what the view shows replaced by value.
func (v *viewOf) written(base, value node) node {
	olds := make([]node, len(v.steps))
	n := base
	for i, s := range v.steps {
		olds[i] = n
		n = s.apply(n)
	}
	for i := len(v.steps) - 1; i >= 0; i-- {
		value = v.steps[i].undo(olds[i], value)
	}
	return value
}

// checkWritable refuses views that show one element twice.
func (t *Tensor) checkWritable(op string) {
	for v := t.view; v != nil; v = v.base.view {
		for _, s := range v.steps {
			if s.op != ops.Expand {
				continue
			}
			for i, d := range s.ints {
				if d > 1 && s.shape[i] == 1 {
					bad(op, t).at(i).hinting("write to a Clone, or to the tensor before expand").
						fail(lazy.ErrState, "overlapping write: expand repeats axis %d (stride 0), so that one element is shown %d times", i, d)
				}
			}
		}
	}
}
