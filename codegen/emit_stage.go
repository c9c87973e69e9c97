package codegen

import (
	"slices"

	"weft/ops"
	"weft/schedule"
)

func (s *scope) setDone(st *schedule.Stage) {
	if s.done == nil {
		s.done = map[*schedule.Stage]bool{}
	}
	s.done[st] = true
}

// stageFree are the ranges a scratch tile depends on: it is computed once where they are open.
func stageFree(st *schedule.Stage) []int {
	return slices.DeleteFunc(slices.Clone(st.Value.Free), func(id int) bool {
		return slices.ContainsFunc(st.Ranges, func(r *schedule.Range) bool { return r.ID == id })
	})
}

func (e *emitter) stageDone(st *schedule.Stage, s *scope) bool {
	h := s.home(stageFree(st))
	for ; ; s = s.up {
		if s.done[st] {
			return true
		}
		if s == h {
			return false
		}
	}
}

// stageLoad reads a scratch tile, which is filled first if it is not there. In a reduction that fills it on its way the
// value is stored and used at once.
func (e *emitter) stageLoad(x *schedule.Expr, i inst, s *scope) Value {
	st := x.Stage
	for in := s; in != nil; in = in.up {
		if in.fused[st] {
			return e.storeOnTheWay(x, i, s)
		}
	}
	if !e.stageDone(st, s) {
		e.fillByReduction(st, s.home(stageFree(st)))
	}
	if !e.stageDone(st, s) {
		h := s.home(stageFree(st))
		e.filling[st] = true
		resume := h.suspendFused()
		e.fill(st, h)
		resume()
		delete(e.filling, st)
		h.setDone(st)
	}
	return e.readStage(x, i, s)
}

// readStage emits the load of a scratch tile that is filled.
func (e *emitter) readStage(x *schedule.Expr, i inst, s *scope) Value {
	at := e.placeOf(x.Stage)
	m := e.access(at.buf, x.Src[0], false, i, s)
	e.inTile(m, at, i, s)
	return e.readAt(x, m, nil, i, s)
}

// suspendFused forgets, until the function it gives is called, which scratch tiles the loops of a reduction at home here
// fill on their way: loops that are put before those loops have no part in it, and fill what they need themselves.
func (s *scope) suspendFused() (resume func()) {
	outer := s.fused
	s.fused = nil
	return func() {
		for st := range outer {
			if s.done[st] {
				delete(outer, st)
			}
		}
		s.fused = outer
	}
}

// fillByReduction emits first a reduction that reads the tile position by position, if there is one: its loops then fill
// the tile on their way.
func (e *emitter) fillByReduction(st *schedule.Stage, h *scope) {
	for _, x := range e.reduces {
		reads := func(ld *schedule.Expr) bool { return ld.Stage == st && identity(e.affine(ld.Src[0]), x.Red) }
		if !e.busy[x] && slices.ContainsFunc(e.facts.stageLoads(x), reads) && h.home(x.Free) == h && e.allOpen(x.Free, h) &&
			!e.present(x, h) && !slices.ContainsFunc(e.facts.dependencies(x), func(y *schedule.Expr) bool { return e.busy[y] }) {
			e.get(x, 0, h)
			return
		}
	}
}

func (e *emitter) storeOnTheWay(x *schedule.Expr, i inst, s *scope) Value {
	lane := s.lane(x.Free)
	v := e.operand(x.Stage.Value, i, s, lane != nil)
	at := e.placeOf(x.Stage)
	m := e.access(at.buf, x.Src[0], false, i, s)
	e.inTile(m, at, i, s)
	e.gate(m, nil, e.mask(lane, i), i, s, lane != nil)
	e.do(s, Instr{Code: StoreMem, DType: x.DType, Vec: lane != nil, Args: []Value{v}, Mem: m})
	return v
}

// fill computes a scratch tile.
func (e *emitter) fill(st *schedule.Stage, s *scope) {
	if e.shift != nil && e.shift.tile == st {
		e.fillShift(s)
		return
	}
	if tile := e.opts.tileOf(st); tile != nil {
		e.fillTiled(st, tile, s)
		return
	}
	if along := e.transposedFill(st, s); along != nil {
		e.fillTransposed(st, along, s)
		return
	}
	e.fillStage(st, e.fillOrder(st), s)
}

// fillStage emits the loops of a scratch tile, those of order from the outside in.
func (e *emitter) fillStage(st *schedule.Stage, order []*schedule.Range, s *scope) {
	if len(order) == 0 {
		e.storeStage(st, s)
		return
	}
	r, n, width := order[0], 1, 1
	lane := r == st.Ranges[len(st.Ranges)-1] && r.Extent > 1 && s.lane(st.Value.Free) == nil && !e.facts.lanesTaken(st.Value, r.ID)
	if lane {
		n, width = 2, e.t.VL
		switch {
		case len(order) > 1:
			n = int(r.Extent)/width + 1
		case e.opts.Small || e.opts.BigBody:
			n = 1
		}
	}
	full, rest := splitAxis(r.Extent, n, width, lane)
	e.stretchOrLoop(r, full, s, Outer, func(in *scope) { e.fillStage(st, order[1:], in) })
	e.stretchOrLoop(r, rest, s, Outer, func(in *scope) { e.fillStage(st, order[1:], in) })
}

// fillTiled fills a scratch tile by register tiles, the first axis innermost: what depends on the others stays in the nearest cache
// meanwhile.
func (e *emitter) fillTiled(st *schedule.Stage, axes []Axis, s *scope) {
	if len(axes) == 0 {
		e.storeStage(st, s)
		return
	}
	last := len(axes) - 1
	e.axisLoops(s, &axes[last], -1, axes[last].Extent, func(in *scope) { e.fillTiled(st, axes[:last], in) })
}

// gatedLanes is how many vectors of lanes may stay side by side under their gates.
const gatedLanes = 8

// fillOrder is the order of a scratch tile's loops: rows as they lie, but what gates of the lanes depend on outside of a short
// last row and the rest inside, so that the gates are computed once for all of the rest.
func (e *emitter) fillOrder(st *schedule.Stage) []*schedule.Range {
	last := st.Ranges[len(st.Ranges)-1]
	var free []int
	for _, y := range e.facts.reach(st.Value, false, func(y *schedule.Expr) bool {
		return y.DType == ops.Bool && slices.Contains(y.Free, last.ID)
	}) {
		free = union(free, y.Free)
	}
	if len(free) == 0 || last.Extent > int64(gatedLanes*e.t.VL) || st.DType == ops.Bool {
		return st.Ranges
	}
	var gated, rest []*schedule.Range
	for _, r := range st.Ranges[:len(st.Ranges)-1] {
		if slices.Contains(free, r.ID) {
			gated = append(gated, r)
		} else {
			rest = append(rest, r)
		}
	}
	return slices.Concat(gated, []*schedule.Range{last}, rest)
}

// stretchOrLoop opens a scope for a part of a range: a loop if it has several steps.
func (e *emitter) stretchOrLoop(r *schedule.Range, p part, s *scope, kind LoopKind, body func(*scope)) {
	switch p.count {
	case 0:
	case 1:
		in, b := s.stretch(), p.fixed()
		b.r = r
		in.bind(b)
		body(in)
	default:
		in, b := s.child(), p.fixed()
		in.loop = &Loop{Kind: kind, Var: e.newVar(), Start: p.start, End: p.start + p.count*p.stride(), Step: p.stride()}
		b.r, b.off, b.terms = r, 0, []Term{{in.loop.Var, 1}}
		in.bind(b)
		body(in)
		e.closeLoop(s, in)
	}
}

func (e *emitter) storeStage(st *schedule.Stage, s *scope) {
	ids := make([]int, len(st.Ranges))
	for n, r := range st.Ranges {
		ids[n] = r.ID
	}
	ids = union(ids, st.Value.Free)
	lane := s.lane(ids)
	for _, i := range s.instances(ids) {
		m := e.placeInStage(st, i, s)
		v := e.operand(st.Value, i, s, lane != nil)
		e.gate(m, nil, e.mask(lane, i), i, s, lane != nil)
		e.do(s, Instr{Code: StoreMem, DType: st.DType, Vec: lane != nil, Args: []Value{v}, Mem: m})
	}
}

// placeInStage is the position of a scratch tile that its ranges stand at.
func (e *emitter) placeInStage(st *schedule.Stage, i inst, s *scope) *Access {
	at := e.placeOf(st)
	m := &Access{Buf: at.buf, Index: NoValue, Gate: NoValue}
	stride := int64(1)
	for n := len(st.Ranges) - 1; n >= 0; n-- {
		if n == 0 {
			stride = max(stride, st.Pitch)
		}
		if st.Ranges[n].Extent > 1 {
			e.addTerm(m, rangeTerm{st.Ranges[n], stride}, i, s)
		}
		stride *= st.Ranges[n].Extent
	}
	e.inTile(m, at, i, s)
	return m
}

// fuseStages finds the scratch tiles that the group's own loops can fill: not filled yet, at home where the group is, over
// the same extents, and read at the position of the loops only.
func (g *group) fuseStages() {
	for _, x := range g.members {
		for _, ld := range g.e.facts.stageLoads(x) {
			st := ld.Stage
			if g.home.fused[st] || g.e.stageDone(st, g.home) || g.home.home(stageFree(st)) != g.home || !g.e.allOpen(stageFree(st), g.home) {
				continue
			}
			if g.fits(st) {
				if g.home.fused == nil {
					g.home.fused = map[*schedule.Stage]bool{}
				}
				g.home.fused[st] = true
			}
		}
	}
}

func (g *group) fits(st *schedule.Stage) bool {
	if len(st.Ranges) != len(g.axes) {
		return false
	}
	for n, r := range st.Ranges {
		if r.Extent != g.axes[n].extent {
			return false
		}
	}
	taken := g.home.lane(st.Value.Free) != nil || g.e.facts.lanesTaken(st.Value, st.Ranges[len(st.Ranges)-1].ID)
	if taken == g.across {
		return false // the tile's own loop would have the lanes that this one does not give it, or the other way round
	}
	for _, x := range g.members {
		for _, ld := range g.e.facts.stageLoads(x) {
			if ld.Stage == st && !identity(g.e.affine(ld.Src[0]), x.Red) {
				return false
			}
		}
	}
	return true
}

// identity says whether an index is the position of the reduction's ranges in row order.
func identity(a *affine, red *schedule.Reduction) bool {
	if a.constant != 0 || len(a.rest) > 0 {
		return false
	}
	want, used := int64(1), 0
	for n := len(red.Ranges) - 1; n >= 0; n-- {
		r := red.Ranges[n]
		if r.Extent > 1 {
			if a.coef(r) != want {
				return false
			}
			used++
		}
		want *= r.Extent
	}
	return used == len(a.terms)
}

func (l *lowering) nextAlias() int {
	top := -1
	for _, b := range l.p.Bufs {
		top = max(top, b.Alias)
	}
	return top + 1
}
