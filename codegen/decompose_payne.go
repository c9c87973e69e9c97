package codegen

import (
	"math"

	"weft/ops"
)

// reduceLarge reduces float64 angles above 2^28 (Payne and Hanek): |x| = M*2^e, and of 2/pi only the bits count that make
// M*2^e*2/pi mod 4. They are seven words picked by e, multiplied by M in 32-bit limbs.
func (m *maths) reduceLarge(x ex) quadrant {
	u := m.and(m.bits(x), m.word(1<<63-1))
	// e+30 = 32q + rem, with e the exponent of M's last bit, which is at least -24.
	shifted := m.sub(m.shr(u, 52), m.word(1075-30))
	q, rem := m.shr(shifted, 5), m.and(shifted, m.word(31))
	mantissa := m.or(m.and(u, m.word(1<<52-1)), m.word(1<<52))
	r := m.limbProduct(m.limbs(mantissa, rem), m.pickWords(q))
	n, f, low := m.fraction(r)
	hi, e := m.twoProd(f, m.part(halfPiParts, 0))
	e = m.fma(low, m.part(halfPiParts, 0), m.fma(f, m.part(halfPiParts, 1), e))
	sign := m.negative(x)
	t := m.add(hi, e)
	return quadrant{m.where(sign, m.neg(n), n), m.where(sign, m.neg(t), t)}
}

// limbs is mantissa*2^rem in three words of 32 bits, lowest first.
func (m *maths) limbs(mantissa, rem ex) [3]ex {
	lo := m.op(ops.Shl, m.low32(mantissa), rem)
	hi := m.add(m.op(ops.Shl, m.shr(mantissa, 32), rem), m.shr(lo, 32))
	return [3]ex{m.low32(lo), m.low32(hi), m.shr(hi, 32)}
}

func (m *maths) low32(u ex) ex { return m.and(u, m.word(1<<32-1)) }

// window is how many words of 2/pi are multiplied: enough for the angle nearest to a multiple of pi/2.
const window = 7

// pickWords gives words q to q+window-1 of 2/pi, highest first, for q below 32: the table is shifted by the bits of q.
func (m *maths) pickWords(q ex) []ex {
	words := make([]ex, len(twoOverPiWords))
	for i, w := range twoOverPiWords {
		words[i] = m.word(uint64(w))
	}
	words = words[:window+31]
	for shift := 16; shift > 0; shift /= 2 {
		set := m.ne(m.and(q, m.word(uint64(shift))), m.word(0))
		next := make([]ex, window+shift-1)
		for i := range next {
			next[i] = m.where(set, words[i+shift], words[i])
		}
		words = next
	}
	return words
}

// limbProduct is a times the words, modulo 2^224, its five upper words, lowest first. What the dropped ones would carry is
// beyond what is needed.
func (m *maths) limbProduct(a [3]ex, words []ex) []ex {
	v := func(i int) ex { return words[window-1-i] }
	column := make([]ex, window+1)
	put := func(k int, x ex) {
		switch {
		case k < 2 || k >= window:
		case column[k] == nil:
			column[k] = x
		default:
			column[k] = m.add(column[k], x)
		}
	}
	for i := range a {
		for j := range window {
			if k := i + j; k >= 1 && k < window {
				p := m.mul(a[i], v(j))
				put(k, m.low32(p))
				put(k+1, m.shr(p, 32))
			}
		}
	}
	var out []ex
	for k, carry := 2, m.word(0); k < window; k++ {
		sum := m.add(column[k], carry)
		out, carry = append(out, m.low32(sum)), m.shr(sum, 32)
	}
	return out
}

// fraction reads the product, whose highest two bits count quarter turns: it gives their nearest number n and the rest in
// -1/2..1/2 as a sum of two floats.
func (m *maths) fraction(r []ex) (n, f, low ex) {
	top := r[4]
	toFloat := func(u ex, exp int) ex { return m.mul(m.b.Cast(u, m.d), m.num(math.Ldexp(1, exp))) }
	up := m.and(m.shr(top, 29), m.word(1))
	n = m.b.Cast(m.add(m.shr(top, 30), up), m.d)
	a := m.sub(toFloat(m.and(top, m.word(1<<30-1)), -30), m.b.Cast(up, m.d))
	s, e := m.twoSum(a, toFloat(r[3], -62))
	tail, lost := m.fastTwoSum(toFloat(r[2], -94), toFloat(r[1], -126))
	s, e2 := m.twoSum(s, m.add(e, tail))
	return n, s, m.add(e2, lost)
}
