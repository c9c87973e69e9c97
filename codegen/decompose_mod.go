package codegen

import "math"

// mod is the exact remainder with the dividend's sign (C's fmod). A quotient below 2^53 is rounded to an integer and the
// remainder is exact in one multiply-add; it is off by one divisor at most. Larger quotients run in a block of their own:
// x - q*y is exact for the rounded quotient q too, so each step takes 53 bits off, first by the divisor times a power of two
// that keeps the quotient finite.
func (m *maths) mod(x, y ex) ex {
	a, b := m.abs(x), m.abs(y)
	large := m.le(m.num(math.Ldexp(1, int(m.mant))), m.div(a, b))
	r := m.b.AnyLane(large, m.modLarge(a, b), m.modStep(a, b))
	r = m.where(m.lt(r, m.num(0)), m.add(r, b), r)
	r = m.where(m.and(m.eq(b, m.inf()), m.lt(a, m.inf())), a, r)
	r = m.where(m.or(m.eq(b, m.num(0)), m.or(m.eq(a, m.inf()), m.ne(y, y))), m.nan(), r)
	return m.where(m.ne(r, r), r, m.withSign(m.abs(r), x))
}

// modStep takes off the nearest whole multiple of b that the quotient's precision knows.
func (m *maths) modStep(a, b ex) ex { return m.fma(m.neg(m.trunc(m.div(a, b))), b, a) }

func (m *maths) modLarge(a, b ex) ex {
	if m.class == middle { // float32 numbers: quotients of up to 277 bits, all finite
		for range 6 {
			a = m.modStep(a, b)
		}
		return a
	}
	up := m.num(0x1p1000)
	tiny, small := m.lt(b, m.num(0x1p-980)), m.lt(b, m.num(2))
	first := m.where(tiny, m.mul(m.mul(b, up), up), m.where(small, m.mul(b, up), b))
	second := m.where(tiny, m.mul(b, up), b)
	for _, divisor := range []ex{first, second, b} {
		for range 21 {
			a = m.modStep(a, divisor)
		}
	}
	return a
}
