package codegen

import (
	"slices"

	"weft/ops"
	"weft/schedule"
)

// model estimates what a nest costs on a machine. As code is placed by dependence, an expression is computed once for
// every combination of the ranges it is free in; along a lane range VL of them at a time.
type model struct {
	f     *facts
	t     Target
	lanes map[int]bool // ranges that Across reductions spread over lanes
	items []item
	outs  map[int]bool  // the nest's own ranges
	owner map[int][]int // of a reduction's range: the ranges its results depend on
}

// item is one expression's share of the work.
type item struct {
	free  []int
	cost  float64 // instructions, each about one vector wide
	a     *affine // of a load or store
	store bool    // rather than a load
}

// foldCost is the number of instructions that fold the lanes of an accumulator.
const foldCost = 8

// instrNanos is the time of one instruction on a core that runs several at once.
const instrNanos = 0.2

// apartCost is how much dearer a store to places that are no neighbours is than a load of as many.
const apartCost = 1.5

func modelOf(f *facts, t Target) *model {
	m := &model{f: f, t: t, lanes: map[int]bool{}, outs: map[int]bool{}, owner: map[int][]int{}}
	for _, r := range f.nest.Ranges {
		m.outs[r.ID] = true
	}
	for _, x := range f.all {
		m.item(x)
	}
	for n := range f.nest.Stores {
		st := &f.nest.Stores[n]
		m.items = append(m.items, item{union(st.Index.Free, st.Value.Free), 1, affineOf(st.Index), true})
	}
	return m
}

func (m *model) item(x *schedule.Expr) {
	it := item{free: x.Free, cost: 1}
	switch x.Code {
	case schedule.Const, schedule.Param, schedule.RangeVar:
		return
	case schedule.Load, schedule.StageLoad:
		it.a = affineOf(x.Src[0])
	case schedule.ALU:
		if gatedAlready(x) {
			return
		}
		it.cost = opCost(x)
	case schedule.Reduce:
		if acrossLanes(x.Red) {
			m.lanes[x.Red.Ranges[len(x.Red.Ranges)-1].ID] = true
			m.items = append(m.items, item{free: x.Free, cost: foldCost})
		}
		it.free = foldFree(x)
		for _, r := range x.Red.Ranges {
			m.owner[r.ID] = union(m.owner[r.ID], x.Free)
		}
	}
	m.items = append(m.items, it)
}

func opCost(x *schedule.Expr) float64 {
	switch {
	case x.Op == ops.Div && x.DType.IsInt(), x.Op == ops.Mod:
		return 12
	case x.Op == ops.Div, x.Op == ops.Sqrt:
		return 6
	case x.Op == ops.Bitcast, x.Op == ops.Cast && x.DType == ops.Int64:
		return 0.5
	}
	return 1
}

func union(a, b []int) []int {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// nanos estimates the nest's time on one core with the lanes on a range (-1: none). Where dup is given, it says how often
// what does not depend on a range is repeated.
func (m *model) nanos(lane int, dup func(free []int) float64) float64 {
	total := 0.0
	for _, it := range m.items {
		c := m.cost(it, lane)
		if dup != nil {
			c *= dup(it.free)
		}
		total += c
	}
	return total * instrNanos
}

func (m *model) cost(it item, lane int) float64 {
	c, at := it.cost, -1
	for _, id := range it.free {
		n := float64(max(1, m.f.extent[id]))
		if id == lane || m.lanes[id] {
			at = id
			vl := float64(m.t.VL)
			n = float64(int64((n + vl - 1) / vl))
		}
		c *= n
	}
	if it.a != nil && at >= 0 {
		s := m.spread(it.a, at)
		if it.store && s > 1 {
			s *= apartCost
		}
		c *= s
	}
	return c * m.again(it.free, lane)
}

// reuseTile is about how many positions share what is read in a reduction's loop but does not depend on an axis of its
// results: a register tile.
const reuseTile = 5

// again says how often what a reduction's loop computes is repeated for axes of its results that it does not depend on.
func (m *model) again(free []int, lane int) float64 {
	n := 1.0
	for _, out := range m.missing(free) {
		extent := float64(m.f.extent[out])
		if out == lane {
			extent /= float64(m.t.VL)
		}
		n *= extent
	}
	return max(1, n/reuseTile)
}

// missing lists the nest's ranges that the reduction around a value depends on and the value does not.
func (m *model) missing(free []int) []int {
	var out []int
	for _, id := range free {
		for _, o := range m.owner[id] {
			if m.outs[o] && !slices.Contains(free, o) && !slices.Contains(out, o) {
				out = append(out, o)
			}
		}
	}
	return out
}

// spread is how much dearer an access gets when its lanes are no neighbours.
func (m *model) spread(a *affine, lane int) float64 {
	for _, x := range a.rest {
		if lane >= 0 && slices.Contains(x.e.Free, lane) {
			return float64(m.t.VL) * 1.5
		}
	}
	for _, t := range a.terms {
		if t.r.ID == lane && t.coef != 0 && t.coef != 1 {
			return float64(m.t.VL)
		}
	}
	return 1
}

// body counts the instructions at one position of the nest, loops of reductions counted once.
func (m *model) body() float64 {
	n := 0.0
	for _, it := range m.items {
		n += it.cost
	}
	return n
}
