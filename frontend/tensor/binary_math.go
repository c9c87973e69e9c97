package tensor

import (
	"math"

	"weft/lazy"
	"weft/ops"
)

// Copysign is the magnitude of t with the sign of other, a float.
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

// Fmax is the greater of t and other; where one is NaN, the other. Of equal ones t gets the gradient.
func (t *Tensor) Fmax(other any) *Tensor {
	return t.binary("fmax", ops.PolicyAny, other, func(a, b node) node { return where(or(le(b, a), isNaN(b)), a, b) })
}

// Fmin is the lesser of t and other; where one is NaN, the other. Of equal ones t gets the gradient.
func (t *Tensor) Fmin(other any) *Tensor {
	return t.binary("fmin", ops.PolicyAny, other, func(a, b node) node { return where(or(le(a, b), isNaN(b)), a, b) })
}

// Xlogy is t*log(other), and 0 where t is 0 (unless other is NaN).
func (t *Tensor) Xlogy(other any) *Tensor {
	return t.binary("xlogy", ops.PolicyFloat, other, func(x, y node) node {
		inf := lazy.NewConst(ops.FloatValue(y.DType, math.Inf(1)), y.Shape...)
		none := and(eq(x, constLike(x, 0)), or(lec(y, 0), eq(y, inf)))
		return where(none, constLike(x, 0), mul(x, log(where(none, constLike(y, 1), y))))
	})
}

// Hypot is sqrt(t² + other²).
func (t *Tensor) Hypot(other any) *Tensor {
	return t.binary("hypot", ops.PolicyFloat, other, func(a, b node) node { return sqrt(add(mul(a, a), mul(b, b))) })
}

// LogAddExp is log(exp(t) + exp(other)), without overflow.
func (t *Tensor) LogAddExp(other any) *Tensor { return t.logAdd("logaddexp", ops.Exp, ops.Log, other) }

// LogAddExp2 is log2(2^t + 2^other), without overflow.
func (t *Tensor) LogAddExp2(other any) *Tensor {
	return t.logAdd("logaddexp2", ops.Exp2, ops.Log2, other)
}

func (t *Tensor) logAdd(name string, exp, log ops.Op, other any) *Tensor {
	return t.binary(name, ops.PolicyFloat, other, func(a, b node) node {
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

// Heaviside is 0 where t is negative, 1 where it is positive, and values where it is 0.
func (t *Tensor) Heaviside(values any) *Tensor {
	return Where(t.Eq(0), t.operand(values), t.Gt(0).Cast(t.DType()))
}

// RRemainder is other modulo t with the sign of t, as Python's other % t.
func (t *Tensor) RRemainder(other any) *Tensor { return t.operand(other).Remainder(t) }

// IsClose says where |t - other| <= atol + rtol*|other|; infinities of one sign are close, and NaN to NaN if equalNaN.
func (t *Tensor) IsClose(other *Tensor, rtol, atol float64, equalNaN bool) *Tensor {
	a, b := t.Detach(), other.Detach()
	close := a.Eq(b)
	if equalNaN {
		close = close.LogicalOr(a.IsNaN().LogicalAnd(b.IsNaN()))
	}
	if a.DType() == Bool {
		a, b = a.Cast(Int32), b.Cast(Int32)
	}
	distance := a.Sub(b).Abs()
	near := distance.Le(b.Mul(rtol).Abs().Add(atol))
	return close.LogicalOr(near.LogicalAnd(distance.IsFinite()))
}

// Equal says whether two tensors have the same shape and elements. It computes them at once; errors panic with *Error.
func Equal(a, b *Tensor) bool {
	return sameShape(a.n().Shape, b.n().Shape) && a.Detach().Eq(b.Detach()).All().IsTrue()
}
