package lazy

import (
	"slices"

	"weft/ops"
)

// The constructors below make well-formed nodes from well-formed arguments. Callers check users' mistakes and give
// them words; Verify finds the callers'.

// NewConst is v everywhere in shape.
func NewConst(v ops.Value, shape ...int) *Node {
	return intern(&Spec{Op: ops.Const, DType: v.DType, Shape: shape, Val: v})
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

// LooseScalar is NewScalar, loose.
func LooseScalar(v ops.Value, shape ...int) *Node {
	return loosely(&Spec{Op: ops.Scalar, DType: v.DType, Shape: shape, Val: v, Ref: &ScalarRef{NewID()}})
}

// LooseBuffer is NewBuffer, loose.
func LooseBuffer(s Storage, d ops.DType, offset int, shape ...int) *Node {
	return loosely(&Spec{Op: ops.Buffer, DType: d, Shape: shape, Ints: []int{offset}, Ref: s})
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
	return intern(&Spec{Op: op, DType: d, Shape: src[0].Shape}, src...)
}

// Cast converts x to d; it is x itself where nothing changes.
func Cast(x *Node, d ops.DType) *Node {
	if x.DType == d {
		return x
	}
	return intern(&Spec{Op: ops.Cast, DType: d, Shape: x.Shape}, x)
}

// Bitcast reads the bits of x as d, of the same size.
func Bitcast(x *Node, d ops.DType) *Node {
	return intern(&Spec{Op: ops.Bitcast, DType: d, Shape: x.Shape}, x)
}

// ReduceNode folds the axes (rising) of x with op and removes them from the shape.
func ReduceNode(op ops.Op, x *Node, axes ...int) *Node {
	return intern(&Spec{Op: op, DType: x.DType, Shape: withoutAxes(x.Shape, axes), Ints: axes}, x)
}

// ReshapeNode gives the elements of x, in row order, another shape.
func ReshapeNode(x *Node, shape ...int) *Node {
	if slices.Equal(x.Shape, shape) {
		return x
	}
	return intern(&Spec{Op: ops.Reshape, DType: x.DType, Shape: shape}, x)
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
	return intern(&Spec{Op: ops.Permute, DType: x.DType, Shape: shape, Ints: perm}, x)
}

// ExpandNode repeats axes of length 1 to shape, which has x's rank.
func ExpandNode(x *Node, shape ...int) *Node {
	if slices.Equal(x.Shape, shape) {
		return x
	}
	return intern(&Spec{Op: ops.Expand, DType: x.DType, Shape: shape}, x)
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
	return intern(&Spec{Op: ops.Pad, DType: x.DType, Shape: shape, Ints: pads, Val: fill}, x)
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
	return intern(&Spec{Op: ops.Shrink, DType: x.DType, Shape: shape, Ints: bounds}, x)
}

// FlipNode reverses the axes (rising).
func FlipNode(x *Node, axes ...int) *Node {
	if len(axes) == 0 {
		return x
	}
	return intern(&Spec{Op: ops.Flip, DType: x.DType, Shape: x.Shape, Ints: axes}, x)
}

// ContiguousNode asks that x gets a buffer of its own.
func ContiguousNode(x *Node) *Node {
	return intern(&Spec{Op: ops.Contiguous, DType: x.DType, Shape: x.Shape}, x)
}

// IdentityNode is x under the mark's name.
func IdentityNode(x *Node, m *Mark) *Node {
	return intern(&Spec{Op: ops.Identity, DType: x.DType, Shape: x.Shape, Ref: m}, x)
}

// CheckNode is x, provided that ok (bool, any shape) is true everywhere when it runs.
func CheckNode(x, ok *Node, info *CheckInfo) *Node {
	return intern(&Spec{Op: ops.Check, DType: x.DType, Shape: x.Shape, Ref: info}, x, ok)
}

// CopyNode is x on another device.
func CopyNode(x *Node, device string) *Node {
	return intern(&Spec{Op: ops.Copy, DType: x.DType, Shape: x.Shape, Ref: deviceRef(device)}, x)
}

// HostNode is what fn computes from the operands' bytes.
func HostNode(fn *HostFunc, d ops.DType, shape []int, src ...*Node) *Node {
	return intern(&Spec{Op: ops.Host, DType: d, Shape: shape, Ref: fn}, src...)
}
