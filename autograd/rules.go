package autograd

import (
	"math"

	"weft/lazy"
	"weft/ops"
)

// Grad gives the gradient of one operand of n from the gradient g of n.
type Grad func(n, g *lazy.Node) *lazy.Node

// Rule is one row of the table of gradients.
type Rule struct {
	// Law states the gradient, with x or a, b for the operands, y for the result and g for its gradient.
	Law string
	// To holds a function for each operand; nil, or none, where no gradient passes.
	To []Grad
}

// ruleOf is the row of an op, or nil where it has none: such an op must not stand between a loss and a leaf.
func ruleOf(op ops.Op) *Rule {
	if int(op) >= len(rules) || rules[op].Law == "" {
		return nil
	}
	return &rules[op]
}

// RuleOf is the row of the table for op, nil if the op has none. Host has none.
func RuleOf(op ops.Op) *Rule { return ruleOf(op) }

const (
	lawNone = "no gradient: not a float, or constant almost everywhere by definition of its dtype"
	lawFlat = "g*0: constant between its steps"
)

var flat = []Grad{func(n, g *lazy.Node) *lazy.Node { return zero(g) }}

func through(_, g *lazy.Node) *lazy.Node { return g }

var rules = [...]Rule{
	ops.Buffer: {Law: lawNone},
	ops.Const:  {Law: lawNone},
	ops.Scalar: {Law: lawNone},
	ops.Iota:   {Law: lawNone},

	ops.Neg: {"-g", []Grad{func(n, g *lazy.Node) *lazy.Node { return neg(g) }}},
	ops.Abs: {"g*sign(x), 0 at 0", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node { return mul(g, sign(x)) })}},
	ops.Sqrt: {"g/(2y)", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node {
		return div(g, scale(y, 2))
	})}},
	ops.Exp: {"g*y", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node { return mul(g, y) })}},
	ops.Exp2: {"g*y*ln 2", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node {
		return scale(mul(g, y), math.Ln2)
	})}},
	ops.Expm1: {"g*(y+1)", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node { return mul(g, add(y, one(y))) })}},
	ops.Log:   {"g/x", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node { return div(g, x) })}},
	ops.Log2: {"g/(x*ln 2)", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node {
		return div(g, scale(x, math.Ln2))
	})}},
	ops.Log1p: {"g/(x+1)", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node { return div(g, add(x, one(x))) })}},
	ops.Sin:   {"g*cos x", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node { return mul(g, apply(ops.Cos, x)) })}},
	ops.Cos: {"-g*sin x", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node {
		return mul(g, neg(apply(ops.Sin, x)))
	})}},
	ops.Tan:  {"g*(1+y^2)", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node { return mul(g, add(one(y), square(y))) })}},
	ops.Asin: {"g/sqrt(1-x^2)", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node { return div(g, leg(x)) })}},
	ops.Acos: {"-g/sqrt(1-x^2)", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node { return neg(div(g, leg(x))) })}},
	ops.Atan: {"g/(1+x^2)", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node { return div(g, add(square(x), one(x))) })}},
	ops.Sinh: {"g*cosh x", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node { return mul(g, apply(ops.Cosh, x)) })}},
	ops.Cosh: {"g*sinh x", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node { return mul(g, apply(ops.Sinh, x)) })}},
	ops.Tanh: {"g*(1-y^2)", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node { return mul(g, sub(one(y), square(y))) })}},
	ops.Asinh: {"g/sqrt(x^2+1)", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node {
		return div(g, apply(ops.Sqrt, add(square(x), one(x))))
	})}},
	ops.Acosh: {"g/sqrt(x^2-1)", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node {
		return div(g, apply(ops.Sqrt, sub(square(x), one(x))))
	})}},
	ops.Atanh: {"g/(1-x^2)", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node { return div(g, sub(one(x), square(x))) })}},
	ops.Erf: {"g*2/sqrt(pi)*exp(-x^2)", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node {
		return mul(g, bell(x, 2/math.SqrtPi))
	})}},
	ops.Erfc: {"-g*2/sqrt(pi)*exp(-x^2)", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node {
		return mul(g, bell(x, -2/math.SqrtPi))
	})}},
	ops.Erfinv: {"g*sqrt(pi)/2*exp(y^2)", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node {
		return mul(g, scale(apply(ops.Exp, square(y)), math.SqrtPi/2))
	})}},
	ops.Lgamma:  {"g*digamma(x)", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node { return mul(g, apply(ops.Digamma, x)) })}},
	ops.Digamma: {"g*trigamma(x)", []Grad{unary(func(g, x, y *lazy.Node) *lazy.Node { return mul(g, trigamma(x)) })}},
	ops.Floor:   {lawFlat, flat},
	ops.Ceil:    {lawFlat, flat},
	ops.Trunc:   {lawFlat, flat},
	ops.Round:   {lawFlat, flat},
	ops.Not:     {Law: lawNone},
	ops.Cast: {"g cast back", []Grad{func(n, g *lazy.Node) *lazy.Node {
		return lazy.Cast(g, n.Src[0].DType)
	}}},
	ops.Bitcast: {Law: lawNone},

	ops.Add:      {"g, g", []Grad{through, through}},
	ops.Sub:      {"g, -g", []Grad{through, func(n, g *lazy.Node) *lazy.Node { return neg(g) }}},
	ops.Mul:      {"g*b, g*a", []Grad{mulBy(1), mulBy(0)}},
	ops.Div:      {"g/b, -g*(y/b)", []Grad{binary(divNumerator), binary(divDenominator)}},
	ops.Mod:      {"g, -g*trunc(a/b)", []Grad{through, binary(modDivisor)}},
	ops.Pow:      {"g*b*a^(b-1), 0 if b=0; g*y*ln a, 0 if a=0 and b>=0", []Grad{binary(powBase), binary(powExponent)}},
	ops.Atan2:    {"g*b/(a^2+b^2), -g*a/(a^2+b^2)", []Grad{binary(atanY), binary(atanX)}},
	ops.Max:      {"g to the greater, half to each of two equal ones", []Grad{share(0, 1), share(1, 0)}},
	ops.Min:      {"g to the lesser, half to each of two equal ones", []Grad{share(1, 0), share(0, 1)}},
	ops.And:      {Law: lawNone},
	ops.Or:       {Law: lawNone},
	ops.Xor:      {Law: lawNone},
	ops.Shl:      {Law: lawNone},
	ops.Shr:      {Law: lawNone},
	ops.Threefry: {Law: lawNone},
	ops.CmpLT:    {Law: lawNone},
	ops.CmpLE:    {Law: lawNone},
	ops.CmpEQ:    {Law: lawNone},
	ops.CmpNE:    {Law: lawNone},
	ops.Where: {"g where taken, 0 where not", []Grad{nil,
		func(n, g *lazy.Node) *lazy.Node { return choose(n.Src[0], g, zero(g)) },
		func(n, g *lazy.Node) *lazy.Node { return choose(n.Src[0], zero(g), g) }}},

	ops.ReduceAdd: {"g repeated", []Grad{func(n, g *lazy.Node) *lazy.Node { return spreadBack(g, n.Src[0], n.Ints) }}},
	ops.ReduceMul: {"g times the product of the others", []Grad{reduceMul}},
	ops.ReduceMax: {"g shared equally by the greatest", []Grad{reduceMax}},

	ops.Reshape: {"g reshaped back", []Grad{func(n, g *lazy.Node) *lazy.Node { return reshape(g, n.Src[0].Shape...) }}},
	ops.Permute: {"g permuted back", []Grad{permuteBack}},
	ops.Expand:  {"g summed over the repeats", []Grad{expandBack}},
	ops.Pad:     {"g without the border", []Grad{padBack}},
	ops.Shrink:  {"g with a border of zeros", []Grad{shrinkBack}},
	ops.Flip:    {"g flipped back", []Grad{func(n, g *lazy.Node) *lazy.Node { return lazy.FlipNode(g, n.Ints...) }}},

	ops.Contiguous: {"g", []Grad{through}},
	ops.Copy:       {"g copied back", []Grad{copyBack}},
	ops.Check:      {"g to the value, none to the predicate", []Grad{through}},
	ops.Identity:   {"g", []Grad{through}},
}
