package hires

import (
	"math"
	"math/big"
)

// Exp is e^x.
func Exp(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return fresh(x.Prec()).SetInt64(1)
	}
	if x.MantExp(nil) > 30 {
		return beyond(x)
	}
	prec := x.Prec() + 64
	n := round(Quo(x, Ln2(prec)))
	r := fresh(prec).Sub(x, Mul(fresh(prec).SetInt(n), Ln2(prec)))
	r = Ldexp(r, -12)
	sum, term := fresh(prec).SetInt64(1), fresh(prec).SetInt64(1)
	for k := int64(1); !small(term, sum); k++ {
		term = Quo(Mul(term, r), fresh(prec).SetInt64(k))
		sum = Add(sum, term)
	}
	for range 12 {
		sum = Mul(sum, sum)
	}
	return fresh(x.Prec()).Set(Ldexp(sum, int(n.Int64())))
}

// beyond is e^x where it leaves every format.
func beyond(x *big.Float) *big.Float {
	if x.Sign() < 0 {
		return fresh(x.Prec())
	}
	return fresh(x.Prec()).SetInf(false)
}

// Expm1 is e^x-1 without loss near 0.
func Expm1(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return x
	}
	wide := fresh(x.Prec() + uint(max(0, -x.MantExp(nil)))).Set(x)
	return fresh(x.Prec()).Sub(Exp(wide), Int(1))
}

// Log is the natural logarithm of x > 0.
func Log(x *big.Float) *big.Float {
	prec := x.Prec() + 64
	m := fresh(prec)
	k := x.MantExp(m)
	if float(m) < math.Sqrt2/2 {
		m, k = Ldexp(m, 1), k-1
	}
	m.SetPrec(prec)
	// The argument may be as close to 1 as its precision allows: Halley's steps triple the digits of log's value.
	y := fresh(prec).SetFloat64(math.Log(float(m)))
	for range 4 {
		e := Exp(y)
		y = Add(y, Ldexp(Quo(Sub(m, e), Add(m, e)), 1))
	}
	return fresh(x.Prec()).Add(y, Mul(fresh(prec).SetInt64(int64(k)), Ln2(prec)))
}

// Log1p is log(1+x) without loss near 0.
func Log1p(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return x
	}
	if x.MantExp(nil) < -40 { // the series, since 1+x would need too many bits
		sum, power := fresh(x.Prec()), fresh(x.Prec()).Set(x)
		for k := 1; ; k++ {
			term := Quo(power, Int(k))
			if small(term, sum) {
				return sum
			}
			sum, power = Add(sum, term), Neg(Mul(power, x))
		}
	}
	wide := fresh(x.Prec() + 64).Set(x)
	return fresh(x.Prec()).Set(Log(Add(wide, Int(1))))
}

// SinCos is the sine and cosine of x.
func SinCos(x *big.Float) (sin, cos *big.Float) {
	if x.Sign() == 0 {
		return x, fresh(x.Prec()).SetInt64(1)
	}
	prec := x.Prec() + 128 + uint(max(0, x.MantExp(nil)))
	half := Ldexp(Pi(prec), -1)
	n := round(fresh(prec).Quo(x, half))
	r := fresh(prec).Sub(x, Mul(fresh(prec).SetInt(n), half))
	s, c := sinCosSmall(fresh(x.Prec() + 64).Set(r))
	switch new(big.Int).And(n, big.NewInt(3)).Int64() {
	case 1:
		s, c = c, Neg(s)
	case 2:
		s, c = Neg(s), Neg(c)
	case 3:
		s, c = Neg(c), s
	}
	return fresh(x.Prec()).Set(s), fresh(x.Prec()).Set(c)
}

func sinCosSmall(r *big.Float) (sin, cos *big.Float) {
	prec := r.Prec()
	sin, cos = fresh(prec).Set(r), fresh(prec).SetInt64(1)
	term := fresh(prec).Set(r)
	for k := int64(2); term.Sign() != 0 && !(small(term, sin) && small(term, cos)); k++ {
		term = Quo(Mul(term, r), fresh(prec).SetInt64(k))
		t := term
		if k%4 >= 2 {
			t = Neg(term)
		}
		if k%2 == 0 {
			cos = Add(cos, t)
		} else {
			sin = Add(sin, t)
		}
	}
	return sin, cos
}

// Atan is the arc tangent of x.
func Atan(x *big.Float) *big.Float {
	prec := x.Prec() + 64
	if x.Sign() < 0 {
		return Neg(Atan(Neg(x)))
	}
	if x.Cmp(Int(1)) > 0 {
		return fresh(x.Prec()).Sub(Ldexp(Pi(prec), -1), Atan(fresh(prec).Quo(Int(1), x)))
	}
	t := fresh(prec).Set(x)
	for range 8 { // halve the angle
		t = Quo(t, Add(fresh(prec).SetInt64(1), Sqrt(Add(fresh(prec).SetInt64(1), Mul(t, t)))))
	}
	sum, power, square := fresh(prec), fresh(prec).Set(t), Mul(t, t)
	for k := int64(1); ; k += 2 {
		term := Quo(power, fresh(prec).SetInt64(k))
		if small(term, sum) {
			return fresh(x.Prec()).Set(Ldexp(sum, 8))
		}
		sum, power = Add(sum, term), Neg(Mul(power, square))
	}
}
