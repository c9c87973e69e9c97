package llvm

import (
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"weft/codegen"
	"weft/ops"
)

// Positions are int64, but vectors of them take twice the registers of the float32 they stand beside, and machines
// cannot divide them. So a vector of int64 that is known to lie in an int32 is kept as one; it means the same, and whoever
// does not know about it gets it widened.

// isNarrow says whether a value is an int64 kept as int32.
func (x operand) isNarrow() bool {
	return x.dtype == ops.Int64 && element(x.Type()).Equal(types.I32)
}

// wide is the value in the type that the program gives it.
func (ph *phase) wide(x operand) operand {
	if x.isNarrow() {
		x.Value = ph.block.NewSExt(x.Value, like(x.Value, types.I64))
	}
	return x
}

// mayNarrow says whether a value can be kept as, or made, an int32 without loss.
func mayNarrow(x operand) bool {
	return x.span.within(span32) && (x.dtype == ops.Int64 || x.dtype == ops.Int32)
}

// narrow is a value as an int32 in all lanes.
func (ph *phase) narrow(v codegen.Value) operand {
	x := ph.get(v)
	switch {
	case x.known != nil:
		x.Value = repeat(literal{types.I32, intText(types.I32, int64(x.known.Bits))}, ph.prog.VL)
	case element(x.Type()).Equal(types.I64):
		x.Value = ph.block.NewTrunc(x.Value, like(x.Value, types.I32))
	}
	if lanesOf(x.Type()) == 0 {
		x.Value = ph.splat(x.Value)
	}
	x.dtype = ops.Int32
	return x
}

// narrowOps are the operations that are done on int32 where operands and result fit.
var narrowOps = map[ops.Op]bool{
	ops.Add: true, ops.Sub: true, ops.Mul: true, ops.Neg: true, ops.Max: true, ops.Min: true, ops.And: true,
	ops.Div: true, ops.Mod: true, ops.CmpLT: true, ops.CmpLE: true, ops.CmpEQ: true, ops.CmpNE: true,
}

// narrowALU does a vector operation on int64 with int32, or gives nil where it cannot.
func (ph *phase) narrowALU(in *codegen.Instr) value.Value {
	first := ph.arg(in, 0)
	switch {
	case !in.Vec:
		return nil
	case in.Op == ops.Cast:
		return ph.narrowCast(in, first)
	case in.Op == ops.Where && in.DType == ops.Int64 && mayNarrow(ph.arg(in, 1)) && mayNarrow(ph.arg(in, 2)):
		return ph.block.NewSelect(ph.lanes(in, 0).Value, ph.narrow(in.Args[1]).Value, ph.narrow(in.Args[2]).Value)
	case first.dtype != ops.Int64 || !narrowOps[in.Op]:
		return nil
	case in.DType == ops.Int64 && !ph.spanOf(in).within(span32):
		return nil
	}
	for i := range in.Args {
		if !mayNarrow(ph.arg(in, i)) {
			return nil
		}
	}
	if len(in.Args) == 1 {
		return ph.unary(in.Op, ph.narrow(in.Args[0]))
	}
	return ph.binary(in.Op, ops.Int32, ph.narrow(in.Args[0]), ph.narrow(in.Args[1]))
}

// narrowCast makes an int64 of a smaller integer, or something else of an int64 that fits.
func (ph *phase) narrowCast(in *codegen.Instr, x operand) value.Value {
	switch {
	case in.DType == ops.Int64 && x.dtype.Kind() != ops.KindFloat && x.span.within(span32):
		return ph.cast(ph.lanes(in, 0).Value, x.dtype, ops.Int32)
	case x.dtype == ops.Int64 && mayNarrow(x) && in.DType != ops.Int64:
		return ph.cast(ph.narrow(in.Args[0]).Value, ops.Int32, in.DType)
	}
	return nil
}
