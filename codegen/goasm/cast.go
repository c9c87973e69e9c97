package goasm

import (
	"math"

	"weft/codegen/goasm/asm"
	"weft/ops"
)

// cast converts a value from one type to another as the primitives say. The 16-bit floats go by way of float32.
func (l *lowering) cast(a val, to ops.DType) val {
	switch {
	case a.d == to:
		return a
	case a.d.IsHalf():
		return l.cast(l.fromHalf(a), to)
	case to.IsHalf():
		return l.toHalf(l.cast(a, ops.Float32), to)
	case !a.vec && inGP(a.d) && inGP(to):
		return l.castGP(a, to)
	case !a.vec && inGP(a.d):
		return l.floatOf(l.spreadAs64(a), to)
	case to == ops.Bool:
		return l.castBool(a)
	case a.d.IsFloat() && to.IsFloat():
		return l.resize(a, to)
	case a.d.IsFloat():
		return l.saturate(a, to)
	case to.IsFloat():
		return l.floatOf(a, to)
	}
	return l.wrap(a, to)
}

// spreadAs64 is a single integer in vector lanes of 8 bytes.
func (l *lowering) spreadAs64(a val) val {
	d := ops.Int64
	if a.d == ops.Uint64 {
		d = ops.Uint64
	}
	return single(d, false, l.spread(l.gp(a), 8))
}

// castBool tests for not zero; NaN is true.
func (l *lowering) castBool(a val) val {
	test := func(i int) reg {
		if a.d.IsFloat() {
			return l.cmp(a.d, l.part(a, i), l.zero(), unequal)
		}
		return l.truth(l.part(a, i), a.size())
	}
	m := test(0)
	if a.parts() == 2 {
		m = l.joinMask(m, test(1))
	}
	if !a.vec {
		return single(ops.Bool, false, l.firstOf(m))
	}
	return single(ops.Bool, true, m)
}

// resize goes between float32 and float64.
func (l *lowering) resize(a val, to ops.DType) val {
	if to == ops.Float64 {
		return l.widen(a, to, func(h arg) reg { return l.v(asm.VCVTPS2PD, h) })
	}
	return l.shorten(a, to, asm.VCVTPD2PS, asm.VCVTPD2PSY)
}

// widen makes lanes of 8 bytes of those of 4, register by register; a single value is in all lanes anyway.
func (l *lowering) widen(a val, to ops.DType, f func(arg) reg) val {
	hs := l.halves(l.part(a, 0), a.vec)
	return each(to, a.vec, func(i int) reg { return f(hs[i]) })
}

// shorten makes lanes of 4 bytes of those of 8 with an instruction of a full register, named for 64 and 32 bytes.
func (l *lowering) shorten(a val, to ops.DType, z, y asm.Op) val {
	op := z
	if l.full == b32 {
		op = y
	}
	lo := l.as(l.full/2, op, l.f(l.part(a, 0)))
	if !a.vec {
		return single(to, false, l.v(asm.VBROADCASTSS, xmm(lo)))
	}
	return single(to, true, l.join(lo, l.as(l.full/2, op, l.f(l.part(a, 1)))))
}

// floatOf makes floats of integers in vector lanes.
func (l *lowering) floatOf(a val, to ops.DType) val {
	switch {
	case a.d == ops.Bool:
		return l.floatOf(single(ops.Int32, true, l.numbers(l.maskOf(a))), to)
	case a.size() == 8:
		return l.floatOf64(a, to)
	case a.d == ops.Uint32 && !l.avx512:
		return l.cast(l.floatOfUnsigned(a), to)
	case to == ops.Float64:
		op := asm.VCVTDQ2PD
		if a.d == ops.Uint32 {
			op = asm.VCVTUDQ2PD
		}
		return l.widen(a, to, func(h arg) reg { return l.v(op, h) })
	case a.d == ops.Uint32:
		return single(to, a.vec, l.v1(asm.VCVTUDQ2PS, l.part(a, 0)))
	}
	return single(to, a.vec, l.v1(asm.VCVTDQ2PS, l.part(a, 0)))
}

// floatOfUnsigned makes float64 of uint32: with the sign turned they are int32, 2^31 too small.
func (l *lowering) floatOfUnsigned(a val) val {
	turned := single(ops.Int32, a.vec, l.bits(ops.Xor, l.part(a, 0), l.i32(math.MinInt32)))
	w := l.floatOf(turned, ops.Float64)
	return each(ops.Float64, a.vec, func(i int) reg { return l.v2(asm.VADDPD, w.r[i], l.f64(1<<31)) })
}

func (l *lowering) floatOf64(a val, to ops.DType) val {
	unsigned := a.d == ops.Uint64
	if !l.avx512 {
		return l.lanewise(a, to, func(from, to place, dt ops.DType) { l.floatLane(from, to, unsigned, dt) })
	}
	if to == ops.Float32 {
		if unsigned {
			return l.shorten(a, to, asm.VCVTUQQ2PS, asm.VCVTUQQ2PSY)
		}
		return l.shorten(a, to, asm.VCVTQQ2PS, asm.VCVTQQ2PSY)
	}
	op := asm.VCVTQQ2PD
	if unsigned {
		op = asm.VCVTUQQ2PD
	}
	return each(to, a.vec, func(i int) reg { return l.v1(op, l.part(a, i)) })
}

// wrap keeps the low bits of integers in vector lanes, or widens them with their sign or with zeros.
func (l *lowering) wrap(a val, to ops.DType) val {
	switch {
	case a.d == ops.Bool:
		return l.wrap(single(ops.Uint8, true, l.numbers(l.maskOf(a))), to)
	case to.Size() == 8 && a.size() == 8:
		a.d = to
		return a
	case to.Size() == 8:
		op := asm.VPMOVZXDQ
		if a.d.Kind() == ops.KindInt {
			op = asm.VPMOVSXDQ
		}
		return l.widen(a, to, func(h arg) reg { return l.v(op, h) })
	case a.size() == 8:
		return single(to, true, l.canon(to, l.lowHalves(l.part(a, 0), l.part(a, 1))))
	}
	return single(to, true, l.canon(to, l.part(a, 0)))
}

// saturate makes integers of floats in vector lanes: truncated, with what does not fit at the nearer end, and NaN as 0. A
// single one ends in a general register.
func (l *lowering) saturate(a val, to ops.DType) val {
	var out val
	switch {
	case to.Size() == 8:
		out = l.saturate64(a, to)
	case a.d == ops.Float32 && to == ops.Uint32 && !l.avx512:
		return l.saturate(l.resize(a, ops.Float64), to)
	case a.d == ops.Float32:
		out = l.saturate32(a, to)
	default:
		out = l.saturateReal(a, to)
	}
	if !a.vec {
		out = single(to, false, l.extract(to, out.r[0]))
	}
	return out
}

// saturate32 converts float32. What does not fit into an int32 becomes the smallest one, of a uint32 the largest.
func (l *lowering) saturate32(a val, to ops.DType) val {
	r := l.part(a, 0)
	if to == ops.Uint32 {
		y := l.v1(asm.VCVTTPS2UDQ, r)
		return single(to, a.vec, l.blend(l.cmp(a.d, r, l.zero(), notGreater), l.zero(), y, 4))
	}
	y := l.v1(asm.VCVTTPS2DQ, r)
	y = l.blend(l.cmp(a.d, r, l.f32(1<<31), greaterEqual), l.i32(math.MaxInt32), y, 4)
	y = l.blend(l.cmp(a.d, r, r, unordered), l.zero(), y, 4)
	return single(to, a.vec, l.clamp(to, y))
}

// clamp brings int32 to the ends of a shorter type.
func (l *lowering) clamp(to ops.DType, r reg) reg {
	if to.Size() == 4 {
		return r
	}
	lo, hi := ops.IntRange(to)
	return l.v2(asm.VPMINSD, l.v2(asm.VPMAXSD, r, l.i32(lo)), l.i32(hi))
}

// saturateReal converts float64 to at most 32 bits, clamped before: the ends are float64.
func (l *lowering) saturateReal(a val, to ops.DType) val {
	lo, hi := ops.IntRange(to)
	shift := 0.0
	if to == ops.Uint32 {
		shift = 1 << 31
	}
	clamped := each(a.d, a.vec, func(i int) reg {
		r := l.part(a, i)
		r = l.blend(l.cmp(a.d, r, r, unordered), l.zero(), r, 8)
		r = l.v2(asm.VMINPD, l.v2(asm.VMAXPD, r, l.f64(float64(lo))), l.f64(float64(hi)))
		if shift != 0 {
			r = l.v2(asm.VSUBPD, l.round(a.d, r, roundings[ops.Trunc]), l.f64(shift))
		}
		return r
	})
	out := l.shorten(clamped, to, asm.VCVTTPD2DQ, asm.VCVTTPD2DQY)
	if shift != 0 {
		out = single(to, a.vec, l.bits(ops.Xor, out.r[0], l.i32(math.MinInt32)))
	}
	return out
}

func (l *lowering) saturate64(a val, to ops.DType) val {
	if a.d == ops.Float32 {
		a = l.resize(a, ops.Float64)
	}
	if !l.avx512 {
		return l.lanewise(a, to, l.wholeLane)
	}
	return each(to, a.vec, func(i int) reg {
		r := l.part(a, i)
		if to == ops.Uint64 {
			return l.blend(l.cmp(a.d, r, l.zero(), notGreater), l.zero(), l.v1(asm.VCVTTPD2UQQ, r), 8)
		}
		y := l.v1(asm.VCVTTPD2QQ, r)
		y = l.blend(l.cmp(a.d, r, l.f64(1<<63), greaterEqual), l.i64(math.MaxInt64), y, 8)
		return l.blend(l.cmp(a.d, r, r, unordered), l.zero(), y, 8)
	})
}

// bitcast reads the same bits as another type of the same size.
func (l *lowering) bitcast(a val, to ops.DType) val {
	from := a.d
	switch {
	case from == to:
		return a
	case !a.vec && inGP(from) && inGP(to):
		return single(to, false, l.canonGP(to, l.gp(a)))
	case !a.vec && inGP(from):
		return single(to, false, l.spread(l.gp(a), to.Size()))
	case !a.vec && inGP(to):
		return single(to, false, l.extract(to, l.part(a, 0)))
	}
	return each(to, a.vec, func(i int) reg { return l.canon(to, l.part(a, i)) })
}
