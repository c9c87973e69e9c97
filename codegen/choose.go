package codegen

import (
	"cmp"
	"slices"

	"weft/schedule"
)

// choose decides how a nest is run on a machine: lanes first, then the register tile, then the parallel tiles.
func choose(f *facts, t Target) *Opts {
	o := &Opts{Axes: axesOf(f)}
	m := modelOf(f, t)
	body := m.body()
	o.BigBody = body > 24
	lane := chooseLane(f, m, o)
	o.Fills = chooseFills(f, m, lane)
	crossed := lanesOutside(m, o, lane)
	o.Small = m.nanos(lane, nil) < smallNanos
	if !o.Small && (sumsDown(f) || !chooseTile(f, m, o, lane)) && !crossed {
		chooseUnroll(f, body, o, t)
	}
	if o.Tiled {
		if chooseBlock(f, m, o); o.Blocked == nil {
			chooseStaged(f, m, o)
		}
	}
	if !o.Small && sumsDown(f) && body < wideBody {
		chooseWide(f, m, o)
	}
	if o.Blocked != nil {
		widestSlowest(f, m, o)
		return o
	}
	chooseParallel(m, o, lane)
	if o.Tiled {
		widestSlowest(f, m, o)
	}
	return o
}

// choosePlain decides the same without copies of anything.
func choosePlain(f *facts, t Target) *Opts {
	o := &Opts{Axes: axesOf(f), BigBody: true, Small: true}
	m := modelOf(f, t)
	chooseParallel(m, o, chooseLane(f, m, o))
	return o
}

// lanesOutside moves the lane axis outside of an axis along which its strided accesses have their neighbours, as in a
// transposition: the lines that one vector of lanes touches are then used up before the next vector. It says whether it did.
func lanesOutside(m *model, o *Opts, lane int) bool {
	at := slices.IndexFunc(o.Axes, func(a Axis) bool { return a.Lane })
	for n := 0; n < at; n++ {
		a := o.Axes[n]
		if a.r.Kind == schedule.Out && slices.ContainsFunc(m.items, func(it item) bool {
			return it.a != nil && it.a.coef(a.r) == 1 && len(m.missing(it.free)) == 0 && strided(it.a, lane)
		}) {
			moved := o.Axes[at]
			o.Axes = slices.Insert(slices.Delete(o.Axes, at, at+1), n, moved)
			return true
		}
	}
	return false
}

func strided(a *affine, lane int) bool {
	return slices.ContainsFunc(a.terms, func(t rangeTerm) bool { return t.r.ID == lane && t.coef != 0 && t.coef != 1 })
}

// widestSlowest orders the parallel axes of a contraction by what its operands hold along them, most first: the widest
// operand is then gone through once, while the tiles move along the others, whose parts stay in the cache. Between equals
// the lanes are slower.
func widestSlowest(f *facts, m *model, o *Opts) {
	x := heaviest(f, m, o)
	weight := func(n int) float64 {
		w := m.width(f, x, o.Axes[n].r.ID)
		if o.Axes[n].Lane {
			w *= 1.5
		}
		return w
	}
	slices.SortStableFunc(o.Split, func(a, b int) int { return cmp.Compare(weight(b), weight(a)) })
}

// width is the number of elements of the largest operand of x that depends on a range.
func (m *model) width(f *facts, x *schedule.Expr, id int) float64 {
	most := 0.0
	for _, y := range f.reach(x.Src[0], false, func(y *schedule.Expr) bool { return y.Code == schedule.Load }) {
		if !slices.Contains(y.Free, id) {
			continue
		}
		n := 1.0
		for _, r := range y.Free {
			n *= float64(max(1, f.extent[r]))
		}
		at := y.Src[0] // positions of overlapping windows are fewer elements
		most = max(most, min(n, float64(at.Hi)-float64(at.Lo)+1))
	}
	return most
}

// chooseLane picks the axis that costs least with the lanes on it, or none where scalars cost less. It returns the id of
// the range, -1 for none.
func chooseLane(f *facts, m *model, o *Opts) int {
	best, at := m.nanos(-1, nil), -1
	for n := range o.Axes {
		if !mayLane(f, &o.Axes[n]) {
			continue
		}
		if c := m.nanos(o.Axes[n].r.ID, nil); c <= best {
			best, at = c, n
		}
	}
	if at < 0 {
		return -1
	}
	o.Axes[at].Lane = true
	return o.Axes[at].r.ID
}

// mayLane says whether no reduction needs to be uniform along the axis, and no scratch tile is read at places that depend on it.
func mayLane(f *facts, a *Axis) bool {
	if a.r.Kind == schedule.Seq {
		return false
	}
	for _, x := range f.all {
		if x.Code == schedule.Reduce && acrossLanes(x.Red) && slices.Contains(x.Free, a.r.ID) {
			return false
		}
	}
	return !slices.ContainsFunc(f.all, func(x *schedule.Expr) bool {
		return x.Code == schedule.StageLoad && slices.Contains(stageFree(x.Stage), a.r.ID) &&
			(len(affineOf(x.Src[0]).rest) > 0 || slices.Contains(x.Src[0].Free, a.r.ID))
	})
}

// chooseUnroll decides the register tile.
func chooseUnroll(f *facts, body float64, o *Opts, t Target) {
	most := 4
	switch {
	case body > 60:
		most = 1
	case body > 20:
		most = 2
	}
	wide := sumsDown(f) && body < wideBody
	for n := range o.Axes {
		if a := &o.Axes[n]; a.Lane {
			u := most
			if wide { // and eight tiles are left to share out
				u = max(u, min(t.Regs/2, int(a.Extent)/t.VL/8))
			}
			a.Unroll = laneUnroll(u, a, t)
		}
	}
}

// sumsDown says whether the nest is one reduction that strides through one array. Of each row it takes as much as registers hold the
// sums of: every row begins another page, where fetching ahead ends.
func sumsDown(f *facts) bool {
	if len(f.reduces) != 1 || acrossLanes(f.reduces[0].Red) {
		return false
	}
	return len(f.reach(f.reduces[0].Src[0], false, func(y *schedule.Expr) bool { return y.Code == schedule.Load })) == 1
}

func laneUnroll(most int, a *Axis, t Target) int {
	vectors := int(a.Extent / int64(t.VL))
	for u := most; u > 1; u-- {
		if vectors >= u && a.Extent%int64(u*t.VL) == 0 {
			return u
		}
	}
	return max(1, min(most, vectors/4))
}

// smallNanos is the time below which a nest is not worth code that is longer than need be.
const smallNanos = 4000

// tileNanos is the least work a tile should have: below it the loop around tiles would be felt.
const tileNanos = 1000

// chooseParallel splits axes from the outside in until the tiles are small enough to share out. An axis that much of the
// work does not depend on stays whole, as every tile would repeat that work.
func chooseParallel(m *model, o *Opts, lane int) {
	whole := m.nanos(lane, nil)
	left := whole
	for n := range o.Axes {
		a := &o.Axes[n]
		if a.r.Kind == schedule.Seq || left < 2*tileNanos {
			return
		}
		if steps := a.steps(m.t); steps > 1 {
			block := a.step(m.t) * evenPart(steps, int64(tileNanos/(left/float64(steps))))
			if block >= a.Extent {
				return
			}
			a.Block = block
			o.Split = append(o.Split, n)
			if m.nanos(lane, m.repeats(o)) > 1.25*whole {
				o.Split = o.Split[:len(o.Split)-1]
				a.Block = a.Extent
				continue
			}
			left /= float64(a.tiles())
		}
	}
}

func (a *Axis) step(t Target) int64 {
	if a.Lane {
		return int64(a.Unroll * t.VL)
	}
	return int64(a.Unroll)
}

func (a *Axis) steps(t Target) int64 { return (a.Extent + a.step(t) - 1) / a.step(t) }

// repeats says how many tiles compute the same again: those along parallel axes that a value does not depend on. What
// depends on none of the nest's ranges is computed once a chunk.
func (m *model) repeats(o *Opts) func(free []int) float64 {
	return func(free []int) float64 {
		if !slices.ContainsFunc(free, func(id int) bool { return m.outs[id] }) {
			return 1
		}
		n, inLoops := 1.0, m.missing(free)
		for _, k := range o.Split {
			if id := o.Axes[k].r.ID; !slices.Contains(free, id) && !slices.Contains(inLoops, id) {
				n *= float64(o.Axes[k].tiles())
			}
		}
		return n
	}
}

// evenPart is a divisor of steps near want, or want itself where there is none from half to double of it.
func evenPart(steps, want int64) int64 {
	want = max(1, min(want, steps))
	for d := want; d <= 2*want && d <= steps; d++ {
		if steps%d == 0 {
			return d
		}
	}
	for d := want; 2*d >= want && d > 0; d-- {
		if steps%d == 0 {
			return d
		}
	}
	return want
}
