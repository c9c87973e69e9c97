package schedule

import (
	"slices"

	"weft/ops"
)

// What windows are cut with, going round and round a row with a stride one longer, leaves indices behind such as (24*r+y) mod 25. Under
// the gate of a pad that lets only some of the remainders through they are what they look like: y-r, and the quotient is r.

// unwrap looks at axis i of a place, of which only lo <= idx[i] < lo+n is used. Where that index is a remainder of m*q+s that can be in
// there only if it is s itself, all indices are written with q and s. It returns the place's gate so rewritten.
func (b *Builder) unwrap(idx []*Expr, i int, lo, n int64, gate *Expr) *Expr {
	rem := idx[i]
	if rem.Code != ALU || rem.Op != ops.Mod || rem.Src[1].Code != Const {
		return gate
	}
	e, m := rem.Src[0], rem.Src[1].Val.Int()
	q, s := &sum{}, &sum{constant: sumOf(e).constant}
	for _, t := range sumOf(e).terms {
		k := floorDiv(2*t.coef+m, 2*m) // the nearest
		if k != 0 {
			q.terms = append(q.terms, product{k, t.atom})
		}
		if rest := t.coef - k*m; rest != 0 {
			s.terms = append(s.terms, product{rest, t.atom})
		}
	}
	least, most, ok := s.bounds()
	if !ok || len(q.terms) == 0 || m+least < lo+n || most-m >= lo || least < -m || most >= 2*m {
		return gate
	}
	w := unwrapping{b: b, e: e, m: m, q: q, s: s}
	for j, x := range idx {
		idx[j] = w.index(x)
	}
	return w.gate(gate)
}

// unwrapping is e = m*q + s with 0 <= s < m wherever the place is used.
type unwrapping struct {
	b    *Builder
	e    *Expr
	m    int64
	q, s *sum
}

// index replaces e mod m by s and e div m by q.
func (w *unwrapping) index(x *Expr) *Expr {
	out := &sum{constant: sumOf(x).constant}
	for _, t := range sumOf(x).terms {
		by := &sum{terms: []product{{1, t.atom}}}
		if t.atom.Code == ALU && len(t.atom.Src) == 2 && t.atom.Src[0] == w.e && t.atom.Src[1].Code == Const && t.atom.Src[1].Val.Int() == w.m {
			switch t.atom.Op {
			case ops.Mod:
				by = w.s
			case ops.Div:
				by = w.q
			}
		}
		out = plus(out, by, t.coef)
	}
	return w.b.fromSum(out)
}

// gate replaces e < c*m by q < c.
func (w *unwrapping) gate(g *Expr) *Expr {
	if g == nil {
		return nil
	}
	if g.Code == ALU && g.Op == ops.And && g.DType == ops.Bool {
		return w.b.And(w.gate(g.Src[0]), w.gate(g.Src[1]))
	}
	if g.Code == ALU && g.Op == ops.CmpLT && g.Src[0] == w.e && g.Src[1].Code == Const && g.Src[1].Val.Int()%w.m == 0 {
		return w.b.ALU(ops.CmpLT, ops.Bool, w.b.fromSum(w.q), w.b.Int(g.Src[1].Val.Int()/w.m))
	}
	return g
}

// shorten takes conditions r < c on the ranges of a reduce out of the gates of what it folds and ends the ranges there instead: beyond
// them only neutral elements are folded.
func (b *Builder) shorten(ranges []*Range, at place, inside *Expr) (place, *Expr) {
	for _, r := range ranges {
		v := b.Var(r)
		for _, c := range conjunctsOf(inside) {
			if c.Code == ALU && c.Op == ops.CmpLT && c.Src[0] == v && c.Src[1].Code == Const {
				r.Extent = min(r.Extent, c.Src[1].Val.Int())
				v.Hi = r.Extent - 1
				inside, at.gate = b.drop(inside, c), b.drop(at.gate, c)
			}
		}
	}
	return at, inside
}

// drop takes a condition out of a gate.
func (b *Builder) drop(g, c *Expr) *Expr {
	switch {
	case g == nil || g == c:
		return nil
	case g.Code == ALU && g.Op == ops.And && g.DType == ops.Bool:
		return b.And(b.drop(g.Src[0], c), b.drop(g.Src[1], c))
	}
	return g
}

// conjunctsOf splits a gate at its ands.
func conjunctsOf(g *Expr) []*Expr {
	if g == nil {
		return nil
	}
	if g.Code == ALU && g.Op == ops.And && g.DType == ops.Bool {
		return slices.Concat(conjunctsOf(g.Src[0]), conjunctsOf(g.Src[1]))
	}
	return []*Expr{g}
}
