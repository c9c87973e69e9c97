package autograd

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// The words that the rules are written in.

func num(like *lazy.Node, f float64) *lazy.Node {
	return lazy.NewConst(ops.FloatValue(like.DType, f), like.Shape...)
}

func one(like *lazy.Node) *lazy.Node  { return num(like, 1) }
func zero(like *lazy.Node) *lazy.Node { return num(like, 0) }

func add(a, b *lazy.Node) *lazy.Node { return lazy.Elementwise(ops.Add, a, b) }
func sub(a, b *lazy.Node) *lazy.Node { return lazy.Elementwise(ops.Sub, a, b) }
func mul(a, b *lazy.Node) *lazy.Node { return lazy.Elementwise(ops.Mul, a, b) }
func div(a, b *lazy.Node) *lazy.Node { return lazy.Elementwise(ops.Div, a, b) }
func pow(a, b *lazy.Node) *lazy.Node { return lazy.Elementwise(ops.Pow, a, b) }
func less(a, b *lazy.Node) *lazy.Node {
	return lazy.Elementwise(ops.CmpLT, a, b)
}
func same(a, b *lazy.Node) *lazy.Node { return lazy.Elementwise(ops.CmpEQ, a, b) }
func choose(c, a, b *lazy.Node) *lazy.Node {
	return lazy.Elementwise(ops.Where, c, a, b)
}
func apply(op ops.Op, x *lazy.Node) *lazy.Node { return lazy.Elementwise(op, x) }
func neg(x *lazy.Node) *lazy.Node              { return apply(ops.Neg, x) }
func square(x *lazy.Node) *lazy.Node           { return mul(x, x) }
func scale(x *lazy.Node, f float64) *lazy.Node { return mul(x, num(x, f)) }

func sameShape(a, b []int) bool { return slices.Equal(a, b) }

// reshape sees through an earlier reshape, so that a gradient's shape-keeping steps cancel.
func reshape(x *lazy.Node, shape ...int) *lazy.Node {
	for x.Op == ops.Reshape {
		x = x.Src[0]
	}
	return lazy.ReshapeNode(x, shape...)
}

// widen gives x in the dtype that arithmetic on it is done in, so that a rule of many steps rounds a 16-bit float once.
func widen(x *lazy.Node) *lazy.Node { return lazy.Cast(x, x.DType.Compute()) }

// unary makes a rule from the gradient, the operand and the result.
func unary(f func(g, x, y *lazy.Node) *lazy.Node) Grad {
	return func(n, g *lazy.Node) *lazy.Node {
		return lazy.Cast(f(widen(g), widen(n.Src[0]), widen(n)), g.DType)
	}
}

// binary makes a rule from the gradient, both operands and the result.
func binary(f func(g, a, b, y *lazy.Node) *lazy.Node) Grad {
	return func(n, g *lazy.Node) *lazy.Node {
		return lazy.Cast(f(widen(g), widen(n.Src[0]), widen(n.Src[1]), widen(n)), g.DType)
	}
}

// spreadBack repeats r, which has the shape of x without axes, along those axes.
func spreadBack(r, x *lazy.Node, axes []int) *lazy.Node {
	keep := slices.Clone(x.Shape)
	for _, a := range axes {
		keep[a] = 1
	}
	return lazy.ExpandNode(reshape(r, keep...), x.Shape...)
}
