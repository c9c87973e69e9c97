package tensor

import (
	"weft/lazy"
	"weft/ops"
)

// euclidSteps is the most divisions that Euclid's algorithm needs: neighbouring Fibonacci numbers are the worst.
var euclidSteps = map[DType]int{Int8: 11, Uint8: 13, Int16: 23, Int32: 46, Int64: 92, Uint16: 24, Uint32: 47, Uint64: 93}

// euclidStage is how many of them one kernel does; all stages are the same kernel.
const euclidStage = 4

// Gcd is the greatest common divisor of integers, broadcast and promoted, not negative; of 0 and 0 it is 0. Floats and
// bools panic with *Error.
func (t *Tensor) Gcd(other any) *Tensor {
	return t.integers("gcd", other, gcdNodes)
}

// Lcm is the least common multiple of integers, broadcast and promoted, not negative; where one is 0 it is 0. Floats
// and bools panic with *Error.
func (t *Tensor) Lcm(other any) *Tensor {
	return t.integers("lcm", other, func(a, b node) node {
		g := gcdNodes(a, b)
		none := eq(g, intLike(g, 0))
		return magnitude(mul(div(a, where(none, intLike(g, 1), g)), b))
	})
}

func (t *Tensor) integers(op string, other any, f func(a, b node) node) *Tensor {
	a := argsOf(op, t, other)
	d, _ := a.types(ops.PolicyNumber)
	if !d.IsInt() {
		bad(op, a.ins...).fail(lazy.ErrDType, "not defined on %s; cast to an integer", d)
	}
	x := a.nodes(d, a.shape())
	return derive(op, f(x[0], x[1]), a.ins...)
}

func magnitude(x node) node {
	if x.DType.IsUnsigned() {
		return x
	}
	return lazy.Elementwise(ops.Abs, x)
}

// gcdNodes runs Euclid's algorithm for as many steps as the worst pair needs; a pair that is done stays as it is.
func gcdNodes(a, b node) node {
	a, b = magnitude(a), magnitude(b)
	for i := range euclidSteps[a.DType] {
		done := eq(b, intLike(b, 0))
		rest := lazy.Elementwise(ops.Mod, a, where(done, intLike(b, 1), b))
		a, b = where(done, a, b), where(done, b, rest)
		if i%euclidStage == euclidStage-1 {
			a, b = lazy.ContiguousNode(a), lazy.ContiguousNode(b)
		}
	}
	return a
}
