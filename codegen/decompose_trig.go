package codegen

// quadrant is x as n*pi/2 + r with |r| <= pi/4: n is an integer held as a float, of which only n mod 4 counts.
type quadrant struct{ n, r ex }

// reduce takes pi/2 off n times in three parts. The first fma is exact; the second rounds only where the third part can no
// longer cancel the result. It holds as long as n has few enough bits (see trigLimit).
func (m *maths) reduce(x ex) quadrant {
	n := m.roundedTimes(x, m.part(twoOverPiParts, 0))
	minus := m.neg(n)
	r := x
	for i := range 3 {
		r = m.fma(minus, m.part(halfPiParts, i), r)
	}
	return quadrant{n, r}
}

// trigLimit is how far reduce is good: beyond, float32 goes through float64, and float64 through the bits of 2/pi.
func (m *maths) trigLimit() float64 {
	if m.class == single {
		return 1 << 16
	}
	return 1 << 28
}

// sinCosOf gives the sine and cosine of r.
func (m *maths) sinCosOf(r ex) (sin, cos ex) {
	z := m.mul(r, r)
	sin = m.fma(m.mul(r, z), m.poly(z, sinTail), r)
	half := m.mul(z, m.num(0.5))
	w, lost := m.fastTwoSum(m.num(1), m.neg(half))
	return sin, m.add(w, m.fma(m.mul(z, z), m.poly(z, cosTail), lost))
}

// low is n's low bits as an integer: n+magic holds them.
func (m *maths) low(n ex) ex { return m.bits(m.add(n, m.magic())) }

// pick chooses and signs by the quadrant: sin(x) for add 0, cos(x) = sin(x+pi/2) for add 1.
func (m *maths) pick(q quadrant, shift uint64) ex {
	sin, cos := m.sinCosOf(q.r)
	n := m.add(m.low(q.n), m.word(shift))
	odd := m.ne(m.and(n, m.word(1)), m.word(0))
	y := m.where(odd, cos, sin)
	flip := m.shl(m.and(n, m.word(2)), uint(8*m.d.Size()-2))
	return m.float(m.xor(m.bits(y), flip))
}

// circular makes a function of an angle from one of its quadrant. Large angles are rare: they run in a block of their own.
func (m *maths) circular(x ex, f func(m *maths, q quadrant) ex) ex {
	fast := f(m, m.reduce(x))
	large := m.lt(m.num(m.trigLimit()), m.abs(x))
	var slow ex
	if m.class == single {
		w := newMaths(m.b, m.t, double)
		wx := m.b.Cast(x, w.d)
		far := m.lt(w.num(w.trigLimit()), w.abs(wx))
		q := w.reduce(wx)
		p := w.reduceLarge(wx)
		// The integer reduction sits in a block of its own again: float32 angles beyond 2^28 are rarer still.
		slow = m.b.Cast(m.b.AnyLane(far, f(w, p), f(w, q)), m.d)
	} else {
		slow = f(m, m.reduceLarge(x))
	}
	y := m.b.AnyLane(large, slow, fast)
	return m.where(m.lt(m.abs(x), m.inf()), y, m.nan())
}

// sin is the sine; sin(-0) is -0.
func (m *maths) sin(x ex) ex {
	y := m.circular(x, func(m *maths, q quadrant) ex { return m.pick(q, 0) })
	return m.where(m.eq(x, m.num(0)), x, y)
}

// cos is the cosine.
func (m *maths) cos(x ex) ex {
	return m.circular(x, func(m *maths, q quadrant) ex { return m.pick(q, 1) })
}

// tan is sin/cos or, in odd quadrants, -cos/sin.
func (m *maths) tan(x ex) ex {
	y := m.circular(x, func(m *maths, q quadrant) ex {
		sin, cos := m.sinCosOf(q.r)
		odd := m.ne(m.and(m.low(q.n), m.word(1)), m.word(0))
		return m.div(m.where(odd, m.neg(cos), sin), m.where(odd, sin, cos))
	})
	return m.where(m.eq(x, m.num(0)), x, y)
}
