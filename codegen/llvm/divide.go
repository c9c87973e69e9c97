package llvm

import (
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"weft/ops"
)

// divide is truncating division of integers or its remainder. Division by zero gives 0, and the smallest value by -1
// wraps. To LLVM both are undefined, and for a whole vector if for one lane of it; versions 14 and 19 conclude wrongly
// from that. So vectors are divided as vectors only by constants, and else by way of floats, in which nothing is
// undefined, or, where those are too short, one lane after the other.
func (ph *phase) divide(op ops.Op, d ops.DType, x, y operand) value.Value {
	if y.known != nil && y.known.Bits != 0 && int64(y.known.Bits) != -1 {
		return ph.rawDivide(op, d, x.span.ok && x.span.lo >= 0 && int64(y.known.Bits) > 0, x.Value, y.Value)
	}
	b, zero := ph.block, splatInt(x.Type(), 0)
	byZero := b.NewICmp(enum.IPredEQ, y.Value, zero)
	byMinus := value.Value(splatInt(like(x, types.I1), 0))
	if d.Kind() == ops.KindInt {
		byMinus = b.NewICmp(enum.IPredEQ, y.Value, splatInt(x.Type(), -1))
	}
	if op == ops.Mod {
		return b.NewSelect(b.NewOr(byZero, byMinus), zero, ph.quotient(op, d, x, y, byZero, byMinus))
	}
	q := b.NewSelect(byMinus, b.NewSub(zero, x.Value), ph.quotient(op, d, x, y, byZero, byMinus))
	return b.NewSelect(byZero, zero, q)
}

// quotient is what division gives for all other divisors.
func (ph *phase) quotient(op ops.Op, d ops.DType, x, y operand, byZero, byMinus value.Value) value.Value {
	if lanesOf(x.Type()) > 0 && d.Size() < 8 {
		q := ph.floatDivide(d, x.Value, y.Value)
		if op == ops.Div {
			return q
		}
		return ph.block.NewSub(x.Value, ph.block.NewMul(q, y.Value))
	}
	safe := ph.safeDivisor(y.Value, byZero, byMinus)
	if lanesOf(x.Type()) == 0 {
		return ph.rawDivide(op, d, false, x.Value, safe)
	}
	got := undef(x.Type())
	for i := range lanesOf(x.Type()) {
		at := constant.NewInt(types.I32, int64(i))
		one := ph.rawDivide(op, d, false, ph.block.NewExtractElement(x.Value, at), ph.block.NewExtractElement(safe, at))
		got = ph.block.NewInsertElement(got, one, at)
	}
	return got
}

// floatDivide divides integers exactly as floats of more than twice the bits: a quotient that is no integer is further
// from the next one than rounding can take it.
func (ph *phase) floatDivide(d ops.DType, x, y value.Value) value.Value {
	wide := ops.Float64
	if d.Size() < 4 {
		wide = ops.Float32
	}
	q := ph.block.NewFDiv(ph.floatOf(x, d, wide), ph.floatOf(y, d, wide))
	if d.Kind() == ops.KindInt {
		return ph.block.NewFPToSI(q, x.Type())
	}
	return ph.block.NewFPToUI(q, x.Type())
}

// safeDivisor makes 1 of divisors that the machine must not see. It does so by bits, since LLVM looks through selects.
func (ph *phase) safeDivisor(y, byZero, byMinus value.Value) value.Value {
	b, t := ph.block, y.Type()
	const flip = ^1 // makes 1 of -1
	return b.NewXor(b.NewOr(y, b.NewZExt(byZero, t)), b.NewAnd(b.NewSExt(byMinus, t), splatInt(t, flip)))
}

// rawDivide is the machine's division. Where neither operand can be negative the unsigned one is cheaper.
func (ph *phase) rawDivide(op ops.Op, d ops.DType, positive bool, x, y value.Value) value.Value {
	signed := d.Kind() == ops.KindInt && !positive
	switch {
	case op == ops.Div && signed:
		return ph.block.NewSDiv(x, y)
	case op == ops.Div:
		return ph.block.NewUDiv(x, y)
	case signed:
		return ph.block.NewSRem(x, y)
	}
	return ph.block.NewURem(x, y)
}
