package schedule

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// planner decides where each value of a graph lives and collects the kernels that follow from it.
type planner struct {
	opt    Options
	groups []*group
	facts  map[*lazy.Node]*fact
	order  []*fact // operands first
	kerns  []*kern
	split  *splitter
	roots  []*lazy.Node
}

// Options steer a plan. They are part of its key.
type Options struct {
	// Unfused puts a buffer after every elementwise and reduce node that is not part of a lowering.
	Unfused bool
	// L2 is the size of the second cache in bytes.
	L2 int64
}

func newPlanner(roots []*lazy.Node, split *splitter, opt Options) *planner {
	p := &planner{opt: opt, facts: map[*lazy.Node]*fact{}, roots: roots, split: split}
	for _, n := range lazy.Toposort(p.roots) {
		p.add(n)
	}
	p.regions()
	for _, r := range p.roots {
		p.facts[r].forced = "an output"
	}
	for _, f := range p.order {
		p.measure(f)
	}
	return p
}

func (p *planner) add(n *lazy.Node) {
	f := &fact{node: n, form: p.split.forms[n]}
	p.facts[n] = f
	p.order = append(p.order, f)
	f.tile = f.form != nil && f.form.kind == Contraction && reuse(n) >= 2
	for i, x := range n.Src {
		if !slices.Contains(n.Src[:i], x) {
			p.facts[x].users++
		}
	}
	f.parts = padsBelow(n, func(x *lazy.Node) int { return p.facts[x].parts })
	switch {
	case n.Op == ops.Contiguous:
		f.forced = "asked for"
	case p.split.partial[n]:
		f.forced = "partial results of a long reduce"
	case f.form != nil && (f.form.kind == PrefixScan || f.form.kind == IndexedAccum):
		f.forced = f.form.kind.String()
	}
}

// regions recognises the trees of pads, each at its top: a tree inside a larger one is not looked at. Where a tree turns out to
// be none, those of at most half its size inside it are tried, which keeps the work near linear.
func (p *planner) regions() {
	limit := map[*lazy.Node]int{} // of a node's parts; 0 inside a recognised tree
	for i := len(p.order) - 1; i >= 0; i-- {
		f := p.order[i]
		if f.parts < 2 {
			continue
		}
		most, bounded := limit[f.node]
		below := most
		if !bounded || f.parts <= most {
			if f.form = regions(f.node); f.form != nil {
				f.forced, below = f.form.kind.String(), 0
			} else {
				below = f.parts / 2
			}
		}
		for _, x := range f.node.Src {
			if old, ok := limit[x]; x.Op == f.node.Op && (!ok || below > old) {
				limit[x] = below
			}
		}
	}
}

// reuse is how often a contraction uses each element of the operand that it uses least.
func reuse(n *lazy.Node) int {
	mul := n.Src[0]
	for mul.Op != ops.Mul {
		mul = mul.Src[0]
	}
	least := n.Src[0].Numel()
	for _, x := range mul.Src {
		for x.Op.Family() == ops.Movement {
			x = x.Src[0]
		}
		least = min(least, n.Src[0].Numel()/max(x.Numel(), 1))
	}
	return least
}

// measure estimates what computing the node in place costs, from its operands' estimates.
func (p *planner) measure(f *fact) {
	n := f.node
	switch {
	case n.Op == ops.Buffer || f.forced != "":
		f.loads, f.bufs, f.leaves = 1, 1, []*fact{f}
		if f.forced != "" {
			f.leaves = p.leavesOf(n)
		}
		return
	case n.Op.Family() == ops.Reduce && (f.form == nil || f.form.kind != IndexedRead):
		f.cost, f.loads, f.bufs, f.heavy = 2, 1, 1, n.Src[0].Numel() > tinyWork
		return
	}
	f.leaves = p.leavesOf(n)
	f.cost = n.Op.Info().Cost
	if n.Op.Family() == ops.Reduce || n.Op == ops.Pad {
		f.cost = cheapCost - 1
	}
	for _, s := range n.Src {
		g := p.facts[s]
		f.cost, f.loads, f.bufs = min(f.cost+g.cost, costCap), min(f.loads+g.loads, costCap), min(f.bufs+g.bufs, costCap)
		f.heavy = f.heavy || g.heavy
	}
	if n.Op == ops.Expand && n.Numel() >= 8*n.Src[0].Numel() {
		f.loads = 0 // few elements, read from cache
	}
	p.findBase(f)
}

// findBase follows elementwise functions of one value down to the last one above a reduce.
func (p *planner) findBase(f *fact) {
	elementwise := f.node.Op.Family() == ops.Elementwise
	if !f.heavy || !elementwise && f.node.Op != ops.Reshape && f.node.Op != ops.Permute {
		return
	}
	if f.base, f.above = p.baseBelow(f.node); f.base == nil && elementwise {
		f.base, f.above = f, 0
	}
}

// baseBelow is the one base of n's operands, nil if they have several or read memory.
func (p *planner) baseBelow(n *lazy.Node) (base *fact, above int) {
	above = n.Op.Info().Cost
	for _, s := range n.Src {
		g := p.facts[s]
		switch {
		case !g.heavy && g.loads == 0:
			above = min(above+g.cost, costCap)
		case !g.heavy || g.base == nil || base != nil && base != g.base:
			return nil, 0
		default:
			base, above = g.base, min(above+g.above, costCap)
		}
	}
	return base, above
}

// leavesOf joins the operands' leaves, a handful of them; an operand that must be a buffer is one itself.
func (p *planner) leavesOf(n *lazy.Node) []*fact {
	var out []*fact
	for _, s := range n.Src {
		g := p.facts[s]
		from := g.leaves
		if g.forced != "" {
			from = []*fact{g}
		}
		for _, l := range from {
			if len(out) < 8 && !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	return out
}

// isLeaf says that the node is memory or a value that needs none.
func isLeaf(n *lazy.Node) bool { return n.Op.Family() == ops.Source }
