package codegen

import (
	"slices"

	"weft/ops"
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
}

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
	g := &group{e: e, home: s, axes: e.facts.redAxes(x.Red), width: 1}
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
	copies, n := 1, 0
	for m := range g.members {
		copies += len(g.insts[m])
	}
	for k := len(g.axes) - 1; k >= 0; k-- {
		copies *= int(min(g.axes[k].extent, 1000))
		if g.axes[k].extent > 8 || g.staged(g.axes[k]) || copies > 100 || g.e.opts.BigBody && copies > 30 {
			break
		}
		n++
	}
	return n
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
	if e.present(y, g.home) {
		return false
	}
	for _, dep := range e.facts.dependencies(y) {
		if e.independent(dep, y) && e.allOpen(dep.Free, g.home) && !e.present(dep, g.home) {
			return false
		}
	}
	return true
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

func (g *group) combine(x *schedule.Expr, acc Value, i inst, s *scope, vec bool, lane *binding) Value {
	e, body, d := g.e, x.Src[0], x.DType.Compute()
	var v Value
	if x.Red.Order.Fma && body.Code == schedule.ALU && body.Op == ops.Mul && d.IsFloat() && body.DType == d {
		v = e.def(s, Instr{Code: Fma, DType: d, Vec: vec,
			Args: []Value{e.operand(body.Src[0], i, s, vec), e.operand(body.Src[1], i, s, vec), acc}})
	} else {
		y := e.cast(s, e.operand(body, i, s, vec), d)
		v = e.def(s, Instr{Code: ALU, Op: x.Red.Op.Combine(), DType: d, Vec: vec, Args: []Value{acc, y}})
	}
	if !g.across {
		return v
	}
	if mask := e.mask(lane, i); mask != NoValue {
		v = e.def(s, Instr{Code: ALU, Op: ops.Where, DType: d, Vec: true, Args: []Value{mask, v, acc}})
	}
	return v
}

// finish folds what an Across order left and caches the results at home.
func (g *group) finish(accs []Value) {
	for m, x := range g.members {
		for _, i := range g.insts[m] {
			v := accs[0]
			if g.across {
				v = g.fold(x, accs[:g.width])
			}
			accs = accs[g.width:]
			g.home.cache[cacheKey{e: x, i: i}] = g.e.cast(g.home, v, x.DType)
		}
	}
}

func (g *group) fold(x *schedule.Expr, accs []Value) Value {
	e, d, op := g.e, x.DType.Compute(), x.Red.Op.Combine()
	accs = slices.Clone(accs)
	for n := len(accs); n > 1; n /= 2 {
		for k := 0; k < n/2; k++ {
			accs[k] = e.def(g.home, Instr{Code: ALU, Op: op, DType: d, Vec: true, Args: []Value{accs[2*k], accs[2*k+1]}})
		}
	}
	return e.def(g.home, Instr{Code: FoldLanes, Op: op, DType: d, Args: []Value{accs[0]}})
}

// scan carries an accumulator around the loop of its range.
func (e *emitter) scan(x *schedule.Expr, i inst, s *scope) Value {
	d, vec := x.DType.Compute(), s.lane(x.Free) != nil
	if x.Range.Extent == 1 {
		return e.operand(x.Src[0], i, s, vec)
	}
	at := s
	for at != nil && at.loop == nil {
		at = at.up
	}
	if at == nil || !at.binds([]int{x.Range.ID}) {
		fail("a scan over r%d inside another loop", x.Range.ID)
	}
	init := e.constant(x.Op.Info().Neutral(d), vec)
	phi := e.carry(at.loop, []Value{init})[0]
	n := len(at.loop.Accs) - 1
	y := e.cast(s, e.operand(x.Src[0], i, s, vec), d)
	v := e.def(s, Instr{Code: ALU, Op: combineOp(x.Op), DType: d, Vec: vec, Args: []Value{phi, y}})
	at.loop.Accs[n].Next = v
	return e.cast(s, v, x.DType)
}

// combineOp accepts a reduction or the elementwise operation it folds with.
func combineOp(op ops.Op) ops.Op {
	if c := op.Combine(); c != ops.NoOp {
		return c
	}
	return op
}
