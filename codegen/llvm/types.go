package llvm

import (
	"fmt"
	"math"
	"strings"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"

	"weft/ops"
)

// scalarType is the type of one element in a register. Bools are i1; the 16-bit floats stay the i16 they are in memory,
// since LLVM 14 can neither select bfloat nor keep vectors of half whole.
func scalarType(d ops.DType) types.Type {
	switch d {
	case ops.Bool:
		return types.I1
	case ops.Float32:
		return types.Float
	case ops.Float64:
		return types.Double
	}
	return intType(d.Size())
}

// memoryType is the type of one element in memory, where a bool is a byte that is 0 or 1.
func memoryType(d ops.DType) types.Type {
	if d == ops.Bool {
		return types.I8
	}
	return scalarType(d)
}

// intType is the integer of so many bytes.
func intType(size int) *types.IntType {
	switch size {
	case 1:
		return types.I8
	case 2:
		return types.I16
	case 4:
		return types.I32
	}
	return types.I64
}

// widen makes a vector of n lanes of t; n of 0 stands for a scalar.
func widen(t types.Type, n int) types.Type {
	if n == 0 {
		return t
	}
	return types.NewVector(uint64(n), t)
}

// element is the type of one lane of t.
func element(t types.Type) types.Type {
	if v, ok := t.(*types.VectorType); ok {
		return v.ElemType
	}
	return t
}

// lanesOf is the number of lanes of t, 0 for a scalar.
func lanesOf(t types.Type) int {
	if v, ok := t.(*types.VectorType); ok {
		return int(v.Len)
	}
	return 0
}

// literal is a constant given by its text. Floats are written as their bits, so that what LLVM reads is what was meant.
type literal struct {
	typ  types.Type
	text string
}

var _ constant.Constant = literal{}

func (l literal) String() string   { return l.typ.String() + " " + l.text }
func (l literal) Type() types.Type { return l.typ }
func (l literal) Ident() string    { return l.text }
func (l literal) IsConstant()      {}

// repeat gives a constant of one lane in each of n lanes; n of 0 leaves the scalar.
func repeat(one literal, n int) literal {
	if n == 0 {
		return one
	}
	if one.text == "0" {
		return literal{widen(one.typ, n), "zeroinitializer"}
	}
	return literal{widen(one.typ, n), "<" + strings.TrimSuffix(strings.Repeat(one.String()+", ", n), ", ") + ">"}
}

// splatInt and splatFloat are constants of the type t, which may be a vector.
func splatInt(t types.Type, i int64) literal {
	return repeat(literal{element(t), intText(element(t), i)}, lanesOf(t))
}

func splatFloat(t types.Type, f float64) literal {
	return repeat(literal{element(t), floatText(f)}, lanesOf(t))
}

func intText(t types.Type, i int64) string {
	if t.Equal(types.I1) {
		return [2]string{"false", "true"}[i&1]
	}
	return fmt.Sprint(i)
}

// floatText writes the bits of a float64, which is how LLVM spells float and double alike. All NaNs are written as one,
// since a float has no room for the payload of a double.
func floatText(f float64) string {
	if math.IsNaN(f) {
		return "0x7FF8000000000000"
	}
	return fmt.Sprintf("0x%016X", math.Float64bits(f))
}

// valueConst is the constant v in n lanes, in the register form of its type.
func valueConst(v ops.Value, n int) literal {
	t := widen(scalarType(v.DType), n)
	switch v.DType {
	case ops.Float32, ops.Float64:
		return splatFloat(t, v.Float())
	case ops.Float16:
		return splatInt(t, int64(ops.Float32ToHalf(float32(v.Float()))))
	case ops.BFloat16:
		return splatInt(t, int64(ops.Float32ToBFloat(float32(v.Float()))))
	}
	return splatInt(t, int64(v.Bits))
}

// countUp is the constant from, from+step, from+2*step, ... of n lanes.
func countUp(t types.Type, from, step int64, n int) literal {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprintf("%v %d", t, from+int64(i)*step)
	}
	return literal{widen(t, n), "<" + strings.Join(parts, ", ") + ">"}
}
