package codegen

import (
	"slices"

	"weft/schedule"
)

// choose decides how a nest is run on a machine: lanes first, then the register tile, then the parallel tiles.
func choose(f *facts, t Target) *Opts {
	o := &Opts{Axes: axesOf(f)}
	m := modelOf(f)
	o.BigBody = m.ops > 24
	chooseLane(f, m, o, t)
	chooseUnroll(f, m, o, t)
	chooseParallel(m, o, t)
	return o
}

// model is what the nest does at one position.
type model struct {
	ops      float64 // instructions
	accesses []use
	total    float64 // positions
}

type use struct {
	a      *affine
	weight float64
}

func modelOf(f *facts) *model {
	m := &model{total: 1}
	for _, r := range f.nest.Ranges {
		m.total *= float64(r.Extent)
	}
	seen := map[*schedule.Expr]bool{}
	for _, st := range f.nest.Stores {
		m.accesses = append(m.accesses, use{affineOf(st.Index), 1})
		m.walk(st.Value, 1, seen)
		if st.Gate != nil {
			m.walk(st.Gate, 1, seen)
		}
	}
	return m
}

func (m *model) walk(x *schedule.Expr, weight float64, seen map[*schedule.Expr]bool) {
	if seen[x] {
		return
	}
	seen[x] = true
	switch x.Code {
	case schedule.Load, schedule.StageLoad:
		m.accesses = append(m.accesses, use{affineOf(x.Src[0]), weight})
	case schedule.Reduce:
		for _, r := range x.Red.Ranges {
			weight *= float64(r.Extent)
		}
	}
	if x.Code == schedule.StageLoad {
		m.walk(x.Stage.Value, weight, seen)
	}
	m.ops += weight
	for _, s := range x.Src {
		m.walk(s, weight, seen)
	}
}

// chooseLane picks the axis whose neighbours are neighbours in memory most often, or none where scalars cost less.
func chooseLane(f *facts, m *model, o *Opts, t Target) {
	best, at := m.scalarCost()*float64(t.VL), -1
	for n := range o.Axes {
		if !mayLane(f, &o.Axes[n]) {
			continue
		}
		if c := m.laneCost(&o.Axes[n], t); c <= best {
			best, at = c, n
		}
	}
	if at >= 0 {
		o.Axes[at].Lane = true
	}
}

// mayLane says whether no reduction or scratch tile needs to be uniform along the axis.
func mayLane(f *facts, a *Axis) bool {
	if a.r.Kind == schedule.Seq {
		return false
	}
	for _, x := range f.all {
		if x.Code == schedule.Reduce && acrossLanes(x.Red) && slices.Contains(x.Free, a.r.ID) {
			return false
		}
		if x.Code == schedule.StageLoad && slices.Contains(stageFree(x.Stage), a.r.ID) {
			return false
		}
	}
	return true
}

func (m *model) scalarCost() float64 {
	c := m.ops
	for _, u := range m.accesses {
		c += u.weight
	}
	return c
}

// laneCost is the cost of VL positions along the axis.
func (m *model) laneCost(a *Axis, t Target) float64 {
	c := m.ops
	for _, u := range m.accesses {
		switch k := u.a.coef(a.r); {
		case slices.ContainsFunc(u.a.rest, func(x restTerm) bool { return slices.Contains(x.e.Free, a.r.ID) }):
			c += u.weight * float64(t.VL)
		case k == 0, k == 1:
			c += u.weight
		default:
			c += u.weight * float64(t.VL) * 0.75
		}
	}
	vectors := (a.Extent + int64(t.VL) - 1) / int64(t.VL)
	return c * float64(vectors*int64(t.VL)) / float64(a.Extent)
}

// chooseUnroll decides the register tile.
func chooseUnroll(f *facts, m *model, o *Opts, t Target) {
	for n := range o.Axes {
		if a := &o.Axes[n]; a.Lane {
			a.Unroll = laneUnroll(m, a, t)
		}
	}
}

func laneUnroll(m *model, a *Axis, t Target) int {
	most := 4
	switch {
	case m.ops > 60:
		most = 1
	case m.ops > 20:
		most = 2
	}
	vectors := int(a.Extent / int64(t.VL))
	for u := most; u > 1; u-- {
		if vectors >= u && a.Extent%int64(u*t.VL) == 0 {
			return u
		}
	}
	return max(1, min(most, vectors/4))
}

// tileNanos is the least work a tile should have: below it the loop around tiles would be felt.
const tileNanos = 2000

// chooseParallel splits axes from the outside in until the tiles are small enough to share out.
func chooseParallel(m *model, o *Opts, t Target) {
	left := m.nanos(o, t)
	for n := range o.Axes {
		a := &o.Axes[n]
		if a.r.Kind == schedule.Seq || left < 2*tileNanos {
			return
		}
		step := int64(a.Unroll)
		if a.Lane {
			step *= int64(t.VL)
		}
		steps := (a.Extent + step - 1) / step
		if steps < 2 {
			continue
		}
		a.Block = step * evenPart(steps, int64(tileNanos/(left/float64(steps))))
		if a.Block >= a.Extent {
			a.Block = a.Extent
			return
		}
		o.Split = append(o.Split, n)
		left /= float64(a.tiles())
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

// nanos estimates the nest's time on one core.
func (m *model) nanos(o *Opts, t Target) float64 {
	per := m.scalarCost() * 0.3
	if slices.ContainsFunc(o.Axes, func(a Axis) bool { return a.Lane }) || m.ops > 100 {
		per /= float64(t.VL)
	}
	return m.total * max(per, 0.05)
}
