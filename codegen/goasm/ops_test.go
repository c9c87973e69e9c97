//go:build linux && amd64

package goasm_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/codegen"
	_ "weft/codegen/interp"
	"weft/ops"
)

// put writes a value in its memory form.
func put(b []byte, v ops.Value) {
	switch d := v.DType; d {
	case ops.Float64:
		binary.LittleEndian.PutUint64(b, math.Float64bits(v.Float()))
	case ops.Float32:
		binary.LittleEndian.PutUint32(b, math.Float32bits(float32(v.Float())))
	case ops.Float16:
		binary.LittleEndian.PutUint16(b, ops.Float32ToHalf(float32(v.Float())))
	case ops.BFloat16:
		binary.LittleEndian.PutUint16(b, ops.Float32ToBFloat(float32(v.Float())))
	default:
		var w [8]byte
		binary.LittleEndian.PutUint64(w[:], v.Bits)
		copy(b, w[:d.Size()])
	}
}

// canonical makes all NaNs of a buffer one, so that buffers can be compared byte by byte.
func canonical(d ops.DType, b []byte) {
	if !d.IsFloat() {
		return
	}
	n := d.Size()
	for ; len(b) >= n; b = b[n:] {
		switch d {
		case ops.Float64:
			if f := math.Float64frombits(binary.LittleEndian.Uint64(b)); f != f {
				put(b, ops.FloatValue(d, math.NaN()))
			}
		case ops.Float32:
			if f := math.Float32frombits(binary.LittleEndian.Uint32(b)); f != f {
				put(b, ops.FloatValue(d, math.NaN()))
			}
		case ops.Float16:
			if h := binary.LittleEndian.Uint16(b); h&0x7fff > 0x7c00 {
				binary.LittleEndian.PutUint16(b, 0x7e00)
			}
		case ops.BFloat16:
			if h := binary.LittleEndian.Uint16(b); h&0x7fff > 0x7f80 {
				binary.LittleEndian.PutUint16(b, 0x7fc0)
			}
		}
	}
}

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

// pairs fills operands with every pair of special values and with random ones, for so many elements.
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
					v = randomValue(d, rnd)
				}
				out[k] = append(out[k], v)
			}
		}
	}
	for len(out[0]) < 3000 || len(out[0])%16 != 0 {
		for k, d := range dtypes {
			out[k] = append(out[k], randomValue(d, rnd))
		}
	}
	return out
}

func randomValue(d ops.DType, rnd *rand.Rand) ops.Value {
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
func (c *trial) phase(b *builder) {
	c.in = operandsOf(c.args, rand.New(rand.NewPCG(1, uint64(c.op))))
	n := int64(len(c.in[0]))
	c.out = b.buf(c.opCase.out, n)
	for _, d := range c.args {
		b.buf(d, n)
	}
	step, lane := int64(1), int64(0)
	if c.vec {
		step, lane = int64(b.p.VL), 1
	}
	b.tiles(func(v int) { c.tile(b, v, step, lane) })
	b.next(n / step)
}

func (c *trial) tile(b *builder, v int, step, lane int64) {
	var args []codegen.Value
	for k, d := range c.args {
		if c.konst != nil && k == len(c.args)-1 {
			args = append(args, b.constant(*c.konst, c.vec))
			continue
		}
		args = append(args, b.load(d, c.vec, at(c.out+1+k, v, step, lane)))
	}
	var r codegen.Value
	if c.op == ops.NoOp {
		r = b.fma(c.opCase.out, c.vec, args...)
	} else {
		r = b.alu(c.op, c.opCase.out, c.vec, args...)
	}
	b.store(c.opCase.out, c.vec, r, at(c.out, v, step, lane))
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

// Every primitive gives the interpreter's bits, on every type, for all special values.
func TestPrimitives(t *testing.T) {
	eachTarget(t, func(t *testing.T, target codegen.Target) {
		thorough := !testing.Short()
		for batch := range slices.Chunk(trials(thorough), 48) {
			b := newBuilder("primitives", target.VL)
			for _, c := range batch {
				c.phase(b)
			}
			checkTrials(t, target, b.done(), batch)
		}
	})
}

func checkTrials(t *testing.T, target codegen.Target, p *codegen.Program, batch []*trial) {
	t.Helper()
	values := make([][]ops.Value, len(p.Bufs))
	for _, c := range batch {
		for k := range c.in {
			values[c.out+1+k] = c.in[k]
		}
	}
	got, want := bothWays(t, target, p, func(buf int, b []byte) {
		for i, v := range values[buf] {
			put(b[i*v.DType.Size():], v)
		}
	}, nil)
	for _, c := range batch {
		c.compare(t, got[c.out], want[c.out])
	}
}

func (c *trial) compare(t *testing.T, got, want []byte) {
	t.Helper()
	size := c.opCase.out.Size()
	for i := range len(got) / size {
		g, w := got[i*size:(i+1)*size], want[i*size:(i+1)*size]
		if string(g) != string(w) {
			var args []string
			for k := range c.in {
				args = append(args, c.in[k][i].String())
			}
			t.Errorf("%v of %v: goasm %x, interp %x", c, args, g, w)
			return
		}
	}
}

// bothWays runs a program through LLVM and through the interpreter and gives the buffers, NaNs made equal.
func bothWays(t testing.TB, target codegen.Target, p *codegen.Program, fill func(int, []byte), scalars []int64) (got, want [][]byte) {
	t.Helper()
	got, want = memory(p, fill), memory(p, fill)
	if err := runAll(p, runGoasm(t, p, target), got, scalars); err != nil {
		t.Fatalf("goasm: %s: %v", p.Name, err)
	}
	if err := runAll(p, runInterp(t, p, target), want, scalars); err != nil {
		t.Fatalf("interp: %s: %v", p.Name, err)
	}
	for i, b := range p.Bufs {
		canonical(b.DType, got[i])
		canonical(b.DType, want[i])
	}
	return got, want
}
