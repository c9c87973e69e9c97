package tensor

import (
	"math"
	"slices"

	"weft/lazy"
)

// End is the end of an axis, whatever its length.
const End = math.MaxInt

// Range is positions along an axis: from Start to before End by Step, as in Python's slices. Negative ones count from the end
// of the axis; what lies outside is cut off.
type Range struct{ Start, End, Step int }

// R makes a Range: R() is all, R(a) from a on, R(a, b) from a to before b, R(a, b, step). Negative positions count from
// the end; End is the end.
func R(bounds ...int) Range {
	r := Range{0, End, 1}
	for i, to := range []*int{&r.Start, &r.End, &r.Step} {
		if i < len(bounds) {
			*to = bounds[i]
		}
	}
	return r
}

type special int

// What may stand in an index expression beside numbers, ranges and tensors.
const (
	All      special = iota // the whole axis
	NewAxis                 // a new axis of length 1
	Ellipsis                // as many whole axes as are missing
)

// Slice is t from start to before end along the outermost axis, by step if one is given, as t[start:end:step] in
// Python: positions outside are cut off, a step below 1 panics with *Error. The result is a view; of a realized tensor
// it is a window on the same memory.
func (t *Tensor) Slice(start, end int, step ...int) *Tensor {
	return t.SliceAxis(0, start, end, step...)
}

// SliceAxis is Slice along any axis.
func (t *Tensor) SliceAxis(axis, start, end int, step ...int) *Tensor {
	t.needAxes("slice")
	axis = t.axis("slice", axis)
	return t.move().slice(t, axis, R(append([]int{start, end}, step...)...)).view("slice", t)
}

func (t *Tensor) needAxes(op string) {
	if t.Rank() == 0 {
		bad(op, t).hinting("use Item for its number").fail(lazy.ErrIndex, "a 0-dim tensor cannot be indexed")
	}
}

// slice cuts a range out of one axis: whole steps are one axis of a reshape, of which the first place stays.
func (m *mover) slice(t *Tensor, axis int, r Range) *mover {
	n := m.n.Shape[axis]
	if r.Step < 1 {
		bad("slice", t).at(axis).hinting("use Flip").fail(lazy.ErrValue, "step must be greater than zero, got %d", r.Step)
	}
	start, end := clip(r.Start, n), clip(r.End, n)
	end = max(start, end)
	m.shrinkAxis(axis, start, end)
	if r.Step == 1 || end == start {
		return m
	}
	steps := (end - start + r.Step - 1) / r.Step
	if over := steps*r.Step - (end - start); over > 0 {
		m.padAxis(axis, over)
	}
	before := m.n.Shape
	split := slices.Concat(before[:axis], []int{steps, r.Step}, before[axis+1:])
	m.reshape(split...).shrinkAxis(axis+1, 0, 1)
	return m.reshape(slices.Concat(before[:axis], []int{steps}, before[axis+1:])...)
}

// clip makes a position of a slice one between 0 and n.
func clip(at, n int) int {
	if at < 0 {
		at += n
	}
	return min(max(at, 0), n)
}

// Narrow is length positions of an axis from start on. Positions outside panic with *Error. The result is a view.
func (t *Tensor) Narrow(axis, start, length int) *Tensor {
	t.needAxes("narrow")
	axis = t.axis("narrow", axis)
	n := t.n().Shape[axis]
	if start < 0 {
		start += n
	}
	if start < 0 || length < 0 || start+length > n {
		bad("narrow", t).at(axis).fail(lazy.ErrIndex,
			"start %d and length %d lie outside axis %d of length %d", start, length, axis, n)
	}
	return t.move().shrinkAxis(axis, start, start+length).view("narrow", t)
}

// Select is one position of an axis; the axis is gone. A position outside panics with *Error. The result is a view.
func (t *Tensor) Select(axis, index int) *Tensor {
	t.needAxes("select")
	return t.move().pick(t, t.axis("select", axis), index).view("select", t)
}

// pick selects one position and removes the axis.
func (m *mover) pick(t *Tensor, axis, index int) *mover {
	n := m.n.Shape[axis]
	if index < -n || index >= n {
		bad("index", t).at(axis).fail(lazy.ErrIndex, "index %d is out of range for axis %d of length %d", index, axis, n)
	}
	if index < 0 {
		index += n
	}
	m.shrinkAxis(axis, index, index+1)
	return m.reshape(slices.Delete(slices.Clone(m.n.Shape), axis, axis+1)...)
}

// At is t at the positions given, one an axis from the outermost on: t.At(1, 2) is t[1, 2] in Python. The result is a
// view.
func (t *Tensor) At(index ...int) *Tensor {
	items := make([]any, len(index))
	for i, x := range index {
		items[i] = x
	}
	return t.Index(items...)
}

// Index is t[items...] in Python: an int selects one position, a Range (or [2]int) slices, All, NewAxis (or nil) and
// Ellipsis do what they say; an int64 tensor or []int picks positions, a bool (or uint8) tensor or []bool picks where it is true
// (its mask is computed at once, since the size of the result depends on it); a bool alone is a mask without axes,
// which keeps or drops everything on a new axis. Without tensors the result is a view; with them it is a copy, whose
// picked axes stand in front unless they stood side by side. Positions outside panic with *Error, or are reported when
// it runs if they are data.
func (t *Tensor) Index(items ...any) *Tensor {
	x := t.parseIndex("index", items)
	v := x.m.view("index", t)
	if len(x.picks) == 0 {
		return v
	}
	return derive("index", x.gather(v), append(x.ins, t)...)
}

// SetSlice gives t.Index(items...) the value (a tensor that broadcasts, or a number), in place as Assign says:
// t[items...] = value in Python, and PyTorch's index_put_. Of positions that appear twice the last one counts. It
// returns t.
func (t *Tensor) SetSlice(value any, items ...any) *Tensor {
	x := t.parseIndex("set_slice", items)
	v := x.m.view("set_slice", t)
	if len(x.picks) == 0 {
		v.assign("set_slice", value)
		return t
	}
	v.rebind("set_slice", x.put(v, value, false))
	return t
}

// AddSlice adds the value to t.Index(items...) in place: PyTorch's index_put_(accumulate=True). Positions that appear
// twice get both, unlike t[items...] += value in Python. It returns t.
func (t *Tensor) AddSlice(value any, items ...any) *Tensor {
	x := t.parseIndex("add_slice", items)
	v := x.m.view("add_slice", t)
	if len(x.picks) == 0 {
		v.AddAssign(value)
		return t
	}
	v.rebind("add_slice", x.put(v, value, true))
	return t
}
