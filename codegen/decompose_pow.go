package codegen

import (
	"math"
	bits64 "math/bits"

	"weft/ops"
	"weft/schedule"
)

// pow is |x|^y by exp2(y log2|x|), with the signs and ends that C99 asks for.
func (m *maths) pow(x, y ex) ex {
	zero, one, inf := m.num(0), m.num(1), m.inf()
	a := m.abs(x)
	p := m.powPositive(a, y)
	// Zero and infinity to a power are infinity or zero.
	edge := m.or(m.eq(a, zero), m.eq(a, inf))
	toInf := m.eq(m.eq(a, zero), m.lt(y, zero))
	p = m.where(edge, m.where(toInf, inf, zero), p)
	whole := m.eq(y, m.trunc(y))
	half := m.mul(y, m.num(0.5))
	odd := m.and(whole, m.ne(half, m.trunc(half)))
	p = m.where(m.and(m.lt(x, zero), m.and(m.not(whole), m.lt(a, inf))), m.nan(), p)
	p = m.where(m.and(odd, m.negative(x)), m.neg(p), p)
	p = m.where(m.or(m.ne(x, x), m.ne(y, y)), m.nan(), p)
	return m.where(m.or(m.eq(y, zero), m.eq(x, one)), one, p)
}

// powConst is a power that has a form of its own which is no less exact, nil if it has none.
func (m *maths) powConst(x ex, y float64) ex {
	switch y {
	case 0:
		return m.num(1)
	case 1:
		return x
	case 2:
		return m.mul(x, x)
	case -1:
		return m.div(m.num(1), x)
	case 0.5: // +0 for -0, and infinity for its negative
		return m.where(m.eq(x, m.num(math.Inf(-1))), m.inf(), m.add(m.sqrt(x), m.num(0)))
	}
	return nil
}

// powPositive is a^y for a finite a > 0; what comes out for others is replaced.
func (m *maths) powPositive(a, y ex) ex {
	if m.class == middle {
		return m.exp2(m.mul(m.clampPower(y), m.log2Plain(a)))
	}
	hi, lo := m.log2Ext(a)
	y = m.clampPower(y)
	p, e := m.twoProd(y, hi)
	e = m.fma(y, lo, e)
	c := m.clampExp2(p)
	return m.exp2Ext(c, m.where(m.eq(c, p), e, m.num(0)))
}

// clampPower keeps y where products with a logarithm stay finite; beyond, every base but 1 gives 0 or infinity.
func (m *maths) clampPower(y ex) ex { return m.clamp(y, -0x1p80, 0x1p80) }

// log2Plain is the logarithm to base 2 to about 45 bits, for float32 powers.
func (m *maths) log2Plain(a ex) ex {
	k, f := m.split(a)
	return m.fma(m.logSum(m.num(0), m.sub(f, m.num(1)), m.num(0)), m.part(log2eParts, 0), k)
}

// log2Ext is the logarithm to base 2 as a sum of two numbers, good to about 65 bits: the first terms of the series of atanh
// in s = f/(2+f) are kept in two numbers each.
func (m *maths) log2Ext(a ex) (hi, lo ex) {
	k, g := m.split(a)
	f := m.sub(g, m.num(1))
	t, tLow := m.fastTwoSum(m.num(2), f)
	s := m.div(f, t)
	minus := m.neg(s)
	sLow := m.div(m.fma(minus, tLow, m.fma(minus, t, f)), t)
	z, zLow := m.twoProd(s, s)
	zLow = m.fma(m.add(s, s), sLow, zLow)
	// q = 2/3 + z*(2/5 + ...)
	rest := m.mul(z, m.poly(z, logTail5))
	q, qLow := m.fastTwoSum(m.part(twoThirdsParts, 0), rest)
	qLow = m.add(qLow, m.part(twoThirdsParts, 1))
	// log(g) = 2s + s*z*q
	c, cLow := m.mulExt(s, sLow, z, zLow)
	c, cLow = m.mulExt(c, cLow, q, qLow)
	l, lLow := m.fastTwoSum(m.add(s, s), c)
	lLow = m.add(lLow, m.add(m.add(sLow, sLow), cLow))
	l, lLow = m.mulExt(l, lLow, m.part(log2eParts, 0), m.part(log2eParts, 1))
	hi, e := m.fastTwoSum(k, l)
	return m.fastTwoSum(hi, m.add(e, lLow))
}

// mulExt multiplies sums of two numbers.
func (m *maths) mulExt(x, xLow, y, yLow ex) (p, e ex) {
	p, e = m.twoProd(x, y)
	return p, m.fma(x, yLow, m.fma(xLow, y, e))
}

// intPow is x^y in wrapping integers by squaring; negative powers are 0 but of 1 and -1, as PyTorch has it.
func intPow(b *schedule.Builder, d ops.DType, x, y ex) ex {
	num := func(i int64) ex { return b.Const(ops.IntValue(d, i)) }
	cmp := func(op ops.Op, p, q ex) ex { return b.ALU(op, ops.Bool, p, q) }
	where := func(c, p, q ex) ex { return b.ALU(ops.Where, d, c, p, q) }
	bit := func(i int) ex {
		return cmp(ops.CmpNE, b.ALU(ops.And, d, y, b.Const(ops.Value{DType: d, Bits: 1 << i})), num(0))
	}
	bits := 8 * d.Size()
	if !d.IsUnsigned() {
		bits--
	}
	if y.Code == schedule.Const && y.Val.Int() >= 0 {
		bits = bits64.Len64(y.Val.Bits)
	}
	result, square := num(1), x
	for i := range bits {
		result = where(bit(i), b.ALU(ops.Mul, d, result, square), result)
		square = b.ALU(ops.Mul, d, square, square)
	}
	if d.IsUnsigned() {
		return result
	}
	odd := where(bit(0), num(-1), num(1))
	negative := where(cmp(ops.CmpEQ, x, num(1)), num(1), where(cmp(ops.CmpEQ, x, num(-1)), odd, num(0)))
	return where(cmp(ops.CmpLT, y, num(0)), negative, result)
}
