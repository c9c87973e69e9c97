package lazy

import (
	"fmt"
	"slices"

	"weft/ops"
)

// verifyShape checks a node's numbers, and its shape against the one that follows from them and the operands.
func verifyShape(n *Node) string {
	if check := shapeChecks[n.Op]; check != nil {
		if reason := check(n); reason != "" {
			return reason
		}
	} else if len(n.Ints) != 0 {
		return "carries numbers"
	}
	if n.Op != ops.Pad && n.Op != ops.Const && n.Op != ops.Scalar && n.Val != (ops.Value{}) {
		return "carries a value"
	}
	if n.Op.Family() != ops.Elementwise && n.Op.Family() != ops.Effect || n.Op == ops.Host {
		return ""
	}
	for i, s := range n.Src {
		if !slices.Equal(s.Shape, n.Shape) && !(n.Op == ops.Check && i == 1) {
			return fmt.Sprintf("operand %d is %s, result %s", i, ShapeString(s.Shape), ShapeString(n.Shape))
		}
	}
	if n.Op == ops.Check && n.Src[1].DType != ops.Bool {
		return "predicate is " + n.Src[1].DType.String() + ", want bool"
	}
	return ""
}

var shapeChecks = map[ops.Op]func(*Node) string{
	ops.Buffer: func(n *Node) string {
		return unless(len(n.Ints) == 1 && n.Ints[0] >= 0 && n.Ints[0] <= maxNumel, "offset %v", n.Ints)
	},
	ops.Iota: func(n *Node) string {
		return unless(len(n.Ints) == 1 && rising(n.Ints, n.Rank()), "axis %v of rank %d", n.Ints, n.Rank())
	},
	ops.ReduceAdd: verifyReduce, ops.ReduceMul: verifyReduce, ops.ReduceMax: verifyReduce,
	ops.Reshape: func(n *Node) string {
		return unless(len(n.Ints) == 0 && n.Numel() == n.Src[0].Numel(), "%s has %d elements, %s %d",
			ShapeString(n.Src[0].Shape), n.Src[0].Numel(), ShapeString(n.Shape), n.Numel())
	},
	ops.Permute: func(n *Node) string {
		sorted := slices.Sorted(slices.Values(n.Ints))
		if len(n.Ints) != n.Src[0].Rank() || !rising(sorted, len(n.Ints)) {
			return fmt.Sprintf("%v is no permutation of %d axes", n.Ints, n.Src[0].Rank())
		}
		return follows(n, func(i int) int { return n.Src[0].Shape[n.Ints[i]] })
	},
	ops.Expand: func(n *Node) string {
		return follows(n, func(i int) int {
			if d := n.Src[0].Shape[i]; d != 1 {
				return d
			}
			return n.Shape[i]
		})
	},
	ops.Pad: func(n *Node) string {
		if !pairs(n, func(i, before, after int) bool { return min(before, after) >= 0 && max(before, after) <= maxNumel }) {
			return fmt.Sprintf("pads %v", n.Ints)
		}
		if n.Val.DType != n.DType {
			return fmt.Sprintf("fill is %s, want %s", n.Val.DType, n.DType)
		}
		return follows(n, func(i int) int { return n.Src[0].Shape[i] + n.Ints[2*i] + n.Ints[2*i+1] })
	},
	ops.Shrink: func(n *Node) string {
		if !pairs(n, func(i, start, end int) bool { return 0 <= start && start <= end && end <= n.Src[0].Shape[i] }) {
			return fmt.Sprintf("bounds %v of %s", n.Ints, ShapeString(n.Src[0].Shape))
		}
		return follows(n, func(i int) int { return n.Ints[2*i+1] - n.Ints[2*i] })
	},
	ops.Flip: func(n *Node) string {
		if !rising(n.Ints, n.Src[0].Rank()) {
			return fmt.Sprintf("axes %v of rank %d", n.Ints, n.Src[0].Rank())
		}
		return follows(n, func(i int) int { return n.Src[0].Shape[i] })
	},
}

func unless(ok bool, format string, args ...any) string {
	if ok {
		return ""
	}
	return fmt.Sprintf(format, args...)
}

// pairs holds every axis' pair of numbers to ok.
func pairs(n *Node, ok func(axis, a, b int) bool) bool {
	if len(n.Ints) != 2*n.Src[0].Rank() {
		return false
	}
	for i := range n.Src[0].Shape {
		if !ok(i, n.Ints[2*i], n.Ints[2*i+1]) {
			return false
		}
	}
	return true
}

// follows holds a result of the operand's rank to the length that each axis must have.
func follows(n *Node, length func(axis int) int) string {
	if n.Rank() != n.Src[0].Rank() {
		return fmt.Sprintf("rank %d from rank %d", n.Rank(), n.Src[0].Rank())
	}
	for i, d := range n.Shape {
		if d != length(i) {
			return fmt.Sprintf("axis %d has length %d, want %d", i, d, length(i))
		}
	}
	return ""
}

func verifyReduce(n *Node) string {
	x := n.Src[0]
	if !rising(n.Ints, x.Rank()) {
		return fmt.Sprintf("axes %v of rank %d", n.Ints, x.Rank())
	}
	want := withoutAxes(x.Shape, n.Ints)
	return unless(slices.Equal(n.Shape, want), "shape is %s, want %s", ShapeString(n.Shape), ShapeString(want))
}

// withoutAxes is shape less the axes given.
func withoutAxes(shape, axes []int) []int {
	rest := make([]int, 0, len(shape))
	for i, d := range shape {
		if !slices.Contains(axes, i) {
			rest = append(rest, d)
		}
	}
	return rest
}
