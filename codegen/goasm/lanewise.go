package goasm

import (
	"math"

	"weft/codegen/goasm/asm"
	"weft/ops"
)

// What the machine cannot do to vectors is done lane by lane through the frame.

// frame reserves room for so many vector registers, in whole cache lines.
func (l *lowering) frame(n int) place {
	p := nowhere()
	l.lines += int32(n)
	l.most = max(l.most, l.lines)
	p.slot = l.lines
	return p
}

// spill writes a value's registers to the frame.
func (l *lowering) spill(v val) place {
	p := l.frame(v.parts())
	for i := range v.parts() {
		l.effect(asm.VMOVUPS, at(p.plus(int64(i)*int64(l.full))), l.f(l.part(v, i)))
	}
	return p
}

// unspill reads a value back.
func (l *lowering) unspill(dt ops.DType, vec bool, p place) val {
	return each(dt, vec, func(i int) reg { return l.v(asm.VMOVUPS, at(p.plus(int64(i)*int64(l.full)))) })
}

// lanewise converts a value lane by lane. Lanes of 4 bytes are stored side by side.
func (l *lowering) lanewise(a val, to ops.DType, one func(from, to place, dt ops.DType)) val {
	out := single(to, a.vec, noReg)
	from, p, n := l.spill(a), l.frame(max(a.parts(), out.parts())), l.prog.VL
	if !a.vec {
		n = 1
	}
	for i := range n {
		one(from.plus(int64(i*a.size())), p.plus(int64(i*out.size())), to)
	}
	switch {
	case a.vec:
		return l.unspill(to, true, p)
	case out.size() == 8:
		return single(to, false, l.v(asm.VBROADCASTSD, at(p)))
	}
	return single(to, false, l.v(asm.VBROADCASTSS, at(p)))
}

// floatLane makes a float of an integer of 8 bytes. One that is beyond an int64 is halved, with the bit that falls off kept
// for the rounding, and doubled again.
func (l *lowering) floatLane(from, to place, unsigned bool, dt ops.DType) {
	conv, add, store := asm.VCVTSI2SSQ, asm.VADDSS, asm.VMOVSS
	if dt == ops.Float64 {
		conv, add, store = asm.VCVTSI2SDQ, asm.VADDSD, asm.VMOVSD
	}
	n := l.g(asm.MOVQ, at(from))
	zero := l.zero()
	if !unsigned {
		f := l.as(b16, conv, xmm(zero), g8(n))
		l.effect(store, at(to), xmm(f))
		return
	}
	big, done := l.newLabel(), l.newLabel()
	l.effect(asm.TESTQ, g8(n), g8(n))
	l.effect(asm.JMI, label(big))
	l.effect(store, at(to), xmm(l.as(b16, conv, xmm(zero), g8(n))))
	l.effect(asm.JMP, label(done))
	l.bind(big)
	h, low := l.copyOf(n), l.copyOf(n)
	l.update(asm.SHRQ, g8(h), imm(1))
	l.update(asm.ANDQ, g8(low), imm(1))
	l.update(asm.ORQ, g8(h), g8(low))
	f := l.as(b16, conv, xmm(zero), g8(h))
	l.effect(store, at(to), xmm(l.as(b16, add, xmm(f), xmm(f))))
	l.bind(done)
}

// wholeLane makes an integer of 8 bytes of a float64.
func (l *lowering) wholeLane(from, to place, dt ops.DType) {
	f := l.as(b16, asm.VMOVSD, at(from))
	if dt == ops.Uint64 {
		l.unsignedLane(f, to)
		return
	}
	r := l.g(asm.VCVTTSD2SIQ, xmm(f)) // the smallest one where it does not fit
	most, zero := l.number(math.MaxInt64), l.number(0)
	l.effect(asm.VUCOMISD, xmm(f), xmm(l.f64(1<<63)))
	l.update(asm.CMOVQCC, g8(r), g8(most)) // not below
	l.effect(asm.VUCOMISD, xmm(f), xmm(f))
	l.update(asm.CMOVQPS, g8(r), g8(zero))
	l.effect(asm.MOVQ, at(to), g8(r))
}

// unsignedLane converts what an int64 has no room for 2^63 lower.
func (l *lowering) unsignedLane(f reg, to place) {
	r := l.g(asm.VCVTTSD2SIQ, xmm(f))
	high := l.g(asm.VCVTTSD2SIQ, xmm(l.as(b16, asm.VSUBSD, xmm(f), xmm(l.f64(1<<63)))))
	turned := l.number(math.MinInt64)
	l.update(asm.XORQ, g8(turned), g8(high))
	most, zero := l.number(-1), l.number(0)
	l.effect(asm.VUCOMISD, xmm(f), xmm(l.f64(1<<63)))
	l.update(asm.CMOVQCC, g8(r), g8(turned))
	l.effect(asm.VUCOMISD, xmm(f), xmm(l.f64(1<<64)))
	l.update(asm.CMOVQCC, g8(r), g8(most))
	l.effect(asm.VUCOMISD, xmm(f), xmm(l.zero()))
	l.update(asm.CMOVQLS, g8(r), g8(zero)) // not above, or NaN
	l.effect(asm.MOVQ, at(to), g8(r))
}
