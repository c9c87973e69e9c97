package goasm

import (
	"weft/codegen/goasm/asm"
	"weft/ops"
)

// A vector of bools is a mask register with AVX-512, and lanes of 4 bytes that are all ones or zeros with AVX2. What
// belongs to 8-byte elements is made from it, and into it, here.

// half is the part of a mask that belongs to the i'th register of v.
func (l *lowering) half(m reg, v val, i int) reg {
	if !v.vec || v.parts() == 1 {
		return m
	}
	return l.halfMask(m, i)
}

// halfMask is the mask of the i'th register of 8-byte elements.
func (l *lowering) halfMask(m reg, i int) reg {
	switch {
	case l.avx512 && i == 0:
		return m
	case l.avx512:
		return l.kmask(asm.KSHIFTRW, kr(m), imm(8))
	case i == 1:
		m = l.as(b16, asm.VEXTRACTI128, l.f(m), imm(1))
	}
	return l.v(asm.VPMOVSXDQ, xmm(m))
}

// joinMask makes one mask of those of two registers of 8-byte elements.
func (l *lowering) joinMask(lo, hi reg) reg {
	if l.avx512 {
		return l.m2(asm.KUNPCKBW, hi, lo)
	}
	return l.v(asm.VPERMQ, l.f(l.v(asm.VSHUFPS, l.f(lo), l.f(hi), imm(0x88))), imm(0xd8))
}

// maskOps are the operations on masks, and the ones on lanes.
func (l *lowering) andMask(a, b reg) reg { return l.maskBits(asm.KANDW, asm.VPAND, a, b) }
func (l *lowering) orMask(a, b reg) reg  { return l.maskBits(asm.KORW, asm.VPOR, a, b) }
func (l *lowering) xorMask(a, b reg) reg { return l.maskBits(asm.KXORW, asm.VPXOR, a, b) }

// andNot is b where a does not hold.
func (l *lowering) andNot(a, b reg) reg { return l.maskBits(asm.KANDNW, asm.VPANDN, a, b) }

func (l *lowering) maskBits(mask, lanes asm.Op, a, b reg) reg {
	if l.avx512 {
		return l.m2(mask, a, b)
	}
	return l.v2(lanes, a, b)
}

func (l *lowering) notMask(m reg) reg {
	if l.avx512 {
		return l.m2(asm.KNOTW, m)
	}
	return l.v2(asm.VPXOR, m, l.minusOne())
}

func (l *lowering) binaryMask(op ops.Op, a, b reg) reg {
	switch op {
	case ops.And, ops.Min, ops.Mul:
		return l.andMask(a, b)
	case ops.Or, ops.Max:
		return l.orMask(a, b)
	case ops.Xor, ops.CmpNE:
		return l.xorMask(a, b)
	case ops.CmpEQ:
		return l.notMask(l.xorMask(a, b))
	case ops.CmpLT:
		return l.andNot(a, b)
	case ops.CmpLE:
		return l.notMask(l.andNot(b, a))
	}
	fail("no primitive %v on bool", op)
	return noReg
}

// bitsOf is a mask as bits of a general register, one a lane of 4 bytes.
func (l *lowering) bitsOf(m reg) reg {
	r := l.fresh(gp)
	if l.avx512 {
		l.write(asm.KMOVW, g4(r), kr(m))
	} else {
		l.write(asm.VMOVMSKPS, g4(r), l.f(m))
	}
	return r
}

// firstOf is a mask's lane 0 as 0 or 1.
func (l *lowering) firstOf(m reg) reg {
	r := l.bitsOf(m)
	l.update(asm.ANDQ, g8(r), imm(1))
	return r
}

// foldMask is whether any, or every, lane holds.
func (l *lowering) foldMask(op ops.Op, m reg) reg {
	r := l.bitsOf(m)
	switch op {
	case ops.Max, ops.Or:
		l.effect(asm.TESTQ, g8(r), g8(r))
		return l.flag(asm.SETNE)
	case ops.Min, ops.And, ops.Mul:
		l.effect(asm.CMPQ, g8(r), imm(1<<l.prog.VL-1))
		return l.flag(asm.SETEQ)
	}
	fail("bools folded with %v", op)
	return noReg
}

// jumpNone jumps to a label where no lane of a mask holds.
func (l *lowering) jumpNone(m reg, to int) {
	if l.avx512 {
		l.effect(asm.KORTESTW, kr(m), kr(m))
	} else {
		l.effect(asm.VPTEST, l.f(m), l.f(m))
	}
	l.effect(asm.JEQ, label(to))
}

// numbers are the lanes of a mask as integers 0 and 1.
func (l *lowering) numbers(m reg) reg {
	if !l.avx512 {
		return l.shiftBy(right, 4, m, 31)
	}
	r := l.fresh(vec)
	in := l.write(asm.VMOVDQA32, l.f(r), l.f(l.i32(1)))
	in.mask, in.zero = m, true
	return r
}

// truth is where lanes of integers are not zero.
func (l *lowering) truth(r reg, size int) reg {
	switch {
	case l.avx512 && size == 8:
		return l.kmask(asm.VPTESTMQ, l.f(r), l.f(r))
	case l.avx512:
		return l.kmask(asm.VPTESTMD, l.f(r), l.f(r))
	}
	return l.notMask(l.sized(pair{asm.VPCMPEQD, asm.VPCMPEQQ}, size, r, l.zero()))
}
