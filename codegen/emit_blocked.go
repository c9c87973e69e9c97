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
		e.p.Bufs = append(e.p.Bufs, Buf{DType: d, Elems: o.Axes[bl.m].Block * o.Axes[bl.n].Block, Read: true, Written: true, Align: 64, Alias: e.nextAlias()})
	}
	e.blocked = nil
	if bl.k == 0 {
		e.overTile(s, bl, length, func(in *scope) {
			for _, i := range in.instances(bl.x.Free) {
				e.storeBlocked(in, bl, i, e.cast(in, e.get(bl.x, i, in), d))
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
	e.overTile(s, bl, length, func(in *scope) {
		for _, i := range in.instances(bl.x.Free) {
			e.storeBlocked(in, bl, i, neutral)
		}
	})
	ax := e.facts.redAxes(bl.x.Red)[0]
	full, rest := splitAxis(ax.extent, int(bl.k), 1, false)
	for _, p := range []part{full, rest} {
		e.pieces(s, p, func(in *scope, terms []Term, start, count int64) {
			e.overTile(in, bl, length, func(in *scope) { e.piece(in, bl, ax, terms, start, count) })
		})
	}
}

// overTile opens the loops over the register tiles of the scratch tile.
func (e *emitter) overTile(s *scope, bl *blocked, length []int64, body func(*scope)) {
	e.axisLoops(s, &bl.fill[0], bl.starts[bl.m], length[bl.m], func(in *scope) {
		e.axisLoops(in, &bl.fill[1], bl.starts[bl.n], length[bl.n], body)
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
func (e *emitter) piece(s *scope, bl *blocked, ax axis, terms []Term, start, count int64) {
	x := bl.x
	g := &group{e: e, home: s, axes: []axis{ax}, width: 1}
	g.add(x)
	accs := make([]Value, len(g.insts[0]))
	for n, i := range g.insts[0] {
		accs[n] = e.loadBlocked(s, bl, i)
	}
	in := s.child()
	in.loop = &Loop{Kind: Fold, Var: e.newVar(), Start: start, End: start + count, Step: 1}
	in.bind(&binding{r: ax.r, terms: append(slices.Clone(terms), Term{in.loop.Var, 1}), n: 1, step: 1, valid: 1})
	next := g.step(in, e.carry(in.loop, accs))
	for n := range in.loop.Accs {
		in.loop.Accs[n].Next = next[n]
	}
	for n, v := range e.closeLoop(s, in) {
		e.storeBlocked(s, bl, g.insts[0][n], v)
	}
}

// placeBlocked is where a result waits: its row and column in the tile.
func (e *emitter) placeBlocked(s *scope, bl *blocked, i inst) *Access {
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
		if b.lane {
			m.Lane, m.Gate = 1, e.mask(b, i)
		}
		stride = 1
	}
	return m
}

func (e *emitter) storeBlocked(s *scope, bl *blocked, i inst, v Value) {
	m := e.placeBlocked(s, bl, i)
	e.do(s, Instr{Code: StoreMem, DType: bl.x.DType.Compute(), Vec: m.Lane != 0, Args: []Value{v}, Mem: m})
}

func (e *emitter) loadBlocked(s *scope, bl *blocked, i inst) Value {
	m := e.placeBlocked(s, bl, i)
	return e.def(s, Instr{Code: LoadMem, DType: bl.x.DType.Compute(), Vec: m.Lane != 0, Mem: m})
}

// fromBlocked is a finished result, if x is the reduction whose results wait.
func (e *emitter) fromBlocked(x *schedule.Expr, i inst, s *scope) (Value, bool) {
	if e.blocked == nil || e.blocked.x != x {
		return NoValue, false
	}
	return e.cast(s, e.loadBlocked(s, e.blocked, i), x.DType), true
}
