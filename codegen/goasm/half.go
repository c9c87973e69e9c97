package goasm

import (
	"weft/codegen/goasm/asm"
	"weft/ops"
)

// fromHalf widens a 16-bit float exactly. A bfloat16 is the upper half of a float32.
func (l *lowering) fromHalf(a val) val {
	r := noReg
	if a.vec || a.known != nil {
		r = l.part(a, 0)
	} else {
		r = l.spread(l.gp(a), 4)
	}
	if a.d == ops.BFloat16 {
		return single(ops.Float32, a.vec, l.shiftBy(left, 4, r, 16))
	}
	packed := l.pack16(r)
	return single(ops.Float32, a.vec, l.v(asm.VCVTPH2PS, l.h(packed)))
}

// pack16 puts the lower halves of lanes side by side; they hold numbers without sign.
func (l *lowering) pack16(r reg) reg {
	if l.avx512 {
		return l.as(b32, asm.VPMOVDW, l.f(r))
	}
	return l.as(b16, asm.VPACKUSDW, xmm(r), xmm(l.upper(r)))
}

// toHalf rounds a float32 to a 16-bit float, to nearest even.
func (l *lowering) toHalf(a val, to ops.DType) val {
	r := l.part(a, 0)
	var out reg
	if to == ops.Float16 {
		out = l.v(asm.VPMOVZXWD, l.h(l.as(l.full/2, asm.VCVTPS2PH, l.f(r), imm(0))))
	} else {
		out = l.toBFloat(r)
	}
	if !a.vec {
		out = l.extract(to, out)
	}
	return single(to, a.vec, out)
}

// toBFloat rounds with integers: half of the last kept bit, less one if that bit is even, is added before the lower half is
// cut off. A NaN must not turn into an infinity so; it is cut off with a bit set that stays.
func (l *lowering) toBFloat(r reg) reg {
	kept := l.shiftBy(right, 4, r, 16)
	odd := l.bits(ops.And, kept, l.i32(1))
	rounded := l.shiftBy(right, 4, l.add(r, l.add(odd, l.i32(0x7fff), 4), 4), 16)
	quiet := l.bits(ops.Or, kept, l.i32(0x40))
	return l.blend(l.cmp(ops.Float32, r, r, unordered), quiet, rounded, 4)
}
