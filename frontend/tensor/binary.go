package tensor

import (
	"weft/lazy"
	"weft/ops"
)

// binary computes f of t and other after promotion and broadcasting.
func (t *Tensor) binary(op string, p ops.Policy, other any, f func(a, b node) node) *Tensor {
	if p <= ops.PolicyFloat {
		if out := t.withFloat(op, other, f); out != nil {
			return out
		}
	}
	return elementwise(op, p, func(x []node) node { return f(x[0], x[1]) }, t, other)
}

// withFloat is binary for the most frequent operands, which no policy promotes: floats of one dtype, or a float and a number. It
// gives nil for others, and where elementwise has something to say about them.
func (t *Tensor) withFloat(op string, other any, f func(a, b node) node) *Tensor {
	a := t.n()
	if !a.DType.IsFloat() {
		return nil
	}
	switch o := other.(type) {
	case float64, int:
		return derive(op, f(a, operandOf(op, o).nodeIn(a.DType, a.Shape)), t)
	case *Tensor:
		if o == nil {
			return nil
		}
		b := o.n()
		if shape, clash := common(a.Shape, b.Shape); a.DType == b.DType && clash < 0 {
			return derive(op, f(expandTo(a, shape), expandTo(b, shape)), t, o)
		}
	}
	return nil
}

// elementwise computes f of any operands after promotion and broadcasting.
func elementwise(op string, p ops.Policy, f func(x []node) node, xs ...any) *Tensor {
	a := argsOf(op, xs...)
	compute, result := a.types(p)
	n := f(a.nodes(compute, a.shape()))
	return derive(op, castTo(n, result), a.ins...)
}

// addNodes is a+b; for bools it is or, as PyTorch has it.
func addNodes(a, b node) node {
	if a.DType == Bool {
		return or(a, b)
	}
	return add(a, b)
}

func mulNodes(a, b node) node {
	if a.DType == Bool {
		return and(a, b)
	}
	return mul(a, b)
}

// Add is t + other, broadcast and promoted; on bools it is or. PyTorch's add(alpha=a) is t.Add(other.Mul(a)).
func (t *Tensor) Add(other any) *Tensor { return t.binary("add", ops.PolicyAny, other, addNodes) }

// Sub is t - other, broadcast and promoted; unsigned integers wrap. Bools panic with *Error.
func (t *Tensor) Sub(other any) *Tensor { return t.binary("sub", ops.PolicyNoBool, other, sub) }

// RSub is other - t, for a number on the left. Bools panic with *Error.
func (t *Tensor) RSub(other any) *Tensor {
	return t.binary("rsub", ops.PolicyNoBool, other, func(a, b node) node { return sub(b, a) })
}

// Mul is t * other, broadcast and promoted; on bools it is and.
func (t *Tensor) Mul(other any) *Tensor { return t.binary("mul", ops.PolicyAny, other, mulNodes) }

// Div is t / other, broadcast, a float: integers become float32. By 0 it is infinite or NaN. FloorDiv and DivTrunc are
// PyTorch's rounding modes.
func (t *Tensor) Div(other any) *Tensor { return t.binary("div", ops.PolicyFloat, other, div) }

// RDiv is other / t, a float, for a number on the left.
func (t *Tensor) RDiv(other any) *Tensor {
	return t.binary("rdiv", ops.PolicyFloat, other, func(a, b node) node { return div(b, a) })
}

// DivTrunc is t / other rounded toward zero, in the common dtype: PyTorch's div(rounding_mode="trunc"). Its gradient is
// 0. An integer divisor 0 panics with *Error if it is constant, and is reported when it runs if it appears in data.
func (t *Tensor) DivTrunc(other any) *Tensor {
	return t.binary("div_trunc", ops.PolicyNumber, other, func(a, b node) node {
		if a.DType.IsFloat() {
			return detached(lazy.Elementwise(ops.Trunc, div(a, b)))
		}
		return div(a, nonZero("div_trunc", b))
	})
}

// FloorDiv is t / other rounded down, in the common dtype: Python's //. Its gradient is 0. Integer division by zero is
// an error as in DivTrunc; float division by zero is infinite or NaN.
func (t *Tensor) FloorDiv(other any) *Tensor {
	return t.binary("floor_divide", ops.PolicyNumber, other, floorDivide)
}

func floorDivide(a, b node) node {
	if !a.DType.IsFloat() {
		b = nonZero("floor_divide", b)
		q := div(a, b)
		if a.DType.IsUnsigned() {
			return q
		}
		return sub(q, castTo(roundsUp(a, b, lazy.Elementwise(ops.Mod, a, b)), a.DType))
	}
	return floorDivideFloat(a, b)
}

// roundsUp says where truncation went up: a remainder that is not zero has another sign than the divisor.
func roundsUp(a, b, rem node) node {
	zero := intLike(a, 0)
	return and(ne(rem, zero), ne(lt(rem, zero), lt(b, zero)))
}

// floorDivideFloat is the floor of the exact quotient, as Python and C's fmod define it: the quotient of what the
// remainder leaves is whole up to one rounding.
func floorDivideFloat(a, b node) node {
	a, b = detached(a), detached(b) // the quotient stands still between its steps
	wa, wb := widened(a), widened(b)
	rem := lazy.Elementwise(ops.Mod, wa, wb)
	q := div(sub(wa, rem), wb)
	q = where(roundsUp(wa, wb, rem), subc(q, 1), q)
	floor := lazy.Elementwise(ops.Floor, q)
	floor = where(gtc(sub(q, floor), 0.5), addc(floor, 1), floor)
	plain := div(wa, wb)
	zero := constLike(q, 0)
	signedZero := mul(zero, plain)
	floor = where(eq(q, zero), signedZero, floor)
	return castTo(where(eq(wb, zero), plain, floor), a.DType)
}

// Remainder is t modulo other with the sign of other, in the common dtype: Python's %. Integer division by zero is an
// error as in DivTrunc; floats give NaN.
func (t *Tensor) Remainder(other any) *Tensor {
	return t.binary("remainder", ops.PolicyNumber, other, remainderNodes)
}

func remainderNodes(a, b node) node {
	if !a.DType.IsFloat() {
		b = nonZero("remainder", b)
	}
	rem := lazy.Elementwise(ops.Mod, a, b)
	if a.DType.IsUnsigned() {
		return rem
	}
	return where(roundsUp(a, b, rem), add(rem, b), rem)
}

// Fmod is t modulo other with the sign of t, in the common dtype: C's fmod. Integer division by zero is an error as in
// DivTrunc.
func (t *Tensor) Fmod(other any) *Tensor {
	return t.binary("fmod", ops.PolicyNumber, other, func(a, b node) node {
		if !a.DType.IsFloat() {
			b = nonZero("fmod", b)
		}
		return lazy.Elementwise(ops.Mod, a, b)
	})
}

// nonZero is an integer divisor, checked: constants now, data when they are read.
func nonZero(op string, b node) node {
	if b.Op == ops.Const {
		if !b.Val.IsTrue() {
			bad(op).fail(lazy.ErrValue, "integer division by zero")
		}
		return b
	}
	return lazy.CheckNode(b, ne(b, intLike(b, 0)), lazy.NewCheckInfo(op, "integer division by zero"))
}

// Maximum is the greater of t and other, broadcast and promoted, NaN if one is NaN. Equal ones share the gradient.
func (t *Tensor) Maximum(other any) *Tensor {
	return t.binary("maximum", ops.PolicyAny, other, func(a, b node) node { return lazy.Elementwise(ops.Max, a, b) })
}

// Minimum is the lesser of t and other, broadcast and promoted, NaN if one is NaN. Equal ones share the gradient.
func (t *Tensor) Minimum(other any) *Tensor {
	return t.binary("minimum", ops.PolicyAny, other, func(a, b node) node { return lazy.Elementwise(ops.Min, a, b) })
}

// Atan2 is the angle of the point (other, t) in radians, a float between -pi and pi.
func (t *Tensor) Atan2(other any) *Tensor {
	return t.binary("atan2", ops.PolicyFloat, other, func(a, b node) node { return lazy.Elementwise(ops.Atan2, a, b) })
}

// Pow is t to the power of other, broadcast, in the common dtype: an integer to an integer stays one and wraps.
// Integers to negative constant powers panic with *Error; in data they give 0 but for 1 and -1.
func (t *Tensor) Pow(other any) *Tensor {
	return t.binary("pow", ops.PolicyNumber, other, powNodes)
}

// RPow is other to the power of t, for a number on the left.
func (t *Tensor) RPow(other any) *Tensor {
	return t.binary("pow", ops.PolicyNumber, other, func(a, b node) node { return powNodes(b, a) })
}

func powNodes(a, b node) node {
	if b.Op != ops.Const {
		return lazy.Elementwise(ops.Pow, a, b)
	}
	if !a.DType.IsFloat() {
		if b.Val.DType.Kind() == ops.KindInt && b.Val.Int() < 0 {
			bad("pow").hinting("cast the base to a float").
				fail(lazy.ErrValue, "integers to negative integer powers are not allowed")
		}
		return lazy.Elementwise(ops.Pow, a, b)
	}
	switch b.Val.Float() {
	case 1:
		return a
	case 2:
		return mul(a, a)
	case 0.5:
		return sqrt(a)
	case -1:
		return div(constLike(a, 1), a)
	}
	return lazy.Elementwise(ops.Pow, a, b)
}
