package codegen

import (
	"slices"

	"weft/schedule"
)

// rewrite gives the nest in which the results are read from the tile. The side with the lanes is packed whole.
func (s *shift) rewrite() schedule.Nest {
	c := s.c
	w := &rewriter{panel: &panel{c: c, side: s.side, split: s.lanes, block: s.block}, b: schedule.NewBuilder()}
	for id := range c.f.extent {
		w.ranges = max(w.ranges, id+1)
	}
	w.outside = slices.Clone(c.shared)
	w.divide(s.lanes)
	s.fill(w)
	lane, index := w.inner[0], w.b.Int(0)
	for _, m := range s.moves {
		first, end := m.reach()
		index = w.b.Add(w.b.Mul(index, end-first), w.b.Sub(w.b.Var(m.r), w.b.Int(first)))
	}
	out := substitute(w.b, map[int]*schedule.Expr{s.lanes.ID: w.b.Add(lane.from, w.b.Var(lane.within))})
	out.instead[c.x] = w.b.StageLoad(s.tile, w.b.Add(w.b.Mul(index, s.block), w.b.Var(lane.within)))
	nest := schedule.Nest{Ranges: w.outside}
	for _, r := range c.own[1-s.side] {
		if !s.moved(r) {
			nest.Ranges = append(nest.Ranges, r)
		}
	}
	nest.Ranges = append(nest.Ranges, lane.within)
	for _, m := range s.moves {
		nest.Ranges = append(nest.Ranges, m.r)
	}
	for _, st := range c.f.nest.Stores {
		st.Index, st.Value, st.Gate = out.expr(st.Index), out.expr(st.Value), out.expr(st.Gate)
		nest.Stores = append(nest.Stores, st)
	}
	return nest
}

// fill makes the tile: what it holds over places and lanes, and where that is added up.
func (s *shift) fill(w *rewriter) {
	in := substitute(w.b, map[int]*schedule.Expr{})
	s.tile, s.at, s.elems = &schedule.Stage{DType: s.c.x.DType}, w.b.Int(0), s.block*s.places()
	w.stages = 1
	for _, m := range s.moves {
		place := w.newRange(schedule.Red, m.hi-m.lo+1)
		s.tile.Ranges = append(s.tile.Ranges, place)
		in.at[m.r.ID] = m.position(w.b, place)
		first, end := m.reach()
		s.at = w.b.Add(w.b.Mul(s.at, end-first), w.b.Sub(in.at[m.r.ID], w.b.Int(first)))
	}
	lane := w.newRange(schedule.Red, s.block)
	s.tile.Ranges = append(s.tile.Ranges, lane)
	s.at = w.b.Add(w.b.Mul(s.at, s.block), w.b.Var(lane))
	out := w.inner[0]
	w.inner = []laneRange{{s.lanes, lane, out.from}}
	in.at[s.lanes.ID] = w.b.Add(out.from, w.b.Var(lane))
	in.instead[s.c.side[s.side]] = w.read(s.c.side[s.side])
	w.inner = []laneRange{out}
	_, body := gatedFold(s.c.x)
	s.tile.Value = w.b.Reduce(s.c.x.Red, in.expr(body))
}
