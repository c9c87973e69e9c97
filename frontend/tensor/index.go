package tensor

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// indexing is an index expression: moves that do its numbers and ranges, and the axes after them at which tensors pick.
type indexing struct {
	op    string
	m     *mover
	picks []axisPick
	ins   []*Tensor
}

// axisPick is positions (int64, checked) along an axis.
type axisPick struct {
	axis int
	at   *Tensor
}

func (t *Tensor) parseIndex(op string, items []any) *indexing {
	x := &indexing{op: op, m: t.move()}
	items = x.spell(t, items)
	axis := 0
	for _, item := range items {
		switch v := item.(type) {
		case int:
			x.m.pick(t, axis, v)
		case Range:
			x.m.slice(t, axis, v)
			axis++
		case special:
			if v == NewAxis {
				x.m.reshape(slices.Insert(slices.Clone(x.m.n.Shape), axis, 1)...)
			}
			axis++
		case *Tensor:
			axis += x.pickAt(t, axis, v)
		}
	}
	return x
}

// spell brings the items into few forms and replaces the ellipsis by whole axes.
func (x *indexing) spell(t *Tensor, items []any) []any {
	out, used, dots := make([]any, 0, len(items)), 0, -1
	for _, item := range items {
		v := x.spellOne(t, item)
		switch s := v.(type) {
		case special:
			if s == Ellipsis {
				if dots >= 0 {
					bad(x.op, t).fail(lazy.ErrIndex, "only one Ellipsis can stand in an index")
				}
				dots = len(out)
				continue
			}
			if s == All {
				used++
			}
		case *Tensor:
			used += axesOf(s)
		default:
			used++
		}
		out = append(out, v)
	}
	if used > t.Rank() {
		if t.Rank() == 0 {
			t.needAxes(x.op)
		}
		bad(x.op, t).fail(lazy.ErrIndex, "too many indices: %d for a tensor of rank %d", used, t.Rank())
	}
	if dots < 0 {
		dots = len(out)
	}
	whole := slices.Repeat([]any{All}, t.Rank()-used)
	return slices.Insert(out, dots, whole...)
}

// axesOf is how many axes an index tensor takes: a mask as many as it has.
func axesOf(at *Tensor) int {
	if at.DType() == Bool {
		return at.Rank()
	}
	return 1
}

func (x *indexing) spellOne(t *Tensor, item any) any {
	switch v := item.(type) {
	case int, Range, special:
		return v
	case bool: // a mask without axes
		return Options{Device: t.device}.Scalar(v)
	case nil:
		return NewAxis
	case [2]int:
		return R(v[0], v[1])
	case []int:
		return NewOn(t.device, v)
	case []bool:
		return NewOn(t.device, v)
	case *Tensor:
		return x.tensorItem(t, v)
	}
	bad(x.op, t).fail(lazy.ErrIndex, "cannot index with a %T", item)
	return nil
}

// tensorItem is an index tensor: of places in int64, or a mask of bools or, as PyTorch has it, bytes.
func (x *indexing) tensorItem(t, v *Tensor) *Tensor {
	switch v.DType() {
	case Int64, Bool:
		return v
	case Uint8:
		return v.Ne(0)
	}
	bad(x.op, t, v).hinting("cast the index to int64").
		fail(lazy.ErrIndex, "an index tensor must be of int64 or bools, not %s", v.DType())
	return nil
}

// pickAt notes an index tensor and says how many axes it takes.
func (x *indexing) pickAt(t *Tensor, axis int, at *Tensor) int {
	x.ins = append(x.ins, at)
	if at.DType() != Bool {
		n := x.m.n.Shape[axis]
		x.picks = append(x.picks, axisPick{axis, wrap(positions(x.op, at.n(), n, true), at.device)})
		return 1
	}
	if at.Rank() == 0 { // it keeps or drops all, on an axis of its own
		x.m.reshape(slices.Insert(slices.Clone(x.m.n.Shape), axis, 1)...)
		at = at.Reshape(1)
	}
	for i, d := range at.n().Shape {
		if d != x.m.n.Shape[axis+i] {
			bad(x.op, t, at).at(axis+i).fail(lazy.ErrIndex,
				"the mask has length %d along axis %d, the tensor %d", d, i, x.m.n.Shape[axis+i])
		}
	}
	for i, col := range nonzeroColumns(at) {
		x.picks = append(x.picks, axisPick{axis + i, col})
	}
	return at.Rank()
}

// positions is an index as int64, checked to lie in an axis of length n when it runs; negative ones may count from the
// end.
func positions(op string, at node, n int, negative bool) node {
	at = castTo(at, Int64)
	low := 0
	if negative {
		low = -n
	}
	ok := and(le(intLike(at, int64(low)), at), lt(at, intLike(at, int64(n))))
	info := lazy.NewCheckInfo(op, outOfRange(n))
	at = lazy.CheckNode(at, ok, info)
	if !negative {
		return at
	}
	return where(lt(at, intLike(at, 0)), add(at, intLike(at, int64(n))), at)
}

// common gives all picks one shape.
func (x *indexing) common() []int {
	var shape []int
	ins := x.ins
	for i, p := range x.picks {
		if i == 0 {
			shape = p.at.n().Shape
			continue
		}
		shape = broadcast(x.op, ins, shape, p.at.n().Shape)
	}
	return shape
}

// front is the permutation that puts the picked axes before the others.
func (x *indexing) front(rank int) []int {
	var picked, rest []int
	for i := range rank {
		if slices.ContainsFunc(x.picks, func(p axisPick) bool { return p.axis == i }) {
			picked = append(picked, i)
		} else {
			rest = append(rest, i)
		}
	}
	return append(picked, rest...)
}

// together says whether the picked axes stand side by side: then the axes of the result stand in their place, else in
// front.
func (x *indexing) together() bool {
	for i, p := range x.picks {
		if p.axis != x.picks[0].axis+i {
			return false
		}
	}
	return true
}

// gather reads v at the picks, one indexed read an axis.
func (x *indexing) gather(v *Tensor) node {
	shape := x.common()
	n := permuted(v.n(), x.front(v.Rank()))
	for i, p := range x.picks {
		at := expandTo(p.at.n(), shape)
		if i == 0 {
			n = takeRows(n, at)
		} else {
			n = pickRows(n, len(shape), at)
		}
	}
	if !x.together() || x.picks[0].axis == 0 {
		return n
	}
	first, k := x.picks[0].axis, len(shape)
	perm := slices.Concat(shift(count(first), k), count(k), shift(count(len(n.Shape)-k-first), k+first))
	return permuted(n, perm)
}

func shift(xs []int, by int) []int {
	for i := range xs {
		xs[i] += by
	}
	return xs
}

// takeRows reads x at positions at along its outermost axis: the axes of at come first.
func takeRows(x, at node) node {
	v, k := x.Shape[0], len(at.Shape)
	wide := slices.Concat(at.Shape, x.Shape)
	hit := eq(lazy.NewIota(Int64, k, wide...), expandTo(tailOnes(at, len(x.Shape)), wide))
	if v == 0 {
		return lazy.NewConst(ops.IntValue(x.DType, 0), slices.Concat(at.Shape, x.Shape[1:])...)
	}
	return selected(hit, expandTo(x, wide), k)
}

// pickRows reads x, whose first k axes are those of at, at positions at along axis k.
func pickRows(x node, k int, at node) node {
	hit := eq(lazy.NewIota(Int64, k, x.Shape...), expandTo(tailOnes(at, len(x.Shape)-k), x.Shape))
	if x.Shape[k] == 0 {
		return lazy.NewConst(ops.IntValue(x.DType, 0), slices.Delete(slices.Clone(x.Shape), k, k+1)...)
	}
	return selected(hit, x, k)
}

// tailOnes adds n axes of length 1 behind.
func tailOnes(x node, n int) node {
	return reshaped(x, append(slices.Clone(x.Shape), slices.Repeat([]int{1}, n)...)...)
}
