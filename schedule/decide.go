package schedule

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// decide walks from the outputs to the sources. When a node is reached all its uses are known, and where it lives follows
// from them; that in turn makes uses of its operands.
func (p *planner) decide() {
	for i := len(p.order) - 1; i >= 0; i-- {
		f := p.order[i]
		if f.forced == "" && len(f.uses) == 0 {
			continue
		}
		if f.node.Op == ops.Buffer || isLeaf(f.node) && f.forced == "" {
			p.leaf(f)
			continue
		}
		f.home = p.homeOf(f)
		switch f.home.Place {
		case Buffer:
			p.store(f)
		case Scratch:
			p.stage(f)
		default:
			for _, u := range f.uses {
				u.k.decided(f)
				p.expand(f, u)
			}
		}
	}
}

// leaf notes the reads of memory.
func (p *planner) leaf(f *fact) {
	if f.node.Op == ops.Buffer {
		for _, u := range f.uses {
			u.k.read(f)
		}
	}
}

// homeOf is the one decision of the scheduler.
func (p *planner) homeOf(f *fact) Home {
	n := f.node
	family := n.Op.Family()
	switch {
	case f.forced != "":
		return buffer("%s", f.forced)
	case family == ops.Movement || family == ops.Effect:
		return register("movement is index arithmetic")
	case p.opt.Unfused && !constant(n):
		return buffer("fusion is off")
	case p.full(f):
		return buffer("the kernel has reached its size")
	}
	p.around(f)
	if family == ops.Reduce && (f.form == nil || f.form.kind != IndexedRead) {
		return p.reduceHome(f)
	}
	return p.elementHome(f)
}

// constant says that n reads no memory: it costs nothing to compute again.
func constant(n *lazy.Node) bool {
	for depth := 0; depth < 8; depth++ {
		switch {
		case n.Op == ops.Const || n.Op == ops.Iota:
			return true
		case len(n.Src) != 1:
			return false
		}
		n = n.Src[0]
	}
	return false
}

// full says that a using kernel is at its limits.
func (p *planner) full(f *fact) bool {
	for _, u := range f.uses {
		if p.crowds(u.k, f) {
			return true
		}
	}
	return false
}

// kernels counts the kernels that use f, and repeats how many times each element is computed in all of them.
func (f *fact) kernels() (count int, repeats float64) {
	seen := map[*kern]bool{}
	evals := 0.0
	for _, u := range f.uses {
		seen[u.k] = true
		evals += u.k.evals(u.free)
	}
	return len(seen), evals / float64(max(f.node.Numel(), 1))
}

func (p *planner) reduceHome(f *fact) Home {
	n := f.node
	k := n.Src[0].Numel() / max(n.Numel(), 1)
	count, repeats := f.kernels()
	work := repeats * float64(n.Numel()*k)
	folds := f.tile
	switch {
	case work*float64(1+p.facts[n.Src[0]].cost) <= tinyWork:
		return register("tiny: %d elements", n.Src[0].Numel())
	case count > 1:
		return buffer("a reduce with readers in %d kernels", count)
	case folds && p.rowOfProducts(f):
		return Home{Scratch, "a row of products that is read more than once"}
	case repeats > 1:
		return buffer("a reduce that its reader would repeat %.3g times", repeats)
	case p.inLoop(f.uses[0], folds):
		return buffer("a contraction is not computed inside another loop")
	case folds && f.uses[0].nest().folds:
		return buffer("the kernel holds a contraction already")
	case int64(k*n.DType.Size()) > p.opt.L2/2 && p.rereads(f):
		return buffer("a row of %d elements does not stay in cache", k)
	}
	if folds {
		f.uses[0].nest().folds = true
	}
	return register("its reader shares the loop over %s", lazy.ShapeString(n.Shape))
}

// inLoop says that a contraction would stand in a loop that folds, or in one that is not plain.
func (p *planner) inLoop(u *use, folds bool) bool {
	if !folds {
		return false
	}
	ns := u.nest()
	if !u.k.plain && !ns.exact {
		return true
	}
	for _, id := range u.free {
		if !ns.has(id) {
			return true
		}
	}
	return false
}

// rereads says that the reading kernel goes over more than the reduce's result.
func (p *planner) rereads(f *fact) bool {
	u := f.uses[0]
	return u.k.evals(u.nest().rangeIDs()) > u.k.evals(u.free)
}

func (ns *nest) rangeIDs() []int {
	var ids []int
	for _, r := range ns.ranges {
		ids = append(ids, r.ID)
	}
	return ids
}

func (p *planner) elementHome(f *fact) Home {
	count, repeats := f.kernels()
	numel := float64(f.node.Numel())
	product := slices.ContainsFunc(f.uses, func(u *use) bool { return u.product })
	heavy := f.heavy && count > 1 // inside one kernel the reduce below decides for itself
	cheap := f.cost <= cheapCost && f.loads <= cheapLoads && !heavy
	switch {
	case product && f.heavy && count == 1 && p.rowOfFactors(f):
		return Home{Scratch, "a row of factors that is computed once"}
	case product && f.heavy:
		return buffer("an operand of a contraction that holds a reduce")
	case product && (f.cost > productCost || f.loads > 1) && f.loads > 0 && repeats*numel*float64(f.cost) > tinyWork:
		return buffer("an operand of a contraction that costs %d flops an element", f.cost)
	case cheap:
		return register("%d flops and %d reads an element are cheaper than memory", f.cost, f.loads)
	case count == 1 && len(f.uses) == 1 && repeats <= 1:
		return register("one reader")
	case !heavy && repeats*numel*float64(f.cost+1) <= tinyWork:
		return register("tiny: %d elements", f.node.Numel())
	case f.cost >= stageCost && p.stageable(f):
		return Home{Scratch, "a row that is read more than once"}
	case heavy && f.againFromBase():
		return register("%d flops an element from a value that is read anyway", f.above)
	case heavy:
		return buffer("%d readers of a value behind a reduce", len(f.uses))
	}
	return p.weigh(f, float64(count), repeats)
}

// againFromBase says that computing f in each reader from its base, which others take too, is cheaper than memory for both.
func (f *fact) againFromBase() bool {
	return f.base != nil && f.base != f && f.base.users > 1 && f.above <= againCost && f.node.DType.Size() >= f.base.node.DType.Size()
}

// weigh compares computing again with writing once and reading back, in elements moved.
func (p *planner) weigh(f *fact, count, repeats float64) Home {
	again := repeats * (float64(f.loads) + float64(f.cost)/bytesPerFlop)
	stored := float64(f.loads) + float64(f.cost)/bytesPerFlop + 1 + max(count, min(repeats, 2*count))
	if again <= stored {
		return register("%d readers, computing again costs %d flops an element", len(f.uses), f.cost)
	}
	return buffer("%d readers, computing again costs %d flops an element", len(f.uses), f.cost)
}
