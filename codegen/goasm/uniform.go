package goasm

import (
	"math/bits"

	"weft/codegen/goasm/asm"
	"weft/ops"
)

// Single integers and bools are in general registers, widened to 64 bits as their type says.

// canonGP widens the low bits again.
func (l *lowering) canonGP(dt ops.DType, r reg) reg {
	switch dt {
	case ops.Int8:
		return l.g(asm.MOVBQSX, g4(r))
	case ops.Int16:
		return l.g(asm.MOVWQSX, g4(r))
	case ops.Int32:
		return l.g(asm.MOVLQSX, g4(r))
	case ops.Uint8, ops.Bool:
		return l.g4(asm.MOVBLZX, g4(r))
	case ops.Uint16, ops.Float16, ops.BFloat16:
		return l.g4(asm.MOVWLZX, g4(r))
	case ops.Uint32:
		return l.g4(asm.MOVL, g4(r))
	}
	return r
}

// g4 makes a general register by its lower half.
func (l *lowering) g4(op asm.Op, args ...arg) reg {
	r := l.fresh(gp)
	l.writeTo(op, g4(r), args...)
	return r
}

// flag is a condition as 0 or 1.
func (l *lowering) flag(op asm.Op) reg {
	r := l.g4(op)
	return l.g4(asm.MOVBLZX, g4(r))
}

func (l *lowering) unaryGP(op ops.Op, a val) reg {
	r := l.copyOf(l.gp(a))
	switch op {
	case ops.Neg:
		l.update(asm.NEGQ, g8(r))
	case ops.Not:
		if a.d == ops.Bool {
			l.update(asm.XORQ, g8(r), imm(1))
			return r
		}
		l.update(asm.NOTQ, g8(r))
	case ops.Abs:
		if a.d.Kind() != ops.KindInt {
			return r
		}
		from := l.gp(a)
		l.update(asm.NEGQ, g8(r))
		l.update(asm.CMOVQMI, g8(r), g8(from))
	case ops.Floor, ops.Ceil, ops.Trunc, ops.Round:
		return r
	default:
		fail("no primitive %v on %v", op, a.d)
	}
	return l.canonGP(a.d, r)
}

// plainGP are the operations that one instruction does.
var plainGP = map[ops.Op]asm.Op{
	ops.Add: asm.ADDQ, ops.Sub: asm.SUBQ, ops.And: asm.ANDQ, ops.Or: asm.ORQ, ops.Xor: asm.XORQ, ops.Mul: asm.IMULQ,
}

func (l *lowering) binaryGP(op ops.Op, a, b val) reg {
	if m, ok := plainGP[op]; ok {
		if a.d == ops.Bool && (op == ops.Add || op == ops.Sub || op == ops.Mul) {
			fail("no primitive %v on bool", op)
		}
		u, last := l.gp(a), l.operand(b)
		if op == ops.Mul && last.kind == isImm {
			return l.canonGP(a.d, l.g(asm.IMUL3Q, g8(u), last))
		}
		r := l.copyOf(u)
		l.update(m, g8(r), last)
		return l.canonGP(a.d, r)
	}
	switch op {
	case ops.Max, ops.Min:
		return l.pickGP(op, a, b)
	case ops.Div, ops.Mod:
		return l.canonGP(a.d, l.divideGP(op, a, b))
	case ops.Shl, ops.Shr:
		return l.canonGP(a.d, l.shiftGP(op, a, b))
	}
	fail("no primitive %v on %v", op, a.d)
	return noReg
}

// The conditions of comparisons, signed and for uint64.
var (
	setOps = map[ops.Op][2]asm.Op{
		ops.CmpLT: {asm.SETLT, asm.SETCS}, ops.CmpLE: {asm.SETLE, asm.SETLS},
		ops.CmpEQ: {asm.SETEQ, asm.SETEQ}, ops.CmpNE: {asm.SETNE, asm.SETNE},
	}
	moveOps = map[ops.Op][2]asm.Op{ops.Max: {asm.CMOVQLT, asm.CMOVQCS}, ops.Min: {asm.CMOVQGT, asm.CMOVQHI}}
)

func signedness(dt ops.DType) int {
	if dt == ops.Uint64 {
		return 1
	}
	return 0
}

func (l *lowering) compareGP(op ops.Op, a, b val) reg {
	u, v := l.gp(a), l.operand(b)
	l.effect(asm.CMPQ, g8(u), v)
	return l.flag(setOps[op][signedness(a.d)])
}

func (l *lowering) pickGP(op ops.Op, a, b val) reg {
	r, v := l.copyOf(l.gp(a)), l.gp(b)
	l.effect(asm.CMPQ, g8(r), g8(v))
	l.update(moveOps[op][signedness(a.d)], g8(r), g8(v))
	return r
}

// shiftGP gives 0 for counts outside the width, or the sign for an arithmetic shift to the right.
func (l *lowering) shiftGP(op ops.Op, a, b val) reg {
	width := int64(8 * a.d.Size())
	r, n := l.gp(a), l.gp(b)
	signed := op == ops.Shr && a.d.Kind() == ops.KindInt
	out := l.fresh(gp)
	if signed {
		most := l.number(width - 1)
		n = l.copyOf(n)
		l.effect(asm.CMPQ, g8(n), imm(width-1))
		l.update(asm.CMOVQHI, g8(n), g8(most))
		l.write(asm.SARXQ, g8(out), g8(r), g8(n))
		return out
	}
	m := asm.SHLXQ
	if op == ops.Shr {
		m = asm.SHRXQ
	}
	zero := l.number(0)
	l.write(m, g8(out), g8(r), g8(n))
	l.effect(asm.CMPQ, g8(n), imm(width))
	l.update(asm.CMOVQCC, g8(out), g8(zero))
	return out
}

// divideGP is truncating division or its remainder; by zero it gives 0, the smallest value by -1 wraps.
func (l *lowering) divideGP(op ops.Op, a, b val) reg {
	signed := a.d.Kind() == ops.KindInt
	if b.known != nil {
		switch by := gpBits(b); {
		case by > 0 && a.below > 0:
			return l.divideDown(l.gp(a), by, op == ops.Mod, a.below <= 1<<32)
		case by != 0 && by != -1:
			return l.quotientGP(op, signed, l.gp(a), l.gp(b))
		}
	}
	u, v := l.gp(a), l.gp(b)
	done, out := l.newLabel(), l.fresh(gp)
	l.move(out, l.number(0))
	l.effect(asm.TESTQ, g8(v), g8(v))
	l.effect(asm.JEQ, label(done))
	if signed {
		rest := l.newLabel()
		l.effect(asm.CMPQ, g8(v), imm(-1))
		l.effect(asm.JNE, label(rest))
		if op == ops.Div {
			l.move(out, u)
			l.update(asm.NEGQ, g8(out))
		}
		l.effect(asm.JMP, label(done))
		l.bind(rest)
	}
	l.move(out, l.quotientGP(op, signed, u, v))
	l.bind(done)
	return out
}

func (l *lowering) quotientGP(op ops.Op, signed bool, u, v reg) reg {
	m := asm.DIVQ
	if signed {
		m = asm.IDIVQ
	}
	return l.divideBy(m, op == ops.Mod, u, v)
}

func (l *lowering) divideBy(m asm.Op, rest bool, u, v reg) reg {
	out := l.fresh(gp)
	in := &inst{do: divide, op: m, n: 3, rest: rest, mask: noReg}
	in.args = [4]arg{g8(out), g8(u), g8(v)}
	l.at.add(in)
	return out
}

// divideDown divides a number that is not negative and below 2^32 if short, by a constant.
func (l *lowering) divideDown(u reg, by int64, rest, short bool) reg {
	if by&(by-1) == 0 {
		r := l.copyOf(u)
		switch {
		case rest && by-1 == int64(int32(by-1)):
			l.update(asm.ANDQ, g8(r), imm(by-1))
		case rest:
			l.update(asm.ANDQ, g8(r), g8(l.number(by-1)))
		case by > 1:
			l.update(asm.SHRQ, g8(r), imm(int64(bits.TrailingZeros64(uint64(by)))))
		}
		return r
	}
	m := asm.DIVQ
	if short && by < 1<<32 {
		m = asm.DIVL
	}
	return l.divideBy(m, rest, u, l.number(by))
}

// castGP converts between what lives in general registers.
func (l *lowering) castGP(a val, to ops.DType) val {
	if to == ops.Bool {
		r := l.gp(a)
		l.effect(asm.TESTQ, g8(r), g8(r))
		return single(to, false, l.flag(asm.SETNE))
	}
	return single(to, false, l.canonGP(to, l.gp(a)))
}
