package codegen

import "weft/schedule"

// Sums down the columns of a big array: a register tile reads a short stretch of each row, every row lies on another page, and the
// processor's fetching ahead ends at each. So the sums of a long stretch wait in scratch while a few rows at a time are added to them
// from one end to the other. Every sum still adds the same terms in the same order.

const (
	wideBody    = 12   // instructions up to which memory is what a position waits for
	wideBytes   = 8192 // of the sums that wait, in the first cache
	wideTiles   = 4    // stretches that are left to share out
	wideVectors = 8    // of a register tile
	wideRows    = 8    // that are added in one go
	leastWide   = 2048 // bytes below which a stretch is not worth it
)

// chooseWide lets the results of a nest for which sumsDown holds wait, if it reads more than the cache holds.
func chooseWide(f *facts, m *model, o *Opts) {
	x, last := f.reduces[0], len(o.Axes)-1
	if m.t.VL == 1 || !o.Axes[last].Lane || !mayBlock(f, m, o, x) {
		return
	}
	a, size := o.Axes[last], int64(x.DType.Size())
	if loads := f.reach(x.Src[0], false, func(y *schedule.Expr) bool { return y.Code == schedule.Load }); affineOf(loads[0].Src[0]).coef(a.r) != 1 {
		return
	}
	stretch := min(wideBytes/size, a.Extent/wideTiles)
	if stretch*size < leastWide || m.width(f, x, a.r.ID)*float64(size) < float64(2*m.t.L2) {
		return
	}
	a.Unroll = laneUnroll(wideVectors, &a, m.t)
	a.Block = a.step(m.t) * evenPart(a.steps(m.t), max(1, stretch/a.step(m.t)))
	o.Axes[last] = a
	for n := range o.Axes {
		if n < last {
			o.Axes[n].Block = 1
		}
		if o.Axes[n].tiles() > 1 {
			o.Split = append(o.Split, n)
		}
	}
	o.Blocked = &blocking{x: x, from: last, fill: []Axis{a}, k: wideRows}
}
