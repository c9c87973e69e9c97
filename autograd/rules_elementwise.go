package autograd

import (
	"math"

	"weft/lazy"
	"weft/ops"
)

func sign(x *lazy.Node) *lazy.Node {
	return choose(less(zero(x), x), one(x), choose(less(x, zero(x)), num(x, -1), zero(x)))
}

// leg is sqrt(1-x^2).
func leg(x *lazy.Node) *lazy.Node { return apply(ops.Sqrt, sub(one(x), square(x))) }

// bell is c*exp(-x^2).
func bell(x *lazy.Node, c float64) *lazy.Node { return scale(apply(ops.Exp, neg(square(x))), c) }

func mulBy(k int) Grad {
	return func(n, g *lazy.Node) *lazy.Node { return mul(g, n.Src[k]) }
}

func divNumerator(g, a, b, y *lazy.Node) *lazy.Node   { return div(g, b) }
func divDenominator(g, a, b, y *lazy.Node) *lazy.Node { return neg(mul(g, div(y, b))) }

func modDivisor(g, a, b, y *lazy.Node) *lazy.Node {
	return neg(mul(g, apply(ops.Trunc, div(a, b))))
}

// powBase is 0 for the exponent 0, where b*a^(b-1) would be 0*inf at a=0.
func powBase(g, a, b, y *lazy.Node) *lazy.Node {
	if b.Op == ops.Const {
		return powBaseConst(g, a, b)
	}
	return choose(same(b, zero(b)), zero(g), mul(g, mul(b, pow(a, sub(b, one(b))))))
}

func powBaseConst(g, a, b *lazy.Node) *lazy.Node {
	switch e := b.Val.Float(); e {
	case 0:
		return zero(g)
	case 1:
		return g
	case 2:
		return mul(g, scale(a, 2))
	default:
		return mul(g, scale(pow(a, num(a, e-1)), e))
	}
}

// powExponent is 0 for the base 0 and exponents that are not negative, where y*ln a would be 0*-inf. The base is
// replaced inside as well, so that the second order meets no infinity there either.
func powExponent(g, a, b, y *lazy.Node) *lazy.Node {
	rest := lazy.Elementwise(ops.And, same(a, zero(a)), lazy.Elementwise(ops.CmpLE, zero(b), b))
	log := apply(ops.Log, choose(rest, one(a), a))
	return mul(g, choose(rest, zero(y), mul(y, log)))
}

func atanY(g, a, b, y *lazy.Node) *lazy.Node {
	return mul(g, div(b, add(square(a), square(b))))
}

func atanX(g, a, b, y *lazy.Node) *lazy.Node {
	return mul(g, div(neg(a), add(square(a), square(b))))
}

// share passes g to an operand unless operand lo is less than operand hi, and half of it if they are equal. For Max,
// the operand asked for is lo.
func share(lo, hi int) Grad {
	return func(n, g *lazy.Node) *lazy.Node {
		l, h := n.Src[lo], n.Src[hi]
		return choose(less(l, h), zero(g), choose(same(l, h), scale(g, 0.5), g))
	}
}

// trigamma is the derivative of digamma. Below 1/2 it is reflected, pi^2/sin^2(pi x) - trigamma(1-x); then ten steps
// of trigamma(x) = 1/x^2 + trigamma(x+1) lead to where the asymptotic series holds to float64's precision.
func trigamma(x *lazy.Node) *lazy.Node {
	low := less(x, num(x, 0.5))
	t := choose(low, sub(one(x), x), x)
	var sum *lazy.Node
	for range 10 {
		sum = plus(sum, div(one(t), square(t)))
		t = add(t, one(t))
	}
	sum = add(sum, trigammaSeries(t))
	angle := scale(choose(low, x, num(x, 0.25)), math.Pi)
	reflected := sub(div(num(x, math.Pi*math.Pi), square(apply(ops.Sin, angle))), sum)
	return choose(low, reflected, sum)
}

// trigammaSeries is 1/x + 1/(2x^2) + the sum of B(2k)/x^(2k+1).
func trigammaSeries(x *lazy.Node) *lazy.Node {
	bernoulli := []float64{1. / 6, -1. / 30, 1. / 42, -1. / 30, 5. / 66, -691. / 2730, 7. / 6}
	r := div(one(x), x)
	r2 := square(r)
	tail := num(x, bernoulli[len(bernoulli)-1])
	for k := len(bernoulli) - 2; k >= 0; k-- {
		tail = add(mul(tail, r2), num(x, bernoulli[k]))
	}
	return mul(r, add(one(x), mul(r, add(num(x, 0.5), mul(r, tail)))))
}
