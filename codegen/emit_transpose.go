package codegen

import (
	"slices"

	"weft/ops"
	"weft/schedule"
)

// Where neighbours in a scratch tile are far apart in what it is filled from, which has the neighbours of another range side by
// side, vectors are loaded along that range and squares of VL by VL are transposed in registers.

// TransposedLane says which operand of a Transpose by w, and which of its lanes, lane i of the result is. The operands are the
// rows of matrices of two by two blocks of |w| lanes, the result is the first row of the transposed ones for w > 0, else the second.
func TransposedLane(w, i int) (arg, lane int) {
	size, second := w, w < 0
	if second {
		size = -w
	}
	switch upper := i&size != 0; {
	case upper == second:
		return i / size & 1, i
	case second:
		return 0, i + size
	}
	return 1, i - size
}

// transposable is the range that vectors are better loaded along than along the last of ranges, nil if there is none.
func transposable(loads []*schedule.Expr, ranges []*schedule.Range, t Target) *schedule.Range {
	last := ranges[len(ranges)-1]
	for n := len(ranges) - 2; n >= 0 && t.VL > 1; n-- {
		if r := ranges[n]; r.Extent >= int64(t.VL) && liesAlong(loads, r) && !liesAlong(loads, last) {
			return r
		}
	}
	return nil
}

// liesAlong says whether neighbours along a range are neighbours in all that is loaded, or the same element, and are not gated.
func liesAlong(loads []*schedule.Expr, r *schedule.Range) bool {
	for _, ld := range loads {
		a := affineOf(ld.Src[0])
		if len(a.rest) > 0 || a.coef(r) != 0 && a.coef(r) != 1 || len(ld.Src) > 1 {
			return false
		}
	}
	return true
}

// transposedFill is the range along which a scratch tile's value is computed, to be transposed then; nil if it is computed along
// the tile's own rows.
func (e *emitter) transposedFill(st *schedule.Stage, s *scope) *schedule.Range {
	if len(st.Ranges) < 2 || st.DType != ops.Float32 || s.lane(st.Value.Free) != nil {
		return nil
	}
	loads := e.facts.reach(st.Value, true, func(y *schedule.Expr) bool { return y.Code == schedule.Load })
	along := transposable(loads, st.Ranges, e.t)
	if along == nil || e.facts.lanesTaken(st.Value, along.ID) || st.Ranges[len(st.Ranges)-1].Extent < int64(e.t.VL) {
		return nil
	}
	return along
}

// fillTransposed emits the loops of a scratch tile whose value is computed along another range than its rows.
func (e *emitter) fillTransposed(st *schedule.Stage, along *schedule.Range, s *scope) {
	row := st.Ranges[len(st.Ranges)-1]
	order := slices.DeleteFunc(slices.Clone(st.Ranges), func(r *schedule.Range) bool { return r == along || r == row })
	e.overSquares(append(order, row, along), row, along, s, func(in *scope) { e.storeSquare(st, row, along, in) })
}

// overSquares opens loops over ranges: the lanes are along one of them, VL positions of row are side by side.
func (e *emitter) overSquares(order []*schedule.Range, row, along *schedule.Range, s *scope, body func(*scope)) {
	if len(order) == 0 {
		body(s)
		return
	}
	r, n, width := order[0], 1, 1
	switch r {
	case along:
		width = e.t.VL
	case row:
		n = e.t.VL
	}
	full, rest := splitAxis(r.Extent, n, width, r == along)
	for _, p := range []part{full, rest} {
		e.stretchOrLoop(r, p, s, Outer, func(in *scope) { e.overSquares(order[1:], row, along, in, body) })
	}
}

// storeSquare computes rows along a range, transposes them and stores them with the lanes along the tile's rows.
func (e *emitter) storeSquare(st *schedule.Stage, row, along *schedule.Range, s *scope) {
	x := make([]Value, 0, e.t.VL)
	for _, i := range s.instances([]int{row.ID}) {
		x = append(x, e.operand(st.Value, i, s, true))
	}
	for len(x) < e.t.VL {
		x = append(x, e.constant(ops.IntValue(st.DType, 0), true))
	}
	e.transpose(s, x)
	in := s.stretch()
	lanes := in.turn(s.find(row.ID), s.find(along.ID))
	for n, i := range in.instances([]int{along.ID}) {
		m := e.placeInStage(st, i, in)
		e.gate(m, nil, e.mask(lanes, i), i, in, true)
		e.do(in, Instr{Code: StoreMem, DType: st.DType, Vec: true, Args: []Value{x[n]}, Mem: m})
	}
}

// turn binds two ranges anew: row, which has several instances, gets the lanes, and along, which has them, instances.
func (s *scope) turn(row, along *binding) (lanes *binding) {
	lanes = &binding{r: row.r, terms: row.terms, off: row.off, n: 1, step: int64(row.n), lane: true, valid: row.n}
	s.bind(lanes)
	s.bind(&binding{r: along.r, terms: along.terms, off: along.off, n: along.valid, step: 1, valid: 1})
	return lanes
}

// transpose turns a square of lanes: blocks of one lane, then of two and so on are transposed within blocks twice their size.
func (e *emitter) transpose(s *scope, x []Value) {
	for w := 1; w < len(x); w *= 2 {
		for n := range x {
			if n&w == 0 {
				a, b := x[n], x[n+w]
				x[n], x[n+w] = e.exchange(s, w, a, b), e.exchange(s, -w, a, b)
			}
		}
	}
}

func (e *emitter) exchange(s *scope, w int, a, b Value) Value {
	return e.def(s, Instr{Code: Transpose, DType: e.values[a].dtype, Vec: true, Args: []Value{a, b}, Int: w})
}
