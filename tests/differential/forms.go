package differential

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// The forms are what a frontend writes for its composed operations.

// keep repeats r, which has the shape of x without axis, along that axis.
func keep(r, x *lazy.Node, axis int) *lazy.Node {
	shape := slices.Clone(x.Shape)
	shape[axis] = 1
	return lazy.ExpandNode(lazy.ReshapeNode(r, shape...), x.Shape...)
}

func (g *generator) pickRow() (x *lazy.Node, axis int) {
	x = g.pickWhere(func(n *lazy.Node) bool { return n.DType.IsFloat() && n.Rank() > 0 },
		func() *lazy.Node { return g.buffer(g.float(), []int{1 + g.length(), 1 + g.length()}) })
	if axis = x.Rank() - 1; g.r.IntN(3) == 0 {
		axis = g.r.IntN(x.Rank())
	}
	return x, axis
}

func (g *generator) softmax() *lazy.Node {
	x, axis := g.pickRow()
	top := keep(lazy.ReduceNode(ops.ReduceMax, x, axis), x, axis)
	e := ew(ops.Exp, ew(ops.Sub, x, top))
	sum := keep(lazy.ReduceNode(ops.ReduceAdd, e, axis), x, axis)
	if g.r.IntN(2) == 0 {
		return ew(ops.Sub, ew(ops.Sub, x, top), ew(ops.Log, sum))
	}
	return ew(ops.Div, e, sum)
}

func mean(x *lazy.Node, axis int) *lazy.Node {
	r := lazy.ReduceNode(ops.ReduceAdd, x, axis)
	return ew(ops.Div, r, num(r, float64(x.Shape[axis])))
}

func (g *generator) norm() *lazy.Node {
	x, axis := g.pickRow()
	centred := ew(ops.Sub, x, keep(mean(x, axis), x, axis))
	v := mean(ew(ops.Mul, centred, centred), axis)
	scale := ew(ops.Sqrt, ew(ops.Add, v, num(v, 1e-5)))
	y := ew(ops.Div, centred, keep(scale, x, axis))
	a, b := g.pair(y)
	return ew(ops.Mul, a, b)
}

// variance reduces a reduction's leavings.
func (g *generator) variance() *lazy.Node {
	x, axis := g.pickRow()
	d := ew(ops.Sub, x, keep(mean(x, axis), x, axis))
	return mean(ew(ops.Mul, d, d), axis)
}

// matmul multiplies (batched, transposed at times) and may add a bias and bend.
func (g *generator) matmul() *lazy.Node {
	x, axis := g.pickRow()
	k, n := x.Shape[axis], 1+g.r.IntN(20)
	if x.Numel()*n > g.opt.Inner {
		return nil
	}
	rest := slices.Delete(slices.Clone(x.Shape), axis, axis+1)
	perm := append(without(x.Rank(), axis), axis)
	m := lazy.Numel(rest)
	a := lazy.ReshapeNode(lazy.PermuteNode(x, perm...), m, 1, k)
	w := g.buffer(x.DType, []int{n, k})
	if g.r.IntN(2) == 0 {
		w = lazy.PermuteNode(g.buffer(x.DType, []int{k, n}), 1, 0)
	}
	b := lazy.ReshapeNode(w, 1, n, k)
	product := ew(ops.Mul, lazy.ExpandNode(a, m, n, k), lazy.ExpandNode(b, m, n, k))
	y := lazy.ReduceNode(ops.ReduceAdd, product, 2)
	if g.r.IntN(2) == 0 {
		y = ew(ops.Add, y, to(g.buffer(x.DType, []int{n}), m, n))
	}
	if g.r.IntN(2) == 0 {
		y = ew(ops.Where, ew(ops.CmpLT, num(y, 0), y), y, num(y, 0))
	}
	return lazy.ReshapeNode(y, append(rest, n)...)
}

func without(rank, axis int) []int {
	var axes []int
	for i := range rank {
		if i != axis {
			axes = append(axes, i)
		}
	}
	return axes
}

// windows is a convolution or a pooling along the last axis.
func (g *generator) windows() *lazy.Node {
	x, _ := g.pickRow()
	n := x.Shape[x.Rank()-1]
	if n < 2 || x.Numel() == 0 {
		return nil
	}
	k := 1 + g.r.IntN(min(n, 4))
	c, o, f := lazy.Numel(x.Shape)/n, n-k+1, 1+g.r.IntN(4)
	if f*c*k*o > g.opt.Inner {
		return nil
	}
	s := lazy.ReshapeNode(slideBy(x, k), c, k, o)
	switch g.r.IntN(3) {
	case 0:
		return lazy.ReduceNode(ops.ReduceMax, s, 1)
	case 1:
		return lazy.ReduceNode(ops.ReduceAdd, s, 1)
	}
	w := lazy.ReshapeNode(g.buffer(x.DType, []int{f, c, k}), f, c, k, 1)
	product := ew(ops.Mul, lazy.ExpandNode(lazy.ReshapeNode(s, 1, c, k, o), f, c, k, o), lazy.ExpandNode(w, f, c, k, o))
	return lazy.ReduceNode(ops.ReduceAdd, product, 1, 2)
}
