package kernels

import (
	"math/rand/v2"
	"slices"

	"weft/ops"
	"weft/schedule"
)

// Random makes a small kernel of any shape that the scheduler may make: movement, gates, reads at data's indices, reductions
// in both orders inside one another, scratch rows, scans, accumulating stores.
func Random(rng *rand.Rand) *schedule.Kernel {
	g := &generator{Maker: New("random"), rng: rng, work: 1}
	var ranges []*schedule.Range
	for n := 1 + rng.IntN(3); n > 0; n-- {
		ranges = append(ranges, g.Out(g.extent()))
	}
	var seq *schedule.Range
	if rng.IntN(5) == 0 {
		seq = g.Seq(g.extent())
		ranges = slices.Insert(ranges, rng.IntN(len(ranges)+1), seq)
	}
	v := g.value(3, ranges)
	if seq != nil && rng.IntN(2) == 0 {
		v = g.Scan([]ops.Op{ops.ReduceAdd, ops.ReduceMax}[rng.IntN(2)], seq, v)
	}
	return g.Nest(ranges, g.output(ranges, seq, v)).K
}

type generator struct {
	*Maker
	rng  *rand.Rand
	work int64 // positions of the open ranges
}

func (g *generator) extent() int64 {
	all := []int64{1, 2, 3, 4, 5, 8, 9, 16, 17, 20, 33, 40}
	for {
		if n := all[g.rng.IntN(len(all))]; g.work*n <= 3000 {
			g.work *= n
			return n
		}
	}
}

func (g *generator) output(ranges []*schedule.Range, seq *schedule.Range, v *schedule.Expr) schedule.Store {
	places := slices.Clone(ranges)
	g.rng.Shuffle(len(places), func(a, b int) { places[a], places[b] = places[b], places[a] })
	n := int64(1)
	for _, r := range places {
		n *= r.Extent
	}
	if seq != nil && v.Code != schedule.Scan && g.rng.IntN(2) == 0 {
		places = slices.DeleteFunc(places, func(r *schedule.Range) bool { return r == seq })
		return g.Accumulate([]ops.Op{ops.Add, ops.Max}[g.rng.IntN(2)], g.Buf(ops.Float32, n), g.At(places...), v)
	}
	st := g.Write(g.Buf(ops.Float32, n), g.At(places...), v)
	if g.rng.IntN(4) == 0 {
		st.Gate = g.gate(ranges)
	}
	return st
}

// value is a random float32 of the open ranges.
func (g *generator) value(depth int, open []*schedule.Range) *schedule.Expr {
	pick := g.rng.IntN(10)
	if depth == 0 {
		pick = g.rng.IntN(4)
	}
	switch pick {
	case 0, 1, 2:
		return g.read(open)
	case 3:
		return g.Cast(g.Var(open[g.rng.IntN(len(open))]), ops.Float32)
	case 4:
		return g.Op(ops.Where, g.gate(open), g.value(depth-1, open), g.value(depth-1, open))
	case 5, 6:
		return g.reduction(depth, open)
	case 7:
		return g.staged(depth, open)
	}
	op := []ops.Op{ops.Add, ops.Sub, ops.Mul, ops.Max, ops.Min}[g.rng.IntN(5)]
	return g.Op(op, g.value(depth-1, open), g.value(depth-1, open))
}

func (g *generator) gate(open []*schedule.Range) *schedule.Expr {
	r := open[g.rng.IntN(len(open))]
	return g.InRange(g.Add(g.Var(r), g.Int(g.rng.Int64N(5)-2)), r.Extent-g.rng.Int64N(2))
}

// read loads at a linear index of some of the ranges, in any order and direction, at a padded place, or where data says.
func (g *generator) read(open []*schedule.Range) *schedule.Expr {
	some := slices.DeleteFunc(slices.Clone(open), func(*schedule.Range) bool { return g.rng.IntN(3) == 0 })
	if g.rng.IntN(3) > 0 {
		g.rng.Shuffle(len(some), func(a, b int) { some[a], some[b] = some[b], some[a] })
	}
	at, size := g.Int(0), int64(1)
	for _, r := range some {
		v := g.Var(r)
		if g.rng.IntN(6) == 0 {
			v = g.Sub(g.Int(r.Extent-1), v)
		}
		at, size = g.Add(g.Mul(at, r.Extent), v), size*r.Extent
	}
	switch g.rng.IntN(5) {
	case 0:
		shift := g.Add(at, g.Int(g.rng.Int64N(5)-2))
		return g.ReadIf(g.Buf(ops.Float32, size), shift, g.InRange(shift, size))
	case 1:
		rows := g.rng.Int64N(6) + 1
		row := g.Op(ops.Min, g.Op(ops.Max, g.Read(g.Buf(ops.Int64, size), at), g.Int(0)), g.Int(rows-1))
		col := open[g.rng.IntN(len(open))]
		return g.Read(g.Buf(ops.Float32, rows*col.Extent), g.Op(ops.Add, g.Op(ops.Mul, row, g.Int(col.Extent)), g.Var(col)))
	case 2:
		if size > 4 {
			q, rest := g.DivMod(at, 3)
			return g.Read(g.Buf(ops.Float32, size+6), g.Add(g.Mul(rest, (size+5)/3), q))
		}
	}
	return g.Read(g.Buf(ops.Float32, size), at)
}

func (g *generator) reduction(depth int, open []*schedule.Range) *schedule.Expr {
	before := g.work
	var own []*schedule.Range
	for n := 1 + g.rng.IntN(2); n > 0; n-- {
		own = append(own, g.Red(g.extent()))
	}
	order := Down()
	if g.rng.IntN(2) == 0 {
		order = Across(1 << g.rng.IntN(3))
	}
	order.Fma = g.rng.IntN(2) == 0
	inner := append(slices.Clone(open), own...)
	body := g.value(depth-1, inner)
	if order.Fma {
		body = g.Op(ops.Mul, body, g.read(inner))
	}
	g.work = before
	return g.Fold([]ops.Op{ops.ReduceAdd, ops.ReduceMax}[g.rng.IntN(2)], order, body, own...)
}

// staged keeps a row in scratch and reads it along one of the open ranges, or in a reduction of its own.
func (g *generator) staged(depth int, open []*schedule.Range) *schedule.Expr {
	before := g.work
	reader := open[g.rng.IntN(len(open))]
	around := slices.DeleteFunc(slices.Clone(open), func(r *schedule.Range) bool { return r == reader })
	if len(around) == 0 {
		return g.read(open)
	}
	row := g.Red(reader.Extent)
	st := g.NewStage([]*schedule.Range{row}, g.value(depth-1, append(around, row)))
	v := g.StageLoad(st, g.Var(reader))
	if g.rng.IntN(2) == 0 {
		k := g.Red(row.Extent)
		v = g.Op(ops.Sub, v, g.Fold(ops.ReduceAdd, Across(1<<g.rng.IntN(3)), g.StageLoad(st, g.Var(k)), k))
	}
	g.work = before
	return v
}
