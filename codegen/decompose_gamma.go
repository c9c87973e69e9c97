package codegen

// lgammaPositive is log(gamma(a)) for a >= 0, and for a negative one down to -1/2 the log of its magnitude: by the recurrence
// on 3/2..3, where a polynomial takes the zero at 2 with it, and by Stirling's series from 8 on.
func (m *maths) lgammaPositive(a ex) ex {
	one := m.num(1)
	small, mid := m.lt(a, m.num(0.5)), m.lt(a, m.num(1.5))
	below3, far := m.lt(a, m.num(3)), m.le(m.num(8), a)
	fl := m.floor(m.min(a, m.num(8)))
	y := m.where(small, a, m.where(mid, m.sub(a, one), m.where(below3, m.sub(a, m.num(2)), m.sub(a, fl))))
	// The product that the recurrence divides or multiplies by.
	down := m.where(small, m.abs(m.mul(a, m.add(a, one))), m.where(mid, a, one))
	up := one
	for i := 2; i < 7; i++ {
		taken := m.le(m.num(float64(i+1)), fl)
		up = m.mul(up, m.where(taken, m.add(y, m.num(float64(i))), one))
	}
	log := m.log(m.where(far, a, m.where(below3, down, up)))
	near := m.fma(y, m.poly(y, lgammaNear2), m.where(below3, m.neg(log), log))
	z := m.div(one, m.max(a, m.num(8)))
	w := m.fma(z, m.poly(m.mul(z, z), lgammaFar), m.part(stirlingBaseParts, 0))
	stirling := m.fma(m.sub(a, m.num(0.5)), m.sub(log, one), w)
	return m.where(far, stirling, near)
}

// sinPi is |sin(pi*a)|, 0 at integers.
func (m *maths) sinPi(a ex) ex {
	r := m.abs(m.sub(a, m.round(a))) // exact
	steep := m.lt(m.num(0.25), r)
	t := m.mul(m.part(piParts, 0), m.where(steep, m.sub(m.num(0.5), r), r))
	sin, cos := m.sinCosOf(t)
	return m.where(steep, cos, sin)
}

// lgamma is log|gamma(x)|, infinite at 0 and the negative integers; below -1/2 by reflection. Next to its zeros between
// negative integers the error is small beside 1, not beside the value.
func (m *maths) lgamma(x ex) ex {
	a := m.abs(x)
	reflected := m.lt(x, m.num(-0.5))
	g := m.lgammaPositive(m.where(reflected, a, x))
	s := m.sinPi(a)
	r := m.sub(m.log(m.div(m.part(piParts, 0), m.mul(a, s))), g)
	pole := m.and(m.le(x, m.num(0)), m.eq(x, m.floor(x)))
	y := m.where(pole, m.inf(), m.where(reflected, r, g))
	return m.where(m.eq(a, m.inf()), m.inf(), y)
}

// digammaPositive is digamma(w) for w >= 0: a polynomial on 1..2 that takes the zero with it, the recurrence to there, and the
// asymptotic series from 10 on.
func (m *maths) digammaPositive(w ex) ex {
	one := m.num(1)
	fl := m.floor(m.min(w, m.num(10)))
	u := m.sub(w, m.where(m.lt(w, one), m.num(0), fl))
	root := m.sub(m.sub(u, m.part(digammaRootParts, 0)), m.part(digammaRootParts, 1))
	near := m.mul(root, m.poly(u, digammaNear))
	near = m.sub(near, m.where(m.lt(w, one), m.div(one, w), m.num(0)))
	var sum ex
	for i := 8; i >= 1; i-- {
		t := m.where(m.lt(m.num(float64(i)), fl), m.div(one, m.add(u, m.num(float64(i)))), m.num(0))
		if sum == nil {
			sum = t
		} else {
			sum = m.add(sum, t)
		}
	}
	near = m.add(near, sum)
	z := m.div(one, m.max(w, m.num(10)))
	far := m.sub(m.log(w), m.fma(z, m.num(0.5), m.mul(m.mul(z, z), m.poly(m.mul(z, z), digammaFar))))
	return m.where(m.lt(w, m.num(10)), near, far)
}

// digamma is the derivative of lgamma; for negative x by reflection, with NaN at the integers. Next to its zeros there the
// error is small beside the terms that cancel, not beside the value.
func (m *maths) digamma(x ex) ex {
	negative := m.lt(x, m.num(0))
	g := m.digammaPositive(m.where(negative, m.sub(m.num(1), x), x))
	r := m.sub(x, m.round(x))
	a := m.abs(r)
	steep := m.lt(m.num(0.25), a)
	t := m.mul(m.part(piParts, 0), m.where(steep, m.sub(m.num(0.5), a), a))
	sin, cos := m.sinCosOf(t)
	cot := m.div(m.where(steep, sin, cos), m.where(steep, cos, sin))
	reflected := m.sub(g, m.mul(m.part(piParts, 0), m.withSign(cot, r)))
	reflected = m.where(m.eq(r, m.num(0)), m.nan(), reflected)
	y := m.where(negative, reflected, g)
	y = m.where(m.eq(x, m.inf()), x, y)
	return m.where(m.eq(x, m.num(0)), m.div(m.num(-1), x), y)
}
