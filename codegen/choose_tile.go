package codegen

import (
	"slices"

	"weft/ops"
	"weft/schedule"
)

// A reduction whose operands depend on different axes (a contraction) reads each of them again for every position of the
// other axis. A register tile keeps a block of results in registers, so that one read serves a whole row or column of it.

// tile is a shape of register tile: copies along one or two axes (-1: none).
type tile struct {
	a, b   int // axes
	na, nb int // copies
}

// tileCode bounds the instructions of all copies of a body: what stands around a reduction, such as a sine, is copied with
// it, and tens of thousands of instructions take minutes to compile.
const tileCode = 2000

// chooseTile finds the heaviest reduction and gives its axes the copies that make it cheapest; it reports whether it did.
func chooseTile(f *facts, m *model, o *Opts, lane int) bool {
	x := heaviest(f, m, o)
	if x == nil {
		return false
	}
	w := &tileModel{m: m, o: o, x: x, step: loopItems(f, m, x, lane)}
	best, found := w.best(w.axes(f), m.body())
	if found {
		w.apply(best)
	}
	return found
}

// best is the cheapest tile along some axes; not found where it gains little.
func (w *tileModel) best(axes []int, body float64) (best tile, found bool) {
	best = tile{-1, -1, 1, 1}
	cost := w.total(best)
	plain := cost
	for i, a := range axes {
		for _, b := range append([]int{-1}, axes[i+1:]...) {
			for na := 1; na <= w.most(a); na++ {
				for nb := 1; nb <= w.most(b); nb++ {
					t := tile{a, b, na, nb}
					if w.registers(t) > w.m.t.Regs || body*float64(na*nb) > tileCode && na*nb > 1 {
						break
					}
					if c := w.total(t); c < cost*0.999 {
						best, cost = t, c
					}
				}
			}
		}
	}
	return best, cost <= plain*0.9
}

// heaviest is the reduction with most elements folded in all, but for those that fill scratch tiles by register tiles of their own.
func heaviest(f *facts, m *model, o *Opts) *schedule.Expr {
	var best *schedule.Expr
	most := 0.0
	for _, x := range f.reduces {
		if o.fills(x) {
			continue
		}
		n := 1.0
		for _, id := range foldFree(x) {
			n *= float64(f.extent[id])
		}
		if n > most {
			best, most = x, n
		}
	}
	return best
}

// foldFree are the ranges that one fold of x runs over: those it is free in and its own.
func foldFree(x *schedule.Expr) []int {
	free := union(x.Free, x.Src[0].Free)
	for _, r := range x.Red.Ranges {
		free = union(free, []int{r.ID})
	}
	return free
}

// stepItem is one instruction of the reduction's innermost loop.
type stepItem struct {
	free []int
	cost float64
	held bool // a vector that is loaded once and serves several folds
	size int
}

// loopItems lists what is computed at every step of x's innermost loop.
func loopItems(f *facts, m *model, x *schedule.Expr, lane int) []stepItem {
	inner := x.Red.Ranges[len(x.Red.Ranges)-1].ID
	_, body := gatedFold(x)
	var items []stepItem
	for _, y := range f.reach(x.Src[0], false, func(*schedule.Expr) bool { return true }) {
		switch {
		case !slices.Contains(y.Free, inner), y.Code == schedule.RangeVar, y.Code == schedule.Const, y.DType == ops.Int64:
		case y == body && contracted(x, body), y == x.Src[0] && y != body:
		case y.Code == schedule.Load || y.Code == schedule.StageLoad:
			at, cost := laneOf(x, lane, y.Free), spreadCost
			if at >= 0 {
				cost = vectorCost
				if y.Code == schedule.Load && splitsLines(affineOf(y.Src[0]), at, m.t) {
					cost *= 2
				}
			}
			items = append(items, stepItem{y.Free, cost * m.spread(affineOf(y.Src[0]), at), at >= 0, registers(y.DType)})
		default:
			items = append(items, stepItem{y.Free, 1, false, 0})
		}
	}
	return items
}

// splitsLines says whether most vectors along a range lie in two lines of the cache, as rows do whose length is no whole number of vectors.
func splitsLines(a *affine, lane int, t Target) bool {
	return slices.ContainsFunc(a.terms, func(r rangeTerm) bool { return r.r.ID != lane && r.coef%int64(t.VL) != 0 })
}

// laneOf is the lane range among free in the loops of x, -1 if there is none.
func laneOf(x *schedule.Expr, lane int, free []int) int {
	if acrossLanes(x.Red) {
		lane = x.Red.Ranges[len(x.Red.Ranges)-1].ID
	}
	if slices.Contains(free, lane) {
		return lane
	}
	return -1
}

type tileModel struct {
	m    *model
	o    *Opts
	x    *schedule.Expr
	step []stepItem
}

// axes are those that copies may be made along: they change the reduction, and no scratch tile depends on them.
func (w *tileModel) axes(f *facts) []int {
	var axes []int
	for n := range w.o.Axes {
		a := &w.o.Axes[n]
		if a.r.Kind == schedule.Out && slices.Contains(w.x.Free, a.r.ID) && !f.stages(a.r.ID) {
			axes = append(axes, n)
		}
	}
	return axes
}

func (w *tileModel) most(axis int) int {
	if axis < 0 {
		return 1
	}
	a := &w.o.Axes[axis]
	if a.Lane {
		return min(mostVectors, int((a.Extent+int64(w.m.t.VL)-1)/int64(w.m.t.VL)))
	}
	return int(min(mostRows, a.Extent))
}

func (w *tileModel) copies(free []int, t tile) int {
	n := 1
	if t.a >= 0 && slices.Contains(free, w.o.Axes[t.a].r.ID) {
		n *= t.na
	}
	if t.b >= 0 && slices.Contains(free, w.o.Axes[t.b].r.ID) {
		n *= t.nb
	}
	return n
}

// registers counts accumulators, the operands that are held while the folds of a row of the tile go by, some for those that
// are read once and spread over the lanes, as the instructions of a step overlap, and one for what passes.
func (w *tileModel) registers(t tile) int {
	accs := t.na * t.nb
	if acrossLanes(w.x.Red) {
		accs *= w.x.Red.Order.Unroll
	}
	held := 1
	for _, it := range w.step {
		switch {
		case it.held:
			held += w.copies(it.free, tile{-1, t.b, 1, t.nb}) * it.size
		case it.size > 0:
			held += w.m.t.Regs / 10
		}
	}
	return accs*registers(w.x.DType.Compute()) + held
}

// What a tile reads at a step, in folds: vectors come from the cache that is shared by the levels above, elements that are spread over the
// lanes mostly from the first one, as the same line holds those of the next steps.
const (
	vectorCost = 0.5
	spreadCost = 0.3

	mostVectors, mostRows = 4, 12
)

// latency is how many folds must be on their way at once for none to wait.
const latency = 5

// stepCost is the time of one step of the loop for a tile.
func (w *tileModel) stepCost(t tile) float64 {
	c := float64(t.na * t.nb)
	for _, it := range w.step {
		c += it.cost * float64(w.copies(it.free, t))
	}
	if acrossLanes(w.x.Red) {
		c *= float64(w.x.Red.Order.Unroll)
	}
	return max(c, latency) + 0.5
}

// total is the time of all steps, cut tiles at the ends of the axes included.
func (w *tileModel) total(t tile) float64 {
	c := 0.0
	for _, pa := range w.parts(t.a, t.na) {
		for _, pb := range w.parts(t.b, t.nb) {
			c += float64(pa.count*pb.count) * w.stepCost(tile{t.a, t.b, pa.n, pb.n})
		}
	}
	c *= w.codeSize(t)
	for n := range w.o.Axes {
		if n != t.a && n != t.b && slices.Contains(w.x.Free, w.o.Axes[n].r.ID) {
			c *= float64(w.steps(n))
		}
	}
	return c
}

// codeSize charges for the second body that a cut last tile needs: it must be compiled and kept in the cache.
func (w *tileModel) codeSize(t tile) float64 {
	c := 1.0
	for _, p := range [][]part{w.parts(t.a, t.na), w.parts(t.b, t.nb)} {
		if len(p) > 1 {
			c *= 1.03
		}
	}
	return c
}

func (w *tileModel) steps(axis int) int64 {
	a := &w.o.Axes[axis]
	if a.Lane {
		return (a.Extent + int64(w.m.t.VL) - 1) / int64(w.m.t.VL)
	}
	return a.Extent
}

func (w *tileModel) parts(axis, n int) []part {
	if axis < 0 {
		return []part{{count: 1, n: 1}}
	}
	full, rest := splitAxis(w.steps(axis), n, 1, false)
	if rest.count == 0 {
		return []part{full}
	}
	return []part{full, rest}
}

func (w *tileModel) apply(t tile) {
	if t.a >= 0 {
		w.o.Axes[t.a].Unroll = t.na
	}
	if t.b >= 0 {
		w.o.Axes[t.b].Unroll = t.nb
	}
	w.o.Tiled = true
}
