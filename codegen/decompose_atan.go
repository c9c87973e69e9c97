package codegen

import "math"

// atanReduced is atan(num/den) + base, with base 0, pi/4 or pi/2, for b > 0 and a >= 0 standing for the tangent a/b: the angle
// is turned by an eighth or a quarter so that |num/den| <= tan(pi/8). Neither a+b nor products with b may overflow or be
// denormal.
func (m *maths) atanReduced(a, b ex) ex {
	low := m.lt(a, m.mul(b, m.num(math.Sqrt2-1)))
	middle := m.lt(a, m.mul(b, m.num(math.Sqrt2+1)))
	num := m.where(low, a, m.where(middle, m.sub(a, b), m.neg(b)))
	den := m.where(low, b, m.where(middle, m.add(a, b), a))
	t := m.div(num, den)
	z := m.mul(t, t)
	zero := m.num(0)
	hi := m.where(low, zero, m.where(middle, m.part(quarterPiParts, 0), m.part(halfPiParts, 0)))
	lo := m.where(low, zero, m.where(middle, m.part(quarterPiParts, 1), m.part(halfPiParts, 1)))
	tail := m.fma(m.mul(t, z), m.poly(z, atanTail), lo)
	return m.add(hi, m.add(t, tail))
}

// atan is the arc tangent.
func (m *maths) atan(x ex) ex { return m.withSign(m.atanReduced(m.abs(x), m.num(1)), x) }

// atan2 is the angle of the point (x, y): that of the first quadrant, mirrored by the signs. Both zero count as the tangent
// 0, both infinite as 1.
func (m *maths) atan2(y, x ex) ex {
	a, b := m.abs(y), m.abs(x)
	zero := m.num(0)
	origin := m.eq(m.max(a, b), zero)
	corner := m.eq(m.min(a, b), m.inf())
	one := m.num(1)
	b1 := m.where(m.or(origin, corner), one, b)
	a1 := m.where(corner, one, a)
	size := m.max(a1, b1) // away from the ends: the ratio is the same
	scale := m.where(m.lt(m.num(0x1p1000), size), m.num(0x1p-10), m.where(m.lt(size, m.num(0x1p-900)), m.num(0x1p100), one))
	angle := m.atanReduced(m.mul(a1, scale), m.mul(b1, scale))
	mirrored := m.sub(m.part(piParts, 0), m.sub(angle, m.part(piParts, 1)))
	angle = m.where(m.negative(x), mirrored, angle)
	bad := m.or(m.ne(x, x), m.ne(y, y))
	return m.where(bad, m.nan(), m.withSign(angle, y))
}

// asinParts is asin for |x| <= 1/2 and, beyond, half the complement: asin(x) = pi/2 - 2 asin(sqrt((1-x)/2)).
func (m *maths) asinParts(a ex) (beyond, v ex) {
	beyond = m.lt(m.num(0.5), a)
	z := m.where(beyond, m.mul(m.sub(m.num(1), a), m.num(0.5)), m.mul(a, a))
	s := m.where(beyond, m.sqrt(z), a)
	return beyond, m.fma(m.mul(s, z), m.poly(z, asinTail), s)
}

// asin is the arc sine.
func (m *maths) asin(x ex) ex {
	beyond, v := m.asinParts(m.abs(x))
	far := m.sub(m.part(halfPiParts, 0), m.sub(m.add(v, v), m.part(halfPiParts, 1)))
	return m.withSign(m.where(beyond, far, v), x)
}

// acos is the arc cosine.
func (m *maths) acos(x ex) ex {
	beyond, v := m.asinParts(m.abs(x))
	twice := m.add(v, v)
	left := m.sub(m.part(piParts, 0), m.sub(twice, m.part(piParts, 1)))
	minus := m.lt(x, m.num(0))
	near := m.where(minus, m.neg(v), v)
	near = m.sub(m.part(halfPiParts, 0), m.sub(near, m.part(halfPiParts, 1)))
	return m.where(beyond, m.where(minus, left, twice), near)
}
