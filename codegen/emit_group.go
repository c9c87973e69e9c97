package codegen

import (
	"slices"

	"weft/schedule"
)

// group is a set of reductions that share their loops. Accumulators lie flat: for each member, each of its instances, each
// accumulator of an Across order.
type group struct {
	e       *emitter
	home    *scope
	members []*schedule.Expr
	insts   [][]inst
	axes    []axis
	across  bool
	width   int // accumulators of an instance
	// whole is the number of innermost axes whose positions are all copies of the loop body; they are bound around the loops,
	// so that what depends on them but on no loop stays outside.
	whole int
	// gateAt is the level of the loops from which on inward the gate of what is folded stays the same, -1 where it changes in all.
	gateAt int
}

// force emits first what x needs from outside its loops: reductions it depends on.
func (e *emitter) force(x *schedule.Expr, s *scope) {
	for _, dep := range e.facts.dependencies(x) {
		if e.independent(dep, x) && e.allOpen(dep.Free, s) && !e.busy[dep] {
			for _, i := range s.instances(dep.Free) {
				e.get(dep, i, s)
			}
		}
	}
}

// independent says whether dep stands outside the loops of x.
func (e *emitter) independent(dep, x *schedule.Expr) bool {
	for _, r := range x.Red.Ranges {
		if slices.Contains(dep.Free, r.ID) {
			return false
		}
	}
	return true
}

func (e *emitter) newGroup(x *schedule.Expr, s *scope) *group {
	g := &group{e: e, home: s, axes: e.facts.redAxes(x.Red), width: 1, gateAt: -1}
	g.across = acrossLanes(x.Red)
	if g.across {
		g.width = x.Red.Order.Unroll
	}
	g.add(x)
	for _, y := range e.reduces {
		if y != x && g.mayJoin(y) {
			e.busy[y] = true
			g.add(y)
		}
	}
	g.whole = g.smallAxes()
	return g
}

// smallAxes counts the innermost axes that are short enough to be unrolled entirely, such as a convolution's window.
func (g *group) smallAxes() int {
	if g.across || g.e.opts.Small {
		return 0
	}
	copies, n, size := 1, 0, g.bodySize()
	for m := range g.members {
		copies += len(g.insts[m])
	}
	for k := len(g.axes) - 1; k >= 0; k-- {
		copies *= int(min(g.axes[k].extent, 1000))
		if g.axes[k].extent > 8 || g.staged(g.axes[k]) || copies > 100 || g.e.opts.BigBody && copies > 30 || copies*size > tileCode {
			break
		}
		n++
	}
	return n
}

// bodySize counts what is computed at each position of the group's loops.
func (g *group) bodySize() int {
	size := 0
	for _, x := range g.members {
		size += len(g.e.facts.reach(x.Src[0], true, func(y *schedule.Expr) bool {
			return slices.ContainsFunc(g.axes, func(a axis) bool { return slices.Contains(y.Free, a.r.ID) })
		}))
	}
	return size
}

// bindWhole opens a scope in which the axes that are entirely unrolled are bound.
func (g *group) bindWhole(s *scope) *scope {
	in := s
	for level := len(g.axes) - g.whole; level < len(g.axes); level++ {
		in = in.stretch()
		g.bind(level, in, &binding{n: int(g.axes[level].extent), step: 1, valid: 1})
	}
	return in
}

func (g *group) add(x *schedule.Expr) {
	g.members = append(g.members, x)
	g.insts = append(g.insts, g.home.instances(x.Free))
}

// mayJoin says whether y has the same home and loops, is not computed yet, and needs no reduction that is not there.
func (g *group) mayJoin(y *schedule.Expr) bool {
	e, x := g.e, g.members[0]
	if e.busy[y] || !sameLoops(x.Red, y.Red) || !sameExtents(e.facts.redAxes(y.Red), g.axes) || g.home.home(y.Free) != g.home || !e.allOpen(y.Free, g.home) {
		return false
	}
	if e.present(y, g.home) || g.accRegisters(g.members)+g.accRegisters([]*schedule.Expr{y}) >= e.t.Regs-2 {
		return false
	}
	for _, dep := range e.facts.dependencies(y) {
		if e.independent(dep, y) && e.allOpen(dep.Free, g.home) && !e.present(dep, g.home) {
			return false
		}
	}
	return true
}

// accRegisters is how many vector registers the accumulators of reductions take.
func (g *group) accRegisters(members []*schedule.Expr) int {
	n := 0
	for _, x := range members {
		if g.across || g.home.lane(x.Free) != nil {
			n += len(g.home.instances(x.Free)) * g.width * registers(x.DType.Compute())
		}
	}
	return n
}

func (e *emitter) present(x *schedule.Expr, s *scope) bool {
	_, limit := s.homes(x.Free)
	_, have := s.lookup(cacheKey{e: x}, limit)
	return have
}

func (e *emitter) allOpen(free []int, s *scope) bool {
	for _, id := range free {
		if s.find(id) == nil && !e.facts.absorbed[id] && e.facts.extent[id] > 1 {
			return false
		}
	}
	return true
}

func sameLoops(a, b *schedule.Reduction) bool {
	if acrossLanes(a) != acrossLanes(b) || acrossLanes(a) && a.Order.Unroll != b.Order.Unroll || len(a.Ranges) != len(b.Ranges) {
		return false
	}
	for i := range a.Ranges {
		if a.Ranges[i].Extent != b.Ranges[i].Extent {
			return false
		}
	}
	return true
}

// acrossLanes says whether the reduction spreads over lanes. With one position in the last range all elements go to lane 0
// of accumulator 0: that is the Down order.
func acrossLanes(r *schedule.Reduction) bool {
	n := len(r.Ranges)
	return r.Order.Across && n > 0 && r.Ranges[n-1].Extent > 1
}

func (g *group) vec(m int) bool {
	return g.across || g.home.lane(g.members[m].Free) != nil
}
