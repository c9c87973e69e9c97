package tensor

import (
	"math"

	"weft/lazy"
	"weft/ops"
)

// Copysign is the magnitude of t with the sign of other, broadcast, a float; the sign of -0 counts.
func (t *Tensor) Copysign(other any) *Tensor {
	return t.binary("copysign", ops.PolicyFloat, other, func(a, b node) node {
		magnitude := lazy.Elementwise(ops.Abs, a)
		return where(signBit(b), neg(magnitude), magnitude)
	})
}

// signBit says where a float is negative; -0 counts.
func signBit(x node) node {
	as := map[int]DType{2: Int16, 4: Int32, 8: Int64}[x.DType.Size()]
	return lt(lazy.Bitcast(x, as), lazy.NewConst(ops.IntValue(as, 0), x.Shape...))
}

// Fmax is the greater of t and other, broadcast and promoted; where one is NaN, the other. Of equal ones t gets the
// gradient.
func (t *Tensor) Fmax(other any) *Tensor {
	return t.binary("fmax", ops.PolicyAny, other, func(a, b node) node { return where(or(le(b, a), isNaN(b)), a, b) })
}

// Fmin is the lesser of t and other, broadcast and promoted; where one is NaN, the other. Of equal ones t gets the
// gradient.
func (t *Tensor) Fmin(other any) *Tensor {
	return t.binary("fmin", ops.PolicyAny, other, func(a, b node) node { return where(or(le(a, b), isNaN(b)), a, b) })
}

// Xlogy is t*log(other), broadcast, a float; 0 where t is 0, unless other is NaN.
func (t *Tensor) Xlogy(other any) *Tensor {
	return t.binary("xlogy", ops.PolicyFloat, other, func(x, y node) node {
		inf := lazy.NewConst(ops.FloatValue(y.DType, math.Inf(1)), y.Shape...)
		none := and(eq(x, constLike(x, 0)), or(lec(y, 0), eq(y, inf)))
		return where(none, constLike(x, 0), mul(x, log(where(none, constLike(y, 1), y))))
	})
}

// Hypot is sqrt(t² + other²), broadcast, for floats, without overflow; infinite where one is, even beside NaN.
func (t *Tensor) Hypot(other any) *Tensor { return t.binary("hypot", ops.PolicyMean, other, hypot) }

func hypot(a, b node) node {
	size := func(x node) node { return lazy.Elementwise(ops.Abs, x) }
	m := detached(lazy.Elementwise(ops.Max, size(a), size(b)))
	far := and(lt(constLike(m, 0), m), or(ltc(m, 0x1p-60), and(gtc(m, 0x1p60), not(absInf(m)))))
	if m.DType.Size() == 2 { // rounded at every step: always scaled
		far = and(lt(constLike(m, 0), m), not(absInf(m)))
	}
	scale := where(far, m, constLike(m, 1))
	x, y := div(a, scale), div(b, scale)
	root := mul(sqrt(add(mul(x, x), mul(y, y))), scale)
	return where(or(absInf(a), absInf(b)), constLike(m, math.Inf(1)), root)
}

// LogAddExp is log(exp(t) + exp(other)), broadcast, for floats, less the greater first, so that nothing overflows.
func (t *Tensor) LogAddExp(other any) *Tensor { return t.logAdd("logaddexp", ops.Exp, ops.Log, other) }

// LogAddExp2 is log2(2^t + 2^other), broadcast, for floats, less the greater first, so that nothing overflows.
func (t *Tensor) LogAddExp2(other any) *Tensor {
	return t.logAdd("logaddexp2", ops.Exp2, ops.Log2, other)
}

func (t *Tensor) logAdd(name string, exp, log ops.Op, other any) *Tensor {
	return t.binary(name, ops.PolicyMean, other, func(a, b node) node {
		m := lazy.Elementwise(ops.Max, a, b)
		m = detached(where(eq(sub(m, m), constLike(m, 0)), m, constLike(m, 0))) // infinite maxima are not subtracted
		sum := add(lazy.Elementwise(exp, sub(a, m)), lazy.Elementwise(exp, sub(b, m)))
		return add(lazy.Elementwise(log, sum), m)
	})
}

// operand is a tensor, or a number as a tensor without axes on t's device whose dtype does not widen t's.
func (t *Tensor) operand(x any) *Tensor {
	if o, ok := x.(*Tensor); ok {
		return o
	}
	o := Options{Device: t.device}.Scalar(x)
	if t.DType().IsFloat() || !o.DType().IsFloat() {
		o = o.Cast(t.DType())
	}
	return o
}

// Heaviside is 0 where t is negative, 1 where it is positive, and values (a tensor of t's dtype that broadcasts, or a
// number) where it is 0; NaN gives 0.
func (t *Tensor) Heaviside(values any) *Tensor {
	at := t.operand(values)
	mustAgree("heaviside", t, at)
	return Where(t.Eq(0), at, t.Gt(0).Cast(t.DType()))
}

// RRemainder is other modulo t with the sign of t, for a number on the left: Python's other % t.
func (t *Tensor) RRemainder(other any) *Tensor { return t.operand(other).Remainder(t) }

// IsClose says where |t - other| <= atol + rtol*|other|, broadcast, as bools; infinities of one sign are close, and NaN
// to NaN if equalNaN. PyTorch's are rtol 1e-5 and atol 1e-8; negative ones and different dtypes panic with *Error.
// allclose is IsClose(...).All().
func (t *Tensor) IsClose(other *Tensor, rtol, atol float64, equalNaN bool) *Tensor {
	mustAgree("isclose", t, other)
	if rtol < 0 || atol < 0 {
		bad("isclose", t, other).fail(lazy.ErrValue, "tolerances must not be negative, got %v and %v", rtol, atol)
	}
	a, b := t.Detach(), other.Detach()
	close := a.Eq(b)
	if equalNaN {
		close = close.LogicalOr(a.IsNaN().LogicalAnd(b.IsNaN()))
	}
	if !a.DType().IsFloat() { // differences of integers may wrap
		a = a.Cast(ops.DefaultFloat)
	}
	if b.DType() == Bool {
		b = b.Cast(ops.DefaultFloat)
	}
	distance := a.Sub(b).Abs()
	near := distance.Le(b.Mul(rtol).Abs().Add(atol))
	return close.LogicalOr(near.LogicalAnd(distance.IsFinite()))
}

// AllClose says whether t and other are close everywhere, as IsClose says; they broadcast. It computes them at once; errors
// panic with *Error.
func (t *Tensor) AllClose(other *Tensor, rtol, atol float64, equalNaN bool) bool {
	return t.IsClose(other, rtol, atol, equalNaN).All().IsTrue()
}

// Equal says whether two tensors have the same shape and equal elements, whatever their dtypes; NaN equals nothing. It
// computes them at once; errors panic with *Error.
func Equal(a, b *Tensor) bool {
	return sameShape(a.n().Shape, b.n().Shape) && a.Detach().Eq(b.Detach()).All().IsTrue()
}
