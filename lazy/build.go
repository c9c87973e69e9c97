package lazy

import (
	"slices"

	"weft/ops"
)

// The constructors below make well-formed nodes from well-formed arguments. Callers check users' mistakes and give
// them words; Verify finds the callers'.

// NewConst is v everywhere in shape.
func NewConst(v ops.Value, shape ...int) *Node {
	return Make(Spec{Op: ops.Const, DType: v.DType, Shape: shape, Val: v})
}

// NewScalar is v everywhere in shape, with an identity of its own and a value bound at launch.
func NewScalar(v ops.Value, shape ...int) *Node {
	return Make(Spec{Op: ops.Scalar, DType: v.DType, Shape: shape, Val: v, Ref: &ScalarRef{NewID()}})
}

// NewIota is the position along axis, everywhere in shape.
func NewIota(d ops.DType, axis int, shape ...int) *Node {
	return Make(Spec{Op: ops.Iota, DType: d, Shape: shape, Ints: []int{axis}})
}

// NewBuffer is contiguous memory, row by row, from offset (in elements) on.
func NewBuffer(s Storage, d ops.DType, offset int, shape ...int) *Node {
	return Make(Spec{Op: ops.Buffer, DType: d, Shape: shape, Ints: []int{offset}, Ref: s})
}

// Elementwise applies op to operands of one shape; the result dtype follows the op's rule.
func Elementwise(op ops.Op, src ...*Node) *Node {
	d := src[0].DType
	switch op.Info().Rule {
	case ops.RuleBool:
		d = ops.Bool
	case ops.RuleWhere:
		d = src[1].DType
	}
	return Make(Spec{Op: op, DType: d, Shape: src[0].Shape, Src: src})
}

// Cast converts x to d; it is x itself where nothing changes.
func Cast(x *Node, d ops.DType) *Node {
	if x.DType == d {
		return x
	}
	return Make(Spec{Op: ops.Cast, DType: d, Shape: x.Shape, Src: []*Node{x}})
}

// Bitcast reads the bits of x as d, of the same size.
func Bitcast(x *Node, d ops.DType) *Node {
	return Make(Spec{Op: ops.Bitcast, DType: d, Shape: x.Shape, Src: []*Node{x}})
}

// ReduceNode folds the axes (rising) of x with op and removes them from the shape.
func ReduceNode(op ops.Op, x *Node, axes ...int) *Node {
	shape := make([]int, 0, len(x.Shape))
	for i, d := range x.Shape {
		if !slices.Contains(axes, i) {
			shape = append(shape, d)
		}
	}
	return Make(Spec{Op: op, DType: x.DType, Shape: shape, Src: []*Node{x}, Ints: axes})
}

// ReshapeNode gives the elements of x, in row order, another shape.
func ReshapeNode(x *Node, shape ...int) *Node {
	if slices.Equal(x.Shape, shape) {
		return x
	}
	return Make(Spec{Op: ops.Reshape, DType: x.DType, Shape: shape, Src: []*Node{x}})
}

// PermuteNode puts axis perm[i] of x at place i.
func PermuteNode(x *Node, perm ...int) *Node {
	shape, same := make([]int, len(perm)), true
	for i, p := range perm {
		shape[i] = x.Shape[p]
		same = same && i == p
	}
	if same {
		return x
	}
	return Make(Spec{Op: ops.Permute, DType: x.DType, Shape: shape, Src: []*Node{x}, Ints: perm})
}

// ExpandNode repeats axes of length 1 to shape, which has x's rank.
func ExpandNode(x *Node, shape ...int) *Node {
	if slices.Equal(x.Shape, shape) {
		return x
	}
	return Make(Spec{Op: ops.Expand, DType: x.DType, Shape: shape, Src: []*Node{x}})
}

// PadNode adds fill before and after each axis: pads holds (before, after) an axis.
func PadNode(x *Node, fill ops.Value, pads ...int) *Node {
	shape, same := make([]int, len(x.Shape)), true
	for i, d := range x.Shape {
		shape[i] = d + pads[2*i] + pads[2*i+1]
		same = same && shape[i] == d
	}
	if same {
		return x
	}
	return Make(Spec{Op: ops.Pad, DType: x.DType, Shape: shape, Src: []*Node{x}, Ints: pads, Val: fill})
}

// ShrinkNode keeps positions start to end of each axis: bounds holds (start, end) an axis.
func ShrinkNode(x *Node, bounds ...int) *Node {
	shape, same := make([]int, len(x.Shape)), true
	for i, d := range x.Shape {
		shape[i] = bounds[2*i+1] - bounds[2*i]
		same = same && shape[i] == d
	}
	if same {
		return x
	}
	return Make(Spec{Op: ops.Shrink, DType: x.DType, Shape: shape, Src: []*Node{x}, Ints: bounds})
}

// FlipNode reverses the axes (rising).
func FlipNode(x *Node, axes ...int) *Node {
	if len(axes) == 0 {
		return x
	}
	return Make(Spec{Op: ops.Flip, DType: x.DType, Shape: x.Shape, Src: []*Node{x}, Ints: axes})
}

// ContiguousNode asks that x gets a buffer of its own.
func ContiguousNode(x *Node) *Node {
	return Make(Spec{Op: ops.Contiguous, DType: x.DType, Shape: x.Shape, Src: []*Node{x}})
}

// IdentityNode is x under the mark's name.
func IdentityNode(x *Node, m *Mark) *Node {
	return Make(Spec{Op: ops.Identity, DType: x.DType, Shape: x.Shape, Src: []*Node{x}, Ref: m})
}

// CheckNode is x, provided that ok (bool, any shape) is true everywhere when it runs.
func CheckNode(x, ok *Node, info *CheckInfo) *Node {
	return Make(Spec{Op: ops.Check, DType: x.DType, Shape: x.Shape, Src: []*Node{x, ok}, Ref: info})
}

// CopyNode is x on another device.
func CopyNode(x *Node, device string) *Node {
	return Make(Spec{Op: ops.Copy, DType: x.DType, Shape: x.Shape, Src: []*Node{x}, Ref: deviceRef(device)})
}

// HostNode is what fn computes from the operands' bytes.
func HostNode(fn *HostFunc, d ops.DType, shape []int, src ...*Node) *Node {
	return Make(Spec{Op: ops.Host, DType: d, Shape: shape, Src: src, Ref: fn})
}
