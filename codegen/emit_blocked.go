package codegen

import (
	"slices"

	"weft/ops"
	"weft/schedule"
)

// blocked is the scratch tile in which the results of a cut reduction wait, row by row.
type blocked struct {
	*blocking
	o      *Opts
	starts []int
	buf    int
}

// fillBlocked runs the cut reduction for the whole tile: the pieces one after another, each over all register tiles.
func (e *emitter) fillBlocked(s *scope, o *Opts, starts []int, length []int64) {
	bl := &blocked{blocking: o.Blocked, o: o, starts: starts}
	d := bl.x.DType.Compute()
	bl.buf = len(e.p.Bufs)
	if e.blocked != nil { // the tile at the end of an axis uses the scratch of the whole one
		bl.buf = e.blocked.buf
	} else {
		e.p.Bufs = append(e.p.Bufs, Buf{DType: d, Elems: o.Axes[bl.m].Block * o.Axes[bl.n].Block, Read: true, Written: true, Align: 64, Alias: e.nextAlias()})
	}
	e.blocked = bl
	e.busy[bl.x] = true
	neutral := e.constant(bl.x.Red.Op.Info().Neutral(d), true)
	e.overTile(s, bl, length, func(in *scope) {
		for _, i := range in.instances(bl.x.Free) {
			e.storeBlocked(in, i, neutral)
		}
	})
	ax := e.facts.redAxes(bl.x.Red)[0]
	full, rest := splitAxis(ax.extent, int(bl.k), 1, false)
	for _, p := range []part{full, rest} {
		e.pieces(s, p, func(in *scope, terms []Term, start, count int64) {
			e.overTile(in, bl, length, func(in *scope) { e.piece(in, ax, terms, start, count) })
		})
	}
}

// overTile opens the loops over the register tiles of the scratch tile.
func (e *emitter) overTile(s *scope, bl *blocked, length []int64, body func(*scope)) {
	e.axisLoops(s, bl.o, bl.starts, bl.m, length, func(in *scope) {
		e.axisLoops(in, bl.o, bl.starts, bl.n, length, body)
	})
}

// pieces opens the loop over the pieces of the reduced axis.
func (e *emitter) pieces(s *scope, p part, body func(in *scope, terms []Term, start, count int64)) {
	switch p.count {
	case 0:
	case 1:
		body(s, nil, p.start, int64(p.n))
	default:
		in := s.child()
		in.loop = &Loop{Kind: Outer, Var: e.newVar(), Start: p.start, End: p.start + p.count*p.stride(), Step: p.stride()}
		body(in, []Term{{in.loop.Var, 1}}, 0, int64(p.n))
		e.closeLoop(s, in)
	}
}

// piece goes on with the accumulators of one register tile for count positions from terms+start.
func (e *emitter) piece(s *scope, ax axis, terms []Term, start, count int64) {
	x := e.blocked.x
	g := &group{e: e, home: s, axes: []axis{ax}, width: 1}
	g.add(x)
	accs := make([]Value, len(g.insts[0]))
	for n, i := range g.insts[0] {
		accs[n] = e.loadBlocked(s, i)
	}
	in := s.child()
	in.loop = &Loop{Kind: Fold, Var: e.newVar(), Start: start, End: start + count, Step: 1}
	in.bind(&binding{r: ax.r, terms: append(slices.Clone(terms), Term{in.loop.Var, 1}), n: 1, step: 1, valid: 1})
	next := g.step(in, e.carry(in.loop, accs))
	for n := range in.loop.Accs {
		in.loop.Accs[n].Next = next[n]
	}
	for n, v := range e.closeLoop(s, in) {
		e.storeBlocked(s, g.insts[0][n], v)
	}
}

// placeBlocked is where a result waits: its row and column in the tile.
func (e *emitter) placeBlocked(s *scope, i inst) *Access {
	bl := e.blocked
	m := &Access{Buf: bl.buf, Index: NoValue, Gate: NoValue, Else: ops.IntValue(bl.x.DType.Compute(), 0)}
	stride := bl.o.Axes[bl.n].Block
	for _, n := range []int{bl.m, bl.n} {
		b := s.find(bl.o.Axes[n].r.ID)
		m.Base += stride * (b.off + i.at(b)*b.step)
		terms := b.terms
		if bl.starts[n] >= 0 {
			terms = terms[1:]
		}
		for _, t := range terms {
			m.Terms = addVar(m.Terms, t.Var, t.Stride*stride)
		}
		stride = 1
	}
	m.Lane = 1
	m.Gate = e.mask(s.find(bl.o.Axes[bl.n].r.ID), i)
	return m
}

func (e *emitter) storeBlocked(s *scope, i inst, v Value) {
	e.do(s, Instr{Code: StoreMem, DType: e.blocked.x.DType.Compute(), Vec: true, Args: []Value{v}, Mem: e.placeBlocked(s, i)})
}

func (e *emitter) loadBlocked(s *scope, i inst) Value {
	return e.def(s, Instr{Code: LoadMem, DType: e.blocked.x.DType.Compute(), Vec: true, Mem: e.placeBlocked(s, i)})
}

// fromBlocked is a finished result, if x is the reduction that was cut.
func (e *emitter) fromBlocked(x *schedule.Expr, i inst, s *scope) (Value, bool) {
	if e.blocked == nil || e.blocked.x != x {
		return NoValue, false
	}
	return e.cast(s, e.loadBlocked(s, i), x.DType), true
}
