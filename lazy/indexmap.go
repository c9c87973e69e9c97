package lazy

import "weft/ops"

// outside marks a position that a Pad fills.
const outside = -1

// strides are the row-order strides of shape.
func strides(shape []int) []int {
	s, step := make([]int, len(shape)), 1
	for i := len(shape) - 1; i >= 0; i-- {
		s[i], step = step, step*shape[i]
	}
	return s
}

// sourceIndex gives, for a movement node, the function from a position of the result to the position of the operand
// that it shows, both in row order, or outside.
func sourceIndex(n *Node) func(int) int {
	x := n.Src[0]
	if n.Op == ops.Reshape {
		return func(i int) int { return i }
	}
	in := strides(x.Shape)
	axes := make([]axisMap, len(n.Shape))
	for i, d := range n.Shape {
		axes[i] = axisOf(n, i, in)
		axes[i].size = d
	}
	return func(i int) int { return mapIndex(axes, i) }
}

// axisMap says where positions along one axis of the result lie in the operand: stride*(start ± p), if that is in
// [0, limit).
type axisMap struct {
	size, stride, start, sign, limit int
}

func axisOf(n *Node, i int, in []int) axisMap {
	x := n.Src[0].Shape
	switch n.Op {
	case ops.Permute:
		return axisMap{stride: in[n.Ints[i]], sign: 1, limit: x[n.Ints[i]]}
	case ops.Expand:
		if x[i] != n.Shape[i] {
			return axisMap{limit: 1}
		}
	case ops.Pad:
		return axisMap{stride: in[i], start: -n.Ints[2*i], sign: 1, limit: x[i]}
	case ops.Shrink:
		return axisMap{stride: in[i], start: n.Ints[2*i], sign: 1, limit: x[i]}
	case ops.Flip:
		for _, axis := range n.Ints {
			if axis == i {
				return axisMap{stride: in[i], start: x[i] - 1, sign: -1, limit: x[i]}
			}
		}
	}
	return axisMap{stride: in[i], sign: 1, limit: x[i]}
}

func mapIndex(axes []axisMap, i int) int {
	at := 0
	for k := len(axes) - 1; k >= 0; k-- {
		a := &axes[k]
		p := i % a.size
		i /= a.size
		q := a.start + a.sign*p
		if q < 0 || q >= a.limit {
			return outside
		}
		at += q * a.stride
	}
	return at
}
