package schedule

import (
	"slices"

	"weft/ops"
)

// expand makes the uses of a node's operands that computing it in place needs.
func (p *planner) expand(f *fact, u *use) {
	n := f.node
	switch n.Op.Family() {
	case ops.Movement:
		at, inside := u.k.b.move(n, u.at)
		u.inside = inside
		u.kids = []*use{p.need(u.k, n.Src[0], at, u.product)}
	case ops.Elementwise:
		u.k.ops++
		u.k.cost += n.Op.Info().Cost
		u.k.note(n.Op)
		for _, s := range n.Src {
			u.kids = append(u.kids, p.need(u.k, s, u.at, u.product))
		}
	case ops.Reduce:
		u.k.ops++
		if f.form != nil && f.form.kind == IndexedRead {
			p.expandRead(f, u)
			return
		}
		u.k.reduce = true
		u.k.note(n.Op)
		p.expandReduce(f, u)
	case ops.Effect:
		u.kids = []*use{p.need(u.k, n.Src[0], u.at, u.product)}
	}
}

// expandReduce opens the reduce's own ranges.
func (p *planner) expandReduce(f *fact, u *use) {
	n, b := f.node, u.k.b
	contraction := f.form != nil && f.form.kind == Contraction
	order, axes := p.split.order(n, contraction)
	u.red = &Reduction{Op: n.Op, Order: order}
	idx := make([]*Expr, len(n.Src[0].Shape))
	o := 0
	for i := range idx {
		if !slices.Contains(n.Ints, i) {
			idx[i] = u.at.idx[o]
			o++
		}
	}
	evals := u.k.evals(u.free)
	for _, a := range axes {
		r := b.Range(Red, int64(n.Src[0].Shape[a]))
		evals *= float64(r.Extent)
		u.k.cum[r.ID] = evals
		u.red.Ranges = append(u.red.Ranges, r)
		idx[a] = b.Var(r)
	}
	at := place{idx, u.at.gate}
	if !contraction {
		u.kids = []*use{p.need(u.k, n.Src[0], at, u.product)}
		return
	}
	mul, at, inside, _ := b.product(n, at)
	at, u.inside = b.shorten(u.red.Ranges, at, inside)
	product := f.tile && n.Src[0].Numel() > tinyWork
	u.kids = []*use{p.need(u.k, mul.Src[0], at, product), p.need(u.k, mul.Src[1], at, product)}
}

// expandRead reads the selected value at positions that are known once the index is: until then they are stand-ins.
func (p *planner) expandRead(f *fact, u *use) {
	n, b := f.node, u.k.b
	x := n.Src[0]
	idx := make([]*Expr, len(x.Shape))
	o := 0
	for i := range idx {
		if slices.Contains(n.Ints, i) {
			idx[i] = b.Int(0)
			continue
		}
		idx[i] = u.at.idx[o]
		o++
	}
	at := place{slices.Clone(idx), u.at.gate}
	for _, pk := range f.form.picks {
		q := p.need(u.k, pk.index, at, false)
		u.kids = append(u.kids, q)
		e := b.standIn(int64(x.Shape[pk.axis]), q.free)
		u.late = append(u.late, e)
		idx[pk.axis] = e
	}
	at = place{idx, u.at.gate}
	for _, c := range f.form.rest {
		u.kids = append(u.kids, p.need(u.k, c, at, false))
	}
	u.kids = append(u.kids, p.need(u.k, f.form.value, at, false))
}

// standIn is an index below n that will be known later: an expression of its own.
func (b *Builder) standIn(n int64, free []int) *Expr {
	e := &Expr{Code: ALU, Op: ops.Cast, DType: ops.Int64, Lo: 0, Hi: n - 1, Free: free, ID: b.count}
	b.count++
	return e
}
