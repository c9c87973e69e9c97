package goasm

import (
	"weft/codegen/goasm/asm"
	"weft/ops"
)

// divide is truncating division of integers in vector lanes, or its remainder. Division by zero gives 0, and the smallest
// value by -1 wraps. By other numbers than constants up to 32 bits are divided as floats of more than twice the bits: a
// quotient that is no integer is further from the next one than rounding can take it. 64 bits are divided one lane after
// the other.
func (l *lowering) divide(op ops.Op, a, b val) val {
	if v, ok := l.divideKnown(op, a, b); ok {
		return v
	}
	if a.size() == 8 {
		return l.divideLanes(op, a, b)
	}
	q := l.quotient(a, b)
	if op == ops.Mod {
		q = l.sub(l.part(a, 0), l.mul(q, l.part(b, 0), 4), 4)
	}
	if b.known == nil || laneZero(*b.known) {
		q = l.blend(l.truth(l.part(b, 0), 4), q, l.zero(), 4)
	}
	return single(a.d, a.vec, l.canon(a.d, q))
}

func laneZero(v ops.Value) bool {
	bits, _ := laneBits(v)
	return bits == 0
}

// quotient is what division gives, anything for a divisor of 0.
func (l *lowering) quotient(a, b val) reg {
	if a.d.Size() < 4 {
		u, v := l.floatOf(a, ops.Float32), l.floatOf(b, ops.Float32)
		return l.v1(asm.VCVTTPS2DQ, l.v2(asm.VDIVPS, u.r[0], v.r[0]))
	}
	u, v := l.floatOf(a, ops.Float64), l.floatOf(b, ops.Float64)
	out := each(ops.Float64, a.vec, func(i int) reg { return l.v2(asm.VDIVPD, u.r[i], v.r[i]) })
	switch {
	case a.d != ops.Uint32:
		return l.shorten(out, ops.Int32, asm.VCVTTPD2DQ, asm.VCVTTPD2DQY).r[0]
	case l.avx512:
		return l.shorten(out, ops.Uint32, asm.VCVTTPD2UDQ, asm.VCVTTPD2UDQY).r[0]
	}
	return l.saturateReal(out, ops.Uint32).r[0]
}

// divideLanes divides 64 bits lane by lane.
func (l *lowering) divideLanes(op ops.Op, a, b val) val {
	from, to, by := l.spill(a), l.frame(a.parts()), nowhere()
	if b.known == nil {
		by = l.spill(b)
	}
	for i := range l.prog.VL {
		u, v := single(a.d, false, l.g(asm.MOVQ, at(from.plus(int64(8*i))))), b
		v.vec = false
		if b.known == nil {
			v = single(a.d, false, l.g(asm.MOVQ, at(by.plus(int64(8*i)))))
		}
		q := l.divideGP(op, u, v)
		l.effect(asm.MOVQ, at(to.plus(int64(8*i))), g8(q))
	}
	return l.unspill(a.d, a.vec, to)
}
