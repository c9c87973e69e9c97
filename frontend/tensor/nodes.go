package tensor

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// The helpers below write compositions on nodes, without a handle a step. A name ending in c takes a constant.

type node = *lazy.Node

// constLike is the number v in x's dtype and shape.
func constLike(x node, v float64) node { return lazy.NewConst(ops.FloatValue(x.DType, v), x.Shape...) }

func intLike(x node, v int64) node { return lazy.NewConst(ops.IntValue(x.DType, v), x.Shape...) }

func add(a, b node) node { return lazy.Elementwise(ops.Add, a, b) }
func sub(a, b node) node { return lazy.Elementwise(ops.Sub, a, b) }
func mul(a, b node) node { return lazy.Elementwise(ops.Mul, a, b) }
func div(a, b node) node { return lazy.Elementwise(ops.Div, a, b) }
func neg(a node) node    { return lazy.Elementwise(ops.Neg, a) }
func exp(a node) node    { return lazy.Elementwise(ops.Exp, a) }
func log(a node) node    { return lazy.Elementwise(ops.Log, a) }
func log1p(a node) node  { return lazy.Elementwise(ops.Log1p, a) }
func sqrt(a node) node   { return lazy.Elementwise(ops.Sqrt, a) }
func not(a node) node    { return lazy.Elementwise(ops.Not, a) }

func addc(a node, v float64) node { return add(a, constLike(a, v)) }
func subc(a node, v float64) node { return sub(a, constLike(a, v)) }
func mulc(a node, v float64) node { return mul(a, constLike(a, v)) }
func divc(a node, v float64) node { return div(a, constLike(a, v)) }

func lt(a, b node) node { return lazy.Elementwise(ops.CmpLT, a, b) }
func le(a, b node) node { return lazy.Elementwise(ops.CmpLE, a, b) }
func eq(a, b node) node { return lazy.Elementwise(ops.CmpEQ, a, b) }
func ne(a, b node) node { return lazy.Elementwise(ops.CmpNE, a, b) }

func ltc(a node, v float64) node { return lt(a, constLike(a, v)) }
func lec(a node, v float64) node { return le(a, constLike(a, v)) }
func gtc(a node, v float64) node { return lt(constLike(a, v), a) }
func gec(a node, v float64) node { return le(constLike(a, v), a) }

func and(a, b node) node             { return lazy.Elementwise(ops.And, a, b) }
func or(a, b node) node              { return lazy.Elementwise(ops.Or, a, b) }
func where(c, a, b node) node        { return lazy.Elementwise(ops.Where, c, a, b) }
func isNaN(a node) node              { return ne(a, a) }
func detached(a node) node           { return lazy.IdentityNode(a, stopMark) }
func truth(b bool, shape []int) node { return lazy.NewConst(ops.BoolValue(b), shape...) }

// absInf says where |a| is infinite.
func absInf(a node) node {
	inf := lazy.NewConst(ops.Highest(a.DType), a.Shape...)
	return eq(lazy.Elementwise(ops.Abs, a), inf)
}

// negAbs is -|a| with the slope -1 at zero.
func negAbs(a node) node { return where(ltc(a, 0), a, neg(a)) }

// castTo converts x; constants are folded and a cast of a cast that loses nothing is left to the simplifier.
func castTo(x node, d DType) node {
	if x.DType == d {
		return x
	}
	if x.Op == ops.Const {
		return lazy.NewConst(x.Val.Cast(d), x.Shape...)
	}
	return lazy.Cast(x, d)
}

// widened is x in the dtype that sums of it should run in: float32 for 16-bit floats.
func widened(x node) node { return castTo(x, x.DType.Compute()) }

// reshaped gives x another shape with as many elements; constants just change theirs.
func reshaped(x node, shape ...int) node {
	if x.Op == ops.Const {
		return lazy.NewConst(x.Val, shape...)
	}
	return lazy.ReshapeNode(x, shape...)
}

// expandTo broadcasts x to shape, which it fits.
func expandTo(x node, shape []int) node {
	if sameShape(x.Shape, shape) {
		return x
	}
	if x.Op == ops.Const {
		return lazy.NewConst(x.Val, shape...)
	}
	if k := len(shape) - len(x.Shape); k > 0 {
		ones := make([]int, len(shape))
		for i := range k {
			ones[i] = 1
		}
		copy(ones[k:], x.Shape)
		x = lazy.ReshapeNode(x, ones...)
	}
	return lazy.ExpandNode(x, shape...)
}

// insertAxis puts an axis of length n at place axis: reshape and expand.
func insertAxis(x node, axis, n int) node {
	shape := slices.Insert(slices.Clone(x.Shape), axis, 1)
	x = reshaped(x, shape...)
	if n == 1 {
		return x
	}
	shape = slices.Clone(shape)
	shape[axis] = n
	return expandTo(x, shape)
}

// keepAxes is the shape of x with the axes reduced to length one.
func keepAxes(shape []int, axes []int) []int {
	out := slices.Clone(shape)
	for _, a := range axes {
		out[a] = 1
	}
	return out
}

// spread repeats a reduction's result over the reduced axes of shape.
func spread(r node, shape []int, axes []int) node {
	return expandTo(reshaped(r, keepAxes(shape, axes)...), shape)
}

// neutral is e with combine(x, e) = x for every x.
func neutral(reduce ops.Op, d DType) ops.Value { return reduce.Info().Neutral(d) }

// shrinkAxis keeps positions start to end of one axis.
func shrinkAxis(x node, axis, start, end int) node {
	bounds := make([]int, 2*len(x.Shape))
	for i, d := range x.Shape {
		bounds[2*i+1] = d
	}
	bounds[2*axis], bounds[2*axis+1] = start, end
	return shrunk(x, bounds)
}

// shrunk cuts bounds (start, end an axis) out of x. What lies in one piece in a realized buffer stays a buffer with an
// offset: no kernel, no new code.
func shrunk(x node, bounds []int) node {
	shape := make([]int, len(x.Shape))
	same := true
	for i, d := range x.Shape {
		shape[i] = bounds[2*i+1] - bounds[2*i]
		same = same && shape[i] == d
	}
	switch {
	case same:
		return x
	case x.Op == ops.Const:
		return lazy.NewConst(x.Val, shape...)
	case x.Op == ops.Buffer && outermostOnly(x.Shape, bounds):
		row := lazy.Numel(x.Shape[1:])
		s, _ := x.Ref.(lazy.Storage)
		return lazy.LooseBuffer(s, x.DType, x.Ints[0]+bounds[0]*row, shape...)
	}
	return lazy.ShrinkNode(x, bounds...)
}

func outermostOnly(shape, bounds []int) bool {
	for i := 1; i < len(shape); i++ {
		if bounds[2*i] != 0 || bounds[2*i+1] != shape[i] {
			return false
		}
	}
	return true
}

// padAxis adds fill before and after one axis.
func padAxis(x node, fill ops.Value, axis, before, after int) node {
	pads := make([]int, 2*len(x.Shape))
	pads[2*axis], pads[2*axis+1] = before, after
	return lazy.PadNode(x, fill, pads...)
}

// prod is the product of lengths.
func prod(shape []int) int { return lazy.Numel(shape) }
