package codegen

import "math"

// magic added to a float rounds it to an integer, which then stands in its low bits: 1.5 * 2^mant.
func (m *maths) magic() ex { return m.num(1.5 * math.Ldexp(1, int(m.mant))) }

// roundedTimes is x*c rounded to an integer n, for |x*c| far below 2^mant.
func (m *maths) roundedTimes(x, c ex) (n ex) { return m.sub(m.fma(x, c, m.magic()), m.magic()) }

// pow2 is 2^n for an integer n whose power is a normal number: the low bits of n+magic, shifted to the exponent.
func (m *maths) pow2(n ex) ex {
	return m.float(m.add(m.shl(m.bits(m.add(n, m.magic())), m.mant), m.word(uint64(m.bias)<<m.mant)))
}

// scale is y*2^n for y near 1 and any n that exp can want. Without an instruction for it there are two steps, of which only
// the second rounds: so denormal results are right and what is too large becomes infinity.
func (m *maths) scale(y, n ex) ex {
	if m.t.Scales() {
		return m.b.Scale(y, n)
	}
	h := m.sub(m.fma(n, m.num(0.5), m.magic()), m.magic())
	return m.mul(m.mul(y, m.pow2(h)), m.pow2(m.sub(n, h)))
}

// minNormal is the smallest normal number.
func (m *maths) minNormal() float64 { return math.Ldexp(1, 1-m.bias) }

// split gives k (a float) and f in sqrt(1/2)..sqrt(2) with x = f * 2^k, for positive finite x; denormals are scaled first.
func (m *maths) split(x ex) (k, f ex) {
	tiny := m.lt(x, m.num(m.minNormal()))
	up := float64(m.mant + 2)
	x = m.where(tiny, m.mul(x, m.num(math.Ldexp(1, int(up)))), x)
	k, f = m.splitNormal(x)
	return m.sub(k, m.where(tiny, m.num(up), m.num(0))), f
}

func (m *maths) splitNormal(x ex) (k, f ex) {
	one := uint64(m.bias) << m.mant
	root := math.Float64bits(math.Sqrt2 / 2)
	if m.class == single {
		root = uint64(math.Float32bits(math.Sqrt2 / 2))
	}
	u := m.add(m.bits(x), m.word(one-root))
	// The exponent under 2^mant's own: as a float it is 2^mant plus that exponent.
	e := m.or(m.shr(u, m.mant), m.word(uint64(m.bias+int(m.mant))<<m.mant))
	k = m.sub(m.float(e), m.num(math.Ldexp(1, int(m.mant))+float64(m.bias)))
	return k, m.float(m.add(m.and(u, m.word(1<<m.mant-1)), m.word(root)))
}

// signMask is the sign bit.
func (m *maths) signMask() ex { return m.word(1 << (8*m.d.Size() - 1)) }

// negative says whether the sign bit of x is set, of -0 and NaN too.
func (m *maths) negative(x ex) ex { return m.le(m.signMask(), m.bits(x)) }

// withSign is mag, which is not negative, with the sign of x.
func (m *maths) withSign(mag, x ex) ex {
	return m.float(m.or(m.bits(mag), m.and(m.bits(x), m.signMask())))
}

// twoSum is x+y and what its rounding lost.
func (m *maths) twoSum(x, y ex) (s, e ex) {
	s = m.add(x, y)
	t := m.sub(s, x)
	return s, m.add(m.sub(x, m.sub(s, t)), m.sub(y, t))
}

// fastTwoSum is twoSum where |x| >= |y| or x is 0.
func (m *maths) fastTwoSum(x, y ex) (s, e ex) {
	s = m.add(x, y)
	return s, m.sub(y, m.sub(s, x))
}

// twoProd is x*y and what its rounding lost.
func (m *maths) twoProd(x, y ex) (p, e ex) {
	p = m.mul(x, y)
	return p, m.fma(x, y, m.neg(p))
}
