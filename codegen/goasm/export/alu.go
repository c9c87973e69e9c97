package export

import (
	"fmt"
	"math"

	"github.com/dave/jennifer/jen"

	"weft/codegen"
	"weft/ops"
)

func hex(bits uint64) string { return fmt.Sprintf("%#x", bits) }

// alu is one primitive on values.
func (k *kernelGo) alu(in *codegen.Instr) *jen.Statement {
	x, d := k.value(in.Args[0]), k.dtypes[in.Args[0]]
	switch in.Op {
	case ops.Cast:
		return cast(d, in.DType, x)
	case ops.Bitcast:
		return bitcast(d, in.DType, x)
	case ops.Where:
		return jen.Id("where").Call(x, k.value(in.Args[1]), k.value(in.Args[2]))
	}
	if len(in.Args) == 1 {
		return unary(in.Op, d, x)
	}
	return binary(in.Op, d, x, k.value(in.Args[1]))
}

// rounders are the functions of package math that round or take roots; those of a float32 are exact, or rounded right, by way of
// float64.
var rounders = map[ops.Op]string{ops.Sqrt: "Sqrt", ops.Floor: "Floor", ops.Ceil: "Ceil", ops.Trunc: "Trunc", ops.Round: "RoundToEven", ops.Abs: "Abs"}

func unary(op ops.Op, d ops.DType, x *jen.Statement) *jen.Statement {
	if f, ok := rounders[op]; ok && d.IsFloat() {
		return goType(d).Call(jen.Qual("math", f).Call(jen.Float64().Call(x)))
	}
	switch op {
	case ops.Neg:
		return jen.Op("-").Add(x)
	case ops.Not:
		if d == ops.Bool {
			return jen.Op("!").Add(x)
		}
		return jen.Op("^").Add(x)
	case ops.Abs:
		if d.Kind() == ops.KindInt {
			return jen.Id("absolute").Call(x)
		}
		return x
	case ops.Floor, ops.Ceil, ops.Trunc, ops.Round:
		return x
	}
	fail("no primitive %v on %v", op, d)
	return nil
}

// signs are the operations that Go has a sign for with the meaning of the primitive. Go shifts by more than the width as wanted,
// and takes a negative count, as an unsigned number, for a huge one.
var signs = map[ops.Op]string{
	ops.Add: "+", ops.Sub: "-", ops.And: "&", ops.Or: "|", ops.Xor: "^",
	ops.CmpLT: "<", ops.CmpLE: "<=", ops.CmpEQ: "==", ops.CmpNE: "!=",
}

func binary(op ops.Op, d ops.DType, x, y *jen.Statement) *jen.Statement {
	if d == ops.Bool {
		return binaryBool(op, x, y)
	}
	if sign, ok := signs[op]; ok {
		return x.Op(sign).Add(y)
	}
	switch op {
	case ops.Mul:
		if d.IsFloat() { // the conversion keeps the compiler from contracting it with a sum
			return goType(d).Call(x.Op("*").Add(y))
		}
		return x.Op("*").Add(y)
	case ops.Max:
		return jen.Id("max").Call(x, y)
	case ops.Min:
		return jen.Id("min").Call(x, y)
	case ops.Div:
		if d.IsFloat() {
			return x.Op("/").Add(y)
		}
		return jen.Id("quotient").Call(x, y)
	case ops.Mod:
		return jen.Id("remainder").Call(x, y)
	case ops.Shl:
		return x.Op("<<").Id("uint64").Call(y)
	case ops.Shr:
		return x.Op(">>").Id("uint64").Call(y)
	}
	fail("no primitive %v on %v", op, d)
	return nil
}

func binaryBool(op ops.Op, x, y *jen.Statement) *jen.Statement {
	switch op {
	case ops.And, ops.Min, ops.Mul:
		return x.Op("&&").Add(y)
	case ops.Or, ops.Max, ops.Add:
		return x.Op("||").Add(y)
	case ops.Xor, ops.CmpNE:
		return x.Op("!=").Add(y)
	case ops.CmpEQ:
		return x.Op("==").Add(y)
	case ops.CmpLT:
		return jen.Op("!").Add(x).Op("&&").Add(y)
	case ops.CmpLE:
		return jen.Op("!").Add(x).Op("||").Add(y)
	}
	fail("no primitive %v on bool", op)
	return nil
}

// halves are the functions that widen and round the 16-bit floats.
var halves = map[ops.DType]struct{ from, to string }{ops.Float16: {"fromHalf", "toHalf"}, ops.BFloat16: {"fromBrain", "toBrain"}}

// cast converts as the primitives say; the 16-bit floats go by way of float32.
func cast(from, to ops.DType, x *jen.Statement) *jen.Statement {
	switch {
	case from == to:
		return x
	case from.IsHalf():
		return cast(ops.Float32, to, jen.Id(halves[from].from).Call(x))
	case to.IsHalf():
		return jen.Id(halves[to].to).Call(cast(from, ops.Float32, x))
	case to == ops.Bool:
		return jen.Parens(x).Op("!=").Lit(0)
	case from == ops.Bool:
		return jen.Id("number").Types(goType(to)).Call(x)
	case from.IsFloat() && !to.IsFloat():
		lo, end := rangeOf(to)
		return jen.Id("saturate").Types(goType(to)).Call(x, jen.Lit(lo), jen.Lit(end))
	}
	return goType(to).Call(x)
}

// rangeOf is the smallest value of an integer type and one more than the largest; both are powers of two.
func rangeOf(d ops.DType) (lo, end float64) {
	bits := 8 * d.Size()
	if d.IsUnsigned() {
		return 0, math.Ldexp(1, bits)
	}
	return -math.Ldexp(1, bits-1), math.Ldexp(1, bits-1)
}

// bitcast reads the same bits as another type of the same size.
func bitcast(from, to ops.DType, x *jen.Statement) *jen.Statement {
	bits := fmt.Sprint(8 * from.Size())
	if from == ops.Bool {
		x = jen.Id("number").Types(jen.Uint8()).Call(x)
	} else if from == ops.Float32 || from == ops.Float64 {
		x = jen.Qual("math", "Float"+bits+"bits").Call(x)
		if goTypes[to] == "uint"+bits {
			return x
		}
	}
	switch to {
	case ops.Bool:
		return jen.Parens(x).Op("!=").Lit(0)
	case ops.Float32, ops.Float64:
		return jen.Qual("math", "Float"+bits+"frombits").Call(jen.Id("uint" + bits).Call(x))
	}
	return goType(to).Call(x)
}
