package hires

import (
	"math"
	"math/big"
)

// Fit gives the coefficients, lowest first, of the polynomial of the given degree that equals f at the Chebyshev nodes of
// [lo, hi]: within a small factor of the best one.
func Fit(f func(x *big.Float) *big.Float, lo, hi float64, degree int) []*big.Float {
	n := degree + 1
	xs, c := make([]*big.Float, n), make([]*big.Float, n)
	for i := range xs {
		t := math.Cos(math.Pi * (float64(i) + 0.5) / float64(n))
		xs[i] = Add(Ldexp(Add(F(lo), F(hi)), -1), Mul(Ldexp(Sub(F(hi), F(lo)), -1), F(t)))
		c[i] = f(xs[i])
	}
	for k := 1; k < n; k++ { // divided differences
		for i := n - 1; i >= k; i-- {
			c[i] = Quo(Sub(c[i], c[i-1]), Sub(xs[i], xs[i-k]))
		}
	}
	out := make([]*big.Float, n) // Newton's form expanded to powers
	for i := range out {
		out[i] = Int(0)
	}
	for k := n - 1; k >= 0; k-- {
		for i := n - 1; i > 0; i-- {
			out[i] = Sub(out[i-1], Mul(xs[k], out[i]))
		}
		out[0] = Sub(c[k], Mul(xs[k], out[0]))
	}
	return out
}
