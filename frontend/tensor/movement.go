package tensor

import (
	"slices"

	"weft/lazy"
)

// Reshape gives the elements, in row order, another shape. One length may be -1: it is what remains. A shape of another
// number of elements panics with *Error. The result is a view.
func (t *Tensor) Reshape(shape ...int) *Tensor { return t.reshape("reshape", shape) }

// View is Reshape where PyTorch would need no copy. A tensor that was permuted, cut or expanded so that its elements do not lie in
// the order of shape panics with *Error. PyTorch's view(dtype) is Bitcast.
func (t *Tensor) View(shape ...int) *Tensor {
	shape = t.inferShape("view", shape)
	t.mustView(shape)
	return t.move().reshape(shape...).view("view", t)
}

func (t *Tensor) reshape(op string, shape []int) *Tensor {
	return t.move().reshape(t.inferShape(op, shape)...).view(op, t)
}

// inferShape replaces -1 by what remains.
func (t *Tensor) inferShape(op string, shape []int) []int {
	out, hole, rest := slices.Clone(shape), -1, 1
	for i, d := range shape {
		switch {
		case d == -1 && hole >= 0:
			bad(op, t).fail(lazy.ErrShape, "only one length of %s can be -1", lazy.ShapeString(shape))
		case d == -1:
			hole = i
		case d < 0:
			bad(op, t).at(i).fail(lazy.ErrShape, "shape %s has a negative length", lazy.ShapeString(shape))
		default:
			rest *= d
		}
	}
	n := t.Numel()
	if hole >= 0 && rest == 0 {
		bad(op, t).at(hole).fail(lazy.ErrShape, "in shape %s of no elements -1 can be any length", lazy.ShapeString(shape))
	}
	if hole >= 0 && n%rest == 0 {
		out[hole] = n / rest
		return out
	}
	if hole >= 0 || rest != n {
		bad(op, t).fail(lazy.ErrShape, "%d elements do not fit shape %s", n, lazy.ShapeString(shape))
	}
	return out
}

// Flatten joins the axes from start to end into one, by default all: Flatten(1) keeps the first. A tensor without axes
// gets one. The result is a view.
func (t *Tensor) Flatten(axes ...int) *Tensor {
	start, end := 0, -1
	if len(axes) > 0 {
		start = axes[0]
	}
	if len(axes) > 1 {
		end = axes[1]
	}
	start, end = t.axis("flatten", start), t.axis("flatten", end)
	if start > end {
		bad("flatten", t).fail(lazy.ErrAxis, "start axis %d comes after end axis %d", start, end)
	}
	if t.Rank() == 0 {
		return t.reshape("flatten", []int{1})
	}
	s := t.n().Shape
	shape := append(slices.Clone(s[:start]), prod(s[start:end+1]))
	return t.reshape("flatten", append(shape, s[end+1:]...))
}

// Unflatten splits one axis into several, whose lengths multiply to its own; one may be -1. The result is a view.
func (t *Tensor) Unflatten(axis int, lengths ...int) *Tensor {
	axis = t.axis("unflatten", axis)
	s := t.n().Shape
	part := wrap(lazy.NewIota(Int64, 0, s[axis]), t.device).inferShape("unflatten", lengths)
	return t.reshape("unflatten", slices.Concat(s[:axis], part, s[axis+1:]))
}

// Permute puts axis order[i] at place i. Every axis must appear once, else it panics with *Error. The result is a view.
func (t *Tensor) Permute(order ...int) *Tensor {
	if len(order) != t.Rank() {
		bad("permute", t).fail(lazy.ErrAxis, "%d axes given for a tensor of rank %d", len(order), t.Rank())
	}
	return t.move().permute(t.axes("permute", order)...).view("permute", t)
}

// axes makes axes positive and refuses doubles; the order stays.
func (t *Tensor) axes(op string, axes []int) []int {
	out := make([]int, len(axes))
	for i, a := range axes {
		out[i] = t.axis(op, a)
		if slices.Contains(out[:i], out[i]) {
			bad(op, t).at(out[i]).fail(lazy.ErrAxis, "axis %d appears twice", out[i])
		}
	}
	return out
}

// Transpose exchanges two axes. The result is a view.
func (t *Tensor) Transpose(a, b int) *Tensor {
	a, b = t.axis("transpose", a), t.axis("transpose", b)
	if t.Rank() == 0 {
		return t.move().view("transpose", t)
	}
	perm := count(t.Rank())
	perm[a], perm[b] = b, a
	return t.move().permute(perm...).view("transpose", t)
}

// count is 0, 1, ... n-1.
func count(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// T reverses the axes: a matrix transposed, PyTorch's x.T and x.t(). The result is a view. MT transposes each of a stack of
// matrices.
func (t *Tensor) T() *Tensor {
	if t.Rank() < 2 {
		return t.move().view("t", t)
	}
	perm := count(t.Rank())
	slices.Reverse(perm)
	return t.move().permute(perm...).view("t", t)
}

// MoveAxis puts the axes from at the places to; the others keep their order. It is PyTorch's movedim. The result is a
// view.
func (t *Tensor) MoveAxis(from, to []int) *Tensor {
	if len(from) != len(to) {
		bad("moveaxis", t).fail(lazy.ErrAxis, "%d axes given for %d places", len(from), len(to))
	}
	from, to = t.axes("moveaxis", from), t.axes("moveaxis", to)
	if t.Rank() == 0 {
		return t.move().view("moveaxis", t)
	}
	perm := slices.Repeat([]int{-1}, t.Rank())
	for i, a := range to {
		perm[a] = from[i]
	}
	next := 0
	for i := range perm {
		for perm[i] < 0 {
			if !slices.Contains(from, next) {
				perm[i] = next
			}
			next++
		}
	}
	return t.move().permute(perm...).view("moveaxis", t)
}

// Expand repeats axes of length 1 to shape without copying; axes may be added in front, -1 keeps a length. Other
// lengths panic with *Error. The result is a view that cannot be written to; its gradient is summed over the repeated
// axes.
func (t *Tensor) Expand(shape ...int) *Tensor {
	own := t.n().Shape
	lead := len(shape) - len(own)
	if lead < 0 {
		bad("expand", t).fail(lazy.ErrShape, "shape %s has fewer axes than the tensor", lazy.ShapeString(shape))
	}
	out := slices.Clone(shape)
	for i, d := range shape {
		switch {
		case d == -1 && i >= lead:
			out[i] = own[i-lead]
		case d < 0:
			bad("expand", t).at(i).fail(lazy.ErrShape, "shape %s has a negative length", lazy.ShapeString(shape))
		case i >= lead && own[i-lead] != 1 && own[i-lead] != d:
			bad("expand", t).at(i).hinting("only axes of length 1 can be repeated").
				fail(lazy.ErrShape, "axis %d of length %d cannot become %d", i-lead, own[i-lead], d)
		}
	}
	return t.move().expand(out).view("expand", t)
}

// ExpandAs is Expand to the shape of other.
func (t *Tensor) ExpandAs(other *Tensor) *Tensor { return t.Expand(other.n().Shape...) }

// BroadcastTo is Expand under its other name.
func (t *Tensor) BroadcastTo(shape ...int) *Tensor { return t.Expand(shape...) }

// Squeeze removes axes of length 1: those given, or all. An axis given that is longer stays. The result is a view.
func (t *Tensor) Squeeze(axes ...int) *Tensor {
	given := t.axes("squeeze", axes)
	var shape []int
	for i, d := range t.n().Shape {
		if d != 1 || len(axes) > 0 && !slices.Contains(given, i) {
			shape = append(shape, d)
		}
	}
	return t.move().reshape(shape...).view("squeeze", t)
}

// Unsqueeze puts an axis of length 1 at a place from -rank-1 to rank. The result is a view.
func (t *Tensor) Unsqueeze(axis int) *Tensor {
	axis = t.axisOf("unsqueeze", axis, t.Rank()+1)
	return t.move().reshape(slices.Insert(slices.Clone(t.n().Shape), axis, 1)...).view("unsqueeze", t)
}

// Flip reverses the axes given. It is a copy, as in PyTorch.
func (t *Tensor) Flip(axes ...int) *Tensor {
	given := t.axes("flip", axes)
	slices.Sort(given)
	if t.Rank() == 0 {
		given = nil
	}
	return wrapMoved("flip", lazy.FlipNode(t.n(), given...), t)
}

// wrapMoved is the handle of a movement that PyTorch copies for: no view.
func wrapMoved(op string, n node, t *Tensor) *Tensor { return derive(op, n, t) }
