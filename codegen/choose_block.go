package codegen

import (
	"slices"

	"weft/schedule"
)

// A long contraction reads a panel of its wider operand for every row of tiles. Where the panel outgrows the cache the
// reduction is cut into blocks: for each of them all tiles of a block of results go on from where they were, their
// accumulators waiting in scratch. Every result still adds the same terms in the same order.

// blocking says which reduction's results are computed for a whole tile first and wait in scratch: from which axis on they
// lie, the register tiles that compute them, and for a reduction that is cut the length of the pieces, or how many of its outermost
// ranges go around the tiles.
type blocking struct {
	x     *schedule.Expr
	from  int // the first axis of the results; the last has the lanes
	fill  []Axis
	k     int64
	outer int
}

const (
	blockLen  = 256 // positions of a piece
	blockRows = 96  // rows of results that share a piece of the panel
)

// panelLimit is the size beyond which a panel is cut: it shares the cache with the other operand and the results.
func panelLimit(t Target) int64 { return t.L2 * 3 / 16 }

// chooseBlock cuts the tiled reduction where that pays; it moves the result's two axes innermost and fixes their tiles.
func chooseBlock(f *facts, m *model, o *Opts) {
	x := heaviest(f, m, o)
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
	a.Block = min(a.Extent, a.step(m.t)*evenPart(a.steps(m.t), blockRows/a.step(m.t)))
	b.Block = min(b.Extent, b.step(m.t))
	last := blockAxes(o, a, b)
	o.Blocked = &blocking{x: x, from: last - 1, fill: []Axis{a, b}, k: blockLen}
}

// blockAxes moves the axes of a scratch tile innermost and makes every axis parallel by its block. It returns the last one.
func blockAxes(o *Opts, a, b Axis) int {
	o.Axes = slices.DeleteFunc(o.Axes, func(c Axis) bool { return c.r == a.r || c.r == b.r })
	for n := range o.Axes {
		o.Axes[n].Block = 1
	}
	o.Axes = append(o.Axes, a, b)
	for n := range o.Axes {
		if o.Axes[n].tiles() > 1 {
			o.Split = append(o.Split, n)
		}
	}
	return len(o.Axes) - 1
}

const (
	stagedRows = 16 // rows and columns of results that wait for what is done with them
	stagedCols = 64
)

// chooseStaged lets the results of a reduction along lanes, which come one by one, wait in scratch until what is done with
// them can be done along lanes of its own.
func chooseStaged(f *facts, m *model, o *Opts) {
	x := heaviest(f, m, o)
	if x == nil || !acrossLanes(x.Red) || len(f.reduces) != 1 || len(f.staged) > 0 || m.after() < 2 {
		return
	}
	row, col := -1, -1
	for n := range o.Axes {
		switch a := &o.Axes[n]; {
		case a.r.Kind != schedule.Out || !slices.Contains(x.Free, a.r.ID):
			return
		case m.storesAlong(a.r) && a.Extent >= int64(m.t.VL):
			col = n
		case row < 0 || a.Unroll > o.Axes[row].Unroll:
			row = n
		}
	}
	if row < 0 || col < 0 {
		return
	}
	a, b := o.Axes[row], o.Axes[col]
	a.Block = min(a.Extent, a.step(m.t)*evenPart(a.steps(m.t), max(1, stagedRows/a.step(m.t))))
	b.Block = min(b.Extent, b.step(m.t)*evenPart(b.steps(m.t), max(1, stagedCols/b.step(m.t))))
	fill := []Axis{a, b}
	a.Unroll, b.Unroll, b.Lane = 1, 1, true
	last := blockAxes(o, a, b)
	o.Blocked = &blocking{x: x, from: last - 1, fill: fill}
}

// after counts the instructions at a position that are in no reduction's loop.
func (m *model) after() float64 {
	n := 0.0
	for _, it := range m.items {
		if it.a == nil && !slices.ContainsFunc(it.free, func(id int) bool { return m.owner[id] != nil }) {
			n += it.cost
		}
	}
	return n - foldCost
}

// storesAlong says whether neighbours along a range are neighbours in every buffer that is written.
func (m *model) storesAlong(r *schedule.Range) bool {
	for _, st := range m.f.nest.Stores {
		if a := affineOf(st.Index); a.coef(r) != 1 || len(a.rest) > 0 {
			return false
		}
	}
	return true
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
