package lazy

import (
	"math"
	"slices"

	"weft/ops"
)

var reduces = ofFamily(ops.Reduce)

var reductions = RuleSet{"reductions", []Rule{
	{Name: "reduce-none", Law: "the neutral element leaves the only operand alone", Roots: reduces, Apply: func(n *Node) *Node {
		if Numel(foldedLengths(n)) == 1 {
			return ReshapeNode(n.Src[0], n.Shape...)
		}
		return nil
	}},
	{Name: "reduce-ones", Law: "an axis of length 1 adds nothing to the others", Roots: reduces, Apply: func(n *Node) *Node {
		if !slices.Contains(foldedLengths(n), 1) {
			return nil
		}
		x := n.Src[0]
		var shape, axes []int
		for i, d := range x.Shape {
			switch folded := slices.Contains(n.Ints, i); {
			case folded && d == 1:
				continue
			case folded:
				axes = append(axes, len(shape))
			}
			shape = append(shape, d)
		}
		return ReduceNode(n.Op, ReshapeNode(x, shape...), axes...)
	}},
	{Name: "reduce-empty", Law: "nothing folds to the neutral element", Roots: reduces, Apply: func(n *Node) *Node {
		if n.Src[0].Numel() == 0 && !n.HasChecks() {
			return constLike(n, n.Op.Info().Neutral(n.DType))
		}
		return nil
	}},
	{Name: "reduce-const", Law: "n times a constant, where every partial result is exact", Roots: reduces, Apply: reduceConst},
	{Name: "reduce-reduce", Law: "maxima, integer sums and integer products may be taken in any order", Roots: reduces,
		Apply: func(n *Node) *Node {
			x := n.Src[0]
			if x.Op != n.Op || n.DType.IsFloat() && n.Op != ops.ReduceMax {
				return nil
			}
			return ReduceNode(n.Op, x.Src[0], joinedAxes(n.Ints, x.Ints, x.Src[0].Rank())...)
		}},
	{Name: "reduce-permute", Law: "the axes folded are the same, wherever they stand", Roots: reduces,
		Apply: under(reducePermute, ops.Permute)},
}}

func foldedLengths(n *Node) []int {
	lengths := make([]int, len(n.Ints))
	for i, axis := range n.Ints {
		lengths[i] = n.Src[0].Shape[axis]
	}
	return lengths
}

// joinedAxes are the axes, of rank, that fold when first inner's fold and then those of outer, counted without them.
func joinedAxes(outer, inner []int, rank int) []int {
	axes, left := slices.Clone(inner), 0
	for axis := range rank {
		if slices.Contains(inner, axis) {
			continue
		}
		if slices.Contains(outer, left) {
			axes = append(axes, axis)
		}
		left++
	}
	slices.Sort(axes)
	return axes
}

func reduceConst(n *Node) *Node {
	x, times := n.Src[0], Numel(foldedLengths(n))
	if !isConst(x) || times == 0 {
		return nil
	}
	v := x.Val
	switch {
	case n.Op == ops.ReduceMax:
		return constLike(n, v)
	case !n.DType.IsFloat():
		scale := map[ops.Op]ops.Op{ops.ReduceAdd: ops.Mul, ops.ReduceMul: ops.Pow}[n.Op]
		return constLike(n, wrapRef(scale, v, uint64(times)))
	case n.Op == ops.ReduceMul && v.Float() == 1:
		return constLike(n, v)
	case n.Op == ops.ReduceAdd && v.Float() == 0:
		return constLike(n, v)
	case n.Op == ops.ReduceAdd && exactMultiple(n.DType, v.Float(), times):
		return constLike(n, ops.FloatValue(n.DType, v.Float()*float64(times)))
	}
	return nil
}

// wrapRef is v*times or v**times for integers; the count is exact whatever the type, and only the result wraps.
func wrapRef(op ops.Op, v ops.Value, times uint64) ops.Value {
	wide := []ops.Value{{DType: ops.Uint64, Bits: v.Bits}, {DType: ops.Uint64, Bits: times}}
	return op.Info().Ref(wide, ops.Uint64).Cast(v.DType)
}

// exactMultiple says whether all sums of up to times copies of v are exact in the type that d accumulates in, so that
// their order is nobody's concern.
func exactMultiple(d ops.DType, v float64, times int) bool {
	limit := float64(1 << 24)
	if d == ops.Float64 {
		limit = 1 << 53
	}
	return v == math.Trunc(v) && math.Abs(v)*float64(times) <= limit
}

// reducePermute folds first and permutes what is left.
func reducePermute(n, y *Node) *Node {
	perm := n.Src[0].Ints
	axes, left := make([]int, 0, len(n.Ints)), make([]int, 0, len(perm))
	for i, p := range perm {
		if slices.Contains(n.Ints, i) {
			axes = append(axes, p)
		} else {
			left = append(left, p)
		}
	}
	slices.Sort(axes)
	kept := slices.Sorted(slices.Values(left))
	for i, p := range left {
		left[i] = slices.Index(kept, p)
	}
	return PermuteNode(ReduceNode(n.Op, y, axes...), left...)
}
