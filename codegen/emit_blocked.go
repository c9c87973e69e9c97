package codegen

import (
	"slices"

	"weft/ops"
	"weft/schedule"
)

// blocked is the scratch tile in which the results of a reduction wait, row by row.
type blocked struct {
	*blocking
	o      *Opts
	starts []int
	buf    int
}

// fillBlocked computes the reduction's results for the whole tile.
func (e *emitter) fillBlocked(s *scope, o *Opts, starts []int, length []int64) {
	bl := &blocked{blocking: o.Blocked, o: o, starts: starts}
	d := bl.x.DType.Compute()
	bl.buf = len(e.p.Bufs)
	delete(e.busy, bl.x)
	if e.blocked != nil { // the tile at the end of an axis uses the scratch of the whole one
		bl.buf = e.blocked.buf
	} else {
		elems := int64(1)
		for _, a := range o.Axes[bl.from:] {
			elems *= a.Block
		}
		e.p.Bufs = append(e.p.Bufs, Buf{DType: d, Elems: elems, Read: true, Written: true, Align: 64, Alias: e.nextAlias()})
	}
	e.blocked = nil
	if bl.k == 0 && bl.outer == 0 {
		e.overTile(s, bl, 0, length, func(in *scope) {
			for _, i := range in.instances(bl.x.Free) {
				e.storeWaiting(in, bl.x, e.placeBlocked(in, bl, i), e.cast(in, e.get(bl.x, i, in), d))
			}
		})
	} else {
		e.fillPieces(s, bl, length)
	}
	e.blocked = bl
	e.busy[bl.x] = true
}

// fillPieces runs a cut reduction: the pieces one after another, each over all register tiles.
func (e *emitter) fillPieces(s *scope, bl *blocked, length []int64) {
	neutral := e.constant(bl.x.Red.Op.Info().Neutral(bl.x.DType.Compute()), true)
	e.overTile(s, bl, 0, length, func(in *scope) {
		for _, i := range in.instances(bl.x.Free) {
			e.storeWaiting(in, bl.x, e.placeBlocked(in, bl, i), neutral)
		}
	})
	if bl.outer > 0 {
		e.around(s, bl.x, bl.outer, 0, func(in *scope, level int) {
			e.overTile(in, bl, 0, length, func(in *scope) {
				e.resume(in, bl.x, level, func(in *scope, i inst) *Access { return e.placeBlocked(in, bl, i) })
			})
		})
		return
	}
	ax := e.facts.redAxes(bl.x.Red)[0]
	full, rest := splitAxis(ax.extent, int(bl.k), 1, false)
	for _, p := range []part{full, rest} {
		e.pieces(s, p, func(in *scope, terms []Term, start, count int64) {
			e.overTile(in, bl, 0, length, func(in *scope) { e.piece(in, bl, ax, terms, start, count) })
		})
	}
}

// around opens the loops of the outermost folded ranges, inside which all tiles go on over the loops from a level inward.
func (e *emitter) around(s *scope, x *schedule.Expr, outer, level int, body func(in *scope, level int)) {
	axes := e.facts.redAxes(x.Red)
	if level == len(axes) || !slices.ContainsFunc(x.Red.Ranges[:outer], func(r *schedule.Range) bool { return r == axes[level].r }) {
		body(s, level)
		return
	}
	full, _ := splitAxis(axes[level].extent, 1, 1, false)
	e.stretchOrLoop(axes[level].r, full, s, Outer, func(in *scope) { e.around(in, x, outer, level+1, body) })
}

// resume goes on with the accumulators of one register tile, which wait in their places, over the loops from a level inward.
func (e *emitter) resume(s *scope, x *schedule.Expr, level int, place func(*scope, inst) *Access) {
	g := &group{e: e, home: s, axes: e.facts.redAxes(x.Red), width: 1, gateAt: -1}
	g.add(x)
	g.whole = min(g.smallAxes(), len(g.axes)-level)
	if g.placeGate(); g.gateAt >= 0 {
		g.gateAt = max(g.gateAt, level)
	}
	accs := make([]Value, len(g.insts[0]))
	for n, i := range g.insts[0] {
		accs[n] = e.loadWaiting(s, x, place(s, i))
	}
	for n, v := range g.run(level, g.bindWhole(s), accs) {
		e.storeWaiting(s, x, place(s, g.insts[0][n]), v)
	}
}

// overTile opens the loops over the register tiles of the scratch tile.
func (e *emitter) overTile(s *scope, bl *blocked, n int, length []int64, body func(*scope)) {
	if n == len(bl.fill) {
		body(s)
		return
	}
	at := bl.from + n
	e.axisLoops(s, &bl.fill[n], bl.starts[at], length[at], func(in *scope) { e.overTile(in, bl, n+1, length, body) })
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
func (e *emitter) piece(s *scope, bl *blocked, ax axis, terms []Term, start, count int64) {
	x := bl.x
	g := &group{e: e, home: s, axes: []axis{ax}, width: 1, gateAt: -1}
	g.add(x)
	accs := make([]Value, len(g.insts[0]))
	for n, i := range g.insts[0] {
		accs[n] = e.loadWaiting(s, bl.x, e.placeBlocked(s, bl, i))
	}
	in := s.child()
	in.loop = &Loop{Kind: Fold, Var: e.newVar(), Start: start, End: start + count, Step: 1}
	in.bind(&binding{r: ax.r, terms: append(slices.Clone(terms), Term{in.loop.Var, 1}), n: 1, step: 1, valid: 1})
	next := g.step(in, e.carry(in.loop, accs))
	for n := range in.loop.Accs {
		in.loop.Accs[n].Next = next[n]
	}
	for n, v := range e.closeLoop(s, in) {
		e.storeWaiting(s, bl.x, e.placeBlocked(s, bl, g.insts[0][n]), v)
	}
}

// placeBlocked is where a result waits: its position in the tile.
func (e *emitter) placeBlocked(s *scope, bl *blocked, i inst) *Access {
	m := &Access{Buf: bl.buf, Index: NoValue, Gate: NoValue, Else: ops.IntValue(bl.x.DType.Compute(), 0)}
	stride := int64(1)
	for n := len(bl.o.Axes) - 1; n >= bl.from; n-- {
		b := s.find(bl.o.Axes[n].r.ID)
		m.Base += stride * (b.off + i.at(b)*b.step)
		terms := b.terms
		if bl.starts[n] >= 0 {
			terms = terms[1:]
		}
		for _, t := range terms {
			m.Terms = addVar(m.Terms, t.Var, t.Stride*stride)
		}
		if b.lane {
			m.Lane, m.Gate = stride, e.mask(b, i)
		}
		stride *= bl.o.Axes[n].Block
	}
	return m
}

func (e *emitter) storeWaiting(s *scope, x *schedule.Expr, m *Access, v Value) {
	e.do(s, Instr{Code: StoreMem, DType: x.DType.Compute(), Vec: m.Lane != 0, Args: []Value{v}, Mem: m})
}

func (e *emitter) loadWaiting(s *scope, x *schedule.Expr, m *Access) Value {
	return e.def(s, Instr{Code: LoadMem, DType: x.DType.Compute(), Vec: m.Lane != 0, Mem: m})
}

// fromBlocked is a finished result, if x is the reduction whose results wait.
func (e *emitter) fromBlocked(x *schedule.Expr, i inst, s *scope) (Value, bool) {
	if e.blocked == nil || e.blocked.x != x {
		return NoValue, false
	}
	return e.cast(s, e.loadWaiting(s, x, e.placeBlocked(s, e.blocked, i)), x.DType), true
}
