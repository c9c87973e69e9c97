package codegen

import (
	"weft/schedule"
)

// pin keeps the ranges that move results apart from others.
func (s *shift) pin(f *facts) {
	for _, m := range s.moves {
		f.pinned[m.k.ID] = true
	}
}

// fillShift computes the tile: neutral elements first, then for each position of the moving ranges all register tiles go on.
func (e *emitter) fillShift(s *scope) {
	sh, x := e.shift, e.shift.tile.Value
	buf := e.placeOf(sh.tile).buf
	e.busy[x] = true
	all := &schedule.Range{ID: -1, Extent: sh.elems, Kind: schedule.Red}
	neutral := e.constant(x.Red.Op.Info().Neutral(x.DType), true)
	full, rest := splitAxis(sh.elems, 4, e.t.VL, true)
	for _, p := range []part{full, rest} {
		e.stretchOrLoop(all, p, s, Outer, func(in *scope) {
			for _, i := range in.instances([]int{all.ID}) {
				m := &Access{Buf: buf, Index: NoValue, Gate: NoValue}
				e.addTerm(m, rangeTerm{all, 1}, i, in)
				e.gate(m, nil, e.mask(in.find(all.ID), i), i, in, true)
				e.storeWaiting(in, x, m, neutral)
			}
		})
	}
	e.around(s, x, len(sh.moves), 0, func(in *scope, level int) {
		e.overShift(in, 0, func(in *scope) {
			e.resume(in, x, level, func(in *scope, i inst) *Access { return e.placeShifted(in, buf, i) })
		})
	})
	delete(e.busy, x)
}

// overShift opens the loops over the register tiles of the places from a range inward.
func (e *emitter) overShift(s *scope, n int, body func(*scope)) {
	ranges := e.shift.tile.Ranges
	if n == len(ranges) {
		body(s)
		return
	}
	width, lane := 1, n == len(ranges)-1
	if lane {
		width = e.t.VL
	}
	full, rest := splitAxis(ranges[n].Extent, e.shift.copies[n], width, lane)
	for _, p := range []part{full, rest} {
		e.stretchOrLoop(ranges[n], p, s, Outer, func(in *scope) { e.overShift(in, n+1, body) })
	}
}

// placeShifted is where the results to which a place adds wait.
func (e *emitter) placeShifted(s *scope, buf int, i inst) *Access {
	m := e.access(buf, e.shift.at, false, i, s)
	m.Else = e.shift.tile.Value.Red.Op.Info().Neutral(e.shift.tile.DType)
	e.gate(m, nil, e.mask(s.lane([]int{e.shift.tile.Ranges[len(e.shift.tile.Ranges)-1].ID}), i), i, s, true)
	return m
}
