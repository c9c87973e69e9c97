package codegen

import "math"

// erfNear is erf(x) for |x| <= 1.
func (m *maths) erfNear(x ex) ex { return m.fma(x, m.poly(m.mul(x, x), erfTail), x) }

// erfcFar is erfc(a) for a >= 1/2: e^-(a^2) with the square's rounding error put right, times a slowly changing factor.
func (m *maths) erfcFar(a ex) ex {
	a = m.min(a, m.num(28))
	h, l := m.twoProd(a, a)
	e := m.exp(m.neg(h))
	e = m.fma(e, m.neg(l), e)
	t := m.div(m.sub(a, m.num(4)), m.add(a, m.num(4)))
	g := m.div(m.poly(t, erfcScaled), m.fma(a, m.num(2), m.num(1)))
	return m.mul(e, g)
}

// erf is the error function. In float32 its complement is e^-p with a polynomial p: near 1 few of its digits count.
func (m *maths) erf(x ex) ex {
	a := m.abs(x)
	far := m.num(1)
	if m.class == single {
		p := m.poly(m.sub(m.min(a, m.num(4)), m.num(1)), erfcLog)
		far = m.sub(far, m.exp(m.neg(p)))
	} else {
		far = m.sub(far, m.erfcFar(a))
	}
	return m.where(m.lt(a, m.num(1)), m.erfNear(x), m.withSign(far, x))
}

// erfc is 1-erf(x), without cancellation for positive x.
func (m *maths) erfc(x ex) ex {
	a := m.abs(x)
	far := m.erfcFar(a)
	far = m.where(m.lt(x, m.num(0)), m.sub(m.num(2), far), far)
	return m.where(m.lt(a, m.num(0.5)), m.sub(m.num(1), m.erfNear(x)), far)
}

// erfinv starts from a fit that is good to seven digits and takes one step of Halley's, which triples them. The residue is
// taken on the side, erf or erfc, that keeps its digits.
func (m *maths) erfinv(x ex) ex {
	a, one := m.abs(x), m.num(1)
	rest := m.sub(one, a)
	w := m.neg(m.log(m.mul(rest, m.add(one, a))))
	near := m.mul(a, m.poly(m.sub(w, m.num(2.5)), erfinvNear))
	far := m.poly(m.sub(m.sqrt(w), m.num(4)), erfinvFar)
	y := m.where(m.lt(w, m.num(5)), near, far)
	residue := m.where(m.lt(y, one), m.sub(m.erfNear(y), a), m.sub(rest, m.erfcFar(y)))
	slope := m.mul(m.part(twoOverSqrtPiParts, 0), m.exp(m.neg(m.mul(y, y))))
	u := m.div(residue, slope)
	y = m.sub(y, m.div(u, m.fma(y, u, one)))
	y = m.where(m.eq(a, one), m.num(math.Inf(1)), y)
	return m.withSign(m.where(m.le(a, one), y, m.nan()), x)
}
