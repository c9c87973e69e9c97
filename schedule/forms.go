package schedule

import (
	"math"
	"slices"

	"weft/lazy"
	"weft/ops"
)

// scanKernel carries a fold along one axis.
func (p *planner) scanKernel(f *fact, k *kern) {
	fm := f.form
	ns, idx := k.addNest(f.node.Shape, func(a int) bool { return a == fm.out })
	r := ns.ranges[fm.out]
	if fm.back {
		idx[fm.out] = k.b.Sub(k.b.Int(r.Extent-1), idx[fm.out])
	}
	in := k.inputIndex(f.node, idx)
	in[fm.axis] = idx[fm.out]
	in[inputAxis(f.node, fm.out)] = k.b.Int(0)
	u := p.need(k, fm.value, place{idx: in}, false)
	start := fm.fill
	ns.stores = append(ns.stores, planStore{target: f, at: idx, value: func() *Expr {
		body := signed(k.b, u.value, start, f.node.Op)
		if r.Extent == 1 {
			return body
		}
		return k.b.Scan(f.node.Op, r, body)
	}})
}

// signed adds the +0 that the unselected elements of an add contribute: it turns -0 into +0.
func signed(b *Builder, v *Expr, fill ops.Value, op ops.Op) *Expr {
	if op == ops.ReduceAdd && fill.DType.IsFloat() && !math.Signbit(fill.Float()) {
		return b.ALU(ops.Add, v.DType, v, b.Const(fill))
	}
	return v
}

// inputIndex spreads an index of the reduce's result over its input's axes; reduced axes stay nil.
func (k *kern) inputIndex(n *lazy.Node, idx []*Expr) []*Expr {
	in, o := make([]*Expr, len(n.Src[0].Shape)), 0
	for i := range in {
		if !slices.Contains(n.Ints, i) {
			in[i] = idx[o]
			o++
		}
	}
	return in
}

// inputAxis is the input's axis that becomes the result's axis out.
func inputAxis(n *lazy.Node, out int) int {
	for i := range n.Src[0].Shape {
		if slices.Contains(n.Ints, i) {
			continue
		}
		if out == 0 {
			return i
		}
		out--
	}
	return -1
}

// accumKernel fills the result and then folds each update into its position, in order.
func (p *planner) accumKernel(f *fact, k *kern) {
	fm, n, b := f.form, f.node, k.b
	fill, idx := k.addNest(n.Shape, nil)
	fill.stores = append(fill.stores, planStore{target: f, at: idx, value: func() *Expr { return b.Const(fm.fill) }})
	x := n.Src[0]
	shape := slices.Clone(x.Shape)
	for _, pk := range fm.picks {
		shape[pk.axis] = 1
	}
	ns, at := k.addNest(shape, func(a int) bool { return slices.Contains(n.Ints, a) })
	u := p.need(k, fm.value, place{idx: at}, false)
	var index, rest []*use
	for _, pk := range fm.picks {
		index = append(index, p.need(k, pk.index, place{idx: at}, false))
	}
	for _, c := range fm.rest {
		rest = append(rest, p.need(k, c, place{idx: at}, false))
	}
	where := func() []*Expr {
		out := k.resultIndex(n, at)
		for i, pk := range fm.picks {
			out[pk.out] = b.Cast(index[i].value, ops.Int64)
		}
		return out
	}
	gate := func() *Expr {
		var g *Expr
		for i, pk := range fm.picks {
			g = b.And(g, b.InRange(b.Cast(index[i].value, ops.Int64), int64(n.Shape[pk.out])))
		}
		for _, c := range rest {
			g = b.And(g, c.value)
		}
		return g
	}
	ns.stores = append(ns.stores, planStore{target: f, index: where, gate: gate, value: func() *Expr { return u.value }, acc: n.Op.Combine()})
}

func (k *kern) resultIndex(n *lazy.Node, at []*Expr) []*Expr {
	var out []*Expr
	for i, e := range at {
		if !slices.Contains(n.Ints, i) {
			out = append(out, e)
		}
	}
	return out
}

// contractionBelow is the contraction that a part does no more than move, with the moves from it on, if nobody else reads it: the
// part then goes over its positions, as its register tiles do, and stores each where it is moved to. Else it is the part.
func (p *planner) contractionBelow(part *lazy.Node) (value *lazy.Node, moves []*lazy.Node) {
	n := part
	for ; p.facts[n].users == 1 && p.facts[n].forced == ""; n = n.Src[0] {
		switch {
		case p.facts[n].tile:
			slices.Reverse(moves)
			return n, moves
		case n.Op != ops.Reshape && n.Op != ops.Permute:
			return part, nil
		}
		moves = append(moves, n)
	}
	return part, nil
}

// regionKernel stores each part in its place.
func (p *planner) regionKernel(f *fact, k *kern) {
	fm, b := f.form, k.b
	if !covers(fm.parts) {
		fill, idx := k.addNest(f.node.Shape, nil)
		fill.stores = append(fill.stores, planStore{target: f, at: idx, value: func() *Expr { return b.Const(fm.fill) }})
	}
	for _, part := range fm.parts {
		x := part.Src[0]
		if x.Numel() == 0 {
			continue
		}
		value, moves := p.contractionBelow(x)
		ns, idx := k.addNest(value.Shape, nil)
		ns.exact = len(moves) > 0 || p.facts[value].tile
		u := p.need(k, value, place{idx: idx}, false)
		out := slices.Clone(b.forward(moves, idx))
		for i := range out {
			out[i] = b.Add(out[i], b.Int(int64(part.Ints[2*i])))
		}
		ns.stores = append(ns.stores, planStore{target: f, at: out, value: func() *Expr {
			return signed(b, u.value, fm.fill, ops.ReduceAdd)
		}})
	}
}
