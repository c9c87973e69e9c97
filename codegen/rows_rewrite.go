package codegen

import (
	"slices"

	"weft/schedule"
)

// rowRewriter builds the nest over blocks of some of the rows.
type rowRewriter struct {
	*rowBlock
	b      *schedule.Builder
	ranges int
	stages int
	size   int64
	first  *schedule.Expr // row of a block
	wide   map[*schedule.Stage]*schedule.Stage
}

// rewrite gives the nest for count rows from the first on.
func (w *rowBlock) rewrite(first, count, size int64) schedule.Nest {
	b := schedule.NewBuilder()
	rw := &rowRewriter{rowBlock: w, b: b, size: size, wide: map[*schedule.Stage]*schedule.Stage{}}
	for id := range factsOf(w.n).extent {
		rw.ranges = max(rw.ranges, id+1)
	}
	blocks, in := rw.newRange(schedule.Out, count/size), rw.newRange(schedule.Out, size)
	rw.first = b.Add(b.Mul(b.Var(blocks), size), b.Int(first))
	out := schedule.Nest{}
	for _, r := range w.n.Ranges {
		if r == w.rows {
			out.Ranges = append(out.Ranges, blocks, in)
		} else {
			out.Ranges = append(out.Ranges, r)
		}
	}
	s := rw.row(in)
	for _, st := range w.n.Stores {
		st.Index, st.Value, st.Gate = s.expr(st.Index), s.expr(st.Value), s.expr(st.Gate)
		out.Stores = append(out.Stores, st)
	}
	return out
}

func (w *rowRewriter) newRange(kind schedule.RangeKind, extent int64) *schedule.Range {
	w.ranges++
	return &schedule.Range{ID: w.ranges - 1, Extent: extent, Kind: kind}
}

// row builds expressions for the row of a block that a range counts.
func (w *rowRewriter) row(in *schedule.Range) *substitution {
	s := substitute(w.b, map[int]*schedule.Expr{w.rows.ID: w.b.Add(w.first, w.b.Var(in))})
	narrow := map[*schedule.Stage]*schedule.Stage{}
	s.read = func(st *schedule.Stage, at *schedule.Expr) *schedule.Expr {
		if slices.Contains(w.tiles, st) {
			wide := w.widen(st)
			return w.b.StageLoad(wide, w.b.Add(w.b.Mul(w.b.Var(in), wide.Pitch), at))
		}
		if narrow[st] == nil {
			narrow[st] = w.stage(st, st.Ranges, s)
		}
		return w.b.StageLoad(narrow[st], at)
	}
	return s
}

// widen makes the tile of a block from that of a row.
func (w *rowRewriter) widen(st *schedule.Stage) *schedule.Stage {
	if w.wide[st] == nil {
		own := w.newRange(schedule.Red, w.size)
		w.wide[st] = w.stage(st, append([]*schedule.Range{own}, st.Ranges...), w.row(own))
		w.wide[st].Pitch = pitch(st)
	}
	return w.wide[st]
}

// pitch is the distance of rows: a line more than they are long where they would all begin in the same lines of the nearest cache.
func pitch(st *schedule.Stage) int64 {
	size := int64(st.DType.Size())
	if st.Elems()*size%aliased == 0 {
		return st.Elems() + lineBytes/size
	}
	return st.Elems()
}

func (w *rowRewriter) stage(st *schedule.Stage, ranges []*schedule.Range, s *substitution) *schedule.Stage {
	value := s.expr(st.Value)
	w.stages++
	return &schedule.Stage{ID: w.stages - 1, DType: st.DType, Ranges: ranges, Value: value}
}
