package export

import (
	"math"

	"github.com/dave/jennifer/jen"

	"weft/codegen"
	"weft/ops"
)

// goTypes are the Go types of values; 16-bit floats are their bits.
var goTypes = map[ops.DType]string{
	ops.Bool: "bool", ops.Int8: "int8", ops.Int16: "int16", ops.Int32: "int32", ops.Int64: "int64",
	ops.Uint8: "uint8", ops.Uint16: "uint16", ops.Uint32: "uint32", ops.Uint64: "uint64",
	ops.Float16: "uint16", ops.BFloat16: "uint16", ops.Float32: "float32", ops.Float64: "float64",
}

func goType(d ops.DType) *jen.Statement { return jen.Id(goTypes[d]) }

// memoryType is a value's type in memory, where a bool is a byte that may hold anything.
func memoryType(d ops.DType) *jen.Statement {
	if d == ops.Bool {
		return jen.Uint8()
	}
	return goType(d)
}

// at is the element that an access means.
func (k *kernelGo) at(a *codegen.Access) *jen.Statement {
	var sum *jen.Statement
	add := func(x *jen.Statement) {
		if sum == nil {
			sum = x
			return
		}
		sum.Op("+").Add(x)
	}
	for _, t := range a.Terms {
		x := loop(t.Var)
		if t.Stride != 1 {
			x = x.Op("*").Lit(int(t.Stride))
		}
		add(x)
	}
	if a.Index != codegen.NoValue {
		add(k.value(a.Index))
	}
	if a.Base != 0 || sum == nil {
		add(jen.Lit(int(a.Base)))
	}
	return buf(a.Buf).Index(sum)
}

// load reads memory; where the gate is closed nothing is touched.
func (k *kernelGo) load(in *codegen.Instr) []jen.Code {
	x := k.at(in.Mem)
	if in.DType == ops.Bool {
		x = x.Op("!=").Lit(0)
	}
	if in.Mem.Gate == codegen.NoValue {
		return []jen.Code{k.define(in.Out, in.DType).Add(x)}
	}
	return []jen.Code{
		k.define(in.Out, in.DType).Add(literal(in.Mem.Else)),
		jen.If(k.value(in.Mem.Gate)).Block(k.value(in.Out).Op("=").Add(x)),
	}
}

// store writes memory, or folds a value into it.
func (k *kernelGo) store(in *codegen.Instr) *jen.Statement {
	d, v := in.DType, k.value(in.Args[0])
	if in.Op != ops.NoOp {
		c := d.Compute()
		old := k.at(in.Mem)
		if d == ops.Bool {
			old = jen.Parens(old.Op("!=").Lit(0))
		}
		v = cast(c, d, binary(in.Op, c, cast(d, c, old), cast(d, c, v)))
	}
	if d == ops.Bool {
		v = jen.Id("number").Types(jen.Uint8()).Call(v)
	}
	s := k.at(in.Mem).Op("=").Add(v)
	if in.Mem.Gate == codegen.NoValue {
		return s
	}
	return jen.If(k.value(in.Mem.Gate)).Block(s)
}

// literal is a constant with its type.
func literal(v ops.Value) *jen.Statement {
	switch v.DType {
	case ops.Bool:
		return jen.Lit(v.IsTrue())
	case ops.Float32:
		f := float32(v.Float())
		if special(float64(f)) {
			return jen.Qual("math", "Float32frombits").Call(jen.Op(hex(uint64(math.Float32bits(f)))))
		}
		return jen.Lit(f)
	case ops.Float64:
		if special(v.Float()) {
			return jen.Qual("math", "Float64frombits").Call(jen.Op(hex(v.Bits)))
		}
		return jen.Lit(v.Float())
	case ops.Float16:
		return jen.Uint16().Call(jen.Op(hex(uint64(ops.Float32ToHalf(float32(v.Float()))))))
	case ops.BFloat16:
		return jen.Uint16().Call(jen.Op(hex(uint64(ops.Float32ToBFloat(float32(v.Float()))))))
	case ops.Uint64, ops.Uint32, ops.Uint16, ops.Uint8:
		return goType(v.DType).Call(jen.Op(hex(v.Bits)))
	}
	return goType(v.DType).Call(jen.Lit(int(v.Int())))
}

// special says whether a float has no literal in Go.
func special(f float64) bool {
	return math.IsNaN(f) || math.IsInf(f, 0) || f == 0 && math.Signbit(f)
}

// param reads an entry of the scalar table.
func param(d ops.DType, entry *jen.Statement) *jen.Statement {
	switch d {
	case ops.Bool:
		return entry.Op("!=").Lit(0)
	case ops.Int64:
		return entry
	case ops.Float64:
		return jen.Qual("math", "Float64frombits").Call(jen.Uint64().Call(entry))
	case ops.Float32:
		return jen.Qual("math", "Float32frombits").Call(jen.Uint32().Call(entry))
	case ops.Float16, ops.BFloat16:
		return cast(ops.Float32, d, param(ops.Float32, entry))
	}
	return goType(d).Call(entry)
}
