package codegen

import (
	"slices"

	"weft/schedule"
)

// A long contraction reads a panel of its wider operand for every row of tiles. Where the panel outgrows the cache the
// reduction is cut into blocks: for each of them all tiles of a block of results go on from where they were, their
// accumulators waiting in scratch. Every result still adds the same terms in the same order.

// blocking says which reduction is cut, along which axes its results lie, and how long the pieces are.
type blocking struct {
	x    *schedule.Expr
	m, n int // axes of the results: rows, and those with the lanes
	k    int64
}

const (
	blockLen  = 256 // positions of a piece
	blockRows = 96  // rows of results that share a piece of the panel
)

// panelLimit is the size beyond which a panel is cut: it shares the cache with the other operand and the results.
func panelLimit(t Target) int64 { return t.L2 * 3 / 16 }

// chooseBlock cuts the tiled reduction where that pays; it moves the result's two axes innermost and fixes their tiles.
func chooseBlock(f *facts, m *model, o *Opts) {
	x := heaviest(f, m)
	lane := slices.IndexFunc(o.Axes, func(a Axis) bool { return a.Lane })
	row := slices.IndexFunc(o.Axes, func(a Axis) bool { return !a.Lane && a.Unroll > 1 })
	if lane < 0 || row < 0 || !mayBlock(f, m, o, x) {
		return
	}
	wide := o.Axes[lane].step(m.t) * int64(x.DType.Size())
	if f.redAxes(x.Red)[0].extent*wide < panelLimit(m.t) || o.Axes[row].Extent < blockRows/2 {
		return
	}
	a, b := o.Axes[row], o.Axes[lane]
	o.Axes = slices.DeleteFunc(o.Axes, func(c Axis) bool { return c.r == a.r || c.r == b.r })
	for n := range o.Axes {
		o.Axes[n].Block = 1
		o.Split = append(o.Split, n)
	}
	a.Block = min(a.Extent, a.step(m.t)*evenPart(a.steps(m.t), blockRows/a.step(m.t)))
	b.Block = min(b.Extent, b.step(m.t))
	o.Axes = append(o.Axes, a, b)
	last := len(o.Axes) - 1
	o.Blocked = &blocking{x, last - 1, last, blockLen}
	for _, n := range []int{last, last - 1} {
		if o.Axes[n].tiles() > 1 {
			o.Split = append(o.Split, n)
		}
	}
}

// mayBlock says whether x stands by itself: one long axis in row order, results that differ at every position of the nest,
// and no scratch tile or other reduction around it.
func mayBlock(f *facts, m *model, o *Opts, x *schedule.Expr) bool {
	if x == nil || acrossLanes(x.Red) || len(f.redAxes(x.Red)) != 1 || len(f.staged) > 0 || f.redAxes(x.Red)[0].extent < 2*blockLen {
		return false
	}
	for n := range o.Axes {
		if a := &o.Axes[n]; a.r.Kind != schedule.Out || !slices.Contains(x.Free, a.r.ID) {
			return false
		}
	}
	return !slices.ContainsFunc(f.reduces, func(y *schedule.Expr) bool {
		return y != x && slices.Contains(f.dependencies(y), x)
	}) && len(f.dependencies(x)) == 0
}
