package differential

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// index draws n positions of an axis of length v, at times some that hit nothing.
func (g *generator) index(n, v int) *lazy.Node {
	d := []ops.DType{ops.Int64, ops.Int64, ops.Int32, ops.Uint8}[g.r.IntN(4)]
	span, shift := max(v, 1), 0
	if g.r.IntN(4) == 0 {
		span, shift = span+3, -1
	}
	if d == ops.Uint8 {
		span, shift = min(span, 255), 0
	}
	return newBuffer(d, []int{n}, 0, func(int) ops.Value { return ops.IntValue(d, int64(g.r.IntN(span)+shift)) })
}

var folds = []ops.Op{ops.ReduceAdd, ops.ReduceMul, ops.ReduceMax}

func (g *generator) neutral(op ops.Op, x *lazy.Node) ops.Value {
	if op == ops.ReduceAdd && x.DType.IsFloat() && g.r.IntN(4) == 0 {
		return ops.FloatValue(x.DType, 0)
	}
	return op.Info().Neutral(x.DType)
}

// gather selects rows of x along one axis: a reduction over the axis v of where(v == index, x, e). Element (.., i, ..)
// of the result is x[.., index[i], ..].
func (g *generator) gather() *lazy.Node {
	x := g.pickWhere(func(n *lazy.Node) bool { return n.Rank() > 0 && n.DType != ops.Bool && n.Rank() < 4 },
		func() *lazy.Node { return g.buffer(g.float(), []int{1 + g.length(), 1 + g.length()}) })
	axis, n := g.r.IntN(x.Rank()), 1+g.r.IntN(9)
	v := x.Shape[axis]
	if n*x.Numel() > g.opt.Inner || v == 0 {
		return nil
	}
	// The full shape is that of x with the index's axis put before axis; v follows it.
	full := slices.Insert(slices.Clone(x.Shape), axis, n)
	one := slices.Insert(slices.Clone(x.Shape), axis, 1)
	index := g.index(n, v)
	hit := ew(ops.CmpEQ, lazy.NewIota(index.DType, axis+1, full...), alongAxis(index, axis, full))
	op := ops.ReduceAdd
	if g.r.IntN(4) == 0 {
		op = folds[g.r.IntN(3)]
	}
	each := lazy.ExpandNode(lazy.ReshapeNode(x, one...), full...)
	e := lazy.NewConst(g.neutral(op, x), full...)
	return lazy.ReduceNode(op, ew(ops.Where, hit, each, e), axis+1)
}

// alongAxis lays a vector along one axis of shape and repeats it along the others.
func alongAxis(v *lazy.Node, axis int, shape []int) *lazy.Node {
	ones := make([]int, len(shape))
	for i := range ones {
		ones[i] = 1
	}
	ones[axis] = v.Numel()
	return lazy.ExpandNode(lazy.ReshapeNode(v, ones...), shape...)
}

// scatter folds rows of x into rows of a base at the positions of an index.
func (g *generator) scatter() *lazy.Node {
	x := g.pickWhere(func(n *lazy.Node) bool { return n.Rank() > 0 && n.DType != ops.Bool && n.Rank() < 4 && n.Numel() > 0 },
		func() *lazy.Node { return g.buffer(g.float(), []int{1 + g.length(), 1 + g.r.IntN(9)}) })
	n, v := x.Shape[0], 1+g.r.IntN(9)
	if x.Numel()*v > g.opt.Inner || n == 0 {
		return nil
	}
	full := append([]int{n, v}, x.Shape[1:]...)
	index := g.index(n, v)
	hit := ew(ops.CmpEQ, lazy.NewIota(index.DType, 1, full...), alongAxis(index, 0, full))
	each := lazy.ExpandNode(lazy.ReshapeNode(x, append([]int{n, 1}, x.Shape[1:]...)...), full...)
	op := folds[g.r.IntN(3)]
	if g.r.IntN(2) == 0 {
		op = ops.ReduceAdd
	}
	e := lazy.NewConst(g.neutral(op, x), full...)
	sum := lazy.ReduceNode(op, ew(ops.Where, hit, each, e), 0)
	if g.r.IntN(3) == 0 {
		return sum
	}
	return ew(op.Combine(), g.buffer(x.DType, sum.Shape), sum)
}

// scan folds each element with those before it along an axis, or with those after it.
func (g *generator) scan() *lazy.Node {
	x := g.pickWhere(func(n *lazy.Node) bool { return n.Rank() > 0 && n.DType != ops.Bool && n.Rank() < 4 },
		func() *lazy.Node { return g.buffer(g.float(), []int{1 + g.length()}) })
	axis, back := g.r.IntN(x.Rank()), g.r.IntN(3) == 0
	n := x.Shape[axis]
	if n*x.Numel() > g.opt.Inner || n == 0 {
		return nil
	}
	if back {
		x = lazy.FlipNode(x, axis)
	}
	op := folds[g.r.IntN(3)]
	full := slices.Insert(slices.Clone(x.Shape), axis, n)
	each := lazy.ExpandNode(lazy.ReshapeNode(x, slices.Insert(slices.Clone(x.Shape), axis, 1)...), full...)
	upTo := ew(ops.CmpLE, lazy.NewIota(ops.Int64, axis+1, full...), lazy.NewIota(ops.Int64, axis, full...))
	y := lazy.ReduceNode(op, ew(ops.Where, upTo, each, lazy.NewConst(op.Info().Neutral(x.DType), full...)), axis+1)
	if back {
		y = lazy.FlipNode(y, axis)
	}
	return y
}

// cat joins parts along an axis: a sum of parts padded with what a sum leaves alone.
func (g *generator) cat() *lazy.Node {
	x := g.pickWhere(func(n *lazy.Node) bool { return n.Rank() > 0 }, func() *lazy.Node { return g.buffer(g.float(), []int{3, 4}) })
	axis := g.r.IntN(x.Rank())
	parts := []*lazy.Node{x}
	for range 1 + g.r.IntN(5) {
		parts = append(parts, g.partLike(x, axis))
	}
	total := 0
	for _, p := range parts {
		total += p.Shape[axis]
	}
	join, e, at := ops.Add, ops.Add.Info().Neutral(x.DType), 0
	if x.DType == ops.Bool {
		join, e = ops.Or, ops.BoolValue(false)
	}
	var sum *lazy.Node
	for _, p := range parts {
		pads := make([]int, 2*p.Rank())
		pads[2*axis], pads[2*axis+1] = at, total-at-p.Shape[axis]
		at += p.Shape[axis]
		if padded := lazy.PadNode(p, e, pads...); sum == nil {
			sum = padded
		} else {
			sum = ew(join, sum, padded)
		}
	}
	return sum
}

// partLike is x, something made of it, or memory of its shape but along axis.
func (g *generator) partLike(x *lazy.Node, axis int) *lazy.Node {
	switch g.r.IntN(4) {
	case 0:
		return x
	case 1:
		if x.DType.IsFloat() {
			return ew(ops.Mul, x, num(x, 2))
		}
	case 2:
		return g.shrinkAlong(x, axis)
	}
	shape := slices.Clone(x.Shape)
	shape[axis] = 1 + g.r.IntN(5)
	return g.buffer(x.DType, shape)
}

func (g *generator) shrinkAlong(x *lazy.Node, axis int) *lazy.Node {
	bounds := make([]int, 2*x.Rank())
	for i, d := range x.Shape {
		bounds[2*i+1] = d
	}
	if d := x.Shape[axis]; d > 1 {
		bounds[2*axis] = g.r.IntN(d)
	}
	return lazy.ShrinkNode(x, bounds...)
}

// setSlice writes v into a region of x.
func (g *generator) setSlice() *lazy.Node {
	x := g.pickWhere(func(n *lazy.Node) bool { return n.Rank() > 0 && n.Numel() > 0 },
		func() *lazy.Node { return g.buffer(g.float(), []int{5, 4}) })
	shape, pads := make([]int, x.Rank()), make([]int, 2*x.Rank())
	var mask *lazy.Node
	for i, d := range x.Shape {
		start := g.r.IntN(d)
		end := start + 1 + g.r.IntN(d-start)
		shape[i], pads[2*i], pads[2*i+1] = end-start, start, d-end
		at := lazy.NewIota(ops.Int64, i, x.Shape...)
		bound := func(v int) *lazy.Node { return lazy.NewConst(ops.IntValue(ops.Int64, int64(v)), x.Shape...) }
		if start > 0 {
			mask = and(mask, ew(ops.CmpLE, bound(start), at))
		}
		if end < d {
			mask = and(mask, ew(ops.CmpLT, at, bound(end)))
		}
	}
	if mask == nil {
		return nil
	}
	v := g.buffer(x.DType, shape)
	if g.r.IntN(2) == 0 { // the region of x itself, moved to itself or bent
		bounds := make([]int, 2*x.Rank())
		for i := range shape {
			bounds[2*i], bounds[2*i+1] = 0, shape[i]
		}
		v = lazy.ShrinkNode(x, bounds...)
	}
	return ew(ops.Where, mask, lazy.PadNode(v, ops.IntValue(x.DType, 0), pads...), x)
}

func and(a, b *lazy.Node) *lazy.Node {
	if a == nil {
		return b
	}
	return ew(ops.And, a, b)
}

// effect asks for a buffer, checks what is always true, or marks.
func (g *generator) effect() *lazy.Node {
	x := g.pick()
	switch g.r.IntN(4) {
	case 0:
		same := ew(ops.CmpEQ, lazy.NewIota(ops.Int32, 0, 3), lazy.NewIota(ops.Int32, 0, 3))
		return lazy.CheckNode(x, same, lazy.NewCheckInfo("differential", "is never wrong"))
	case 1:
		return lazy.IdentityNode(x, lazy.NewMark(lazy.Hook, nil))
	}
	return lazy.ContiguousNode(x)
}
