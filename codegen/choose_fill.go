package codegen

import (
	"slices"

	"weft/schedule"
)

// fill is a scratch tile of the results of a contraction: its axes in the tile's order, with the copies and lanes of a register tile.
type fill struct {
	st   *schedule.Stage
	axes []Axis
}

// chooseFills decides the register tiles that fill scratch tiles with the results of contractions. A tile that is there once for
// every lane of the nest is filled as any other.
func chooseFills(f *facts, m *model, lane int) []fill {
	var all []fill
	for _, y := range f.all {
		if y.Code != schedule.StageLoad || slices.Contains(stageFree(y.Stage), lane) || slices.ContainsFunc(all, func(o fill) bool { return o.st == y.Stage }) {
			continue
		}
		if x := contractionIn(y.Stage.Value); x != nil && len(y.Stage.Ranges) > 1 {
			all = append(all, fillOf(f, m, y.Stage, x))
		}
	}
	return all
}

func fillOf(f *facts, m *model, st *schedule.Stage, x *schedule.Expr) fill {
	o, lane := &Opts{}, -1
	for _, r := range st.Ranges {
		o.Axes = append(o.Axes, Axis{r: r, Extent: r.Extent, Unroll: 1, Block: r.Extent})
	}
	last := &o.Axes[len(o.Axes)-1]
	if last.Extent > 1 && !f.lanesTaken(x, last.r.ID) {
		last.Lane, lane = true, last.r.ID
	}
	w := &tileModel{m: m, o: o, x: x, step: loopItems(f, m, x, lane)}
	var axes []int
	for n := range o.Axes {
		if slices.Contains(x.Free, o.Axes[n].r.ID) {
			axes = append(axes, n)
		}
	}
	if best, found := w.best(axes, float64(len(w.step)+1)); found {
		w.apply(best)
	}
	return fill{st, o.Axes}
}

// tileOf is the register tile that fills a scratch tile, nil if there is none.
func (o *Opts) tileOf(st *schedule.Stage) []Axis {
	for _, f := range o.Fills {
		if f.st == st {
			return f.axes
		}
	}
	return nil
}

// fills says whether a reduction has a register tile that fills a scratch tile.
func (o *Opts) fills(x *schedule.Expr) bool {
	return slices.ContainsFunc(o.Fills, func(f fill) bool { return contractionIn(f.st.Value) == x })
}
