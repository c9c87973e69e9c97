package goasm

import (
	"encoding/binary"
	"math"

	"weft/codegen"
	"weft/codegen/goasm/asm"
	"weft/ops"
)

// val is an SSA value: where it is and what it stands for.
type val struct {
	d      ops.DType
	vec    bool
	narrow bool // a vector of int64 that is kept as int32
	known  *ops.Value
	shift  *shifted
	below  uint64 // if not 0, an integer is known to lie from 0 up to it, not included
	r      [2]reg
}

func constant(v ops.Value, vec bool) val {
	return val{d: v.DType, vec: vec, known: &v, r: [2]reg{noReg, noReg}}
}

// single is a value in one register.
func single(d ops.DType, vec bool, r reg) val {
	return val{d: d, vec: vec, r: [2]reg{r, r}}
}

// parts is the number of vector registers of a value.
func (v val) parts() int {
	if v.vec && v.d.Size() == 8 && !v.narrow {
		return 2
	}
	return 1
}

// each makes a value part by part.
func each(d ops.DType, vec bool, f func(i int) reg) val {
	out := single(d, vec, noReg)
	out.r[0] = f(0)
	out.r[1] = out.r[0]
	if out.parts() == 2 {
		out.r[1] = f(1)
	}
	return out
}

// part is the i'th vector register of a value.
func (l *lowering) part(v val, i int) reg {
	if v.known == nil {
		return v.r[i]
	}
	bits, size := laneBits(*v.known)
	if v.narrow {
		size = 4
	}
	return l.konst(bits, size)
}

// laneBits is what a lane holds for a constant, and in how many bytes.
func laneBits(v ops.Value) (uint64, int) {
	switch v.DType {
	case ops.Float32:
		return uint64(math.Float32bits(float32(v.Float()))), 4
	case ops.Float64:
		return math.Float64bits(v.Float()), 8
	case ops.Float16:
		return uint64(ops.Float32ToHalf(float32(v.Float()))), 4
	case ops.BFloat16:
		return uint64(ops.Float32ToBFloat(float32(v.Float()))), 4
	}
	if v.DType.Size() == 8 {
		return v.Bits, 8
	}
	return uint64(uint32(wrapped(v.DType, v.Bits))), 4
}

// wrapped is an integer's bits as the type's value in 64 bits, widened by its sign.
func wrapped(d ops.DType, bits uint64) int64 {
	switch d {
	case ops.Bool, ops.Uint8:
		return int64(uint8(bits))
	case ops.Int8:
		return int64(int8(bits))
	case ops.Uint16, ops.Float16, ops.BFloat16:
		return int64(uint16(bits))
	case ops.Int16:
		return int64(int16(bits))
	case ops.Uint32:
		return int64(uint32(bits))
	case ops.Int32:
		return int64(int32(bits))
	}
	return int64(bits)
}

// constKey names a constant.
type constKey struct {
	size  int
	bits  uint64
	lanes string
}

// konst is a register whose lanes hold a constant. There is one of each; where registers are short it is made again.
func (l *lowering) konst(bits uint64, size int) reg { return l.hold(&konst{size: size, bits: bits}) }

// f32, f64, i32 and i64 are constants in all lanes.
func (l *lowering) f32(f float32) reg { return l.konst(uint64(math.Float32bits(f)), 4) }
func (l *lowering) f64(f float64) reg { return l.konst(math.Float64bits(f), 8) }
func (l *lowering) i32(i int64) reg   { return l.konst(uint64(uint32(i)), 4) }
func (l *lowering) i64(i int64) reg   { return l.konst(uint64(i), 8) }

// table32 is a vector of lanes of its own.
func (l *lowering) vector32(f func(i int) int32) reg {
	var b []byte
	for i := range int(l.full) / 4 {
		b = binary.LittleEndian.AppendUint32(b, uint32(f(i)))
	}
	return l.hold(&konst{size: int(l.full), lanes: b})
}

func (l *lowering) vector64(f func(i int) int64) reg {
	var b []byte
	for i := range int(l.full) / 8 {
		b = binary.LittleEndian.AppendUint64(b, uint64(f(i)))
	}
	return l.hold(&konst{size: int(l.full), lanes: b})
}

func (l *lowering) hold(c *konst) reg {
	key := constKey{c.size, c.bits, string(c.lanes)}
	if old := l.consts[key]; old != nil {
		return l.held[old]
	}
	r := l.fresh(vec)
	l.consts[key], l.held[c] = c, r
	in := &inst{do: load, n: 1, konst: c, mask: noReg}
	in.args[0] = l.f(r)
	l.first.add(in)
	return r
}

// gp is a single integer in a general register.
func (l *lowering) gp(v val) reg {
	if v.known == nil {
		return v.r[0]
	}
	return l.number(gpBits(v))
}

func gpBits(v val) int64 {
	bits, size := laneBits(*v.known)
	if size == 8 {
		return int64(bits)
	}
	return wrapped(v.known.DType, bits)
}

// number is a general register with a constant.
func (l *lowering) number(i int64) reg {
	r := l.fresh(gp)
	in := &inst{do: load, n: 1, konst: &konst{bits: uint64(i)}, mask: noReg}
	in.args[0] = g8(r)
	l.at.add(in)
	return r
}

// operand is a single integer as the last operand of an instruction.
func (l *lowering) operand(v val) arg {
	if v.known != nil {
		if i := gpBits(v); i == int64(int32(i)) {
			return imm(i)
		}
	}
	return g8(l.gp(v))
}

// maskOf is a vector of bools.
func (l *lowering) maskOf(v val) reg {
	if v.known == nil {
		return v.r[0]
	}
	if !l.avx512 {
		return l.i32(-int64(v.known.Bits & 1))
	}
	op := asm.KXORW
	if v.known.Bits&1 != 0 {
		op = asm.KXNORW
	}
	r := l.fresh(mask)
	in := &inst{do: load, op: op, n: 1, konst: &konst{bits: v.known.Bits & 1}, mask: noReg}
	in.args[0] = kr(r)
	l.at.add(in)
	return r
}

// param reads an entry of the scalar table and makes it what its type says.
func (l *lowering) param(in *codegen.Instr) val {
	p := base(l.table[1]).plus(int64(in.Int) * 8)
	dt := l.prog.Scalars[in.Int]
	switch {
	case dt == ops.Float32:
		return single(dt, false, l.v(asm.VBROADCASTSS, at(p)))
	case dt == ops.Float64:
		return single(dt, false, l.v(asm.VBROADCASTSD, at(p)))
	case dt == ops.Bool:
		zero := l.number(0)
		r := l.number(1)
		l.effect(asm.CMPQ, at(p), imm(0))
		l.update(asm.CMOVQEQ, g8(r), g8(zero))
		return single(dt, false, r)
	}
	return single(dt, false, l.canonGP(dt, l.g(asm.MOVQ, at(p))))
}

// lanes are 0, 1, 2 ... as int32, which stand for int64.
func (l *lowering) lanes() val {
	v := single(ops.Int64, true, l.vector32(func(i int) int32 { return int32(i) }))
	v.narrow = true
	return v
}

// splat puts a single value in all lanes; an int64 that fits becomes a narrow one.
func (l *lowering) splat(v val, fits bool) val {
	out := v
	out.vec = true
	out.narrow = v.d == ops.Int64 && fits
	if v.known != nil || !inGP(v.d) {
		return out
	}
	r := l.gp(v)
	if v.d == ops.Bool {
		return single(ops.Bool, true, l.splatBool(r))
	}
	size := 4
	if v.d.Size() == 8 && !out.narrow {
		size = 8
	}
	out.r[0] = l.spread(r, size)
	out.r[1] = out.r[0]
	return out
}

// spread puts a general register in all lanes of so many bytes.
func (l *lowering) spread(r reg, size int) reg {
	op, in, one := asm.VPBROADCASTD, g4(r), asm.VMOVD
	if size == 8 {
		op, in, one = asm.VPBROADCASTQ, g8(r), asm.VMOVQ
	}
	if l.avx512 {
		return l.v(op, in)
	}
	return l.v(op, xmm(l.as(b16, one, in)))
}

// splatBool makes a mask of a 0 or 1.
func (l *lowering) splatBool(r reg) reg {
	n := l.copyOf(r)
	l.update(asm.NEGQ, g8(n))
	if l.avx512 {
		return l.kmask(asm.KMOVW, g4(n))
	}
	return l.spread(n, 4)
}

// fits says whether an int64 lies in an int32.
func (l *lowering) fits(v codegen.Value) bool {
	b := l.bounds[v]
	return b.Lo >= math.MinInt32 && b.Hi <= math.MaxInt32
}
