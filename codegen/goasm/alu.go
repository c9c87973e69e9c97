package goasm

import (
	"weft/codegen"
	"weft/codegen/goasm/asm"
	"weft/ops"
)

// alu lowers one of the primitive operations. It means the same here as in the interpreter, to the bit.
func (l *lowering) alu(in *codegen.Instr) val {
	if v, ok := l.narrowALU(in); ok {
		return v
	}
	a := l.wide(l.get(in.Args[0]))
	switch in.Op {
	case ops.Cast:
		return l.cast(a, in.DType)
	case ops.Bitcast:
		return l.bitcast(a, in.DType)
	case ops.Where:
		return l.where(a, l.wide(l.get(in.Args[1])), l.wide(l.get(in.Args[2])))
	}
	if len(in.Args) == 1 {
		return l.unary(in.Op, a)
	}
	return l.binary(in.Op, a, l.wide(l.get(in.Args[1])))
}

// unary is an operation on one operand.
func (l *lowering) unary(op ops.Op, a val) val {
	switch {
	case !a.vec && inGP(a.d):
		return single(a.d, false, l.unaryGP(op, a))
	case a.d == ops.Bool:
		if op != ops.Not {
			return a
		}
		return single(ops.Bool, true, l.notMask(l.maskOf(a)))
	}
	out := each(a.d, a.vec, func(i int) reg {
		if a.d.IsFloat() {
			return l.unaryReal(op, a.d, l.part(a, i))
		}
		return l.unaryWhole(op, a, l.part(a, i))
	})
	return out
}

// binary is an operation on two operands of one type.
func (l *lowering) binary(op ops.Op, a, b val) val {
	compares := op == ops.CmpLT || op == ops.CmpLE || op == ops.CmpEQ || op == ops.CmpNE
	switch {
	case !a.vec && inGP(a.d):
		if compares {
			return single(ops.Bool, false, l.compareGP(op, a, b))
		}
		return single(a.d, false, l.binaryGP(op, a, b))
	case a.d == ops.Bool:
		return single(ops.Bool, true, l.binaryMask(op, l.maskOf(a), l.maskOf(b)))
	case compares:
		return l.compare(op, a, b)
	case a.d.IsFloat():
		return each(a.d, a.vec, func(i int) reg { return l.binaryReal(op, a, b, i) })
	case op == ops.Div || op == ops.Mod:
		return l.divide(op, a, b)
	}
	if v, ok := l.rotated(op, a, b); ok {
		return v
	}
	v := each(a.d, a.vec, func(i int) reg { return l.binaryWhole(op, a, b, i) }).narrowAs(a)
	v.shift = shiftOf(op, a, b)
	return v
}

// narrowAs is v kept as a is.
func (v val) narrowAs(a val) val {
	v.narrow = a.narrow
	return v
}

// compare is a vector of bools, or a single one.
func (l *lowering) compare(op ops.Op, a, b val) val {
	m := l.comparePart(op, a, b, 0)
	if a.parts() == 2 {
		m = l.joinMask(m, l.comparePart(op, a, b, 1))
	}
	if a.vec {
		return single(ops.Bool, true, m)
	}
	return single(ops.Bool, false, l.firstOf(m))
}

func (l *lowering) comparePart(op ops.Op, a, b val, i int) reg {
	if a.d.IsFloat() {
		return l.compareReal(op, a.d, l.part(a, i), l.part(b, i))
	}
	return l.compareWhole(op, a, l.part(a, i), l.part(b, i))
}

// where picks lanes of a where c holds, else of b.
func (l *lowering) where(c, a, b val) val {
	switch {
	case !a.vec && inGP(a.d):
		r := l.copyOf(l.gp(b))
		then := l.gp(a)
		cond := l.gp(c)
		l.effect(asm.TESTQ, g8(cond), g8(cond))
		l.update(asm.CMOVQNE, g8(r), g8(then))
		return single(a.d, false, r)
	case a.d == ops.Bool:
		m := l.maskOf(c)
		return single(ops.Bool, true, l.orMask(l.andMask(m, l.maskOf(a)), l.andNot(m, l.maskOf(b))))
	}
	var m reg
	if c.vec {
		m = l.maskOf(c)
	} else {
		m = l.splatBool(l.gp(c))
	}
	out := each(a.d, a.vec, func(i int) reg { return l.blend(l.half(m, a, i), l.part(a, i), l.part(b, i), a.size()) })
	return out
}

// size is the bytes of a lane.
func (v val) size() int {
	if v.d.Size() == 8 && !v.narrow {
		return 8
	}
	return 4
}

// blend is a where the mask holds, else b.
func (l *lowering) blend(m, a, b reg, size int) reg {
	if !l.avx512 {
		return l.v(asm.VBLENDVPS, l.f(b), l.f(a), l.f(m))
	}
	op := asm.VPBLENDMD
	if size == 8 {
		op = asm.VPBLENDMQ
	}
	r := l.fresh(vec)
	l.write(op, l.f(r), l.f(b), l.f(a)).mask = m
	return r
}

// fma is a*b + c rounded once.
func (l *lowering) fma(a, b, c val) val {
	op := asm.VFMADD231PS
	if a.d == ops.Float64 {
		op = asm.VFMADD231PD
	}
	return each(a.d, a.vec, func(i int) reg {
		r := l.fresh(vec)
		in := l.next()
		in.do, in.op, in.n = fma, op, 4
		in.args = [4]arg{l.f(r), l.f(l.part(a, i)), l.f(l.part(b, i)), l.f(l.part(c, i))}
		l.at.add(in)
		return r
	})
}

// scale is a*2^b by AVX-512's instruction for it.
func (l *lowering) scale(a, b val) val {
	if !l.avx512 {
		fail("the machine does not scale by powers of two")
	}
	op := pair{asm.VSCALEFPS, asm.VSCALEFPD}.of(a.d)
	return each(a.d, a.vec, func(i int) reg { return l.v2(op, l.part(a, i), l.part(b, i)) })
}

// fold folds the lanes of a vector to one: lane i with lane i+n/2, then i+n/4, until one is left.
func (l *lowering) fold(op ops.Op, a val) val {
	if a.d == ops.Bool {
		return single(ops.Bool, false, l.foldMask(op, l.maskOf(a)))
	}
	a = l.wide(a)
	acc := single(a.d, false, l.part(a, 0))
	if a.parts() == 2 {
		acc = l.foldWith(op, a.d, acc.r[0], l.part(a, 1))
	}
	for lanes := int(l.full) / a.size() / 2; lanes > 0; lanes /= 2 {
		acc = l.foldWith(op, a.d, acc.r[0], l.swap(acc.r[0], lanes*a.size()))
	}
	if inGP(a.d) {
		return single(a.d, false, l.extract(a.d, acc.r[0]))
	}
	return acc
}

// foldWith combines two registers lane by lane, although they stand for a single value.
func (l *lowering) foldWith(op ops.Op, dt ops.DType, a, b reg) val {
	u, v := single(dt, false, a), single(dt, false, b)
	switch {
	case dt.IsFloat():
		return single(dt, false, l.binaryReal(op, u, v, 0))
	case op == ops.Div || op == ops.Mod:
		fail("lanes folded with %v", op)
	}
	return single(dt, false, l.binaryWhole(op, u, v, 0))
}

// swap exchanges neighbouring stretches of so many bytes.
func (l *lowering) swap(r reg, bytes int) reg {
	switch bytes {
	case 32:
		return l.v(asm.VSHUFF64X2, l.f(r), l.f(r), imm(0x4e))
	case 16:
		if l.full == b64 {
			return l.v(asm.VSHUFF64X2, l.f(r), l.f(r), imm(0xb1))
		}
		return l.v(asm.VPERM2F128, l.f(r), l.f(r), imm(1))
	case 8:
		return l.v(asm.VPSHUFD, l.f(r), imm(0x4e))
	}
	return l.v(asm.VPSHUFD, l.f(r), imm(0xb1))
}

// extract is lane 0 of integers in a general register.
func (l *lowering) extract(dt ops.DType, r reg) reg {
	if dt.Size() == 8 {
		return l.g(asm.VMOVQ, xmm(r))
	}
	out := l.fresh(gp)
	l.write(asm.VMOVD, g4(out), xmm(r))
	if dt.Kind() == ops.KindInt {
		return l.g(asm.MOVLQSX, g4(out))
	}
	return out
}
