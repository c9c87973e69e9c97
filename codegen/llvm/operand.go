package llvm

import (
	"fmt"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"weft/codegen"
	"weft/ops"
)

// operand is an SSA value of the program: its LLVM value, and what that stands for.
type operand struct {
	value.Value
	dtype ops.DType
	known *ops.Value // the constant it is, if it is one
	span  span       // where it lies, for integers
}

// define gives a value of the program its LLVM value, and that a name to be read by.
func (ph *phase) define(v codegen.Value, d ops.DType, x value.Value) {
	if named, ok := x.(unnamed); ok && named.IsUnnamed() {
		named.SetName(fmt.Sprintf("v%d", v))
	}
	ph.values[v] = operand{Value: x, dtype: d}
}

// unnamed is what an instruction of llir/llvm is until it is given a name.
type unnamed interface {
	IsUnnamed() bool
	SetName(string)
}

// width is what widen takes for a vector or a scalar of this program.
func (ph *phase) width(vec bool) int {
	if vec {
		return ph.prog.VL
	}
	return 0
}

// arg is an operand of an instruction as it is.
func (ph *phase) arg(in *codegen.Instr, i int) operand { return ph.get(in.Args[i]) }

func (ph *phase) get(v codegen.Value) operand {
	if v < 0 || int(v) >= len(ph.values) || ph.values[v].Value == nil {
		fail("value v%d is used before it is defined", v)
	}
	return ph.values[v]
}

// lanes is an operand in the shape of the instruction: in all lanes for a vector one.
func (ph *phase) lanes(in *codegen.Instr, i int) operand { return ph.shaped(in.Args[i], in.Vec) }

func (ph *phase) shaped(v codegen.Value, vec bool) operand {
	x := ph.wide(ph.get(v))
	if isVec := lanesOf(x.Type()) > 0; isVec == vec {
		return x
	} else if isVec {
		fail("v%d has lanes where one value is wanted", v)
	}
	x.Value = ph.splat(x.Value)
	return x
}

// splat puts a scalar in all lanes.
func (ph *phase) splat(x value.Value) value.Value { return ph.splatTo(x, ph.prog.VL) }

func (ph *phase) splatTo(x value.Value, n int) value.Value {
	if l, ok := x.(literal); ok {
		return repeat(l, n)
	}
	t := widen(x.Type(), n)
	one := ph.block.NewInsertElement(constant.NewUndef(t), x, constant.NewInt(types.I32, 0))
	return ph.block.NewShuffleVector(one, constant.NewUndef(t), literal{widen(types.I32, n), "zeroinitializer"})
}

// param reads an entry of the scalar table and makes it what its type says.
func (ph *phase) param(in *codegen.Instr) value.Value {
	slot := ph.offset(types.I64, ph.fn.Params[1], constant.NewInt(types.I64, int64(in.Int)))
	raw := ph.block.NewLoad(types.I64, slot)
	switch d := ph.prog.Scalars[in.Int]; d {
	case ops.Bool:
		return ph.block.NewICmp(enum.IPredNE, raw, constant.NewInt(types.I64, 0))
	case ops.Float64:
		return ph.block.NewBitCast(raw, types.Double)
	case ops.Float32:
		return ph.block.NewBitCast(ph.block.NewTrunc(raw, types.I32), types.Float)
	case ops.Int64, ops.Uint64:
		return raw
	default:
		return ph.block.NewTrunc(raw, scalarType(d))
	}
}
