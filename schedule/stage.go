package schedule

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// around puts the loops over a reduce's results around those of its reader in which it would be computed again, as where the
// reduced axis is not the last one. That needs a reader that goes over what is reduced again, that nothing has asked for
// another order, loops enough to share out, and a row that stays in the cache, a line of neighbours wide.
func (p *planner) around(f *fact) {
	u := f.uses[0]
	k := u.k
	if !k.plain || k.reduce || k.nests[0].outer != nil || slices.ContainsFunc(f.uses, func(o *use) bool { return o.k != k || o.product || !slices.Equal(o.free, u.free) }) {
		return
	}
	ns, outer, inner, found := k.nests[0], 1, 1, 0
	for _, r := range ns.ranges {
		switch {
		case r.Kind != Out:
			return
		case slices.Contains(u.free, r.ID):
			outer *= int(r.Extent)
			found++
		default:
			inner *= int(r.Extent)
		}
	}
	fits := found == len(u.free) && outer >= leastRows && int64(inner)*cacheLine <= p.opt.L2/8
	if fits && k.evals(u.free) > float64(outer) && p.rowBelow(f) == inner {
		ns.outer = u.free
		k.count(ns)
	}
}

// rowBelow is the number of elements that each result of the reduce folds which f is computed from, without a contraction;
// 0 if there is none near.
func (p *planner) rowBelow(f *fact) int {
	for depth := 0; depth < 8; depth++ {
		n := f.node
		if n.Op.Family() == ops.Reduce {
			if f.form != nil || f.tile {
				return 0
			}
			return n.Src[0].Numel() / max(n.Numel(), 1)
		}
		at := slices.IndexFunc(n.Src, func(s *lazy.Node) bool { g := p.facts[s]; return g.heavy && g.forced == "" })
		if at < 0 {
			return 0
		}
		f = p.facts[n.Src[at]]
	}
	return 0
}

// stageable recognises a row that several loops inside one outer loop read: places that agree on some axes and run over the
// whole of the others.
func (p *planner) stageable(f *fact) bool {
	if len(f.uses) < 2 {
		return false
	}
	for _, u := range f.uses {
		if u.k != f.uses[0].k || u.at.gate != nil || u.product {
			return false
		}
	}
	f.row = f.rowAxes()
	if p.rowFits(f) {
		return true
	}
	if len(f.row) > 0 { // with the agreeing axes inside them, the rows are fewer and longer
		for i := f.row[0]; i < len(f.node.Shape); i++ {
			f.row = append(f.row[:i-f.row[0]], i)
		}
	}
	return p.rowFits(f)
}

// rowAxes are the axes on which the uses do not agree.
func (f *fact) rowAxes() []int {
	var row []int
	for i := range f.node.Shape {
		if slices.ContainsFunc(f.uses, func(u *use) bool { return u.at.idx[i] != f.uses[0].at.idx[i] }) {
			row = append(row, i)
		}
	}
	return row
}

// rowFits says whether a row over f's row axes can be kept: every use runs over the whole of it, it belongs to a loop that
// does not compute it again, and it stays in the cache. Where neighbouring elements are of other rows, a line of them does.
func (p *planner) rowFits(f *fact) bool {
	k, idx, shape := f.uses[0].k, f.uses[0].at.idx, f.node.Shape
	free := freeOfPlace(except(idx, f.row))
	if len(f.row) == 0 || len(free) == 0 {
		return false
	}
	for _, u := range f.uses {
		for _, i := range f.row {
			if d := shape[i]; d > 1 && (u.at.idx[i].Code != RangeVar || u.at.idx[i].Range.Extent != int64(d)) {
				return false
			}
		}
	}
	elems, size := lazy.Numel(only(shape, f.row)), f.node.DType.Size()
	if f.row[len(f.row)-1] < lastWide(shape) {
		if k.evals(free)*float64(elems) > float64(f.node.Numel()) {
			return false
		}
		size = cacheLine
	}
	return int64(elems*size) <= p.opt.L2/2
}

func freeOfPlace(idx []*Expr) []int {
	var free []int
	for _, e := range idx {
		free = union(free, e.Free)
	}
	return free
}

// only lists what stands at some places.
func only[T any](all []T, at []int) []T {
	var some []T
	for _, i := range at {
		some = append(some, all[i])
	}
	return some
}

// except lists what stands at the other places.
func except[T any](all []T, at []int) []T {
	var rest []T
	for i, x := range all {
		if !slices.Contains(at, i) {
			rest = append(rest, x)
		}
	}
	return rest
}

// stage keeps the row in scratch.
func (p *planner) stage(f *fact) {
	u := f.uses[0]
	k := u.k
	at := place{idx: slices.Clone(u.at.idx)}
	st := &Stage{DType: f.node.DType}
	evals := k.evals(freeOfPlace(except(at.idx, f.row)))
	for _, i := range f.row {
		r := k.b.Range(Red, int64(f.node.Shape[i]))
		evals *= float64(r.Extent)
		k.cum[r.ID] = evals
		st.Ranges = append(st.Ranges, r)
		at.idx[i] = k.b.Var(r)
	}
	st.ID = k.b.stages
	k.b.stages++
	f.stage = st
	f.own = &use{k: k, at: at, free: freeOfPlace(at.idx)}
	p.expand(f, f.own)
}
