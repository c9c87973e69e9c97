package goasm

import (
	"math"

	"weft/codegen/goasm/asm"
	"weft/ops"
)

// pair is an instruction on float32 and on float64.
type pair [2]asm.Op

func (p pair) of(dt ops.DType) asm.Op {
	if dt == ops.Float64 {
		return p[1]
	}
	return p[0]
}

var realOps = map[ops.Op]pair{
	ops.Add: {asm.VADDPS, asm.VADDPD}, ops.Sub: {asm.VSUBPS, asm.VSUBPD},
	ops.Mul: {asm.VMULPS, asm.VMULPD}, ops.Div: {asm.VDIVPS, asm.VDIVPD},
}

var (
	maxOps     = pair{asm.VMAXPS, asm.VMAXPD}
	minOps     = pair{asm.VMINPS, asm.VMINPD}
	rangeOps   = pair{asm.VRANGEPS, asm.VRANGEPD}
	sqrtOps    = pair{asm.VSQRTPS, asm.VSQRTPD}
	roundOps   = pair{asm.VROUNDPS, asm.VROUNDPD}
	scaleOps   = pair{asm.VRNDSCALEPS, asm.VRNDSCALEPD}
	compareOps = pair{asm.VCMPPS, asm.VCMPPD}
	andOps     = pair{asm.VANDPS, asm.VANDPD}
	orOps      = pair{asm.VORPS, asm.VORPD}
	xorOps     = pair{asm.VXORPS, asm.VXORPD}
)

// The rounding operands: to nearest even, down, up, toward zero; with 8 nothing is signalled.
var roundings = map[ops.Op]int64{ops.Round: 8, ops.Floor: 9, ops.Ceil: 10, ops.Trunc: 11}

func (l *lowering) unaryReal(op ops.Op, dt ops.DType, a reg) reg {
	switch op {
	case ops.Neg:
		return l.v2(xorOps.of(dt), a, l.float(dt, math.Copysign(0, -1)))
	case ops.Abs:
		if dt == ops.Float64 {
			return l.v2(asm.VANDPD, a, l.i64(math.MaxInt64))
		}
		return l.v2(asm.VANDPS, a, l.i32(math.MaxInt32))
	case ops.Sqrt:
		return l.v1(sqrtOps.of(dt), a)
	case ops.Floor, ops.Ceil, ops.Trunc, ops.Round:
		return l.round(dt, a, roundings[op])
	}
	fail("no primitive %v on %v", op, dt)
	return noReg
}

func (l *lowering) round(dt ops.DType, a reg, how int64) reg {
	if l.avx512 {
		return l.v(scaleOps.of(dt), l.f(a), imm(how))
	}
	return l.v(roundOps.of(dt), l.f(a), imm(how))
}

// float is a constant.
func (l *lowering) float(dt ops.DType, f float64) reg {
	if dt == ops.Float64 {
		return l.f64(f)
	}
	return l.f32(float32(f))
}

func (l *lowering) binaryReal(op ops.Op, a, b val, i int) reg {
	if p, ok := realOps[op]; ok {
		return l.v2(p.of(a.d), l.part(a, i), l.part(b, i))
	}
	if op != ops.Max && op != ops.Min {
		fail("no primitive %v on floats", op)
	}
	switch {
	case b.known != nil:
		return l.extremeConst(op, a.d, l.part(a, i), b.known.Float(), l.part(b, i))
	case a.known != nil:
		return l.extremeConst(op, a.d, l.part(b, i), a.known.Float(), l.part(a, i))
	}
	return l.extreme(op, a.d, l.part(a, i), l.part(b, i))
}

// The comparisons of floats: none of them signals.
const (
	equal, unordered, unequal     = 0, 3, 4
	less, lessEqual, greaterEqual = 0x11, 0x12, 0x1d
	notGreater                    = 0x1a
	ordered                       = 7
)

// cmp compares floats to a mask.
func (l *lowering) cmp(dt ops.DType, a, b reg, how int64) reg {
	if l.avx512 {
		return l.kmask(compareOps.of(dt), l.f(a), l.f(b), imm(how))
	}
	return l.v(compareOps.of(dt), l.f(a), l.f(b), imm(how))
}

func (l *lowering) compareReal(op ops.Op, dt ops.DType, a, b reg) reg {
	how := map[ops.Op]int64{ops.CmpLT: less, ops.CmpLE: lessEqual, ops.CmpEQ: equal, ops.CmpNE: unequal}[op]
	return l.cmp(dt, a, b, how)
}

// extreme is the larger or smaller of two floats: NaN if either is NaN, and +0 above -0. The machine answers with the second
// operand where two are unordered or equal. AVX-512 has an instruction that knows -0 from +0; without it both orders are
// asked, whose answers differ for zeros of both signs only, where and, or or picks the right one.
func (l *lowering) extreme(op ops.Op, dt ops.DType, a, b reg) reg {
	size := dt.Size()
	nan := l.cmp(dt, a, b, unordered)
	var best reg
	if l.avx512 {
		how := int64(4)
		if op == ops.Max {
			how = 5
		}
		best = l.v(rangeOps.of(dt), l.f(a), l.f(b), imm(how))
	} else {
		pick, both := maxOps, andOps
		if op == ops.Min {
			pick, both = minOps, orOps
		}
		best = l.v2(both.of(dt), l.v2(pick.of(dt), a, b), l.v2(pick.of(dt), b, a))
	}
	return l.blend(nan, l.float(dt, math.NaN()), best, size)
}

// extremeConst is extreme with a constant. That goes first, so that the machine answers with a where that is NaN. A zero
// whose sign must win over a's is put in once more.
func (l *lowering) extremeConst(op ops.Op, dt ops.DType, a reg, f float64, c reg) reg {
	if f != f {
		return l.float(dt, math.NaN())
	}
	pick := maxOps
	if op == ops.Min {
		pick = minOps
	}
	best := l.v2(pick.of(dt), c, a)
	switch {
	case f == 0 && op == ops.Max && !math.Signbit(f):
		return l.v2(realOps[ops.Add].of(dt), best, c)
	case f == 0 && op == ops.Min && math.Signbit(f):
		zero := l.cmp(dt, best, l.float(dt, 0), equal)
		return l.blend(zero, c, best, dt.Size())
	}
	return best
}
