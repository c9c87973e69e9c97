package schedule

import (
	"math"
	"slices"

	"weft/lazy"
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
		u.k.note(n.Op)
		u.k.work += u.k.evals(u.free) * float64(n.Op.Info().Cost)
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
	if u.k.work += evals; contraction {
		u.k.work += evals
	}
	if !contraction {
		u.kids = []*use{p.need(u.k, n.Src[0], at, u.product)}
		return
	}
	mul, at, _ := b.trace(n.Src[0], at)
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

// store gives the node a buffer: in a kernel that computes it at every position anyway, else in a kernel of its own.
func (p *planner) store(f *fact) {
	if k, u := p.host(f); k != nil {
		f.kern, f.own = k, u
		k.nests[0].stores = append(k.nests[0].stores, planStore{target: f, at: u.at.idx, value: func() *Expr { return u.value }})
		f.home.Reason += "; stored by a kernel that computes it anyway"
		p.expand(f, u)
	} else if k := p.sibling(f); k != nil {
		u := p.need(k, f.node, place{idx: k.vars()}, false)
		f.kern, f.own = k, u
		k.nests[0].stores = append(k.nests[0].stores, planStore{target: f, at: u.at.idx, value: func() *Expr { return u.value }})
		f.home.Reason += "; stored by a kernel over the same positions"
		p.expand(f, u)
	} else {
		p.ownKernel(f)
	}
	for _, u := range f.uses {
		if u != f.own {
			u.k.deps[f.kern] = true
			u.k.reads[f] = true
		}
	}
}

// readersGroup is the one group that reads partial results, which they join as an earlier phase.
func (p *planner) readersGroup(f *fact) *group {
	if !p.split.partial[f.node] || slices.Contains(p.roots, f.node) {
		return nil
	}
	g := f.uses[0].k.group
	for _, u := range f.uses {
		if u.k.group != g {
			return nil
		}
	}
	return g
}

// sibling finds a kernel that goes over the same positions and memory as f would, and is not joined to f by a path.
func (p *planner) sibling(f *fact) *kern {
	if f.form != nil && f.form.kind != Plain || f.heavy || p.opt.Unfused || f.node.Op.Family() == ops.Reduce || len(f.node.Shape) == 0 {
		return nil
	}
	for i := len(p.kerns) - 1; i >= max(0, len(p.kerns)-64); i-- {
		k := p.kerns[i]
		if !k.plain || k.reduce || k.phase || k.ops >= kernelOps/2 || len(k.nests[0].stores) >= kernelBufs/2 ||
			!slices.Equal(k.root.node.Shape, f.node.Shape) || !shares(k.root, f) {
			continue
		}
		if slices.ContainsFunc(f.uses, func(u *use) bool { return u.k == k }) || p.reaches(k, f) {
			continue
		}
		return k
	}
	return nil
}

func shares(f, g *fact) bool {
	return slices.ContainsFunc(f.leaves, func(l *fact) bool { return slices.Contains(g.leaves, l) })
}

func (p *planner) ownKernel(f *fact) {
	k := p.newKern(f, p.readersGroup(f))
	f.kern = k
	k.phase = len(k.kerns) > 1
	kind := Plain
	if f.form != nil {
		kind = f.form.kind
	}
	switch kind {
	case PrefixScan:
		p.scanKernel(f, k)
	case IndexedAccum:
		p.accumKernel(f, k)
	case RegionStore:
		p.regionKernel(f, k)
	default:
		k.plain = true
		ns, idx := k.addNest(f.node.Shape, nil)
		u := &use{k: k, at: place{idx: idx}, free: freeOfPlace(idx)}
		f.own = u
		ns.stores = append(ns.stores, planStore{target: f, at: idx, value: func() *Expr { return u.value }})
		k.folds = f.tile
		p.expand(f, u)
	}
}

// host finds a kernel over f's own positions that computes f, if no other reader stands before it.
func (p *planner) host(f *fact) (*kern, *use) {
	if f.form != nil && f.form.kind != Plain && f.form.kind != IndexedRead || p.opt.Unfused || f.node.Op.Family() == ops.Reduce || p.split.partial[f.node] {
		return nil, nil
	}
	for _, u := range f.uses {
		k := u.k
		if !k.plain || u.product || u.at.gate != nil || k.ops >= kernelOps || len(k.nests[0].stores) >= kernelBufs/2 || !identity(k.nests[0], u.at.idx, f.node.Shape) {
			continue
		}
		if k.phase || !p.soleUse(f, u) || p.reaches(k, f) {
			continue
		}
		return k, u
	}
	return nil, nil
}

// vars is the index of a plain kernel's positions.
func (k *kern) vars() []*Expr {
	idx := make([]*Expr, len(k.nests[0].ranges))
	for i, r := range k.nests[0].ranges {
		idx[i] = k.b.Var(r)
	}
	return idx
}

func identity(ns *nest, idx []*Expr, shape []int) bool {
	if len(ns.ranges) != len(shape) {
		return false
	}
	for i, r := range ns.ranges {
		if r.Extent != int64(shape[i]) || r.Extent > 1 && (idx[i].Code != RangeVar || idx[i].Range != r) {
			return false
		}
	}
	return true
}

func (p *planner) soleUse(f *fact, u *use) bool {
	for _, v := range f.uses {
		if v != u && v.k == u.k {
			return false
		}
	}
	return true
}

// reachLimit bounds the search of reaches; beyond it the answer is yes.
const reachLimit = 2000

// reaches says that k waits for another reader of f: then k cannot be the one to store f.
func (p *planner) reaches(k *kern, f *fact) bool {
	readers := map[*kern]bool{}
	for _, u := range f.uses {
		if u.k != k {
			readers[u.k] = true
		}
	}
	return len(readers) > 0 && pathToAny(k, readers)
}

func pathToAny(from *kern, to map[*kern]bool) bool {
	seen, todo := map[*kern]bool{from: true}, []*kern{from}
	for len(todo) > 0 {
		k := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for d := range k.deps {
			if to[d] || len(seen) > reachLimit {
				return true
			}
			if !seen[d] {
				seen[d] = true
				todo = append(todo, d)
			}
		}
	}
	return false
}

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
		ns, idx := k.addNest(x.Shape, nil)
		u := p.need(k, x, place{idx: idx}, false)
		out := make([]*Expr, len(idx))
		for i := range idx {
			out[i] = b.Add(idx[i], b.Int(int64(part.Ints[2*i])))
		}
		ns.stores = append(ns.stores, planStore{target: f, at: out, value: func() *Expr {
			return signed(b, u.value, fm.fill, ops.ReduceAdd)
		}})
	}
}
