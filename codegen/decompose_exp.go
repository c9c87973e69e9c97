package codegen

import "math"

// expParts reduces x = n*log(2) + r, |r| <= log(2)/2. x is clamped to where the result is neither 0 nor infinity beyond doubt.
func (m *maths) expParts(x ex) (n, r ex) {
	n = m.roundedTimes(x, m.part(log2eParts, 0))
	minus := m.neg(n)
	return n, m.fma(minus, m.part(ln2Parts, 1), m.fma(minus, m.part(ln2Parts, 0), x)) // the inner fma is exact
}

// expRange is where e^x is between less than half the smallest denormal and infinity.
func (m *maths) expRange() (lo, hi float64) {
	if m.class == single {
		return -104, 89
	}
	return -746, 710
}

// exp is e^x.
func (m *maths) exp(x ex) ex { return m.expTimes(x, 0) }

// expTimes is e^x * 2^k rounded once.
func (m *maths) expTimes(x ex, k float64) ex {
	lo, hi := m.expRange()
	n, r := m.expParts(m.clamp(x, lo-k, hi-k))
	if k != 0 {
		n = m.add(n, m.num(k))
	}
	one := m.num(1)
	return m.scale(m.fma(m.fma(m.poly(r, expTail), r, one), r, one), n)
}

// exp2 is 2^x: the reduction is exact.
func (m *maths) exp2(x ex) ex { return m.exp2Ext(m.clampExp2(x), nil) }

func (m *maths) clampExp2(x ex) ex {
	if m.class == single {
		return m.clamp(x, -151, 129)
	}
	return m.clamp(x, -1076, 1025)
}

// exp2Ext is 2^(x+more), for a clamped x and a small more, nil for 0.
func (m *maths) exp2Ext(x, more ex) ex {
	n := m.round(x)
	r := m.sub(x, n)
	if more != nil {
		r = m.add(r, more)
	}
	return m.scale(m.fma(r, m.poly(r, exp2Tail), m.num(1)), n)
}

// expm1 is e^x-1 = 2^n*(e^r-1) + (2^n-1), halved on the way so that 2^n never overflows before the sum does.
func (m *maths) expm1(x ex) ex {
	_, hi := m.expRange()
	n, r := m.expParts(m.clamp(x, -math.Ln2*float64(m.mant+3), hi))
	p := m.fma(m.mul(r, r), m.poly(r, expTail), r)
	s := m.pow2(m.sub(n, m.num(1)))
	y := m.fma(s, p, m.sub(s, m.num(0.5)))
	return m.where(m.eq(x, m.num(0)), x, m.add(y, y)) // keeps -0
}
