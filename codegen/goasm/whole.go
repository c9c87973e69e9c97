package goasm

import (
	"math"

	"weft/codegen/goasm/asm"
	"weft/ops"
)

// bitOps are the instructions on bits: with AVX2, and with AVX-512.
var bitOps = map[ops.Op]pair{
	ops.And: {asm.VPAND, asm.VPANDD}, ops.Or: {asm.VPOR, asm.VPORD}, ops.Xor: {asm.VPXOR, asm.VPXORD},
}

// bits is and, or, or xor of registers.
func (l *lowering) bits(op ops.Op, a, b reg) reg {
	p := bitOps[op]
	if l.avx512 {
		return l.v2(p[1], a, b)
	}
	return l.v2(p[0], a, b)
}

// arith are the instructions on integers of 4 and 8 bytes; noOp where AVX2 has none is made up in wide.go.
var arith = map[ops.Op]pair{
	ops.Add: {asm.VPADDD, asm.VPADDQ}, ops.Sub: {asm.VPSUBD, asm.VPSUBQ},
	ops.Shl: {asm.VPSLLVD, asm.VPSLLVQ},
}

func (l *lowering) add(a, b reg, size int) reg { return l.sized(arith[ops.Add], size, a, b) }
func (l *lowering) sub(a, b reg, size int) reg { return l.sized(arith[ops.Sub], size, a, b) }

func (l *lowering) sized(p pair, size int, a, b reg) reg {
	if size == 8 {
		return l.v2(p[1], a, b)
	}
	return l.v2(p[0], a, b)
}

// shift by a number that is known.
func (l *lowering) shiftBy(p pair, size int, a reg, by int64) reg {
	op := p[0]
	if size == 8 {
		op = p[1]
	}
	return l.v(op, l.f(a), imm(by))
}

var (
	left  = pair{asm.VPSLLD, asm.VPSLLQ}
	right = pair{asm.VPSRLD, asm.VPSRLQ}
	down  = pair{asm.VPSRAD, asm.VPSRAQ}
)

// zero and minusOne are constants of all lanes.
func (l *lowering) zero() reg     { return l.konst(0, 4) }
func (l *lowering) minusOne() reg { return l.i32(-1) }

// canon widens the low bits of lanes again, as their type says.
func (l *lowering) canon(dt ops.DType, r reg) reg {
	switch dt {
	case ops.Int8:
		return l.shiftBy(down, 4, l.shiftBy(left, 4, r, 24), 24)
	case ops.Int16:
		return l.shiftBy(down, 4, l.shiftBy(left, 4, r, 16), 16)
	case ops.Uint8:
		return l.bits(ops.And, r, l.i32(0xff))
	case ops.Uint16, ops.Float16, ops.BFloat16:
		return l.bits(ops.And, r, l.i32(0xffff))
	}
	return r
}

func (l *lowering) unaryWhole(op ops.Op, a val, r reg) reg {
	size := a.size()
	switch op {
	case ops.Neg:
		return l.canon(a.d, l.sub(l.zero(), r, size))
	case ops.Not:
		return l.canon(a.d, l.bits(ops.Xor, r, l.minusOne()))
	case ops.Abs:
		if a.d.Kind() != ops.KindInt {
			return r
		}
		return l.canon(a.d, l.abs(r, size))
	case ops.Floor, ops.Ceil, ops.Trunc, ops.Round:
		return r
	}
	fail("no primitive %v on %v", op, a.d)
	return noReg
}

func (l *lowering) abs(r reg, size int) reg {
	switch {
	case size == 4:
		return l.v1(asm.VPABSD, r)
	case l.avx512:
		return l.v1(asm.VPABSQ, r)
	}
	s := l.signs(r, 8)
	return l.sub(l.bits(ops.Xor, r, s), s, 8)
}

// signs is all ones in lanes that are negative.
func (l *lowering) signs(r reg, size int) reg {
	switch {
	case size == 4:
		return l.v(asm.VPSRAD, l.f(r), imm(31))
	case l.avx512:
		return l.v(asm.VPSRAQ, l.f(r), imm(63))
	}
	return l.v2(asm.VPCMPGTQ, l.zero(), r)
}

func (l *lowering) binaryWhole(op ops.Op, a, b val, i int) reg {
	size, signed := a.size(), a.d.Kind() == ops.KindInt
	if (op == ops.Shl || op == ops.Shr) && b.known != nil {
		return l.canon(a.d, l.shiftKnown(op, signed, l.part(a, i), b, size))
	}
	u, v := l.part(a, i), l.part(b, i)
	switch op {
	case ops.Add, ops.Sub:
		return l.canon(a.d, l.sized(arith[op], size, u, v))
	case ops.Mul:
		return l.canon(a.d, l.mul(u, v, size))
	case ops.And, ops.Or, ops.Xor:
		return l.bits(op, u, v)
	case ops.Max, ops.Min:
		return l.pick(op, signed, u, v, size)
	case ops.Shl:
		return l.canon(a.d, l.sized(arith[op], size, u, v))
	case ops.Shr:
		if !signed {
			return l.sized(pair{asm.VPSRLVD, asm.VPSRLVQ}, size, u, v)
		}
		return l.shiftDown(u, v, size)
	}
	fail("no primitive %v on %v", op, a.d)
	return noReg
}

// shiftKnown shifts by a constant, as the machine does it: beyond the width nothing is left but the sign.
func (l *lowering) shiftKnown(op ops.Op, signed bool, a reg, count val, size int) reg {
	bits, _ := laneBits(*count.known)
	by := int64(min(bits, 64))
	switch {
	case by == 0:
		return a
	case op == ops.Shl:
		return l.shiftBy(left, size, a, by)
	case !signed:
		return l.shiftBy(right, size, a, by)
	case size == 8 && !l.avx512:
		return l.shiftDown(a, l.i64(by), size)
	}
	return l.shiftBy(down, size, a, by)
}

// shifted says of which value another one is a shift by a constant, without its sign.
type shifted struct {
	of   [2]reg
	left bool
	by   uint64
}

// shiftOf is how a value came of a shift, nil if it did not.
func shiftOf(op ops.Op, a, b val) *shifted {
	if op != ops.Shl && (op != ops.Shr || a.d.Kind() == ops.KindInt) || b.known == nil || a.known != nil || a.d.Size() < 4 || a.narrow {
		return nil
	}
	bits, _ := laneBits(*b.known)
	return &shifted{a.r, op == ops.Shl, bits}
}

// rotated is a rotation that AVX-512 has an instruction for: the two halves of a value beside one another.
func (l *lowering) rotated(op ops.Op, a, b val) (val, bool) {
	u, v, width := a.shift, b.shift, uint64(8*a.size())
	if !l.avx512 || op != ops.Or && op != ops.Xor && op != ops.Add || u == nil || v == nil || u.of != v.of || u.left == v.left ||
		u.by == 0 || u.by >= width || u.by+v.by != width {
		return val{}, false
	}
	if v.left {
		u = v
	}
	return each(a.d, a.vec, func(i int) reg { return l.shiftBy(pair{asm.VPROLD, asm.VPROLQ}, a.size(), u.of[i], int64(u.by)) }), true
}

// shiftDown keeps the sign. Counts beyond the width leave nothing else, as the machine does it.
func (l *lowering) shiftDown(a, count reg, size int) reg {
	switch {
	case size == 4:
		return l.v2(asm.VPSRAVD, a, count)
	case l.avx512:
		return l.v2(asm.VPSRAVQ, a, count)
	}
	s := l.signs(a, 8)
	return l.bits(ops.Xor, l.v2(asm.VPSRLVQ, l.bits(ops.Xor, a, s), count), s)
}

func (l *lowering) mul(a, b reg, size int) reg {
	switch {
	case size == 4:
		return l.v2(asm.VPMULLD, a, b)
	case l.avx512:
		return l.v2(asm.VPMULLQ, a, b)
	}
	cross := l.add(l.v2(asm.VPMULUDQ, l.shiftBy(right, 8, a, 32), b), l.v2(asm.VPMULUDQ, a, l.shiftBy(right, 8, b, 32)), 8)
	return l.add(l.v2(asm.VPMULUDQ, a, b), l.shiftBy(left, 8, cross, 32), 8)
}

// extremes are the machine's instructions: signed then unsigned, of 4 and 8 bytes.
var extremes = map[ops.Op][2]pair{
	ops.Max: {{asm.VPMAXSD, asm.VPMAXSQ}, {asm.VPMAXUD, asm.VPMAXUQ}},
	ops.Min: {{asm.VPMINSD, asm.VPMINSQ}, {asm.VPMINUD, asm.VPMINUQ}},
}

func (l *lowering) pick(op ops.Op, signed bool, a, b reg, size int) reg {
	if size == 4 || l.avx512 {
		which := 1
		if signed {
			which = 0
		}
		return l.sized(extremes[op][which], size, a, b)
	}
	m := l.greater(signed, a, b, size)
	if op == ops.Min {
		a, b = b, a
	}
	return l.v(asm.VBLENDVPD, l.f(b), l.f(a), l.f(m))
}

// greater is AVX2's comparison of integers. It is signed; for others the sign is turned first.
func (l *lowering) greater(signed bool, a, b reg, size int) reg {
	if !signed {
		turn := l.i32(math.MinInt32)
		if size == 8 {
			turn = l.i64(math.MinInt64)
		}
		a, b = l.bits(ops.Xor, a, turn), l.bits(ops.Xor, b, turn)
	}
	return l.sized(pair{asm.VPCMPGTD, asm.VPCMPGTQ}, size, a, b)
}

// compareWhole compares integers to a mask.
func (l *lowering) compareWhole(op ops.Op, a val, u, v reg) reg {
	signed, size := a.d.Kind() == ops.KindInt, a.size()
	if l.avx512 {
		p := pair{asm.VPCMPUD, asm.VPCMPUQ}
		if signed {
			p = pair{asm.VPCMPD, asm.VPCMPQ}
		}
		how := map[ops.Op]int64{ops.CmpEQ: 0, ops.CmpLT: 1, ops.CmpLE: 2, ops.CmpNE: 4}[op]
		if size == 8 {
			return l.kmask(p[1], l.f(u), l.f(v), imm(how))
		}
		return l.kmask(p[0], l.f(u), l.f(v), imm(how))
	}
	switch op {
	case ops.CmpLT:
		return l.greater(signed, v, u, size)
	case ops.CmpLE:
		return l.notMask(l.greater(signed, u, v, size))
	}
	eq := l.sized(pair{asm.VPCMPEQD, asm.VPCMPEQQ}, size, u, v)
	if op == ops.CmpNE {
		return l.notMask(eq)
	}
	return eq
}
