package tensor

import (
	"math"

	"weft/lazy"
	"weft/ops"
)

// Positive is t itself under another handle; bools panic with *Error.
func (t *Tensor) Positive() *Tensor {
	if t.DType() == Bool {
		bad("positive", t).fail(lazy.ErrDType, "is not defined on bool")
	}
	return t.alias2()
}

// alias2 is another handle on t's value that passes gradients on.
func (t *Tensor) alias2() *Tensor { return derive("positive", t.n(), t) }

// Deg2Rad turns degrees into radians, a float.
func (t *Tensor) Deg2Rad() *Tensor { return t.asFloat().Mul(math.Pi / 180) }

// Rad2Deg turns radians into degrees, a float.
func (t *Tensor) Rad2Deg() *Tensor { return t.asFloat().Mul(180 / math.Pi) }

// asFloat is t, or t cast to float32 where it holds integers or bools.
func (t *Tensor) asFloat() *Tensor {
	if t.DType().IsFloat() {
		return t
	}
	return t.Cast(ops.DefaultFloat)
}

// IsPosInf says which elements are +Inf, as bools.
func (t *Tensor) IsPosInf() *Tensor { return t.isExactly(math.Inf(1)) }

// IsNegInf says which elements are -Inf, as bools.
func (t *Tensor) IsNegInf() *Tensor { return t.isExactly(math.Inf(-1)) }

func (t *Tensor) isExactly(v float64) *Tensor {
	if !t.DType().IsFloat() {
		return wrap(truth(false, t.Shape()), t.device)
	}
	return t.Eq(v)
}

// Signbit says which elements are negative, as bools; -0 and NaN with the sign set count.
func (t *Tensor) Signbit() *Tensor {
	switch {
	case t.DType().IsFloat():
		return derive("signbit", signBit(t.n()), t)
	case t.DType() == Bool:
		return wrap(truth(false, t.Shape()), t.device)
	}
	return t.Lt(0)
}

// Sinc is sin(pi*t)/(pi*t), and 1 at 0, a float.
func (t *Tensor) Sinc() *Tensor {
	x := t.asFloat().Mul(math.Pi)
	zero := x.Detach().Square().Eq(0) // the slope divides by the square
	safe := Where(zero, 1.0, x)
	return Where(zero, 1.0, safe.Sin().Div(safe))
}

// RoundTo rounds to decimals places after the point, halves to even; a negative number rounds to tens, hundreds and so
// on. It is PyTorch's round(decimals=...), computed as t*10^d rounded and divided again.
func (t *Tensor) RoundTo(decimals int) *Tensor {
	switch {
	case decimals == 0:
		return t.Round()
	case !t.DType().IsFloat():
		t.mustFloat("round")
	case decimals > 0:
		return t.Mul(math.Pow(10, float64(decimals))).Round().Div(math.Pow(10, float64(decimals)))
	}
	return t.Div(math.Pow(10, float64(-decimals))).Round().Mul(math.Pow(10, float64(-decimals)))
}

// Logit is log(t/(1-t)), a float: infinite at 0 and 1, NaN beyond. With eps t is first brought into [eps, 1-eps]; a
// negative eps stands for none.
func (t *Tensor) Logit(eps float64) *Tensor {
	x := t.asFloat()
	if eps >= 0 {
		x = x.Clamp(eps, 1-eps)
	}
	outside := x.Detach().Lt(0).LogicalOr(x.Detach().Gt(1)) // no slope either
	return x.Log().Sub(x.Neg().Log1p()).Mul(Where(outside, math.NaN(), 1.0).Cast(x.DType()))
}

// FloatPower is t to the power of other (a tensor that broadcasts, or a number) computed in float64, whatever the
// dtypes.
func (t *Tensor) FloatPower(other any) *Tensor {
	if o, ok := other.(*Tensor); ok {
		return t.Cast(Float64).Pow(o.Cast(Float64))
	}
	return t.Cast(Float64).Pow(other)
}

// I0 is the modified Bessel function of the first kind and order 0, a float.
func (t *Tensor) I0() *Tensor {
	d := t.asFloat().DType()
	x := t.Cast(d.Compute()).Abs()
	limit := 88.73 // beyond it exp overflows
	if d == Float64 {
		limit = 709.79
	}
	over := x.Gt(limit)
	low := x.Le(20)
	small, large := Where(low, x, 20.0), Where(low, 20.0, Where(over, limit, x))
	near, far := besselSeries(small), besselAsymptote(large)
	beyond := Where(over, x, 0.0)
	beyond = beyond.Exp().Div(x.Detach().Maximum(1).Sqrt())
	return Where(over, beyond, Where(low, near, far)).Cast(d)
}

// besselSeries is the power series, the sum of (x²/4)^k / (k!)², by Horner's rule.
func besselSeries(x *Tensor) *Tensor {
	quarter, sum := x.Square().Mul(0.25), x.FullLike(1)
	for k := 60; k >= 1; k-- {
		sum = sum.Mul(quarter).Mul(1 / float64(k*k)).Add(1)
	}
	return sum
}

// besselAsymptote is exp(x)/sqrt(2 pi x) times the sum of ((2k-1)!!)² / (k! (8x)^k).
func besselAsymptote(x *Tensor) *Tensor {
	inverse, tail := x.Reciprocal().Mul(0.125), x.FullLike(1)
	for k := 12; k >= 1; k-- {
		odd := float64(2*k - 1)
		tail = tail.Mul(inverse).Mul(odd * odd / float64(k)).Add(1)
	}
	return x.Mul(0.5).Exp().Square().Mul(x.Mul(2 * math.Pi).Rsqrt()).Mul(tail)
}
