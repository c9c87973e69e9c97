package codegen

import (
	"slices"

	"weft/schedule"
)

// reduce emits the loops of x and of the reductions that can share them, all instances side by side.
func (e *emitter) reduce(x *schedule.Expr, i inst, s *scope) Value {
	if v, ok := e.fromBlocked(x, i, s); ok {
		return v
	}
	e.busy[x] = true
	resume := s.suspendFused()
	e.force(x, s)
	g := e.newGroup(x, s)
	g.fuseStages()
	g.placeGate()
	accs := g.run(0, g.bindWhole(s), g.start())
	g.finish(accs)
	for st := range s.fused {
		s.setDone(st)
	}
	resume()
	for _, m := range g.members {
		delete(e.busy, m)
	}
	return s.cache[cacheKey{e: x, i: i}]
}

// start is the neutral element for every accumulator.
func (g *group) start() []Value {
	var accs []Value
	for m, x := range g.members {
		v := g.e.constant(x.Red.Op.Info().Neutral(x.DType.Compute()), g.vec(m))
		for n := len(g.insts[m]) * g.width; n > 0; n-- {
			accs = append(accs, v)
		}
	}
	return accs
}

// run emits the loops from an axis inward, given the accumulators before them, and returns those after.
func (g *group) run(level int, s *scope, accs []Value) []Value {
	if level == len(g.axes)-g.whole {
		return g.step(s, accs)
	}
	if level == g.gateAt {
		return g.gated(s, accs, g.loops(level, s, accs))
	}
	return g.loops(level, s, accs)
}

func (g *group) loops(level int, s *scope, accs []Value) []Value {
	full, rest := g.split(level)
	if full.count > 0 {
		accs = g.runLoop(level, s, full, accs)
	}
	if rest.count > 0 {
		accs = g.runStretch(level, s, rest, accs)
	}
	return accs
}

// part is a stretch of an axis: count steps of n instances each, from a start.
type part struct {
	start, count int64
	n, valid     int
	width        int64 // positions of an instance
	lane         bool
}

func (p part) stride() int64 { return int64(p.n) * p.width }

// splitAxis cuts an extent into full steps of n instances, each of width lanes, and an exact remainder.
func splitAxis(extent int64, n, width int, lane bool) (full, rest part) {
	step := int64(n * width)
	full = part{count: extent / step, n: n, valid: width, width: int64(width), lane: lane}
	if left := extent % step; left > 0 {
		rest = part{start: full.count * step, count: 1, n: int((left + int64(width) - 1) / int64(width)), width: int64(width), lane: lane, valid: width}
		if tail := int(left) % width; tail > 0 {
			rest.valid = tail
		}
	}
	return full, rest
}

func (g *group) split(level int) (full, rest part) {
	ax := g.axes[level]
	if level < len(g.axes)-1 || g.whole > 0 {
		return splitAxis(ax.extent, 1, 1, false)
	}
	if g.across {
		return splitAxis(ax.extent, g.width, g.e.t.VL, true)
	}
	return splitAxis(ax.extent, g.unroll(ax.extent), 1, false)
}

// unroll is how many positions of a Down reduction one step of its loop takes: enough to hide the loop's own cost.
func (g *group) unroll(extent int64) int {
	lanes := 0
	for m := range g.members {
		lanes += len(g.insts[m])
	}
	if lanes >= 8 || g.e.opts.BigBody || g.e.opts.Small {
		return 1
	}
	if g.staged(g.axes[len(g.axes)-1]) {
		return 1
	}
	for _, u := range []int{4, 2} {
		if extent%int64(u) == 0 {
			return u
		}
	}
	return 1
}

// staged says whether a scratch tile inside the loops depends on an axis, so that there cannot be two copies of it at once.
func (g *group) staged(ax axis) bool { return g.e.facts.stages(ax.r.ID) }

func (g *group) bind(level int, s *scope, b *binding) {
	b.r = g.e.facts.redAxes(g.members[0].Red)[level].r
	s.bind(b)
	for _, x := range g.members[1:] {
		s.bindAs(b, g.e.facts.redAxes(x.Red)[level].r)
	}
	for st := range g.home.fused {
		s.bindAs(b, st.Ranges[level])
	}
}

func (g *group) runStretch(level int, s *scope, p part, accs []Value) []Value {
	in := s.stretch()
	g.bind(level, in, p.fixed())
	return g.run(level+1, in, accs)
}

func (p part) fixed() *binding {
	return &binding{off: p.start, step: p.width, n: p.n, lane: p.lane, valid: p.valid}
}

func (g *group) runLoop(level int, s *scope, p part, accs []Value) []Value {
	if p.count == 1 {
		return g.runStretch(level, s, p, accs)
	}
	in := s.child()
	in.loop = &Loop{Kind: Fold, Var: g.e.newVar(), Start: p.start, End: p.start + p.count*p.stride(), Step: p.stride()}
	b := p.fixed()
	b.off, b.terms = 0, []Term{{in.loop.Var, 1}}
	g.bind(level, in, b)
	phis := g.e.carry(in.loop, accs)
	next := g.run(level+1, in, phis)
	for n := range in.loop.Accs {
		in.loop.Accs[n].Next = next[n]
	}
	return g.e.closeLoop(s, in)
}

// carry declares accumulators for the values and returns their names inside the loop.
func (e *emitter) carry(l *Loop, init []Value) []Value {
	phis := make([]Value, len(init))
	for n, v := range init {
		info := e.values[v]
		phis[n] = e.value(info.dtype, info.vec)
		l.Accs = append(l.Accs, Acc{Phi: phis[n], Init: v, Next: NoValue, DType: info.dtype, Vec: info.vec})
	}
	return phis
}

// closeLoop ends a loop's scope and returns what its accumulators hold after it.
func (e *emitter) closeLoop(s, in *scope) []Value {
	in.loop.Body = *in.list
	outs := make([]Value, len(in.loop.Accs))
	for n := range in.loop.Accs {
		a := &in.loop.Accs[n]
		a.Out = e.value(a.DType, a.Vec)
		outs[n] = a.Out
	}
	e.do(s, Instr{Code: LoopOver, Loop: in.loop})
	return outs
}

// step folds the positions that one turn of the loops covers into the accumulators, in row order.
func (g *group) step(s *scope, accs []Value) []Value {
	accs = slices.Clone(accs)
	ids := make([]int, 0, g.whole+1)
	for level := max(0, len(g.axes)-max(1, g.whole)); level < len(g.axes); level++ {
		ids = append(ids, g.axes[level].r.ID)
	}
	var last *binding
	if g.across {
		last = s.find(ids[0])
	}
	for u, turn := range s.instances(ids) {
		at := 0
		for m, x := range g.members {
			for _, i := range g.insts[m] {
				k := at
				if g.across {
					k += u
				}
				accs[k] = g.combine(x, accs[k], i|turn, s, g.vec(m), last)
				at += g.width
			}
		}
	}
	return accs
}
