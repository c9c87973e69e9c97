package codegen

import (
	"slices"

	"weft/schedule"
)

// rewriter builds a nest over a panel.
type rewriter struct {
	*panel
	b       *schedule.Builder
	ranges  int
	stages  int
	outside []*schedule.Range
	// inner are the panel's ranges, from the range that they are or are blocks of.
	inner []laneRange
	// around and within are what a folded range that is cut becomes.
	around, within *schedule.Range
}

// laneRange is a range of the panel: positions from + within of a range of the results.
type laneRange struct {
	of, within *schedule.Range
	from       *schedule.Expr
}

// rewrite gives the nest in which the side's values are read from a panel.
func (p *panel) rewrite() schedule.Nest {
	w := &rewriter{panel: p, b: schedule.NewBuilder()}
	for id := range p.c.f.extent {
		w.ranges = max(w.ranges, id+1)
	}
	w.outside = slices.Clone(p.c.shared)
	for _, r := range p.c.own[p.side] {
		w.divide(r)
	}
	s := substitute(w.b, map[int]*schedule.Expr{})
	for _, in := range w.inner {
		s.at[in.of.ID] = w.b.Add(in.from, w.b.Var(in.within))
	}
	var edge *schedule.Expr
	if w.ragged() {
		edge = w.edge(s.at[w.split.ID], w.split.Extent, w.whole)
		s.beyond, s.edge = w.split, edge
	}
	w.cut(s)
	for _, x := range []*schedule.Expr{p.c.side[p.side], p.c.gate} {
		if x != nil && slices.ContainsFunc(w.inner, func(in laneRange) bool { return dependsOn(x, in.of) }) {
			s.instead[x] = w.read(x)
		}
	}
	out := schedule.Nest{Ranges: slices.Concat(w.outside, p.c.own[1-p.side])}
	for _, in := range w.inner {
		out.Ranges = append(out.Ranges, in.within)
	}
	for _, st := range p.c.f.nest.Stores {
		st.Index, st.Value, st.Gate = s.expr(st.Index), s.expr(st.Value), w.b.And(s.expr(st.Gate), edge)
		out.Stores = append(out.Stores, st)
	}
	return out
}

// cut makes two ranges of the folded one whose pieces are packed by themselves.
func (w *rewriter) cut(s *substitution) {
	if w.piece == 0 {
		return
	}
	ranges := slices.Clone(w.c.x.Red.Ranges)
	k := ranges[w.outer]
	w.around, w.within = w.newRange(schedule.Red, k.Extent/w.piece), w.newRange(schedule.Red, w.piece)
	s.at[k.ID] = w.b.Add(w.b.Mul(w.b.Var(w.around), w.piece), w.b.Var(w.within))
	red := *w.c.x.Red
	red.Ranges = append(append(ranges[:w.outer:w.outer], w.around, w.within), ranges[w.outer+1:]...)
	s.red = &red
}

// divide decides what a range of the side becomes: a range of the panel, one outside, or blocks outside and positions inside.
func (w *rewriter) divide(r *schedule.Range) {
	switch {
	case r == w.split && w.block < r.Extent:
		blocks := w.newRange(schedule.Out, w.blocks())
		w.outside = append(w.outside, blocks)
		w.inner = append(w.inner, laneRange{r, w.newRange(schedule.Out, w.block), w.b.Mul(w.b.Var(blocks), w.block)})
	case r == w.split, slices.Contains(w.whole, r):
		w.inner = append(w.inner, laneRange{r, r, w.b.Int(0)})
	default:
		w.outside = append(w.outside, r)
	}
}

func (w *rewriter) newRange(kind schedule.RangeKind, extent int64) *schedule.Range {
	w.ranges++
	return &schedule.Range{ID: w.ranges - 1, Extent: extent, Kind: kind}
}

// read puts x into a scratch tile and reads it there: rows are the folded ranges that x depends on, but for the window, whose
// places along the slid range are all in one row of places.
func (w *rewriter) read(x *schedule.Expr) *schedule.Expr {
	st := &schedule.Stage{ID: w.stages, DType: x.DType}
	w.stages++
	fill := substitute(w.b, map[int]*schedule.Expr{})
	index := w.b.Int(0)
	add := func(r *schedule.Range, at *schedule.Expr) {
		st.Ranges = append(st.Ranges, r)
		index = w.b.Add(w.b.Mul(index, r.Extent), at)
	}
	for _, k := range w.folded() {
		switch {
		case !dependsOn(x, k) || k == w.window:
		case w.piece > 0:
			own := w.newRange(schedule.Red, w.piece)
			fill.at[k.ID] = w.b.Add(w.b.Mul(w.b.Var(w.around), w.piece), w.b.Var(own))
			add(own, w.b.Var(w.within))
		default:
			own := w.newRange(schedule.Red, k.Extent)
			fill.at[k.ID] = w.b.Var(own)
			add(own, w.b.Var(k))
		}
	}
	for _, in := range w.inner {
		var place *schedule.Expr
		last := in.of.Extent - 1
		if in.of == w.slid && w.window != nil && dependsOn(x, w.window) {
			own, k := w.newRange(schedule.Red, w.reach()), w.b.Mul(w.b.Var(w.window), w.step)
			far := w.step * (w.window.Extent - 1)
			first := w.b.Int(min(0, far))
			last += max(0, far)
			place = w.b.Add(in.from, w.b.Add(w.b.Var(own), first))
			fill.at[in.of.ID] = w.b.Sub(place, k)
			add(own, w.b.Sub(w.b.Add(w.b.Var(in.within), k), first))
		} else {
			own := w.newRange(schedule.Red, in.within.Extent)
			place = w.b.Add(in.from, w.b.Var(own))
			fill.at[in.of.ID] = place
			add(own, w.b.Var(in.within))
		}
		if in.of == w.split && w.ragged() {
			fill.beyond, fill.edge = w.split, w.edge(place, last+1, nil)
		}
	}
	st.Value = fill.expr(x)
	return w.b.StageLoad(st, index)
}
