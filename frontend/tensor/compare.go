package tensor

import (
	"math"

	"weft/lazy"
	"weft/ops"
)

func (t *Tensor) compare(op string, other any, f func(a, b node) node) *Tensor {
	return t.binary(op, ops.PolicyTest, other, f)
}

// Eq says where t equals other, broadcast, as bools. Different dtypes are compared in their common one. NaN equals
// nothing.
func (t *Tensor) Eq(other any) *Tensor { return t.compare("eq", other, eq) }

// Ne says where t differs from other, broadcast, as bools. NaN differs from everything.
func (t *Tensor) Ne(other any) *Tensor { return t.compare("ne", other, ne) }

// Lt says where t is less than other, broadcast, as bools; never where one is NaN.
func (t *Tensor) Lt(other any) *Tensor { return t.compare("lt", other, lt) }

// Le says where t is at most other, broadcast, as bools; never where one is NaN.
func (t *Tensor) Le(other any) *Tensor { return t.compare("le", other, le) }

// Gt says where t is greater than other, broadcast, as bools; never where one is NaN.
func (t *Tensor) Gt(other any) *Tensor {
	return t.compare("gt", other, func(a, b node) node { return lt(b, a) })
}

// Ge says where t is at least other, broadcast, as bools; never where one is NaN.
func (t *Tensor) Ge(other any) *Tensor {
	return t.compare("ge", other, func(a, b node) node { return le(b, a) })
}

// asBool says where x is not zero; NaN is true.
func asBool(x node) node { return castTo(x, Bool) }

// LogicalNot says where t is zero, as bools; NaN is not zero.
func (t *Tensor) LogicalNot() *Tensor {
	return t.unary("logical_not", ops.PolicyTest, func(x node) node { return not(asBool(x)) })
}

// LogicalAnd says where both are not zero, broadcast, as bools, whatever the dtypes.
func (t *Tensor) LogicalAnd(other any) *Tensor { return t.logical("logical_and", other, and) }

// LogicalOr says where one is not zero, broadcast, as bools, whatever the dtypes.
func (t *Tensor) LogicalOr(other any) *Tensor { return t.logical("logical_or", other, or) }

// LogicalXor says where exactly one is not zero, broadcast, as bools, whatever the dtypes.
func (t *Tensor) LogicalXor(other any) *Tensor { return t.logical("logical_xor", other, ne) }

func (t *Tensor) logical(op string, other any, f func(a, b node) node) *Tensor {
	a := argsOf(op, t, other)
	shape := a.shape()
	x := make([]node, 2)
	for i, o := range a.all {
		if o.t == nil {
			x[i] = truth(o.num.IsTrue(), shape)
			continue
		}
		x[i] = expandTo(asBool(o.t.n()), shape)
	}
	return derive(op, f(x[0], x[1]), a.ins...)
}

// Not is logical not on bools and bitwise not on integers, PyTorch's bitwise_not and ~; floats panic with *Error.
func (t *Tensor) Not() *Tensor { return t.unary("not", ops.PolicyBits, not) }

func (t *Tensor) bits(name string, op ops.Op, other any) *Tensor {
	return t.binary(name, ops.PolicyBits, other, func(a, b node) node { return lazy.Elementwise(op, a, b) })
}

// And is bitwise and on integers, logical and on bools, broadcast and promoted, PyTorch's bitwise_and and &; floats
// panic with *Error.
func (t *Tensor) And(other any) *Tensor { return t.bits("and", ops.And, other) }

// Or is bitwise or on integers, logical or on bools, broadcast and promoted, PyTorch's bitwise_or and |; floats panic
// with *Error.
func (t *Tensor) Or(other any) *Tensor { return t.bits("or", ops.Or, other) }

// Xor is bitwise exclusive or on integers, logical on bools, broadcast and promoted, PyTorch's bitwise_xor and ^;
// floats panic with *Error.
func (t *Tensor) Xor(other any) *Tensor { return t.bits("xor", ops.Xor, other) }

// Shl shifts integers left, PyTorch's bitwise_left_shift and <<; by more than the width gives 0. Bools and floats panic
// with *Error.
func (t *Tensor) Shl(other any) *Tensor { return t.shift("shl", ops.Shl, other) }

// Shr shifts integers right, signed ones with their sign, PyTorch's bitwise_right_shift and >>; by more than the width
// gives 0 or -1. Bools and floats panic with *Error.
func (t *Tensor) Shr(other any) *Tensor { return t.shift("shr", ops.Shr, other) }

func (t *Tensor) shift(name string, op ops.Op, other any) *Tensor {
	out := t.bits(name, op, other)
	if out.DType() == Bool {
		bad(name, t).hinting("cast to an integer").fail(lazy.ErrDType, "not defined on bool")
	}
	return out
}

// Where is a where cond is true and b elsewhere, all three broadcast; a and b, tensors or numbers, are promoted. cond
// must be bool (or uint8), else it panics with *Error. The gradient of what is not taken is zero times its slope: a NaN
// or infinity made inside the branch that is not taken stays NaN. The safe form replaces the input as well: Where(ok,
// Where(ok, x, 1).Log(), 0).
func Where(cond *Tensor, a, b any) *Tensor {
	if d := cond.DType(); d != Bool && d != Uint8 {
		bad("where", cond).hinting("compare first, such as x.Gt(0)").
			fail(lazy.ErrDType, "the condition must be bool, not %s", d)
	}
	x := []operand{operandOf("where", a), operandOf("where", b)}
	all := &args{op: "where", all: x, ins: []*Tensor{cond}}
	for _, o := range x {
		if o.t != nil {
			all.ins = append(all.ins, o.t)
		}
	}
	d, _ := all.types(ops.PolicyAny)
	shape := all.shape()
	c := expandTo(asBool(cond.n()), shape)
	return derive("where", where(c, x[0].nodeIn(d, shape), x[1].nodeIn(d, shape)), all.ins...)
}

// MaskedFill is t with value (a number, or a tensor without axes) where mask is true, both broadcast, in t's dtype. The
// gradient is 0 there. A mask that is not bool counts where it is not 0.
func (t *Tensor) MaskedFill(mask *Tensor, value any) *Tensor {
	mask = lowBytes("masked_fill", mask)
	v := operandOf("masked_fill", value)
	if v.t != nil && v.t.Rank() != 0 {
		bad("masked_fill", t, v.t).fail(lazy.ErrShape, "the value must be a number or a tensor without axes")
	}
	ins := []*Tensor{t, mask}
	if v.t != nil {
		ins = append(ins, v.t)
	}
	shape := broadcast("masked_fill", ins, t.n().Shape, mask.n().Shape)
	x := expandTo(t.n(), shape)
	return derive("masked_fill", where(expandTo(asBool(mask.n()), shape), v.nodeIn(x.DType, shape), x), ins...)
}

// bytesOf are the integers that show the bytes of floats, by size.
var bytesOf = map[int]DType{2: Int16, 4: Int32, 8: Int64}

// lowBytes is a mask that may hold other elements than bools, as MaskedFill says.
func lowBytes(op string, mask *Tensor) *Tensor {
	if mask.DType() == Bool {
		return mask
	}
	if mask.DType().IsFloat() {
		mask = mask.Bitcast(bytesOf[mask.DType().Size()])
	}
	if mask.DType().Size() > 1 {
		mask = mask.And(0xff)
	}
	return mask.Eq(1).Checked(mask.Eq(1).LogicalOr(mask.Eq(0)), op, "a mask that is not of bools must hold 0 and 1 in the lowest bytes")
}

// Clamp holds t between low and high: numbers, tensors that broadcast, or nil for no bound; where low exceeds high it
// is high. The dtypes are promoted, NaN stays. Where t lies between or on the bounds the gradient is t's. Two nils
// panic with *Error.
func (t *Tensor) Clamp(low, high any) *Tensor {
	switch {
	case low == nil && high == nil:
		bad("clamp", t).fail(lazy.ErrValue, "wants at least one of low and high")
	case high == nil:
		return t.binary("clamp", ops.PolicyAny, low, clampLow)
	case low == nil:
		return t.binary("clamp", ops.PolicyAny, high, clampHigh)
	}
	return elementwise("clamp", ops.PolicyAny, func(x []node) node {
		return clampHigh(clampLow(x[0], x[1]), x[2])
	}, t, low, high)
}

// clampLow is the greater of x and low, NaN if one is NaN, with the whole gradient to x where they are equal and none for
// NaN.
func clampLow(x, low node) node {
	if !x.DType.IsFloat() {
		return lazy.Elementwise(ops.Max, x, low)
	}
	return where(le(low, x), x, where(lt(x, low), low, constLike(x, math.NaN())))
}

func clampHigh(x, high node) node {
	if !x.DType.IsFloat() {
		return lazy.Elementwise(ops.Min, x, high)
	}
	return where(le(x, high), x, where(lt(high, x), high, constLike(x, math.NaN())))
}

// ClampMin is t where it is at least low (a tensor or a number) and low elsewhere, broadcast and promoted; NaN stays. Bools
// have false before true.
func (t *Tensor) ClampMin(low any) *Tensor { return t.clampBool(low, t.Maximum, low, nil) }

// ClampMax is t where it is at most high (a tensor or a number) and high elsewhere, broadcast and promoted; NaN stays.
// Bools have false before true.
func (t *Tensor) ClampMax(high any) *Tensor { return t.clampBool(high, t.Minimum, nil, high) }

// clampBool is a clamp by one bound; bools, which Clamp refuses, are maxima and minima.
func (t *Tensor) clampBool(bound any, onBool func(any) *Tensor, low, high any) *Tensor {
	if d, _ := argsOf("clamp", t, bound).types(ops.PolicyAny); d == Bool {
		return onBool(bound)
	}
	return t.Clamp(low, high)
}

// Lerp is t + weight*(end-t), broadcast, for a number or tensor weight and floats of one dtype; exact at weight 0 and
// 1.
func (t *Tensor) Lerp(end *Tensor, weight any) *Tensor {
	t.mustFloat("lerp")
	mustAgree("lerp", t, end)
	return elementwise("lerp", ops.PolicyFloat, func(x []node) node {
		a, b, w := x[0], x[1], x[2]
		near := add(a, mul(w, sub(b, a)))
		far := sub(b, mul(sub(b, a), sub(constLike(w, 1), w)))
		return where(ltc(lazy.Elementwise(ops.Abs, w), 0.5), near, far)
	}, t, end, weight)
}

// Addcmul is t + value*a*b, broadcast and promoted; PyTorch's value is 1. Bools panic with *Error.
func (t *Tensor) Addcmul(a, b *Tensor, value float64) *Tensor {
	return elementwise("addcmul", ops.PolicyNoBool, func(x []node) node {
		return add(x[0], mul(scaled(x[1], value), x[2]))
	}, t, a, b)
}

// Addcdiv is t + value*a/b, broadcast, a float; PyTorch's value is 1.
func (t *Tensor) Addcdiv(a, b *Tensor, value float64) *Tensor {
	return elementwise("addcdiv", ops.PolicyFloat, func(x []node) node {
		return add(x[0], div(scaled(x[1], value), x[2]))
	}, t, a, b)
}

func scaled(x node, by float64) node {
	if by == 1 {
		return x
	}
	return mulc(x, by)
}
