package goasm

import (
	"weft/codegen"
	"weft/codegen/goasm/asm"
	"weft/ops"
)

// Positions are int64, but vectors of them take twice the registers of the float32 they stand beside, and machines cannot
// divide them. So a vector of int64 that is known to lie in an int32 is kept as one; it means the same, and whoever does not
// know about it gets it widened.

// wide is a value in the type that the program gives it.
func (l *lowering) wide(v val) val {
	if !v.narrow {
		return v
	}
	out := v
	out.narrow = false
	if v.known != nil {
		return out
	}
	for i, h := range l.halves(v.r[0], true) {
		out.r[i] = l.v(asm.VPMOVSXDQ, h)
	}
	return out
}

// narrow is an int64 that fits, or an int32, as int32.
func (l *lowering) narrow(v val) val {
	if v.known != nil {
		c := ops.IntValue(ops.Int32, int64(v.known.Bits))
		return constant(c, true)
	}
	if v.d == ops.Int64 && !v.narrow {
		below := v.below
		v = single(ops.Int32, true, l.lowHalves(v.r[0], v.r[1]))
		v.below = below
	}
	v.d, v.narrow = ops.Int32, false
	return v
}

// narrowOps are the operations that are done on int32 where operands and result fit.
var narrowOps = map[ops.Op]bool{
	ops.Add: true, ops.Sub: true, ops.Mul: true, ops.Neg: true, ops.Max: true, ops.Min: true, ops.And: true,
	ops.Div: true, ops.Mod: true, ops.CmpLT: true, ops.CmpLE: true, ops.CmpEQ: true, ops.CmpNE: true,
}

// mayNarrow says whether a value can be made an int32 without loss.
func (l *lowering) mayNarrow(v codegen.Value) bool {
	d := l.get(v).d
	return d == ops.Int32 || d == ops.Int64 && l.fits(v)
}

// narrowALU does a vector operation on int64 with int32, if it can.
func (l *lowering) narrowALU(in *codegen.Instr) (val, bool) {
	if !in.Vec {
		return val{}, false
	}
	a := l.get(in.Args[0])
	switch {
	case in.Op == ops.Cast:
		return l.narrowCast(in, a)
	case in.Op == ops.Where && in.DType == ops.Int64 && l.mayNarrow(in.Args[1]) && l.mayNarrow(in.Args[2]):
		return l.asNarrow(l.where(a, l.narrow(l.get(in.Args[1])), l.narrow(l.get(in.Args[2])))), true
	case a.d != ops.Int64 || !narrowOps[in.Op] || in.DType == ops.Int64 && !l.fits(in.Out):
		return val{}, false
	}
	args := make([]val, len(in.Args))
	for n, x := range in.Args {
		if !l.mayNarrow(x) {
			return val{}, false
		}
		args[n] = l.narrow(l.get(x))
	}
	var out val
	if len(args) == 1 {
		out = l.unary(in.Op, args[0])
	} else {
		out = l.binary(in.Op, args[0], args[1])
	}
	return l.asNarrow(out), true
}

// asNarrow calls an int32 the int64 that it stands for.
func (l *lowering) asNarrow(v val) val {
	if v.d == ops.Int32 {
		v.d, v.narrow = ops.Int64, true
	}
	return v
}

// narrowCast makes an int64 of a smaller integer, or something else of an int64 that fits.
func (l *lowering) narrowCast(in *codegen.Instr, a val) (val, bool) {
	switch {
	case in.DType == ops.Int64 && !a.d.IsFloat() && a.d.Size() < 8 && l.fits(in.Out):
		return l.asNarrow(l.cast(a, ops.Int32)), true
	case a.d == ops.Int64 && l.mayNarrow(in.Args[0]) && in.DType != ops.Int64:
		return l.cast(l.narrow(a), in.DType), true
	}
	return val{}, false
}

// halves are the lower and, of a vector, the upper half of a register.
func (l *lowering) halves(r reg, both bool) []arg {
	lo := l.h(r)
	if !both {
		return []arg{lo}
	}
	return []arg{lo, l.h(l.upper(r))}
}

// upper is the upper half of a register in the lower half of another.
func (l *lowering) upper(r reg) reg {
	if l.full == b64 {
		return l.as(b32, asm.VEXTRACTI64X4, l.f(r), imm(1))
	}
	return l.as(b16, asm.VEXTRACTI128, l.f(r), imm(1))
}

// join puts the lower half of hi above that of lo.
func (l *lowering) join(lo, hi reg) reg {
	if l.full == b64 {
		return l.v(asm.VINSERTI64X4, l.f(lo), l.h(hi), imm(1))
	}
	return l.v(asm.VINSERTI128, l.f(lo), l.h(hi), imm(1))
}

// lowHalves keeps the lower half of every lane of 8 bytes.
func (l *lowering) lowHalves(lo, hi reg) reg {
	if l.avx512 {
		return l.join(l.as(b32, asm.VPMOVQD, l.f(lo)), l.as(b32, asm.VPMOVQD, l.f(hi)))
	}
	return l.v(asm.VPERMQ, l.f(l.v(asm.VSHUFPS, l.f(lo), l.f(hi), imm(0x88))), imm(0xd8))
}
