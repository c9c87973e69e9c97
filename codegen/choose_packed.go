package codegen

import (
	"slices"

	"weft/schedule"
)

const (
	packedTiles = 32     // tiles that are enough to share out evenly
	packedNanos = 800000 // the most work of a tile, where packing again for each costs little
	packedAgain = 0.05   // share of the time that packing again may cost
)

// choosePacked decides how a nest with a panel is run: the lanes are the panel's, tiles are shared out along what the panel
// depends on, and along the rows of results where that is not enough.
func choosePacked(f *facts, t Target, p *packed) *Opts {
	o := &Opts{Axes: axesOf(f)}
	m := modelOf(f, t)
	o.BigBody = m.body() > 24
	last := len(o.Axes) - 1
	o.Axes[last].Lane = true
	if !chooseTile(f, m, o, o.Axes[last].r.ID) {
		chooseUnroll(f, m.body(), o, t)
	}
	rows := -1
	for n := range o.Axes {
		a := &o.Axes[n]
		switch {
		case f.stages(a.r.ID):
			a.Block = 1
			o.Split = append(o.Split, n)
		case !a.Lane && (rows < 0 || a.Extent > o.Axes[rows].Extent):
			rows = n
		}
	}
	if rows >= 0 {
		splitRows(o, rows, p, t)
	}
	if p.outer > 0 {
		wait(f, o, heaviest(f, m, o), p.outer)
	}
	return o
}

// wait keeps the results of a tile in scratch while the outermost folded ranges go around.
func wait(f *facts, o *Opts, x *schedule.Expr, outer int) {
	from := 0
	for from < len(o.Axes)-1 && (f.stages(o.Axes[from].r.ID) || !slices.Contains(x.Free, o.Axes[from].r.ID)) {
		from++
	}
	o.Blocked = &blocking{x: x, from: from, fill: slices.Clone(o.Axes[from:]), outer: outer}
}

// splitRows shares out the rows of results as well, each part with a panel of its own, where tiles are few or long.
func splitRows(o *Opts, rows int, p *packed, t Target) {
	a, tiles := &o.Axes[rows], float64(o.tiles())
	parts := max(packedTiles/tiles, p.nanos/tiles/packedNanos)
	if p.outer > 0 { // the results of a tile wait in the cache
		parts = max(parts, float64(a.Extent*p.lanes*4)/float64(t.L2/4))
	}
	if tiles > 1 { // else one panel serves all tiles of a chunk
		parts = min(parts, 1+packedAgain/p.share)
	}
	parts = min(parts, float64(a.steps(t)))
	if parts < 2 {
		return
	}
	a.Block = min(a.Extent, a.step(t)*evenPart(a.steps(t), int64(float64(a.steps(t))/parts)))
	if a.Block < a.Extent {
		o.Split = append(o.Split, rows)
		slices.Sort(o.Split)
	}
}

// chooseShifted decides the loops of a nest that reads the tile of a shift: lanes along what lies so in memory, and as many tiles
// at a time as share what is packed for them, where enough are left to share out.
func chooseShifted(f *facts, t Target) *Opts {
	o := &Opts{Axes: axesOf(f)}
	m := modelOf(f, t)
	o.BigBody = m.body() > 24
	lane := len(o.Axes) - 1
	for n := range o.Axes {
		a := &o.Axes[n]
		if f.stages(a.r.ID) {
			a.Block = 1
			o.Split = append(o.Split, n)
		} else if m.storesAlong(a.r) && a.Extent >= int64(t.VL) {
			lane = n
		}
	}
	o.Axes[lane].Lane = true
	chooseUnroll(f, m.body(), o, t)
	if len(o.Split) > 0 {
		if a := &o.Axes[o.Split[len(o.Split)-1]]; o.tiles() >= shiftTiles*packedTiles {
			a.Block = min(a.Extent, shiftTiles)
		}
	}
	return o
}
