package codegen

// tanh32 is tanh in float32: an odd polynomial near 0, 1-2/(e^2x+1) beyond.
func (m *maths) tanh32(x ex) ex {
	a, z := m.abs(x), m.mul(x, x)
	near := m.fma(m.mul(x, z), m.poly(z, tanhTail), x)
	e := m.exp(m.min(m.add(a, a), m.num(30)))
	far := m.sub(m.num(1), m.div(m.num(2), m.add(e, m.num(1))))
	return m.where(m.lt(a, m.num(0.625)), near, m.withSign(far, x))
}

// tanh is t/(t+2) with t = e^2x-1, which keeps small results exact; beyond 1 the complement is nearer.
func (m *maths) tanh(x ex) ex {
	if m.class == single {
		return m.tanh32(x)
	}
	a := m.abs(x)
	t := m.expm1(m.min(m.add(a, a), m.num(60)))
	t2 := m.add(t, m.num(2))
	y := m.where(m.lt(a, m.num(1)), m.div(t, t2), m.sub(m.num(1), m.div(m.num(2), t2)))
	return m.withSign(y, x)
}

// sinh is (t+t/(t+1))/2 with t = e^|x|-1, and e^|x|/2 where the other half no longer counts.
func (m *maths) sinh(x ex) ex {
	a := m.abs(x)
	t := m.expm1(m.min(a, m.num(22)))
	near := m.mul(m.num(0.5), m.add(t, m.div(t, m.add(t, m.num(1)))))
	return m.withSign(m.where(m.lt(a, m.num(22)), near, m.expTimes(a, -1)), x)
}

// cosh is (e^|x|+e^-|x|)/2.
func (m *maths) cosh(x ex) ex {
	a := m.abs(x)
	e := m.exp(m.min(a, m.num(22)))
	near := m.fma(m.num(0.5), e, m.div(m.num(0.5), e))
	return m.where(m.lt(a, m.num(22)), near, m.expTimes(a, -1))
}

// large is where x^2+1 equals x^2.
const large = 1 << 28

// asinh is log1p(a + a^2/(1+sqrt(1+a^2))), and log(2a) for large a.
func (m *maths) asinh(x ex) ex {
	a := m.abs(x)
	c := m.min(a, m.num(large))
	z := m.mul(c, c)
	near := m.log1p(m.add(c, m.div(z, m.add(m.num(1), m.sqrt(m.add(z, m.num(1)))))))
	far := m.add(m.log(a), m.part(ln2Parts, 0))
	return m.withSign(m.where(m.lt(a, m.num(large)), near, far), x)
}

// acosh is log1p(t+sqrt(2t+t^2)) with t = x-1, and log(2x) for large x.
func (m *maths) acosh(x ex) ex {
	t := m.sub(x, m.num(1))
	near := m.log1p(m.add(t, m.sqrt(m.fma(t, t, m.add(t, t)))))
	far := m.add(m.log(x), m.part(ln2Parts, 0))
	return m.where(m.lt(x, m.num(1)), m.nan(), m.where(m.lt(x, m.num(large)), near, far))
}

// atanh is log1p(2a/(1-a))/2.
func (m *maths) atanh(x ex) ex {
	a := m.abs(x)
	y := m.log1p(m.div(m.add(a, a), m.sub(m.num(1), a)))
	return m.withSign(m.mul(m.num(0.5), y), x)
}
