package codegen

import (
	"slices"

	"weft/ops"
	"weft/schedule"
)

// split makes two ranges of one that an elementwise nest divides, as where each element of a small picture belongs to several of a
// large one: what depends on the quotient only is read once for all remainders, which are innermost. The range along which
// neighbours are stored stays whole, for the lanes.
func (l *lowering) split() {
	phases, changed := slices.Clone(l.k.Phases), false
	for n := range phases {
		f := factsOf(&phases[n])
		if len(f.reduces) > 0 || len(f.staged) > 0 {
			continue
		}
		for _, r := range phases[n].Ranges {
			if by := divisor(f, r); by > 0 {
				phases[n], changed = divided(f, phases[n], r, by), true
				f = factsOf(&phases[n])
			}
		}
	}
	if changed {
		k := *l.k
		k.Phases, l.k = phases, &k
	}
}

// divisor is what all divisions of a range are by, 0 if there are none, or others, or the range may not be split.
func divisor(f *facts, r *schedule.Range) int64 {
	by := int64(0)
	for _, x := range f.all {
		if !divides(x, r) {
			continue
		}
		if c := x.Src[1].Val.Int(); by == 0 || by == c {
			by = c
		} else {
			return 0
		}
	}
	if by < 2 || r.Kind != schedule.Out || r.Extent%by != 0 || by >= r.Extent {
		return 0
	}
	for _, st := range f.nest.Stores {
		if a := affineOf(st.Index); st.Acc != ops.NoOp || a.coef(r) == 1 || len(a.rest) > 0 {
			return 0
		}
	}
	return by
}

// divides says whether x is a quotient or remainder of the range.
func divides(x *schedule.Expr, r *schedule.Range) bool {
	return x.Code == schedule.ALU && (x.Op == ops.Div || x.Op == ops.Mod) && x.DType == ops.Int64 &&
		x.Src[0].Code == schedule.RangeVar && x.Src[0].Range == r && x.Src[1].Code == schedule.Const
}

// divided is the nest with quotient*by + remainder in the place of a range.
func divided(f *facts, nest schedule.Nest, r *schedule.Range, by int64) schedule.Nest {
	id := 0
	for have := range f.extent {
		id = max(id, have+1)
	}
	b := schedule.NewBuilder()
	quotient := &schedule.Range{ID: id, Extent: r.Extent / by, Kind: schedule.Out}
	remainder := &schedule.Range{ID: id + 1, Extent: by, Kind: schedule.Out}
	s := substitute(b, map[int]*schedule.Expr{r.ID: b.Add(b.Mul(b.Var(quotient), by), b.Var(remainder))})
	for _, x := range f.all {
		switch {
		case !divides(x, r):
		case x.Op == ops.Div:
			s.instead[x] = b.Var(quotient)
		default:
			s.instead[x] = b.Var(remainder)
		}
	}
	out := schedule.Nest{Ranges: append(slices.Clone(nest.Ranges), remainder)}
	out.Ranges[slices.Index(out.Ranges, r)] = quotient
	for _, st := range nest.Stores {
		st.Index, st.Value, st.Gate = s.expr(st.Index), s.expr(st.Value), s.expr(st.Gate)
		out.Stores = append(out.Stores, st)
	}
	return out
}
