package llvm

import (
	"fmt"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"weft/ops"
)

// The operations in this file mean more than LLVM's instructions of the same name, which leave some cases undefined or
// answer them otherwise.

func undef(t types.Type) value.Value { return constant.NewUndef(t) }

// extreme is the larger or smaller of two floats: NaN if either is NaN, and +0 above -0. A compare and a select make
// the machine's own instruction, which answers with its second operand where the two are unordered or equal; so it is
// asked both ways round. The two answers differ only for zeros of both signs, where and, or or picks the right one,
// and for NaN, which is put in at the end.
func (ph *phase) extreme(op ops.Op, x, y operand) value.Value {
	if y.known != nil {
		return ph.extremeConst(op, x, y)
	}
	if x.known != nil {
		return ph.extremeConst(op, y, x)
	}
	b := ph.block
	nan := b.NewFCmp(enum.FPredUNO, x.Value, y.Value)
	if best := ph.rangeX86(op, x.Value, y.Value); best != nil {
		return b.NewSelect(nan, splatFloat(x.Type(), nanValue), best)
	}
	first, second := ph.pick(op, x.Value, y.Value), ph.pick(op, y.Value, x.Value)
	bits := bitsType(x.Type())
	u, v := b.NewBitCast(first, bits), b.NewBitCast(second, bits)
	var both value.Value
	if op == ops.Max {
		both = b.NewAnd(u, v)
	} else {
		both = b.NewOr(u, v)
	}
	return b.NewSelect(nan, splatFloat(x.Type(), nanValue), b.NewBitCast(both, x.Type()))
}

// rangeX86 uses the one instruction that knows -0 from +0, which whole AVX-512 vectors have; nil for others. It passes a
// NaN over, so the caller still puts that in.
func (ph *phase) rangeX86(op ops.Op, x, y value.Value) value.Value {
	bits := lanesOf(x.Type()) * 32
	kind, mask := "ps", intType(2)
	if element(x.Type()).Equal(types.Double) {
		bits, kind = 2*bits, "pd"
	}
	if !ph.x86 || ph.target.Name != "avx512" || bits != 128 && bits != 256 && bits != 512 {
		return nil
	}
	if lanesOf(x.Type()) <= 8 {
		mask = types.I8
	}
	how := int64(4) // the smaller one, with the sign it has
	if op == ops.Max {
		how = 5
	}
	name := fmt.Sprintf("llvm.x86.avx512.mask.range.%s.%d", kind, bits)
	args := []value.Value{x, y, constant.NewInt(types.I32, how), splatFloat(x.Type(), 0), constant.NewInt(mask, -1)}
	if bits == 512 {
		args = append(args, constant.NewInt(types.I32, mxcsr))
	}
	return ph.intrinsic(name, x.Type(), args...)
}

// extremeConst is extreme with a constant, most often the zero of a relu. The constant goes first, so that the machine
// answers with x where that is NaN. A zero whose sign must win over x's is added once more: -0 and +0 make +0.
func (ph *phase) extremeConst(op ops.Op, x, c operand) value.Value {
	f := c.known.Float()
	if f != f {
		return splatFloat(x.Type(), nanValue)
	}
	best := ph.pick(op, c.Value, x.Value)
	switch {
	case f == 0 && op == ops.Max && !signbit(f):
		return ph.block.NewFAdd(best, c.Value)
	case f == 0 && op == ops.Min && signbit(f):
		zero := splatFloat(x.Type(), 0)
		return ph.block.NewSelect(ph.block.NewFCmp(enum.FPredOEQ, best, zero), c.Value, best)
	}
	return best
}

// pick is x where x is strictly the better one, else y.
func (ph *phase) pick(op ops.Op, x, y value.Value) value.Value {
	pred := enum.FPredOGT
	if op == ops.Min {
		pred = enum.FPredOLT
	}
	return ph.block.NewSelect(ph.block.NewFCmp(pred, x, y), x, y)
}

// bitsType is the integer type of the same shape as a float one.
func bitsType(t types.Type) types.Type {
	if element(t).Equal(types.Double) {
		return widen(types.I64, lanesOf(t))
	}
	return widen(types.I32, lanesOf(t))
}

// shift gives 0 for counts outside the width, or the sign for an arithmetic shift to the right.
func (ph *phase) shift(op ops.Op, d ops.DType, x, count value.Value) value.Value {
	b, t := ph.block, x.Type()
	width := int64(8 * d.Size())
	inside := b.NewICmp(enum.IPredULT, count, splatInt(t, width))
	if op == ops.Shr && d.Kind() == ops.KindInt {
		return b.NewAShr(x, b.NewSelect(inside, count, splatInt(t, width-1)))
	}
	safe := b.NewSelect(inside, count, splatInt(t, 0))
	var y value.Value
	if op == ops.Shl {
		y = b.NewShl(x, safe)
	} else {
		y = b.NewLShr(x, safe)
	}
	return b.NewSelect(inside, y, splatInt(t, 0))
}
