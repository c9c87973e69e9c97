package schedule

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// Rows on both sides of a contraction: what it gives may wait in scratch for row operations, and what row operations give may
// wait there for it. A row at a time would leave the contraction nothing to use again, so code generation runs through a block of
// rows at once; what the rows share has to stay in the cache meanwhile.

// leastBlock is how many rows must share the other operand, and mostRow the part of the second cache that a row may take, so that a
// block of rows stays there.
const (
	leastBlock = 8
	mostRow    = 32
)

// foldsLimit bounds the search for a reduce.
const foldsLimit = 64

// rowOfProducts recognises a contraction whose results row operations of one kernel go over several times.
func (p *planner) rowOfProducts(f *fact) bool {
	n := f.node
	if reuse(n) < leastBlock || !p.stageable(f) || !p.liesWell(n) {
		return false
	}
	return p.rowInBlock(f, f.uses[0].k, n.Src[0].Numel()/max(n.Numel(), 1))
}

// liesWell says whether a contraction can read its operands where they are: windows under the gates of a pad and lines far apart are
// packed by a kernel of their own.
func (p *planner) liesWell(n *lazy.Node) bool {
	in := inputOf(n)
	mul, at, inside, ok := in.b.product(n, place{idx: in.idx})
	if !ok || inside != nil {
		return false
	}
	order, _ := p.split.order(n, true)
	x, y := in.strides(mul.Src[0], at), in.strides(mul.Src[1], at)
	last := lastWide(n.Shape)
	return order.Across || last >= 0 && near(x[inputAxis(n, last)], y[inputAxis(n, last)])
}

// rowOfFactors recognises an operand behind row operations which a contraction takes along whole rows of it.
func (p *planner) rowOfFactors(f *fact) bool {
	u := f.uses[0]
	if len(f.uses) > 1 || !u.k.plain || u.at.gate != nil || !u.k.root.tile || !p.liesWell(u.k.root.node) {
		return false
	}
	f.row = nil
	for i, e := range u.at.idx {
		if e.Code == RangeVar && e.Range.Kind == Red {
			f.row = append(f.row, i)
		}
	}
	free := freeOfPlace(except(u.at.idx, f.row))
	others := 1
	for _, r := range u.k.nests[0].ranges {
		if !slices.Contains(free, r.ID) {
			others *= int(r.Extent)
		}
	}
	return p.rowFits(f) && others >= leastBlock && p.rowInBlock(f, u.k, others) && p.foldsRows(f)
}

// foldsRows says whether f is computed from a reduce over its rows, near it; what is not, the kernel of its operands can store.
func (p *planner) foldsRows(f *fact) bool {
	row, seen, todo := lazy.Numel(only(f.node.Shape, f.row)), map[*lazy.Node]bool{}, []*lazy.Node{f.node}
	for len(todo) > 0 && len(seen) < foldsLimit {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch g := p.facts[n]; {
		case seen[n] || !g.heavy || g.tile:
		case n.Op.Family() == ops.Reduce:
			if n.Src[0].Numel() == row*n.Numel() {
				return true
			}
		default:
			todo = append(todo, n.Src...)
		}
		seen[n] = true
	}
	return false
}

// rowInBlock says whether a block of f's rows stays in the cache, and beside it what all of them share, which holds deep elements for
// each of a row. The rows are those of k's own loops, each computed once.
func (p *planner) rowInBlock(f *fact, k *kern, deep int) bool {
	idx, shape := f.uses[0].at.idx, f.node.Shape
	free := freeOfPlace(except(idx, f.row))
	own := k.nests[0].rangeIDs()
	if !k.plain || slices.ContainsFunc(free, func(id int) bool { return !slices.Contains(own, id) }) {
		return false
	}
	row := lazy.Numel(only(shape, f.row))
	bytes := int64(row * f.node.DType.Size())
	if int64(f.node.Numel()*f.node.DType.Size()) <= p.opt.L2 {
		return false // stored, it stays there as well
	}
	return k.evals(free)*float64(row) <= float64(f.node.Numel()) && bytes <= p.opt.L2/mostRow && bytes*int64(deep) <= p.opt.L2/2
}
