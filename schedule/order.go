package schedule

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// far stands for a stride that is not constant.
const far = int64(1) << 40

// laneMin is the shortest axis worth spreading over lanes.
const laneMin = 8

// orderOf fixes the order in which a reduce adds, and the order of its axes (as input axes; the lane axis last). It looks at
// the node alone: operands count as row-order memory, whatever becomes of them.
func orderOf(n *lazy.Node, contraction bool) (Order, []int) {
	in := inputOf(n)
	if contraction {
		return in.contractionOrder(n)
	}
	last := lastWide(n.Src[0].Shape)
	if last < 0 || !slices.Contains(n.Ints, last) || n.Src[0].Shape[last] < laneMin {
		return Order{Unroll: 1}, n.Ints
	}
	return Order{Across: true, Unroll: unrollFor(n.Src[0].Shape[last])}, lastly(n.Ints, last)
}

func lastWide(shape []int) int {
	for i := len(shape) - 1; i >= 0; i-- {
		if shape[i] > 1 {
			return i
		}
	}
	return -1
}

func unrollFor(extent int) int {
	switch {
	case extent >= 256:
		return 4
	case extent >= 64:
		return 2
	}
	return 1
}

// lastly puts axis at the end of axes.
func lastly(axes []int, axis int) []int {
	out := make([]int, 0, len(axes))
	for _, a := range axes {
		if a != axis {
			out = append(out, a)
		}
	}
	return append(out, axis)
}

// An operand is transposed while it is packed, so that the lanes lie along a result axis, where so many results fill them,
// its elements are used so often, and each result has so many terms that storing it anywhere is cheap.
const (
	transposedLanes = 16
	transposedUses  = 128
	transposedTerms = 128
)

// contractionOrder prefers lanes along a result axis that one operand holds in neighbouring elements; where both operands
// are contiguous along a reduced axis the lanes go there, unless each element is used so often that one operand is better transposed
// on its way.
func (in *input) contractionOrder(n *lazy.Node) (Order, []int) {
	mul, at, _, _ := in.b.product(n, place{idx: in.idx})
	x, y := in.strides(mul.Src[0], at), in.strides(mul.Src[1], at)
	down := Order{Unroll: 1, Fma: true}
	wide := false
	for i, r := range in.ranges {
		if r.Kind == Out && r.Extent >= laneMin {
			wide = true
			if near(x[i], y[i]) {
				return down, n.Ints
			}
		}
	}
	for k := len(n.Ints) - 1; k >= 0; k-- {
		a := n.Ints[k]
		if r := in.ranges[a]; r.Extent >= 2*laneMin && (near(x[a], y[a]) || !wide && k == len(n.Ints)-1) {
			if wide && n.Src[0].Numel() >= transposedTerms*n.Numel() && in.transposable(x, y) {
				return down, n.Ints
			}
			o := Order{Across: true, Unroll: 1, Fma: true}
			if n.Numel() < 16 || reuse(n) < 2 { // no tile of results keeps the adder busy
				o.Unroll = unrollFor(int(r.Extent))
			}
			return o, lastly(n.Ints, a)
		}
	}
	return down, n.Ints
}

// transposable says whether one operand has a result axis for the lanes and is used often enough along those of the other.
func (in *input) transposable(x, y []int64) bool {
	own := [2]int64{1, 1}
	for i, r := range in.ranges {
		switch {
		case r.Kind != Out:
		case y[i] == 0 && x[i] != 0:
			own[0] *= r.Extent
		case x[i] == 0 && y[i] != 0:
			own[1] *= r.Extent
		}
	}
	lanes, uses := min(own[0], own[1]), max(own[0], own[1])
	return uses >= transposedUses && lanes >= transposedLanes && (lanes%transposedLanes == 0 || lanes >= 8*transposedLanes)
}

// near says that one operand steps by one element and the other by one or none.
func near(x, y int64) bool { return max(x, y) == 1 && min(x, y) >= 0 }

// strides are the steps of an operand along each axis of the input, in elements of the node that movement starts from.
func (in *input) strides(n *lazy.Node, at place) []int64 {
	for n.Op.Family() == ops.Movement {
		at, _ = in.b.move(n, at)
		n = n.Src[0]
	}
	s := sumOf(in.b.flatten(at.idx, n.Shape))
	out := make([]int64, len(in.ranges))
	for i, r := range in.ranges {
		for _, t := range s.terms {
			switch {
			case t.atom.Code == RangeVar && t.atom.Range == r:
				out[i] = t.coef
			case slices.Contains(t.atom.Free, r.ID):
				out[i] = far
			}
		}
	}
	return out
}
