package autograd

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// Windows overlap, so the gradient of what they were cut from adds up, for each element, what all windows that have it give. Of a
// product of windows with a filter that is a sum of moved sums. Made one sum, it is a contraction again, and the gradients of all
// windows, many times the picture, are never stored.

// waste bounds how much more the one sum may add than the two: the borders that the moves bring in.
const waste = 2

// sumOver sums g over axes; a moved sum of products, padded on its way, becomes part of the sum.
func sumOver(g *lazy.Node, axes []int) *lazy.Node {
	inner, moves := movedSum(g)
	if inner == nil || float64(g.Numel()) > waste*float64(inner.Numel()) {
		return lazy.ReduceNode(ops.ReduceAdd, g, axes...)
	}
	k := len(inner.Ints)
	x := lazy.PermuteNode(inner.Src[0], axesLast(inner.Src[0].Rank(), inner.Ints)...)
	for _, m := range slices.Backward(moves) {
		x = moveFirst(m, x, k)
	}
	all := slices.Clone(axes)
	for i := range k {
		all = append(all, g.Rank()+i)
	}
	return lazy.ReduceNode(ops.ReduceAdd, x, all...)
}

// movedSum looks below g for a sum of products, through moves that pad with zeros; nil where there is none. The moves come last
// one first.
func movedSum(g *lazy.Node) (inner *lazy.Node, moves []*lazy.Node) {
	padded := false
	for g.Op.Family() == ops.Movement && g.Op != ops.Expand {
		if g.Op == ops.Pad {
			if g.Val.Float() != 0 {
				return nil, nil
			}
			padded = true
		}
		moves, g = append(moves, g), g.Src[0]
	}
	if !padded || g.Op != ops.ReduceAdd || g.DType.IsHalf() || !g.DType.IsFloat() || !isProduct(g.Src[0]) {
		return nil, nil
	}
	return g, moves
}

func isProduct(x *lazy.Node) bool {
	for x.Op.Family() == ops.Movement {
		x = x.Src[0]
	}
	return x.Op == ops.Mul
}

// moveFirst makes a move on x, which has k more axes at its end than the move was made for.
func moveFirst(m, x *lazy.Node, k int) *lazy.Node {
	rank := x.Rank() - k
	switch m.Op {
	case ops.Reshape:
		return lazy.ReshapeNode(x, slices.Concat(m.Shape, x.Shape[rank:])...)
	case ops.Permute:
		perm := slices.Clone(m.Ints)
		for i := range k {
			perm = append(perm, rank+i)
		}
		return lazy.PermuteNode(x, perm...)
	case ops.Pad:
		return lazy.PadNode(x, ops.ReduceAdd.Info().Neutral(x.DType), append(slices.Clone(m.Ints), make([]int, 2*k)...)...)
	case ops.Shrink:
		bounds := slices.Clone(m.Ints)
		for i := range k {
			bounds = append(bounds, 0, x.Shape[rank+i])
		}
		return lazy.ShrinkNode(x, bounds...)
	}
	return lazy.FlipNode(x, m.Ints...)
}
