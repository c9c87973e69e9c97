package codegen

import (
	"weft/ops"
	"weft/schedule"
)

// emitNest emits one nest as a phase: prologue, the parallel loop over tiles, loops inside a tile, stores.
func (l *lowering) emitNest(f *facts, o *Opts, sh *shift) Phase {
	l.stages = map[*schedule.Stage]*tilePlace{}
	e := &emitter{lowering: l, affines: map[*schedule.Expr]*affine{}, reduces: f.reduces, busy: map[*schedule.Expr]bool{},
		consts: map[constKey]Value{}, lanesValue: NoValue, facts: f, opts: o, shift: sh,
		filling: map[*schedule.Stage]bool{}}
	e.root = &scope{list: new([]Instr), cache: map[cacheKey]Value{}}
	in := e.root.child()
	in.loop = &Loop{Kind: Parallel, Var: e.newVar(), End: o.tiles(), Step: 1}
	starts := e.tileStarts(in, o)
	e.wholeTiles(in, o, starts, 0, make([]int64, len(o.Axes)))
	e.closeLoop(e.root, in)
	return Phase{Tiles: o.tiles(), Body: *e.root.list, NumValues: len(e.values), NumVars: e.vars}
}

// tileStarts derives the position at which the tile begins on each parallel axis from the number of the tile; the last axis
// of Order varies fastest. An axis that is not parallel has no variable: -1.
func (e *emitter) tileStarts(in *scope, o *Opts) []int {
	starts := make([]int, len(o.Axes))
	for n := range starts {
		starts[n] = -1
	}
	div, split := int64(1), o.parallel()
	for k := len(split) - 1; k >= 0; k-- {
		a := &o.Axes[split[k]]
		if len(split) == 1 && a.Block == 1 {
			starts[split[k]] = in.loop.Var
			return starts
		}
		starts[split[k]] = e.newVar()
		e.do(in, Instr{Code: DeriveVar, Derived: &Derived{Var: starts[split[k]], Of: in.loop.Var, Div: div, Mod: a.tiles(), Mul: a.Block}})
		div *= a.tiles()
	}
	return starts
}

// wholeTiles emits the tile once for every combination of a whole and a cut last block.
func (e *emitter) wholeTiles(s *scope, o *Opts, starts []int, n int, length []int64) {
	if n == len(o.Axes) {
		e.descend(s, o, starts, 0, length)
		return
	}
	a := &o.Axes[n]
	if a.Extent == 0 {
		return
	}
	length[n] = min(a.Block, a.Extent)
	cut := a.Extent % a.Block
	if starts[n] < 0 || cut == 0 {
		e.wholeTiles(s, o, starts, n+1, length)
		return
	}
	whole := e.lastWhole(s, starts[n], a.Extent-cut)
	e.when(s, whole, func(in *scope) { e.wholeTiles(in, o, starts, n+1, length) })
	length[n] = cut
	not := e.def(s, Instr{Code: ALU, Op: ops.Not, DType: ops.Bool, Args: []Value{whole}})
	e.when(s, not, func(in *scope) { e.wholeTiles(in, o, starts, n+1, length) })
}

func (e *emitter) lastWhole(s *scope, v int, end int64) Value {
	at := e.def(s, Instr{Code: Var, DType: ops.Int64, Int: v})
	return e.def(s, Instr{Code: ALU, Op: ops.CmpLT, DType: ops.Bool, Args: []Value{at, e.intConst(end, false)}})
}

func (e *emitter) when(s *scope, cond Value, body func(*scope)) {
	in := s.child()
	in.cond = true
	body(in)
	e.do(s, Instr{Code: IfAny, If: &If{Cond: cond, Body: *in.list}})
}

// descend opens the loops of a tile in the order of the choices and emits the stores inside them.
func (e *emitter) descend(s *scope, o *Opts, starts []int, n int, length []int64) {
	if n == len(o.Axes) {
		e.stores(s)
		return
	}
	if o.Blocked != nil && n == o.Blocked.from {
		e.fillBlocked(s, o, starts, length)
	}
	e.axisLoops(s, &o.Axes[n], starts[n], length[n], func(in *scope) { e.descend(in, o, starts, n+1, length) })
}

// axisLoops opens the loops over the whole and the cut register tiles of an axis.
func (e *emitter) axisLoops(s *scope, a *Axis, start int, length int64, body func(*scope)) {
	width := 1
	if a.Lane {
		width = e.t.VL
	}
	full, rest := splitAxis(length, a.Unroll, width, a.Lane)
	kind := Outer
	if a.r.Kind == schedule.Seq {
		kind = Scan
	}
	for _, p := range []part{full, rest} {
		e.tileLoop(a, p, start, s, kind, body)
	}
}

// tileLoop is stretchOrLoop with the axis's place in its tile added.
func (e *emitter) tileLoop(a *Axis, p part, start int, s *scope, kind LoopKind, body func(*scope)) {
	e.stretchOrLoop(a.r, p, s, kind, func(in *scope) {
		if start >= 0 {
			b := in.bound[len(in.bound)-1]
			b.terms = append([]Term{{start, 1}}, b.terms...)
		}
		body(in)
	})
}

// stores computes what every store of a position needs before the first of them is made: in place, a read must not see the
// write of its own position.
func (e *emitter) stores(s *scope) {
	var free []int
	for n := range e.opts.Axes {
		free = append(free, e.opts.Axes[n].r.ID)
	}
	for _, i := range s.instances(free) {
		var made []pending
		for n := range e.facts.nest.Stores {
			made = append(made, e.prepare(&e.facts.nest.Stores[n], i, s))
		}
		for _, p := range made {
			e.commit(p, s)
		}
	}
}
