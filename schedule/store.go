package schedule

import (
	"slices"

	"weft/ops"
)

// store gives the node a buffer: in a kernel that computes it at every position anyway, else in a kernel of its own.
func (p *planner) store(f *fact) {
	if k, u := p.host(f); k != nil {
		f.home.Reason += "; stored by a kernel that computes it anyway"
		p.storeAt(f, u)
	} else if k := p.sibling(f); k != nil {
		f.home.Reason += "; stored by a kernel over the same positions"
		p.storeAt(f, p.need(k, f.node, place{idx: k.vars()}, false))
	} else {
		p.ownKernel(f)
	}
	for _, u := range f.uses {
		if u != f.own {
			u.k.deps[f.kern] = true
			u.k.read(f)
		}
	}
}

// storeAt has the kernel of a use, which is plain, store f at the use's place.
func (p *planner) storeAt(f *fact, u *use) {
	f.kern, f.own = u.k, u
	ns := u.k.nests[0]
	ns.stores = append(ns.stores, planStore{target: f, at: u.at.idx, value: func() *Expr { return u.value }})
	p.expand(f, u)
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
		ns.folds = f.tile
		p.storeAt(f, &use{k: k, at: place{idx: idx}, free: freeOfPlace(idx)})
	}
}

// host finds a kernel over f's own positions that computes f, if no other reader stands before it.
func (p *planner) host(f *fact) (*kern, *use) {
	if f.form != nil && f.form.kind != Plain && f.form.kind != IndexedRead || p.opt.Unfused || f.node.Op.Family() == ops.Reduce || p.split.partial[f.node] {
		return nil, nil
	}
	for _, u := range f.uses {
		k := u.k
		if !k.plain || u.product || u.at.gate != nil || p.crowds(k, f) || len(k.nests[0].stores) >= kernelBufs/2 || !identity(k.nests[0], u.at.idx, f.node.Shape) {
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
