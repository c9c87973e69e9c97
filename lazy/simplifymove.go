package lazy

import (
	"slices"

	"weft/ops"
)

var movements = ofFamily(ops.Movement)

// noMovement drops what moves nothing. Permutations that only move axes of length 1 become reshapes, so that the rules
// for those apply.
var noMovement = RuleSet{"no-movement", []Rule{
	{Name: "still", Law: "a movement that moves nothing", Roots: movements, Apply: func(n *Node) *Node {
		if still(n) {
			return n.Src[0]
		}
		return nil
	}},
	{Name: "flip-ones", Law: "an axis of length 1 is its own mirror", Roots: []ops.Op{ops.Flip}, Apply: func(n *Node) *Node {
		long := slices.DeleteFunc(slices.Clone(n.Ints), func(axis int) bool { return n.Shape[axis] == 1 })
		if len(long) < len(n.Ints) {
			return FlipNode(n.Src[0], long...)
		}
		return nil
	}},
	{Name: "permute-ones", Law: "row order does not see axes of length 1", Roots: []ops.Op{ops.Permute}, Apply: func(n *Node) *Node {
		long := slices.DeleteFunc(slices.Clone(n.Ints), func(axis int) bool { return n.Src[0].Shape[axis] == 1 })
		if slices.IsSorted(long) {
			return ReshapeNode(n.Src[0], n.Shape...)
		}
		return nil
	}},
}}

func still(n *Node) bool {
	x := n.Src[0]
	switch n.Op {
	case ops.Permute:
		return slices.IsSorted(n.Ints)
	case ops.Flip:
		return len(n.Ints) == 0
	}
	return slices.Equal(x.Shape, n.Shape)
}

// constMovement moves values that are the same everywhere, and positions, without moving anything.
var constMovement = RuleSet{"const-movement", []Rule{
	{Name: "move-const", Law: "a constant looks the same from everywhere; a pad must fill with it", Roots: movements,
		Apply: func(n *Node) *Node {
			x := n.Src[0]
			if isConst(x) && (n.Op != ops.Pad || n.Val == x.Val) {
				return constLike(n, x.Val)
			}
			return nil
		}},
	{Name: "move-scalar", Law: "as a constant, but no pad is known to fill with it", Roots: movements, Apply: func(n *Node) *Node {
		if x := n.Src[0]; x.Op == ops.Scalar && n.Op != ops.Pad {
			return Make(Spec{Op: ops.Scalar, DType: x.DType, Shape: n.Shape, Val: x.Val, Ref: x.Ref})
		}
		return nil
	}},
	{Name: "pad-all", Law: "a pad around nothing is its filling", Roots: []ops.Op{ops.Pad}, Apply: func(n *Node) *Node {
		if x := n.Src[0]; x.Numel() == 0 && !x.HasChecks() {
			return constLike(n, n.Val)
		}
		return nil
	}},
	{Name: "move-iota", Law: "positions along an axis stay what they are while other axes change", Roots: movements,
		Apply: func(n *Node) *Node {
			if x := n.Src[0]; x.Op == ops.Iota {
				if axis := movedAxis(n, x.Ints[0]); axis >= 0 {
					return NewIota(n.DType, axis, n.Shape...)
				}
			}
			return nil
		}},
}}

// movedAxis finds the axis of n along which it counts as its operand does along axis, or -1.
func movedAxis(n *Node, axis int) int {
	x := n.Src[0]
	switch n.Op {
	case ops.Permute:
		return slices.Index(n.Ints, axis)
	case ops.Expand:
		return axis // one of length 1 was a constant
	case ops.Shrink:
		if n.Ints[2*axis] == 0 {
			return axis
		}
	case ops.Flip:
		if !slices.Contains(n.Ints, axis) {
			return axis
		}
	case ops.Reshape:
		outer := 1
		for i, d := range n.Shape {
			if d == x.Shape[axis] && outer == Numel(x.Shape[:axis]) {
				return i
			}
			outer *= d
		}
	}
	return -1
}

// movement makes one of two movements. In the end every shrink is below every pad and expand, as far as it goes.
var movement = RuleSet{"movement", []Rule{
	{Name: "reshape-reshape", Law: "row order is kept by both", Roots: []ops.Op{ops.Reshape},
		Apply: under(func(n, x *Node) *Node { return ReshapeNode(x, n.Shape...) }, ops.Reshape)},
	{Name: "permute-permute", Law: "permutations compose", Roots: []ops.Op{ops.Permute},
		Apply: under(func(n, x *Node) *Node {
			perm := make([]int, len(n.Ints))
			for i, p := range n.Ints {
				perm[i] = n.Src[0].Ints[p]
			}
			return PermuteNode(x, perm...)
		}, ops.Permute)},
	{Name: "expand-expand", Law: "repeating repeats", Roots: []ops.Op{ops.Expand},
		Apply: under(func(n, x *Node) *Node { return ExpandNode(x, n.Shape...) }, ops.Expand)},
	{Name: "flip-flip", Law: "two mirrors cancel", Roots: []ops.Op{ops.Flip}, Apply: under(flipFlip, ops.Flip)},
	{Name: "shrink-shrink", Law: "a part of a part", Roots: []ops.Op{ops.Shrink}, Apply: under(func(n, x *Node) *Node {
		bounds := slices.Clone(n.Ints)
		for i := range bounds {
			bounds[i] += n.Src[0].Ints[i&^1]
		}
		return ShrinkNode(x, bounds...)
	}, ops.Shrink)},
	{Name: "pad-pad", Law: "frames of one filling add up", Roots: []ops.Op{ops.Pad}, Apply: under(func(n, x *Node) *Node {
		if n.Val != n.Src[0].Val {
			return nil
		}
		pads := slices.Clone(n.Ints)
		for i := range pads {
			pads[i] += n.Src[0].Ints[i]
		}
		return PadNode(x, n.Val, pads...)
	}, ops.Pad)},
	{Name: "shrink-pad", Law: "a part of a framed value is a framed part, or only frame", Roots: []ops.Op{ops.Shrink},
		Apply: under(shrinkPad, ops.Pad)},
	{Name: "shrink-expand", Law: "a part of what repeats is a part, repeated less", Roots: []ops.Op{ops.Shrink},
		Apply: under(shrinkExpand, ops.Expand)},
}}

func flipFlip(n, x *Node) *Node {
	var axes []int
	for axis := range n.Shape {
		if slices.Contains(n.Ints, axis) != slices.Contains(n.Src[0].Ints, axis) {
			axes = append(axes, axis)
		}
	}
	return FlipNode(x, axes...)
}

func shrinkPad(n, x *Node) *Node {
	bounds, pads := make([]int, len(n.Ints)), make([]int, len(n.Ints))
	for i, d := range x.Shape {
		before := n.Src[0].Ints[2*i]
		start, end := n.Ints[2*i]-before, n.Ints[2*i+1]-before // where the part lies in x
		from, to := max(start, 0), min(end, d)
		if from >= to {
			if x.HasChecks() {
				return nil
			}
			return constLike(n, n.Src[0].Val)
		}
		bounds[2*i], bounds[2*i+1] = from, to
		pads[2*i], pads[2*i+1] = from-start, end-to
	}
	return PadNode(ShrinkNode(x, bounds...), n.Src[0].Val, pads...)
}

func shrinkExpand(n, x *Node) *Node {
	bounds := slices.Clone(n.Ints)
	for i, d := range x.Shape {
		if d == 1 {
			bounds[2*i], bounds[2*i+1] = 0, 1
		}
	}
	return ExpandNode(ShrinkNode(x, bounds...), n.Shape...)
}
