package tensor

import (
	"math"

	"weft/lazy"
	"weft/ops"
)

// unary computes f of t in the dtype that the policy says.
func (t *Tensor) unary(op string, p ops.Policy, f func(x node) node) *Tensor {
	x := t.n()
	if x.DType.IsFloat() && (p <= ops.PolicyFloat || p == ops.PolicyMean) {
		return derive(op, f(x), t)
	}
	a := argsOf(op, t)
	compute, result := a.types(p)
	return derive(op, castTo(f(castTo(x, compute)), result), t)
}

// apply is a float function of the table: integers and bools become float32.
func (t *Tensor) apply(name string, op ops.Op) *Tensor {
	return t.unary(name, ops.PolicyFloat, func(x node) node { return lazy.Elementwise(op, x) })
}

// Cast converts to another dtype, PyTorch's to(dtype); the same dtype gives t itself. Floats become integers by
// truncation, saturated, NaN as 0; integers wrap; what is not zero, NaN too, becomes true. Between floats gradients
// flow; through integers and bools none.
func (t *Tensor) Cast(d DType) *Tensor {
	if d == t.DType() {
		return t
	}
	if d.Size() == 0 {
		bad("cast", t).fail(lazy.ErrDType, "%s is no data type", d)
	}
	return derive("cast", castTo(t.n(), d), t)
}

// Bitcast reads the memory of each element as another dtype of the same size, PyTorch's view(dtype); another size
// panics with *Error. No gradient flows.
func (t *Tensor) Bitcast(d DType) *Tensor {
	if d.Size() != t.DType().Size() {
		bad("bitcast", t).fail(lazy.ErrDType, "%s has another size than %s", d, t.DType())
	}
	return derive("bitcast", lazy.Bitcast(detached(t.n()), d), t.shadow())
}

// Neg is -t in t's dtype; unsigned integers wrap. Bools panic with *Error.
func (t *Tensor) Neg() *Tensor { return t.unary("neg", ops.PolicyNoBool, neg) }

// Abs is the magnitude in t's dtype; the least integer stays what it is. Bools panic with *Error. The gradient at 0 is
// 0.
func (t *Tensor) Abs() *Tensor {
	if t.DType().IsUnsigned() {
		return t
	}
	return t.unary("abs", ops.PolicyNoBool, func(x node) node { return lazy.Elementwise(ops.Abs, x) })
}

// Sqrt is the square root, a float: NaN below 0. The gradient at 0 is infinite.
func (t *Tensor) Sqrt() *Tensor { return t.apply("sqrt", ops.Sqrt) }

// Rsqrt is 1/sqrt(t), a float: infinite at 0.
func (t *Tensor) Rsqrt() *Tensor {
	return t.unary("rsqrt", ops.PolicyFloat, func(x node) node { return div(constLike(x, 1), sqrt(x)) })
}

// Reciprocal is 1/t, a float: infinite at 0.
func (t *Tensor) Reciprocal() *Tensor {
	return t.unary("reciprocal", ops.PolicyFloat, func(x node) node { return div(constLike(x, 1), x) })
}

// Square is t*t in t's dtype; integers wrap. Bools panic with *Error.
func (t *Tensor) Square() *Tensor { return t.Pow(2) }

// Exp is e to the t, a float.
func (t *Tensor) Exp() *Tensor { return t.apply("exp", ops.Exp) }

// Exp2 is 2 to the t, a float.
func (t *Tensor) Exp2() *Tensor { return t.apply("exp2", ops.Exp2) }

// Expm1 is exp(t)-1, a float; near 0 it keeps the digits that the subtraction would lose.
func (t *Tensor) Expm1() *Tensor { return t.apply("expm1", ops.Expm1) }

// Log is the natural logarithm, a float: -Inf at 0, NaN below.
func (t *Tensor) Log() *Tensor { return t.apply("log", ops.Log) }

// Log2 is the logarithm to base 2, a float: -Inf at 0, NaN below.
func (t *Tensor) Log2() *Tensor { return t.apply("log2", ops.Log2) }

// Log10 is the logarithm to base 10, a float: -Inf at 0, NaN below.
func (t *Tensor) Log10() *Tensor {
	return t.unary("log10", ops.PolicyFloat, func(x node) node { return mulc(log(x), math.Log10E) })
}

// Log1p is log(1+t), a float; near 0 it keeps the digits that the addition would lose.
func (t *Tensor) Log1p() *Tensor { return t.apply("log1p", ops.Log1p) }

// Sin is the sine of radians, a float, exact to 2 ulp for arguments of any size.
func (t *Tensor) Sin() *Tensor { return t.apply("sin", ops.Sin) }

// Cos is the cosine of radians, a float, exact to 2 ulp for arguments of any size.
func (t *Tensor) Cos() *Tensor { return t.apply("cos", ops.Cos) }

// Tan is the tangent of radians, a float.
func (t *Tensor) Tan() *Tensor { return t.apply("tan", ops.Tan) }

// Asin is the inverse sine in radians, a float between -pi/2 and pi/2: NaN outside [-1, 1].
func (t *Tensor) Asin() *Tensor { return t.apply("asin", ops.Asin) }

// Acos is the inverse cosine in radians, a float between 0 and pi: NaN outside [-1, 1].
func (t *Tensor) Acos() *Tensor { return t.apply("acos", ops.Acos) }

// Atan is the inverse tangent in radians, a float between -pi/2 and pi/2. Atan2 knows the quadrant.
func (t *Tensor) Atan() *Tensor { return t.apply("atan", ops.Atan) }

// Sinh is the hyperbolic sine, a float.
func (t *Tensor) Sinh() *Tensor { return t.apply("sinh", ops.Sinh) }

// Cosh is the hyperbolic cosine, a float.
func (t *Tensor) Cosh() *Tensor { return t.apply("cosh", ops.Cosh) }

// Tanh is the hyperbolic tangent, a float.
func (t *Tensor) Tanh() *Tensor { return t.apply("tanh", ops.Tanh) }

// Asinh is the inverse hyperbolic sine, a float.
func (t *Tensor) Asinh() *Tensor { return t.apply("asinh", ops.Asinh) }

// Acosh is the inverse hyperbolic cosine, a float: NaN below 1.
func (t *Tensor) Acosh() *Tensor { return t.apply("acosh", ops.Acosh) }

// Atanh is the inverse hyperbolic tangent, a float: infinite at -1 and 1, NaN beyond.
func (t *Tensor) Atanh() *Tensor { return t.apply("atanh", ops.Atanh) }

// Erf is the error function, a float: 2/sqrt(pi) times the integral of exp(-x²) from 0 to t.
func (t *Tensor) Erf() *Tensor { return t.apply("erf", ops.Erf) }

// Erfc is 1 - erf(t), a float; for large t it keeps the digits that the subtraction would lose.
func (t *Tensor) Erfc() *Tensor { return t.apply("erfc", ops.Erfc) }

// Erfinv is the inverse of Erf, a float: infinite at -1 and 1, NaN beyond.
func (t *Tensor) Erfinv() *Tensor { return t.apply("erfinv", ops.Erfinv) }

// Lgamma is the logarithm of |gamma(t)|, a float: infinite at 0 and the negative whole numbers.
func (t *Tensor) Lgamma() *Tensor { return t.apply("lgamma", ops.Lgamma) }

// Digamma is the derivative of Lgamma, a float: -Inf at 0, NaN at the negative whole numbers.
func (t *Tensor) Digamma() *Tensor { return t.apply("digamma", ops.Digamma) }

// rounding is a function that leaves integers alone.
func (t *Tensor) rounding(name string, op ops.Op) *Tensor {
	if t.DType().IsInt() {
		return t
	}
	return t.unary(name, ops.PolicyNoBool, func(x node) node { return lazy.Elementwise(op, x) })
}

// Floor rounds down; integers stay as they are, bools panic with *Error. The gradient is 0, as of all rounding.
func (t *Tensor) Floor() *Tensor { return t.rounding("floor", ops.Floor) }

// Ceil rounds up; integers stay as they are, bools panic with *Error. The gradient is 0.
func (t *Tensor) Ceil() *Tensor { return t.rounding("ceil", ops.Ceil) }

// Trunc rounds toward zero; integers stay as they are, bools panic with *Error. The gradient is 0. PyTorch calls it fix
// too.
func (t *Tensor) Trunc() *Tensor { return t.rounding("trunc", ops.Trunc) }

// Round rounds to the nearest whole number, halves to the even one; integers stay as they are, bools panic with *Error.
// The gradient is 0. RoundTo rounds to decimals.
func (t *Tensor) Round() *Tensor { return t.rounding("round", ops.Round) }

// Frac is t - Trunc(t), with the sign of t and the gradient 1. Bools panic with *Error.
func (t *Tensor) Frac() *Tensor {
	return t.unary("frac", ops.PolicyMean, func(x node) node { return sub(x, lazy.Elementwise(ops.Trunc, x)) })
}

// Sign is -1, 0 or 1 in t's dtype, and 0 for NaN; bools stay as they are. The gradient is 0.
func (t *Tensor) Sign() *Tensor {
	if t.DType() == Bool {
		return t
	}
	return t.unary("sign", ops.PolicyAny, func(x node) node {
		return where(ltc(x, 0), intLike(x, -1), where(gtc(x, 0), intLike(x, 1), intLike(x, 0)))
	})
}

// test is a question to each element: the result is bool.
func (t *Tensor) test(op string, whole bool, f func(x node) node) *Tensor {
	if !t.DType().IsFloat() {
		return derive(op, truth(whole, t.n().Shape), t)
	}
	return derive(op, f(t.n()), t)
}

// IsNaN says which elements are NaN, as bools; integers never are.
func (t *Tensor) IsNaN() *Tensor { return t.test("isnan", false, isNaN) }

// IsInf says which elements are infinite, as bools; integers never are.
func (t *Tensor) IsInf() *Tensor { return t.test("isinf", false, absInf) }

// IsFinite says which elements are neither infinite nor NaN, as bools; integers always are.
func (t *Tensor) IsFinite() *Tensor {
	return t.test("isfinite", true, func(x node) node {
		return lt(lazy.Elementwise(ops.Abs, x), lazy.NewConst(ops.Highest(x.DType), x.Shape...))
	})
}

// NaNToNum replaces NaN, infinity and minus infinity by the values given, in this order; for those that are missing or
// NaN, by 0 and the dtype's largest and smallest finite numbers: PyTorch's nan_to_num. The gradient is 0 where something
// was replaced. Integers give t itself.
func (t *Tensor) NaNToNum(values ...float64) *Tensor {
	if !t.DType().IsFloat() {
		return t
	}
	v := []float64{0, largest(t.DType()), -largest(t.DType())}
	for i, by := range values {
		if !math.IsNaN(by) {
			v[i] = by
		}
	}
	return t.unary("nan_to_num", ops.PolicyAny, func(x node) node {
		inf := func(sign int) node { return constLike(x, math.Inf(sign)) }
		x1 := where(isNaN(x), constLike(x, v[0]), x)
		return where(eq(x, inf(1)), constLike(x, v[1]), where(eq(x, inf(-1)), constLike(x, v[2]), x1))
	})
}

// largest is the greatest finite number of a float dtype.
func largest(d DType) float64 {
	switch d {
	case Float16:
		return 65504
	case BFloat16:
		return 0x1.fep127
	case Float32:
		return math.MaxFloat32
	}
	return math.MaxFloat64
}

// Clone is t's value under a handle of its own: in-place operations on one do not touch the other. Gradients flow back.
// Nothing is copied, as values never change.
func (t *Tensor) Clone() *Tensor { return derive("clone", t.n(), t) }

// Contiguous asks that t gets a buffer of its own when it is computed, even where it would be inlined into what uses
// it. The value is the same; it is no view, so View gives it any shape.
func (t *Tensor) Contiguous() *Tensor { return derive("contiguous", lazy.ContiguousNode(t.n()), t) }

// To moves t to a device, such as "cpu:llvm"; t itself is returned if it is there already. Gradients flow back. A
// device that cannot run here panics with *Error. PyTorch's to(dtype) is Cast.
func (t *Tensor) To(device string) *Tensor {
	device = deviceOr(device)
	if device == t.device {
		return t
	}
	out := derive("to", lazy.CopyNode(t.n(), device), t)
	out.device = device
	return out
}
