package codegen

import (
	"weft/ops"
	"weft/schedule"
)

// formula writes an operation on primitives.
type formula func(m *maths, x ...ex) ex

// decomposition is a rule: an operation on float32 or float64 becomes a formula.
type decomposition struct {
	op ops.Op
	// law says what the formula rests on.
	law string
	// float32 operations that are marked so are computed in float64 and rounded.
	class   int
	formula formula
	// ulp32 and ulp64 bound the error in units in the last place.
	ulp32, ulp64 float64
}

func unary(f func(m *maths, x ex) ex) formula {
	return func(m *maths, x ...ex) ex { return f(m, x[0]) }
}

func binary(f func(m *maths, x, y ex) ex) formula {
	return func(m *maths, x ...ex) ex { return f(m, x[0], x[1]) }
}

var decompositions = []decomposition{
	{ops.Exp, "e^x = 2^n e^r, r = x - n log 2", single, unary((*maths).exp), 2, 4},
	{ops.Exp2, "2^x = 2^n 2^r", single, unary((*maths).exp2), 2, 4},
	{ops.Expm1, "e^x-1 = 2^n (e^r-1) + (2^n-1)", single, unary((*maths).expm1), 2, 4},
	{ops.Log, "log(2^k f) = k log 2 + 2 atanh((f-1)/(f+1))", single, unary((*maths).log), 2, 4},
	{ops.Log2, "as log, over log 2 in twice the precision", single, unary((*maths).log2), 2, 4},
	{ops.Log1p, "as log, with the rounding error of 1+x", single, unary((*maths).log1p), 2, 4},
	{ops.Sin, "three-part pi/2 (Cody, Waite), bits of 2/pi beyond (Payne, Hanek)", single, unary((*maths).sin), 2, 4},
	{ops.Cos, "as sin", single, unary((*maths).cos), 2, 4},
	{ops.Tan, "sin over cos of the reduced angle", double, unary((*maths).tan), 2, 4},
	{ops.Sinh, "by e^x-1", double, unary((*maths).sinh), 2, 4},
	{ops.Cosh, "by e^x", double, unary((*maths).cosh), 2, 4},
	{ops.Tanh, "by e^2x-1; float32 by a polynomial near 0", single, unary((*maths).tanh), 2, 4},
	{ops.Asinh, "by log1p", double, unary((*maths).asinh), 2, 4},
	{ops.Acosh, "by log1p", double, unary((*maths).acosh), 2, 4},
	{ops.Atanh, "by log1p", double, unary((*maths).atanh), 2, 4},
	{ops.Asin, "odd polynomial; asin(x) = pi/2 - 2 asin(sqrt((1-x)/2))", double, unary((*maths).asin), 2, 4},
	{ops.Acos, "as asin", double, unary((*maths).acos), 2, 4},
	{ops.Atan, "turned by pi/4 or pi/2, then an odd polynomial", double, unary((*maths).atan), 2, 4},
	{ops.Atan2, "atan of the ratio, mirrored by the signs", double, binary((*maths).atan2), 2, 4},
	{ops.Erf, "odd polynomial to 1, complement beyond", single, unary((*maths).erf), 2, 4},
	{ops.Erfc, "e^-(x^2) times a polynomial in (x-4)/(x+4)", double, unary((*maths).erfc), 2, 4},
	{ops.Erfinv, "fit in log(1-x^2), one step of Halley's", double, unary((*maths).erfinv), 2, 4},
	{ops.Pow, "2^(y log2 x), the logarithm in twice the precision; float32 in float64", middle, binary((*maths).pow), 2, 4},
	{ops.Mod, "x - trunc(x/y) y by multiply-adds, exact", middle, binary((*maths).mod), 0, 0},
	{ops.Lgamma, "recurrence to 3/2..3, Stirling's series, reflection", double, unary((*maths).lgamma), 2, 4},
	{ops.Digamma, "recurrence to 1..2, asymptotic series, reflection", double, unary((*maths).digamma), 2, 4},
}

var decompositionOf = func() map[ops.Op]*decomposition {
	of := map[ops.Op]*decomposition{}
	for i := range decompositions {
		of[decompositions[i].op] = &decompositions[i]
	}
	return of
}()

// isDecomposed says whether an ALU expression is not a primitive on its dtype.
func isDecomposed(e ex) bool {
	switch e.Op {
	case ops.Mod:
		return e.DType.IsFloat()
	case ops.Threefry:
		return true
	}
	return decompositionOf[e.Op] != nil
}

// alu gives an operation as primitives.
func (d *decomposer) alu(e ex, src []ex) ex {
	switch {
	case e.Op == ops.Threefry:
		return threefry(d.b, src[0], src[1])
	case e.DType.IsInt(): // Pow alone is defined on them
		return intPow(d.b, e.DType, src[0], src[1])
	}
	rule := decompositionOf[e.Op]
	switch y := d.plainPower(e, src); {
	case y != nil:
		return y
	case e.DType == ops.Float64:
		return rule.formula(d.maths(double), src...)
	case rule.class != single:
		return d.maths(single).wide(rule.class, rule.formula, src...)
	}
	return rule.formula(d.maths(single), src...)
}

// plainPower is a float power whose constant exponent has a form of its own, nil for anything else.
func (d *decomposer) plainPower(e ex, src []ex) ex {
	if e.Op != ops.Pow || src[1].Code != schedule.Const {
		return nil
	}
	class := double
	if e.DType == ops.Float32 {
		class = single
	}
	return d.maths(class).powConst(src[0], src[1].Val.Float())
}
