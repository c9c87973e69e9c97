package codegen

import (
	"math"
	"slices"

	"weft/ops"
	"weft/schedule"
)

// A contraction whose operand lies badly in memory (windows under the gates of a pad, rows that no vectors fit, lines far apart)
// reads it from a panel instead: a scratch tile over a block of lanes and all of the folded ranges, computed once and read by
// every row of results. What stands under the product (casts, gates, windows) is computed while packing, so the windows of a
// convolution are never stored as a whole. The panel is an ordinary scratch tile: it is placed by what it depends on.

// contraction is a nest that is one sum of products.
type contraction struct {
	f    *facts
	x    *schedule.Expr
	gate *schedule.Expr // of the whole product, nil if there is none
	side [2]*schedule.Expr
	// own are the ranges of the results that only one side depends on, shared those that both do or none.
	own    [2][]*schedule.Range
	shared []*schedule.Range
}

// contractionOf takes a nest apart; nil if it is anything else than one sum of products in row order.
func contractionOf(n *schedule.Nest) *contraction {
	f := factsOf(n)
	if len(f.reduces) != 1 || len(f.staged) > 0 {
		return nil
	}
	c := &contraction{f: f, x: f.reduces[0]}
	gate, body := gatedFold(c.x)
	if acrossLanes(c.x.Red) || !contracted(c.x, body) || slices.ContainsFunc(n.Ranges, func(r *schedule.Range) bool { return r.Kind != schedule.Out }) {
		return nil
	}
	c.gate, c.side = gate, [2]*schedule.Expr{body.Src[0], body.Src[1]}
	for _, r := range n.Ranges {
		a, b := dependsOn(c.side[0], r), dependsOn(c.side[1], r)
		switch {
		case a && !b:
			c.own[0] = append(c.own[0], r)
		case b && !a:
			c.own[1] = append(c.own[1], r)
		default:
			c.shared = append(c.shared, r)
		}
	}
	return c
}

func dependsOn(x *schedule.Expr, r *schedule.Range) bool { return slices.Contains(x.Free, r.ID) }

func extentOf(ranges []*schedule.Range) int64 {
	n := int64(1)
	for _, r := range ranges {
		n *= r.Extent
	}
	return n
}

// panel is one way to pack: which side has the lanes, and over which of its ranges a panel goes.
type panel struct {
	c     *contraction
	side  int
	whole []*schedule.Range // ranges that are in the panel entirely, in the nest's order
	split *schedule.Range   // the next outer one, of which block positions are
	block int64
	// window is a folded range that does no more than move along another one (slid), by step: the panel holds each place that
	// both reach once.
	window, slid *schedule.Range
	step         int64
	// outer is how many of the outermost folded ranges go around the tiles, each time with another panel; piece, if not 0, is how
	// many positions of the next one do not.
	outer int
	piece int64
}

const (
	packRows    = 16   // rows of results that must share a panel
	panelLanes  = 1024 // the longest row of a panel
	packCost    = 6    // of a vector that is packed, in folds
	turnCost    = 4    // more where vectors are transposed on their way
	scatterCost = 16   // of a result whose neighbours in the lanes lie apart in memory, in folds
	gateCost    = 1.5  // of a gate on what is spread over the lanes
)

// choosePanel is the best way to pack, nil if the operands are read in place as fast.
func choosePanel(c *contraction, t Target) *panel {
	var best *panel
	least := 0.0
	for side := range c.side {
		if extentOf(c.own[1-side]) < packRows || extentOf(c.own[side]) < int64(t.VL) || c.gate != nil && !c.gateFits(side) {
			continue
		}
		for _, p := range c.panels(side, t) {
			if cost := p.cost(t); best == nil || cost < least*0.999 { // of equals the smallest
				best, least = p, cost
			}
		}
	}
	if best == nil || !c.lieBadly(best.side, t) && !best.collides(t) {
		return nil
	}
	return best
}

// gateFits says that the product's gate depends on nothing that differs between the rows of results.
func (c *contraction) gateFits(side int) bool {
	return !slices.ContainsFunc(c.own[1-side], func(r *schedule.Range) bool { return dependsOn(c.gate, r) })
}

// lieBadly says whether reading a side in place costs more than packing it.
func (c *contraction) lieBadly(side int, t Target) bool {
	last := c.own[side][len(c.own[side])-1]
	vl := int64(t.VL)
	if waste := (last.Extent + vl - 1) / vl * vl; len(c.own[side]) > 1 && waste*100 > last.Extent*108 {
		return true
	}
	folded := extentOf(c.x.Red.Ranges)
	for _, ld := range c.loads(side) {
		a := affineOf(ld.Src[0])
		if a.coef(last) != 1 || len(a.rest) > 0 || len(ld.Src) > 1 && dependsOn(ld.Src[1], last) {
			return true
		}
		if folded*int64(t.VL)*4*int64(ld.DType.Size()) >= panelLimit(t) {
			return true
		}
	}
	return false
}

func (c *contraction) loads(side int) []*schedule.Expr {
	return c.f.reach(c.side[side], false, func(y *schedule.Expr) bool { return y.Code == schedule.Load })
}

// panels lists the panels over the innermost ranges of a side that fit a row: some of them whole, of the next one an even share.
func (c *contraction) panels(side int, t Target) []*panel {
	var all []*panel
	lanes := int64(1)
	for n := len(c.own[side]) - 1; n >= 0 && lanes <= panelLanes; n-- {
		r := c.own[side][n]
		for _, block := range shares(r.Extent, panelLanes/lanes, int64(t.VL)/min(lanes, int64(t.VL))) {
			all = c.fitting(all, &panel{c: c, side: side, whole: c.own[side][n+1:], split: r, block: block}, t)
		}
		lanes *= r.Extent
	}
	return all
}

// fitting adds p if it is of some size and, with as many folded ranges outside as need be, fits the cache.
func (c *contraction) fitting(all []*panel, p *panel, t Target) []*panel {
	if p.lanes() < int64(t.VL) {
		return all
	}
	room, last := t.L2/2, c.x.Red.Ranges[len(c.x.Red.Ranges)-1]
	most := c.stays(1-p.side, last, t)
	for ; p.outer < len(c.x.Red.Ranges); p.outer++ {
		p.window, p.slid = nil, nil
		if p.findWindow(); p.bytes() <= room && (p.outer < len(c.x.Red.Ranges)-1 || last.Extent <= most) {
			return append(all, p)
		}
		if p.outer == len(c.x.Red.Ranges)-1 {
			if p.piece = pieceOf(last.Extent, min(most, room/4/(p.bytes()/last.Extent))); p.piece > 0 {
				return append(all, p)
			}
		}
		room = t.L2 / 4 // the results wait there too
	}
	return all
}

// pieceOf is the largest divisor of n up to most, 0 if they are all small.
func pieceOf(n, most int64) int64 {
	for d := min(most, n); d >= blockLen/4; d-- {
		if n%d == 0 {
			return d
		}
	}
	return 0
}

func (p *panel) bytes() int64 { return p.elems() * int64(p.c.side[p.side].DType.Size()) }

// folded are the ranges that a panel holds all positions of.
func (p *panel) folded() []*schedule.Range { return p.c.x.Red.Ranges[p.outer:] }

func (p *panel) lanes() int64 { return extentOf(p.whole) * p.block }

// elems is the size of the panel.
func (p *panel) elems() int64 {
	n := p.lanes() * extentOf(p.folded())
	if p.piece > 0 {
		n = p.lanes() * p.piece
	}
	if p.window != nil {
		n = n / p.window.Extent / p.slidExtent() * p.reach()
	}
	return n
}

// slidExtent is the number of positions of the slid range that are in the panel, reach that of those the window moves it to.
func (p *panel) slidExtent() int64 {
	if p.slid == p.split {
		return p.block
	}
	return p.slid.Extent
}

func (p *panel) reach() int64 { return p.slidExtent() + max(p.step, -p.step)*(p.window.Extent-1) }

// findWindow looks for a folded range that only moves along one of the panel's. The innermost of those has the lanes, which stay
// where they are.
func (p *panel) findWindow() {
	inner := p.whole
	if p.block > 1 {
		inner = append([]*schedule.Range{p.split}, p.whole...)
	}
	for n := 0; n < len(inner)-1; n++ {
		for _, k := range p.folded() {
			if step, ok := p.c.slides(p.side, inner[n], k); ok {
				p.window, p.slid, p.step = k, inner[n], step
				return
			}
		}
	}
}

// slides says whether a side depends on two ranges only by along + step*k.
func (c *contraction) slides(side int, along, k *schedule.Range) (step int64, ok bool) {
	for _, ld := range c.loads(side) {
		a := affineOf(ld.Src[0])
		i, n := a.coef(along), a.coef(k)
		if i == 0 || n == 0 || n%i != 0 || k.Extent == 1 {
			continue
		}
		if moves(c.side[side], along, k, n/i) && (c.gate == nil || moves(c.gate, along, k, n/i)) {
			return n / i, true
		}
	}
	return 0, false
}

// moves says whether x depends on two ranges only by along + step*k.
func moves(x *schedule.Expr, along, k *schedule.Range, step int64) bool {
	b := schedule.NewBuilder()
	sum := &schedule.Range{ID: -1, Extent: along.Extent + max(step, -step)*k.Extent, Kind: schedule.Out}
	y := substitute(b, map[int]*schedule.Expr{along.ID: b.Sub(b.Var(sum), b.Mul(b.Var(k), step))}).expr(x)
	return !dependsOn(y, k)
}

// pack rewrites the nests that a panel makes faster.
func (l *lowering) pack() {
	l.packed, l.shifts = make([]*packed, len(l.k.Phases)), make([]*shift, len(l.k.Phases))
	phases, rewritten := slices.Clone(l.k.Phases), false
	for n := range phases {
		c := contractionOf(&phases[n])
		if c == nil || c.x.DType != ops.Float32 {
			continue
		}
		p, least := choosePanel(c, l.t), math.Inf(1)
		if p != nil {
			least = p.cost(l.t)
		}
		if s := chooseShift(c, l.t, least); s != nil {
			phases[n], l.shifts[n], rewritten = s.rewrite(), s, true
		} else if p != nil {
			phases[n], l.packed[n], rewritten = p.rewrite(), p.packed(l.t), true
		}
	}
	if rewritten {
		k := *l.k
		k.Phases, l.k = phases, &k
	}
}

// packed says what became of a nest, for the choices that follow.
type packed struct {
	nanos float64 // of all work
	share float64 // of packing in it
	outer int     // folded ranges around the tiles
	lanes int64   // of a panel
}

const foldNanos = 0.14

func (p *panel) packed(t Target) *packed {
	fold, pack := p.foldTime(t), p.packTime(t)
	panels := float64(extentOf(p.c.shared)*extentOf(p.c.own[p.side])) / p.used()
	outer := p.outer
	if p.piece > 0 {
		outer++
	}
	return &packed{(fold + pack) * panels * foldNanos, pack / (fold + pack), outer, p.lanes()}
}
