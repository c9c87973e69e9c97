package programs

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"

	"weft/codegen"
	"weft/ops"
)

// specials are the values of a type at which operations go wrong.
func specials(d ops.DType) []ops.Value {
	var vs []ops.Value
	if d.IsFloat() {
		for _, f := range []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 3, math.Inf(1), math.Inf(-1), math.NaN(),
			127, 128, 127.5, -128, -129, 255, 256, 255.5, -0.9, 32767.5, 32768, 65535, 65504, 65520, 2147483647, 2147483648, -2147483648, -2147483649, 4294967295, 4294967296,
			9.2233720368547748e18, 9.2233720368547758e18, -9.2233720368547758e18, 1.8446744073709552e19, 1.8446744073709550e19, 1e-40, -1e-40, 5e-324, 1e-45, 3.4028235e38, 1e39, 1.7976931348623157e308, 6e-8, 2e-8, 8388608.5, 4503599627370496.5, 1.00390625, 1.01171875} {
			vs = append(vs, ops.FloatValue(d, f))
		}
		return vs
	}
	for _, i := range []int64{0, 1, -1, 2, -2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, -127, -128, 255, 256, 32767, -32768, 65535, math.MaxInt32, math.MinInt32, math.MaxUint32, math.MaxInt64, math.MinInt64, 1<<53 + 1, 16777217, 33554435, -16777217} {
		vs = append(vs, ops.IntValue(d, i))
	}
	return vs
}

// operandsOf fills operands with every pair of special values and with random ones, for so many elements.
func operandsOf(dtypes []ops.DType, rnd *rand.Rand) [][]ops.Value {
	out := make([][]ops.Value, len(dtypes))
	first, second := specials(dtypes[0]), []ops.Value{{}}
	if len(dtypes) > 1 {
		second = specials(dtypes[len(dtypes)-1])
	}
	for _, a := range first {
		for _, b := range second {
			for k, d := range dtypes {
				v := a
				if k > 0 {
					v = b
				}
				if k > 0 && k < len(dtypes)-1 {
					v = RandomValue(d, rnd)
				}
				out[k] = append(out[k], v)
			}
		}
	}
	for len(out[0]) < 3000 || len(out[0])%16 != 0 {
		for k, d := range dtypes {
			out[k] = append(out[k], RandomValue(d, rnd))
		}
	}
	return out
}

// RandomValue is a value of any size.
func RandomValue(d ops.DType, rnd *rand.Rand) ops.Value {
	if d.IsFloat() {
		return ops.FloatValue(d, math.Ldexp(rnd.Float64()*2-1, rnd.IntN(80)-40))
	}
	return ops.IntValue(d, int64(rnd.Uint64())>>rnd.IntN(64))
}

// opCase is one primitive on operand types.
type opCase struct {
	op   ops.Op // Cast and the like; NoOp is fma
	args []ops.DType
	out  ops.DType
}

func (c opCase) String() string { return fmt.Sprintf("%v%v->%v", c.op, c.args, c.out) }

// opCases lists every primitive on every type that it is defined for.
func opCases() []opCase {
	var cs []opCase
	unary := []ops.Op{ops.Neg, ops.Abs, ops.Sqrt, ops.Floor, ops.Ceil, ops.Trunc, ops.Round}
	float2 := []ops.Op{ops.Add, ops.Sub, ops.Mul, ops.Div, ops.Max, ops.Min}
	int2 := []ops.Op{ops.Add, ops.Sub, ops.Mul, ops.Div, ops.Mod, ops.Max, ops.Min, ops.And, ops.Or, ops.Xor, ops.Shl, ops.Shr}
	compare := []ops.Op{ops.CmpLT, ops.CmpLE, ops.CmpEQ, ops.CmpNE}
	for _, d := range ops.DTypes() {
		for _, to := range ops.DTypes() {
			cs = append(cs, opCase{ops.Cast, []ops.DType{d}, to})
			if to.Size() == d.Size() && to != ops.Bool && d != ops.Bool {
				cs = append(cs, opCase{ops.Bitcast, []ops.DType{d}, to})
			}
		}
		cs = append(cs, opCase{ops.Where, []ops.DType{ops.Bool, d, d}, d})
		if d.IsHalf() {
			continue
		}
		list := int2
		switch {
		case d == ops.Bool:
			list = []ops.Op{ops.Max, ops.Min, ops.And, ops.Or, ops.Xor}
			cs = append(cs, opCase{ops.Not, []ops.DType{d}, d})
		case d.IsFloat():
			list = float2
			for _, op := range unary {
				cs = append(cs, opCase{op, []ops.DType{d}, d})
			}
			cs = append(cs, opCase{ops.NoOp, []ops.DType{d, d, d}, d})
		default:
			for _, op := range []ops.Op{ops.Neg, ops.Abs, ops.Not} {
				cs = append(cs, opCase{op, []ops.DType{d}, d})
			}
		}
		for _, op := range list {
			cs = append(cs, opCase{op, []ops.DType{d, d}, d})
		}
		for _, op := range compare {
			cs = append(cs, opCase{op, []ops.DType{d, d}, ops.Bool})
		}
	}
	return cs
}

// trial is an opCase made a phase: on vectors or single elements, perhaps with a constant for its last operand.
type trial struct {
	opCase
	vec   bool
	konst *ops.Value
	in    [][]ops.Value
	out   int // its buffer; the operands' follow
}

func (c *trial) String() string { return fmt.Sprintf("%v vec=%v const=%v", c.opCase, c.vec, c.konst) }

// phase adds the trial to a program.
func (c *trial) phase(b *Builder) {
	c.in = operandsOf(c.args, rand.New(rand.NewPCG(1, uint64(c.op))))
	n := int64(len(c.in[0]))
	c.out = b.Buf(c.opCase.out, n)
	for _, d := range c.args {
		b.Buf(d, n)
	}
	step, lane := int64(1), int64(0)
	if c.vec {
		step, lane = int64(b.p.VL), 1
	}
	b.Tiles(func(v int) { c.tile(b, v, step, lane) })
	b.Next(n / step)
}

func (c *trial) tile(b *Builder, v int, step, lane int64) {
	var args []codegen.Value
	for k, d := range c.args {
		if c.konst != nil && k == len(c.args)-1 {
			args = append(args, b.Const(*c.konst, c.vec))
			continue
		}
		args = append(args, b.Load(d, c.vec, At(c.out+1+k, v, step, lane)))
	}
	var r codegen.Value
	if c.op == ops.NoOp {
		r = b.Fma(c.opCase.out, c.vec, args...)
	} else {
		r = b.ALU(c.op, c.opCase.out, c.vec, args...)
	}
	b.Store(c.opCase.out, c.vec, r, At(c.out, v, step, lane))
}

// trials lists what to run: every operation on vectors and, where thorough, on single elements and with constants.
func trials(thorough bool) []*trial {
	var ts []*trial
	for _, c := range opCases() {
		ts = append(ts, &trial{opCase: c, vec: true})
		if !thorough {
			continue
		}
		ts = append(ts, &trial{opCase: c})
		if len(c.args) == 2 {
			for _, k := range specials(c.args[1])[:9] {
				ts = append(ts, &trial{opCase: c, vec: true, konst: &k})
			}
		}
	}
	return ts
}

// unequal is the first element that differs, -1 for none.
func (c *trial) unequal(got, want []byte) int {
	size := c.opCase.out.Size()
	for i := 0; i < len(got); i += size {
		if !bytes.Equal(got[i:i+size], want[i:i+size]) {
			return i / size
		}
	}
	return -1
}

func (c *trial) operands(i int) (vs []ops.Value) {
	for _, in := range c.in {
		vs = append(vs, in[i])
	}
	return vs
}

func (c *trial) result(mem [][]byte, i int) ops.Value {
	d := c.opCase.out
	return ops.Load(d, mem[c.out][i*d.Size():])
}
