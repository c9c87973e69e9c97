package differential

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// move draws one movement.
func (g *generator) move() *lazy.Node {
	x := g.pick()
	switch g.r.IntN(7) {
	case 0:
		return lazy.ReshapeNode(x, g.factors(x.Numel())...)
	case 1:
		return lazy.PermuteNode(x, g.r.Perm(x.Rank())...)
	case 2:
		return g.expand(x)
	case 3:
		return g.pad(x)
	case 4:
		return g.shrink(x)
	case 5:
		return lazy.FlipNode(x, g.axes(x.Rank(), 0)...)
	}
	return g.slide(x)
}

// factors draws a shape of n elements.
func (g *generator) factors(n int) []int {
	if n == 0 {
		return []int{0, g.length()}
	}
	var shape []int
	for n > 1 && len(shape) < 4 {
		f := 1 + g.r.IntN(min(n, 12))
		if n%f == 0 {
			shape = append(shape, f)
			n /= f
		}
	}
	return append(shape, n)
}

func (g *generator) expand(x *lazy.Node) *lazy.Node {
	in := slices.Clone(x.Shape)
	if len(in) < 4 {
		in = slices.Insert(in, g.r.IntN(len(in)+1), 1)
	}
	out := slices.Clone(in)
	for i, d := range out {
		if d == 1 && g.r.IntN(3) > 0 {
			out[i] = 1 + g.r.IntN(9)
		}
	}
	return lazy.ExpandNode(lazy.ReshapeNode(x, in...), out...)
}

// pad fills with zero, what a reduction leaves alone, or anything.
func (g *generator) pad(x *lazy.Node) *lazy.Node {
	fill := ops.IntValue(x.DType, 0)
	switch g.r.IntN(4) {
	case 0:
		fill = plain(g.r, x.DType)
	case 1:
		if x.DType.IsFloat() {
			fill = ops.Add.Info().Neutral(x.DType)
		}
	}
	pads := make([]int, 2*x.Rank())
	for i := range pads {
		if g.r.IntN(2) == 0 {
			pads[i] = g.r.IntN(4)
		}
	}
	return lazy.PadNode(x, fill, pads...)
}

func (g *generator) shrink(x *lazy.Node) *lazy.Node {
	bounds := make([]int, 2*x.Rank())
	for i, d := range x.Shape {
		start := 0
		if d > 0 && g.r.IntN(2) == 0 {
			start = g.r.IntN(d)
		}
		bounds[2*i], bounds[2*i+1] = start, d-g.r.IntN(d-start+1)*g.r.IntN(2)
	}
	return lazy.ShrinkNode(x, bounds...)
}

// axes draws at least some of the axes, in rising order.
func (g *generator) axes(rank, atLeast int) []int {
	axes := g.r.Perm(rank)[:min(rank, atLeast+g.r.IntN(rank+1))]
	slices.Sort(axes)
	return axes
}

// slide shows windows of the last axis: element (.., i, j) of the result is x[.., i+j]. The rows of repeated copies,
// one longer than x, start one further each.
func (g *generator) slide(x *lazy.Node) *lazy.Node {
	if x.Rank() == 0 || x.Rank() > 3 {
		return nil
	}
	n := x.Shape[x.Rank()-1]
	if n < 2 {
		return nil
	}
	k := 1 + g.r.IntN(min(n, 5))
	return slideBy(x, k)
}

func slideBy(x *lazy.Node, k int) *lazy.Node {
	n, rows := x.Shape[x.Rank()-1], lazy.Numel(x.Shape[:x.Rank()-1])
	copies := lazy.ExpandNode(lazy.ReshapeNode(x, rows, 1, n), rows, k, n)
	flat := lazy.PadNode(lazy.ReshapeNode(copies, rows, k*n), ops.IntValue(x.DType, 0), 0, 0, 0, k)
	skewed := lazy.ReshapeNode(flat, rows, k, n+1)
	windows := lazy.ShrinkNode(skewed, 0, rows, 0, k, 0, n-k+1)
	return lazy.ReshapeNode(windows, append(slices.Clone(x.Shape[:x.Rank()-1]), k, n-k+1)...)
}

func (g *generator) reduce() *lazy.Node {
	x := g.pick()
	if x.Rank() == 0 {
		return nil
	}
	list := []ops.Op{ops.ReduceAdd, ops.ReduceAdd, ops.ReduceMax, ops.ReduceMul}
	if x.DType == ops.Bool {
		list = list[2:3]
	}
	return lazy.ReduceNode(list[g.r.IntN(len(list))], x, g.axes(x.Rank(), 1)...)
}
