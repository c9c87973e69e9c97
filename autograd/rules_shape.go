package autograd

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// reduceMax counts the greatest elements in float32 at least: a float16 counts no further than 2048. A NaN equals none
// of the elements: shared by nobody, 0/0, the gradient of all of them is NaN, as PyTorch has it.
func reduceMax(n, g *lazy.Node) *lazy.Node {
	x := n.Src[0]
	hit := same(x, spreadBack(n, x, n.Ints))
	count := lazy.ReduceNode(ops.ReduceAdd, lazy.Cast(hit, g.DType.Compute()), n.Ints...)
	part := lazy.Cast(div(widen(g), count), g.DType)
	none := lazy.Cast(div(zero(count), count), g.DType)
	return choose(hit, spreadBack(part, x, n.Ints), spreadBack(none, x, n.Ints))
}

// reduceMul multiplies the products of all elements before and all after each one: no division, so zeros are safe,
// at the second order too. The axes are laid out as one, last.
func reduceMul(n, g *lazy.Node) *lazy.Node {
	x := n.Src[0]
	perm := axesLast(x.Rank(), n.Ints)
	moved := lazy.PermuteNode(x, perm...)
	rows, length := lazy.Numel(n.Shape), 1
	for _, a := range n.Ints {
		length *= x.Shape[a]
	}
	flat := widen(reshape(moved, rows, length))
	others := mul(before(flat), lazy.FlipNode(before(lazy.FlipNode(flat, 1)), 1))
	gs := lazy.ExpandNode(reshape(widen(g), rows, 1), rows, length)
	back := lazy.Cast(mul(gs, others), x.DType)
	return lazy.PermuteNode(reshape(back, moved.Shape...), inverse(perm)...)
}

// before is, for each element of a row, the product of those before it: a scan over the row moved by one.
func before(x *lazy.Node) *lazy.Node {
	rows, n := x.Shape[0], x.Shape[1]
	if n == 0 {
		return x
	}
	unit := ops.FloatValue(x.DType, 1)
	moved := lazy.PadNode(lazy.ShrinkNode(x, 0, rows, 0, n-1), unit, 0, 0, 1, 0)
	each := lazy.ExpandNode(reshape(moved, rows, 1, n), rows, n, n)
	upTo := lazy.Elementwise(ops.CmpLE, lazy.NewIota(ops.Int64, 2, rows, n, n), lazy.NewIota(ops.Int64, 1, rows, n, n))
	return lazy.ReduceNode(ops.ReduceMul, choose(upTo, each, one(each)), 2)
}

// axesLast is the permutation that puts axes behind the others and keeps the order among each.
func axesLast(rank int, axes []int) []int {
	perm := make([]int, 0, rank)
	for i := range rank {
		if !slices.Contains(axes, i) {
			perm = append(perm, i)
		}
	}
	return append(perm, axes...)
}

func inverse(perm []int) []int {
	inv := make([]int, len(perm))
	for i, p := range perm {
		inv[p] = i
	}
	return inv
}

func permuteBack(n, g *lazy.Node) *lazy.Node { return lazy.PermuteNode(g, inverse(n.Ints)...) }

// expandBack sums over the repeated axes. An axis repeated zero times has the gradient zero.
func expandBack(n, g *lazy.Node) *lazy.Node {
	x := n.Src[0]
	var axes []int
	for i, d := range x.Shape {
		if d == n.Shape[i] {
			continue
		}
		if n.Shape[i] == 0 {
			return zero(x)
		}
		axes = append(axes, i)
	}
	if len(axes) == 0 {
		return g
	}
	return reshape(sumOver(g, axes), x.Shape...)
}

func padBack(n, g *lazy.Node) *lazy.Node {
	bounds := make([]int, len(n.Ints))
	for i, d := range n.Src[0].Shape {
		bounds[2*i], bounds[2*i+1] = n.Ints[2*i], n.Ints[2*i]+d
	}
	return lazy.ShrinkNode(g, bounds...)
}

func shrinkBack(n, g *lazy.Node) *lazy.Node {
	pads := make([]int, len(n.Ints))
	for i, d := range n.Src[0].Shape {
		pads[2*i], pads[2*i+1] = n.Ints[2*i], d-n.Ints[2*i+1]
	}
	return lazy.PadNode(g, ops.FloatValue(g.DType, 0), pads...)
}

// copyBack sends the gradient to the device that the operand is on; an operand of unmarked constants alone is on none.
func copyBack(n, g *lazy.Node) *lazy.Node {
	if device := deviceOf(n.Src[0]); device != "" {
		return lazy.CopyNode(g, device)
	}
	return g
}

// deviceOf finds the device of a node: that of the first buffer, copy or owned mark below it. A graph has one device
// between copies, so the first one found answers for all.
func deviceOf(n *lazy.Node) string {
	seen := map[*lazy.Node]bool{n: true}
	for todo := []*lazy.Node{n}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch ref := n.Ref.(type) {
		case lazy.Storage:
			return ref.Device()
		case *lazy.DeviceRef:
			return ref.Name
		case *lazy.Mark:
			if owner, ok := ref.Owner.(interface{ Device() string }); ok {
				return owner.Device()
			}
		}
		for _, s := range n.Src {
			if !seen[s] {
				seen[s] = true
				todo = append(todo, s)
			}
		}
	}
	return ""
}
