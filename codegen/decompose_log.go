package codegen

import "math"

// logParts is the part of log(1+f) that all logarithms share, for 1+f in sqrt(1/2)..sqrt(2): log(1+f) = f - h + s*(h+R), with
// h = f^2/2, s = f/(2+f) and R the tail of the series of atanh in s.
func (m *maths) logParts(f ex) (h, s, hr ex) {
	s = m.div(f, m.add(f, m.num(2)))
	z := m.mul(s, s)
	h = m.mul(m.mul(f, m.num(0.5)), f)
	return h, s, m.fma(z, m.poly(z, logTail), h)
}

// logSum is k*log(2) + log(1+f) + c.
func (m *maths) logSum(k, f, c ex) ex {
	h, s, hr := m.logParts(f)
	inner := m.fma(s, hr, m.fma(k, m.part(ln2Parts, 1), c))
	return m.fma(k, m.part(ln2Parts, 0), m.sub(f, m.sub(h, inner)))
}

// logEnds gives y the values of a logarithm outside 0..infinity: -infinity at 0, NaN below.
func (m *maths) logEnds(x, y ex) ex {
	y = m.where(m.lt(x, m.inf()), y, x)
	return m.where(m.lt(m.num(0), x), y, m.where(m.eq(x, m.num(0)), m.num(math.Inf(-1)), m.nan()))
}

// log is the natural logarithm.
func (m *maths) log(x ex) ex {
	k, f := m.split(x)
	return m.logEnds(x, m.logSum(k, m.sub(f, m.num(1)), m.num(0)))
}

// log2 keeps log(1+f) as a sum of two numbers until it has been multiplied by 1/log(2), since near 1 no error may be added.
func (m *maths) log2(x ex) ex {
	k, f := m.split(x)
	f = m.sub(f, m.num(1))
	h, s, hr := m.logParts(f)
	hi, lo := m.fastTwoSum(f, m.neg(h))
	lo = m.fma(s, hr, lo)
	c, cLow := m.part(log2eParts, 0), m.part(log2eParts, 1)
	p, e := m.twoProd(hi, c)
	low := m.fma(lo, c, m.fma(hi, cLow, e))
	w, rest := m.fastTwoSum(k, p)
	return m.logEnds(x, m.add(w, m.add(rest, low)))
}

// log1p is log(1+x): what 1+x loses by rounding is added as its share of the logarithm.
func (m *maths) log1p(x ex) ex {
	zero, one := m.num(0), m.num(1)
	u, lost := m.twoSum(one, x)
	k, f := m.splitNormal(u)
	near := m.eq(k, zero) // then x itself is f
	f = m.where(near, x, m.sub(f, one))
	c := m.where(near, zero, m.div(lost, u))
	y := m.logSum(k, f, c)
	y = m.where(m.eq(x, zero), x, y) // keeps -0
	y = m.where(m.lt(x, m.inf()), y, x)
	return m.where(m.lt(m.num(-1), x), y, m.where(m.eq(x, m.num(-1)), m.num(math.Inf(-1)), m.nan()))
}
