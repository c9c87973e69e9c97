package tensor

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// Repeat joins copies of t: times[i] along axis i, as numpy's tile. More numbers than axes add axes in front, fewer
// panic with *Error.
func (t *Tensor) Repeat(times ...int) *Tensor {
	lead := len(times) - t.Rank()
	if lead < 0 {
		bad("repeat", t).fail(lazy.ErrShape, "%d numbers for a tensor of rank %d", len(times), t.Rank())
	}
	for _, k := range times {
		if k < 0 {
			bad("repeat", t).fail(lazy.ErrValue, "a number of copies must not be negative, got %d", k)
		}
	}
	return derive("repeat", repeated(t.n(), times), t)
}

func repeated(x node, times []int) node {
	lead := len(times) - len(x.Shape)
	var split, wide, shape []int
	for i, k := range times {
		d := 1
		if i >= lead {
			d = x.Shape[i-lead]
		}
		split, wide, shape = append(split, 1, d), append(wide, k, d), append(shape, k*d)
	}
	return reshaped(expandTo(reshaped(x, split...), wide), shape...)
}

// Tile is Repeat that accepts fewer numbers than axes: they count from the last.
func (t *Tensor) Tile(times ...int) *Tensor {
	if missing := t.Rank() - len(times); missing > 0 {
		times = append(slices.Repeat([]int{1}, missing), times...)
	}
	return t.Repeat(times...)
}

// RepeatInterleave repeats each element times along an axis, or in the flattened tensor without one;
// RepeatInterleaveEach has a count for each.
func (t *Tensor) RepeatInterleave(times int, axis ...int) *Tensor {
	if times < 0 {
		bad("repeat_interleave", t).fail(lazy.ErrValue, "times must not be negative, got %d", times)
	}
	if len(axis) == 0 {
		return t.Reshape(-1).RepeatInterleave(times, 0)
	}
	a := t.axis("repeat_interleave", axis[0])
	x := t.n()
	if t.Rank() == 0 {
		x = reshaped(x, 1)
	}
	shape := slices.Clone(x.Shape)
	shape[a] *= times
	return derive("repeat_interleave", reshaped(insertAxis(x, a+1, times), shape...), t)
}

// Roll moves elements along axes by shifts; what leaves at one end comes in at the other. Without axes the flattened
// tensor is rolled by one shift.
func (t *Tensor) Roll(shifts []int, axes ...int) *Tensor {
	if len(axes) == 0 && len(shifts) == 1 {
		flat := rolled(reshaped(t.n(), t.Numel()), shifts[0], 0)
		return derive("roll", reshaped(flat, t.n().Shape...), t)
	}
	if len(axes) != len(shifts) {
		bad("roll", t).fail(lazy.ErrValue, "%d shifts for %d axes", len(shifts), len(axes))
	}
	x := t.n()
	for i, a := range axes {
		a = t.axis("roll", a)
		if t.Rank() > 0 {
			x = rolled(x, shifts[i], a)
		}
	}
	return derive("roll", x, t)
}

func rolled(x node, by, axis int) node {
	n := x.Shape[axis]
	if n == 0 {
		return x
	}
	by = ((by % n) + n) % n
	if by == 0 {
		return x
	}
	out := placed(nil, shrinkAxis(x, axis, n-by, n), axis, 0, n-by)
	return placed(out, shrinkAxis(x, axis, 0, n-by), axis, by, 0)
}

// Rot90 turns t by 90 degrees k times in the plane of two axes, from the first to the second.
func (t *Tensor) Rot90(k int, a, b int) *Tensor {
	a, b = t.axis("rot90", a), t.axis("rot90", b)
	if a == b {
		bad("rot90", t).at(a).fail(lazy.ErrAxis, "the two axes must differ")
	}
	switch ((k % 4) + 4) % 4 {
	case 1:
		return t.Flip(b).Transpose(a, b)
	case 2:
		return t.Flip(a, b)
	case 3:
		return t.Flip(a).Transpose(a, b)
	}
	return t.Clone()
}

// Pad adds value (a number) around t: pads holds (before, after) for the last axis, then for the one before it, and so
// on, as in PyTorch's functional.pad. Negative pads cut off. More pairs than axes panic with *Error.
func (t *Tensor) Pad(pads []int, value any) *Tensor {
	t.checkPads("pad", pads)
	o := operandOf("pad", value)
	if o.t != nil {
		bad("pad", t, o.t).fail(lazy.ErrDType, "the value must be a number")
	}
	x := t.n()
	bounds, grow := make([]int, 2*t.Rank()), make([]int, 2*t.Rank())
	for i, d := range x.Shape {
		before, after := padOf(pads, t.Rank(), i)
		bounds[2*i], bounds[2*i+1] = max(0, -before), d-max(0, -after)
		grow[2*i], grow[2*i+1] = max(0, before), max(0, after)
		if bounds[2*i] > bounds[2*i+1] {
			bad("pad", t).at(i).fail(lazy.ErrShape, "pads cut more than there is along axis %d", i)
		}
	}
	return derive("pad", lazy.PadNode(shrunk(x, bounds), o.num.Cast(t.DType()), grow...), t)
}

func (t *Tensor) checkPads(op string, pads []int) {
	if len(pads)%2 != 0 {
		bad(op, t).fail(lazy.ErrValue, "pads must be pairs (before, after), got %d numbers", len(pads))
	}
	if len(pads) > 2*t.Rank() {
		bad(op, t).fail(lazy.ErrValue, "%d pairs of pads for a tensor of rank %d", len(pads)/2, t.Rank())
	}
}

// padOf is the pads of one axis; they are listed from the last axis on.
func padOf(pads []int, rank, axis int) (before, after int) {
	at := 2 * (rank - 1 - axis)
	if at >= len(pads) {
		return 0, 0
	}
	return pads[at], pads[at+1]
}

// PadMode adds around t what it has inside: "reflect" mirrors at the last element, "replicate" repeats it, "circular"
// goes round. pads is as in Pad; negative ones cut off. Pads that are longer than the mode has elements for panic with
// *Error.
func (t *Tensor) PadMode(pads []int, mode string) *Tensor {
	t.checkPads("pad", pads)
	x := t.n()
	for axis := range t.Rank() {
		before, after := padOf(pads, t.Rank(), axis)
		if before == 0 && after == 0 {
			continue
		}
		if mode == "circular" { // what is cut off does not come round again
			x, before, after = t.cropAxis(x, axis, before, after)
		}
		x = selectRows(x, axis, t.padPositions(mode, axis, x.Shape[axis], before, after))
	}
	return derive("pad", x, t)
}

// cropAxis does the negative ones of two pads.
func (t *Tensor) cropAxis(x node, axis, before, after int) (cut node, restBefore, restAfter int) {
	t.mustRemain(axis, x.Shape[axis]+min(before, 0)+min(after, 0))
	x = shrinkAxis(x, axis, max(0, -before), x.Shape[axis]-max(0, -after))
	return x, max(0, before), max(0, after)
}

func (t *Tensor) mustRemain(axis, n int) {
	if n < 0 {
		bad("pad", t).at(axis).fail(lazy.ErrShape, "pads cut more than there is along axis %d", axis)
	}
}

// padPositions is where each position of a padded axis of length n is read.
func (t *Tensor) padPositions(mode string, axis, n, before, after int) node {
	t.mustRemain(axis, n+before+after)
	limit := map[string]int{"reflect": n - 1, "circular": n, "replicate": End}
	most, ok := limit[mode]
	if !ok {
		bad("pad", t).hinting("use reflect, replicate or circular").fail(lazy.ErrValue, "unknown mode %q", mode)
	}
	if max(before, after) > most || n == 0 {
		bad("pad", t).at(axis).fail(lazy.ErrShape,
			"pads %d and %d are too large for axis %d of length %d in mode %s", before, after, axis, n, mode)
	}
	i := lazy.NewIota(Int64, 0, n+before+after)
	i = sub(i, intLike(i, int64(before)))
	last := intLike(i, int64(n-1))
	switch mode {
	case "reflect":
		return sub(last, lazy.Elementwise(ops.Abs, sub(last, lazy.Elementwise(ops.Abs, i))))
	case "replicate":
		return lazy.Elementwise(ops.Min, lazy.Elementwise(ops.Max, i, intLike(i, 0)), last)
	}
	return lazy.Elementwise(ops.Mod, add(i, intLike(i, int64(n))), intLike(i, int64(n)))
}

// Unfold is all windows of length size along an axis, step apart: the axis counts windows, a new last axis counts in
// them. With a dilation the places of a window are that far apart. A window that does not fit panics with *Error.
// Windows does several axes.
func (t *Tensor) Unfold(axis, size, step int, dilation ...int) *Tensor {
	axis = t.axis("unfold", axis)
	d := 1
	if len(dilation) > 0 {
		d = dilation[0]
	}
	if t.Rank() == 0 || size < 1 || step < 1 || d < 1 || d*(size-1)+1 > t.n().Shape[axis] {
		bad("unfold", t).at(axis).fail(lazy.ErrShape, "no window of size %d, step %d and dilation %d fits", size, step, d)
	}
	return derive("unfold", windowAxis(t.n(), axis, size, step, d), t)
}

// windows repeats the axis so often that, cut at length n+dilation, piece k begins k*dilation further on.
func windows(x node, axis, size, step, dilation int) node {
	n := x.Shape[axis]
	places := (n-dilation*(size-1)-1)/step + 1
	stretch := max(1, (places*step-dilation+n-1)/n)
	row := n*stretch + dilation
	times := slices.Repeat([]int{1}, len(x.Shape))
	times[axis] = (size*row + n - 1) / n
	x = shrinkAxis(repeated(x, times), axis, 0, size*row)
	head, tail := slices.Clone(x.Shape[:axis]), slices.Clone(x.Shape[axis+1:])
	x = reshaped(x, slices.Concat(head, []int{size, row}, tail)...)
	x = shrinkAxis(x, axis+1, 0, places*step)
	x = reshaped(x, slices.Concat(head, []int{size, places, step}, tail)...)
	x = shrinkAxis(x, axis+2, 0, 1)
	x = reshaped(x, slices.Concat(head, []int{size, places}, tail)...)
	perm := count(len(x.Shape))
	perm = append(slices.Delete(perm, axis, axis+1), axis)
	return permuted(x, perm)
}
