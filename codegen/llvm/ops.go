package llvm

import (
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"weft/codegen"
	"weft/ops"
)

// alu writes one of the primitive operations. There are no fast-math flags anywhere: an operation means the same here as
// in the interpreter, to the bit.
func (ph *phase) alu(in *codegen.Instr) value.Value {
	x := ph.lanes(in, 0)
	switch in.Op {
	case ops.Cast:
		return ph.cast(x.Value, x.dtype, in.DType)
	case ops.Bitcast:
		return ph.bitcast(x.Value, scalarType(in.DType))
	case ops.Where:
		return ph.block.NewSelect(x.Value, ph.lanes(in, 1).Value, ph.lanes(in, 2).Value)
	}
	if len(in.Args) == 1 {
		return ph.unary(in.Op, x)
	}
	return ph.binary(in.Op, x.dtype, x, ph.lanes(in, 1))
}

// bitcast reads the same bits as another type of the same size.
func (ph *phase) bitcast(x value.Value, to types.Type) value.Value {
	if element(x.Type()).Equal(to) {
		return x
	}
	return ph.block.NewBitCast(x, like(x, to))
}

func (ph *phase) unary(op ops.Op, x operand) value.Value {
	if !x.dtype.IsFloat() {
		return ph.unaryInt(op, x)
	}
	switch op {
	case ops.Neg:
		return ph.block.NewFNeg(x.Value)
	case ops.Abs:
		return ph.math("fabs", x.Value)
	case ops.Sqrt:
		return ph.math("sqrt", x.Value)
	case ops.Floor:
		return ph.math("floor", x.Value)
	case ops.Ceil:
		return ph.math("ceil", x.Value)
	case ops.Trunc:
		return ph.math("trunc", x.Value)
	case ops.Round:
		return ph.math("rint", x.Value) // in the default rounding mode: half to even
	}
	fail("no primitive %v on %v", op, x.dtype)
	return nil
}

// unaryInt is the part for integers and bools, on which rounding does nothing.
func (ph *phase) unaryInt(op ops.Op, x operand) value.Value {
	b, zero := ph.block, splatInt(x.Type(), 0)
	switch op {
	case ops.Neg:
		return b.NewSub(zero, x.Value)
	case ops.Abs:
		if x.dtype.Kind() != ops.KindInt {
			return x.Value
		}
		return b.NewSelect(b.NewICmp(enum.IPredSLT, x.Value, zero), b.NewSub(zero, x.Value), x.Value)
	case ops.Not:
		return b.NewXor(x.Value, splatInt(x.Type(), -1))
	case ops.Floor, ops.Ceil, ops.Trunc, ops.Round:
		return x.Value
	}
	fail("no primitive %v on %v", op, x.dtype)
	return nil
}

// math calls an intrinsic of one operand.
func (ph *phase) math(name string, x value.Value) value.Value {
	return ph.intrinsic("llvm."+name+"."+suffix(x.Type()), x.Type(), x)
}

func (ph *phase) fma(x, y, z operand) value.Value {
	t := x.Type()
	return ph.intrinsic("llvm.fma."+suffix(t), t, x.Value, y.Value, z.Value)
}

// binary is an operation on two operands of the type d.
func (ph *phase) binary(op ops.Op, d ops.DType, x, y operand) value.Value {
	switch op {
	case ops.CmpLT, ops.CmpLE, ops.CmpEQ, ops.CmpNE:
		return ph.compare(op, d, x.Value, y.Value)
	}
	if d.IsFloat() {
		return ph.binaryFloat(op, x, y)
	}
	return ph.binaryInt(op, d, x, y)
}

func (ph *phase) binaryFloat(op ops.Op, x, y operand) value.Value {
	switch op {
	case ops.Add:
		return ph.block.NewFAdd(x.Value, y.Value)
	case ops.Sub:
		return ph.block.NewFSub(x.Value, y.Value)
	case ops.Mul:
		return ph.block.NewFMul(x.Value, y.Value)
	case ops.Div:
		return ph.block.NewFDiv(x.Value, y.Value)
	case ops.Max, ops.Min:
		return ph.extreme(op, x, y)
	}
	fail("no primitive %v on floats", op)
	return nil
}

func (ph *phase) binaryInt(op ops.Op, d ops.DType, x, y operand) value.Value {
	b := ph.block
	switch op {
	case ops.Add:
		return b.NewAdd(x.Value, y.Value)
	case ops.Sub:
		return b.NewSub(x.Value, y.Value)
	case ops.Mul:
		return b.NewMul(x.Value, y.Value)
	case ops.And:
		return b.NewAnd(x.Value, y.Value)
	case ops.Or:
		return b.NewOr(x.Value, y.Value)
	case ops.Xor:
		return b.NewXor(x.Value, y.Value)
	case ops.Max:
		return b.NewSelect(b.NewICmp(order(d, enum.IPredSGT, enum.IPredUGT), x.Value, y.Value), x.Value, y.Value)
	case ops.Min:
		return b.NewSelect(b.NewICmp(order(d, enum.IPredSLT, enum.IPredULT), x.Value, y.Value), x.Value, y.Value)
	case ops.Div, ops.Mod:
		return ph.divide(op, d, x, y)
	case ops.Shl, ops.Shr:
		return ph.shift(op, d, x.Value, y.Value)
	}
	fail("no primitive %v on %v", op, d)
	return nil
}

// order picks the signed or the unsigned form of a comparison; bools compare as 0 and 1.
func order(d ops.DType, signed, unsigned enum.IPred) enum.IPred {
	if d.Kind() == ops.KindInt {
		return signed
	}
	return unsigned
}

// compare is false where an operand is NaN, but for CmpNE.
func (ph *phase) compare(op ops.Op, d ops.DType, x, y value.Value) value.Value {
	b := ph.block
	if d.IsFloat() {
		pred := map[ops.Op]enum.FPred{ops.CmpLT: enum.FPredOLT, ops.CmpLE: enum.FPredOLE, ops.CmpEQ: enum.FPredOEQ, ops.CmpNE: enum.FPredUNE}[op]
		return b.NewFCmp(pred, x, y)
	}
	switch op {
	case ops.CmpLT:
		return b.NewICmp(order(d, enum.IPredSLT, enum.IPredULT), x, y)
	case ops.CmpLE:
		return b.NewICmp(order(d, enum.IPredSLE, enum.IPredULE), x, y)
	case ops.CmpEQ:
		return b.NewICmp(enum.IPredEQ, x, y)
	}
	return b.NewICmp(enum.IPredNE, x, y)
}

// foldLanes folds the upper half of the lanes onto the lower one until one is left.
func (ph *phase) foldLanes(in *codegen.Instr) value.Value {
	x := ph.shaped(in.Args[0], true)
	for n := lanesOf(x.Type()) / 2; n > 0; n /= 2 {
		lo, hi := x, x
		lo.Value, hi.Value = ph.half(x.Value, 0, n), ph.half(x.Value, n, n)
		x.Value = ph.binary(in.Op, x.dtype, lo, hi)
	}
	return ph.block.NewExtractElement(x.Value, splatInt(types.I32, 0))
}

// half takes n lanes out of x, from the given one on.
func (ph *phase) half(x value.Value, from, n int) value.Value {
	return ph.block.NewShuffleVector(x, undef(x.Type()), countUp(types.I32, int64(from), 1, n))
}
