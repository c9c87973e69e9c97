package schedule

import "weft/ops"

// The width of a kernel is what it reads and may come to read. Users are decided before operands, so by the time that buffers are
// reads of a kernel it is too late to hold their number down.

// moved is what a movement moves.
func (p *planner) moved(f *fact) *fact {
	for f.node.Op.Family() == ops.Movement && f.forced == "" {
		f = p.facts[f.node.Src[0]]
	}
	return f
}

// weight is the number of buffers that f is expected to be: those it reads where it is cheap enough to be computed in place,
// else one, since it can be made one.
func (f *fact) weight() int {
	if f.bufs <= cheapLoads {
		return f.bufs
	}
	return 1
}

// await notes that the kernel needs f, which is decided later.
func (k *kern) await(f *fact) {
	if !k.open[f] && !k.reads[f] {
		k.open[f] = true
		k.width += f.weight()
	}
}

// decided notes that f, which k needs, is no longer open.
func (k *kern) decided(f *fact) {
	if k.open[f] {
		delete(k.open, f)
		k.width -= f.weight()
	}
}

// read notes that the kernel reads f from memory.
func (k *kern) read(f *fact) {
	k.decided(f)
	if !k.reads[f] {
		k.reads[f] = true
		k.width++
	}
}

// widened is the kernel's width if f were computed in it.
func (p *planner) widened(k *kern, f *fact) int {
	w := k.width
	if k.open[f] {
		w -= f.weight()
	}
	for i, s := range f.node.Src {
		g := p.moved(p.facts[s])
		if !k.open[g] && !k.reads[g] && (i == 0 || f.node.Src[i-1] != s) {
			w += g.weight()
		}
	}
	return w
}

// crowds says that k has no room for computing f.
func (p *planner) crowds(k *kern, f *fact) bool {
	return k.ops >= kernelOps || k.cost >= kernelCost || f.bufs > 1 && p.widened(k, f) > kernelBufs
}
