package goasm

import (
	"math/bits"

	"weft/codegen/goasm/asm"
	"weft/ops"
)

// reciprocal divides by a constant: x by it is x*times >> shift. Without wide the product fits 32 bits.
type reciprocal struct {
	times uint64
	shift int64
	wide  bool
}

// reciprocalOf is exact for all numbers up to most. There is none for lanes of 8 bytes but by powers of 2, nor where its
// digits do not fit 32 bits.
func reciprocalOf(by, most uint64, size int) (reciprocal, bool) {
	if by&(by-1) == 0 {
		return reciprocal{times: 1, shift: int64(bits.TrailingZeros64(by))}, true
	}
	if size == 8 {
		return reciprocal{}, false
	}
	for shift := range int64(64) {
		one := uint64(1) << shift
		times := one/by + 1
		if over := times*by - one; over*most < one { // of what the multiplier is too large, all together is less than 1/by
			return reciprocal{times, shift, times*most>>32 != 0}, times < 1<<32
		}
	}
	return reciprocal{}, false
}

// divideKnown divides by a constant, or gives the remainder. Numbers that may be negative are divided without their sign.
func (l *lowering) divideKnown(op ops.Op, a, b val) (val, bool) {
	if b.known == nil || laneZero(*b.known) {
		return val{}, false
	}
	by, signed := gpBits(b), a.d.Kind() == ops.KindInt
	divisor := uint64(by)
	if signed && by < 0 {
		divisor = -divisor
	}
	r, ok := reciprocalOf(divisor, a.largest(), a.size())
	if !ok {
		return val{}, false
	}
	return each(a.d, a.vec, func(i int) reg {
		x, size := l.part(a, i), a.size()
		if !signed || a.below > 0 && by > 0 {
			return l.divideDigits(op, x, divisor, r, size)
		}
		sign := l.signs(x, size)
		q := l.divideDigits(op, l.abs(x, size), divisor, r, size)
		if op == ops.Div && by < 0 {
			sign = l.bits(ops.Xor, sign, l.minusOne())
		}
		return l.canon(a.d, l.sub(l.bits(ops.Xor, q, sign), sign, size))
	}), true
}

// largest is the largest of a value's lanes, or of their opposites.
func (v val) largest() uint64 {
	digits := 8 * v.d.Size()
	switch {
	case v.below > 0:
		return v.below - 1
	case v.d.Kind() == ops.KindInt:
		return 1 << (digits - 1)
	}
	return 1<<digits - 1
}

// divideDigits divides lanes without sign, or gives what is left.
func (l *lowering) divideDigits(op ops.Op, x reg, by uint64, r reciprocal, size int) reg {
	switch {
	case op == ops.Div:
		return l.timesReciprocal(x, r, size)
	case r.times == 1:
		return l.bits(ops.And, x, l.konst(by-1, size))
	}
	return l.sub(x, l.mul(l.timesReciprocal(x, r, size), l.konst(by, size), size), size)
}

// timesReciprocal multiplies, where the product needs 64 bits every second lane at a time.
func (l *lowering) timesReciprocal(x reg, r reciprocal, size int) reg {
	switch {
	case r.times == 1 && r.shift == 0:
		return x
	case r.times == 1:
		return l.shiftBy(right, size, x, r.shift)
	case !r.wide:
		return l.shiftBy(right, 4, l.mul(x, l.i32(int64(r.times)), 4), r.shift)
	}
	half := func(x reg) reg { return l.shiftBy(right, 8, l.v2(asm.VPMULUDQ, x, l.i64(int64(r.times))), r.shift) }
	odd := l.shiftBy(left, 8, half(l.shiftBy(right, 8, x, 32)), 32)
	return l.bits(ops.Or, half(x), odd)
}
