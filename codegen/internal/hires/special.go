package hires

import (
	"math/big"
	"sync"
)

// Erf is the error function.
func Erf(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return x
	}
	return fresh(x.Prec()).Set(erfWide(fresh(x.Prec() + 32).Set(x)))
}

// Erfc is 1-Erf(x), for x below about 40 without loss.
func Erfc(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return Int(1)
	}
	f := float(x)
	wide := fresh(x.Prec() + 64 + uint(3*f*f)).Set(x)
	return fresh(x.Prec()).Sub(fresh(wide.Prec()).SetInt64(1), erfWide(wide))
}

// erfWide sums 2/sqrt(pi) e^(-x^2) x (1 + 2x^2/3 + (2x^2)^2/(3*5) + ...), whose terms are all positive.
func erfWide(x *big.Float) *big.Float {
	square := Mul(x, x)
	sum, term := fresh(x.Prec()), fresh(x.Prec()).Set(x)
	for k := int64(1); !small(term, sum); k++ {
		sum = Add(sum, term)
		term = Quo(Mul(term, Ldexp(square, 1)), fresh(x.Prec()).SetInt64(2*k+1))
	}
	return Mul(Quo(Ldexp(sum, 1), Sqrt(Pi(x.Prec()))), Exp(Neg(square)))
}

// Erfinv is the inverse of Erf for |x| < 1, from a start that is good to a few digits.
func Erfinv(x *big.Float, start float64) *big.Float {
	if x.Sign() == 0 {
		return x
	}
	y := fresh(x.Prec()).SetFloat64(start)
	tail := Sub(Int(1), Abs(x)) // exact
	for range 7 {
		residue := Sub(Erfc(Abs(y)), tail)
		slope := Mul(Exp(Neg(Mul(y, y))), Quo(Int(2), Sqrt(Pi(x.Prec()))))
		u := Quo(residue, slope)
		step := Quo(u, Add(Int(1), Mul(u, Neg(Abs(y)))))
		y = Add(Abs(y), step)
	}
	if x.Sign() < 0 {
		y.Neg(y)
	}
	return y
}

const bernoullis = 64

var bernoulli = sync.OnceValue(func() []*big.Rat {
	b := []*big.Rat{big.NewRat(1, 1)}
	for n := int64(1); n <= 2*bernoullis; n++ { // sum of binomial(n+1, k) B(k) is 0
		sum := new(big.Rat)
		for k := int64(0); k < n; k++ {
			c := new(big.Rat).SetInt(new(big.Int).Binomial(n+1, k))
			sum.Add(sum, c.Mul(c, b[k]))
		}
		b = append(b, sum.Neg(sum.Quo(sum, big.NewRat(n+1, 1))))
	}
	return b
})

// shifted moves x > 0 up to where the asymptotic series are good.
func shifted(x *big.Float) (z *big.Float, steps []*big.Float) {
	z = fresh(x.Prec() + 64).Set(x)
	for float(z) < 64 {
		steps = append(steps, z)
		z = Add(z, Int(1))
	}
	return z, steps
}

// Lgamma is log|Γ(x)| where x is not zero or a negative integer.
func Lgamma(x *big.Float) *big.Float {
	prec := x.Prec() + 64
	if x.Sign() < 0 {
		wide := fresh(prec).Set(x)
		s, _ := SinCos(Mul(wide, Pi(prec)))
		return fresh(x.Prec()).Sub(Log(Quo(Pi(prec), Abs(s))), Lgamma(Sub(fresh(prec).SetInt64(1), wide)))
	}
	z, steps := shifted(x)
	product := fresh(prec).SetInt64(1)
	for _, s := range steps {
		product = Mul(product, s)
	}
	sum := Sub(Mul(Sub(z, F(0.5)), Log(z)), z)
	sum = Add(sum, Ldexp(Log(Ldexp(Pi(prec), 1)), -1))
	power, square := Quo(fresh(prec).SetInt64(1), z), Mul(z, z)
	for k := 1; k <= bernoullis; k++ {
		b := fresh(prec).SetRat(bernoulli()[2*k])
		term := Quo(Mul(b, power), fresh(prec).SetInt64(int64(2*k*(2*k-1))))
		if small(term, sum) {
			break
		}
		sum, power = Add(sum, term), Quo(power, square)
	}
	return fresh(x.Prec()).Sub(sum, Log(product))
}

// Digamma is the derivative of Lgamma.
func Digamma(x *big.Float) *big.Float {
	prec := x.Prec() + 64
	if x.Sign() < 0 {
		wide := fresh(prec).Set(x)
		s, c := SinCos(Mul(wide, Pi(prec)))
		return fresh(x.Prec()).Sub(Digamma(Sub(fresh(prec).SetInt64(1), wide)), Mul(Pi(prec), Quo(c, s)))
	}
	z, steps := shifted(x)
	sum := Sub(Log(z), Quo(fresh(prec).SetFloat64(0.5), z))
	square := Mul(z, z)
	power := Quo(fresh(prec).SetInt64(1), square)
	for k := 1; k <= bernoullis; k++ {
		b := fresh(prec).SetRat(bernoulli()[2*k])
		term := Quo(Mul(b, power), fresh(prec).SetInt64(int64(2*k)))
		if small(term, sum) {
			break
		}
		sum, power = Sub(sum, term), Quo(power, square)
	}
	for _, s := range steps {
		sum = Sub(sum, Quo(fresh(prec).SetInt64(1), s))
	}
	return fresh(x.Prec()).Set(sum)
}
