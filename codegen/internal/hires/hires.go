// Package hires computes elementary and special functions to a few hundred bits with math/big: the reference that the
// decompositions are measured against, and the source that their coefficients are fitted to. It is slow and used by
// generators and tests only.
package hires

import (
	"math"
	"math/big"
	"sync"
)

// Prec is the precision of results in bits, up to rounding errors in the last few.
const Prec = 256

// F makes a number from a float64.
func F(x float64) *big.Float { return new(big.Float).SetPrec(Prec).SetFloat64(x) }

// Int makes a number from an integer.
func Int(n int) *big.Float { return new(big.Float).SetPrec(Prec).SetInt64(int64(n)) }

func fresh(prec uint) *big.Float { return new(big.Float).SetPrec(prec) }

// Add is x+y.
func Add(x, y *big.Float) *big.Float { return fresh(max(x.Prec(), y.Prec())).Add(x, y) }

// Sub is x-y.
func Sub(x, y *big.Float) *big.Float { return fresh(max(x.Prec(), y.Prec())).Sub(x, y) }

// Mul is x*y.
func Mul(x, y *big.Float) *big.Float { return fresh(max(x.Prec(), y.Prec())).Mul(x, y) }

// Quo is x/y.
func Quo(x, y *big.Float) *big.Float { return fresh(max(x.Prec(), y.Prec())).Quo(x, y) }

// Neg is -x.
func Neg(x *big.Float) *big.Float { return fresh(x.Prec()).Neg(x) }

// Abs is |x|.
func Abs(x *big.Float) *big.Float { return fresh(x.Prec()).Abs(x) }

// Sqrt is the square root of x.
func Sqrt(x *big.Float) *big.Float { return fresh(x.Prec()).Sqrt(x) }

// Ldexp is x*2^n.
func Ldexp(x *big.Float, n int) *big.Float { return fresh(x.Prec()).SetMantExp(x, n) }

// float reads x as a float64 for starting values.
func float(x *big.Float) float64 {
	f, _ := x.Float64()
	return f
}

// small says whether term no longer counts beside sum.
func small(term, sum *big.Float) bool {
	return term.Sign() == 0 || sum.Sign() != 0 && term.MantExp(nil) < sum.MantExp(nil)-int(sum.Prec())-4
}

// round is the integer nearest to x.
func round(x *big.Float) *big.Int {
	half := big.NewFloat(math.Copysign(0.5, float64(x.Sign())))
	n, _ := Add(x, half).Int(nil)
	return n
}

type constant struct {
	sync.Mutex
	have map[uint]*big.Float
	make func(prec uint) *big.Float
}

func (c *constant) at(prec uint) *big.Float {
	c.Lock()
	defer c.Unlock()
	if c.have == nil {
		c.have = map[uint]*big.Float{}
	}
	if c.have[prec] == nil {
		c.have[prec] = c.make(prec)
	}
	return c.have[prec]
}

var ln2, pi constant

func init() {
	ln2.make = func(prec uint) *big.Float { return Ldexp(atanhInverse(3, prec), 1) }
	pi.make = func(prec uint) *big.Float { // Machin
		a, b := atanInverse(5, prec+16), atanInverse(239, prec+16)
		return fresh(prec).Sub(Ldexp(a, 4), Ldexp(b, 2))
	}
}

// Ln2 is the natural logarithm of 2 to prec bits.
func Ln2(prec uint) *big.Float { return ln2.at(prec) }

// Pi is π to prec bits.
func Pi(prec uint) *big.Float { return pi.at(prec) }

// atanhInverse is atanh(1/n), the series of 1/n^(2k+1)/(2k+1).
func atanhInverse(n int64, prec uint) *big.Float { return inverseSeries(n, prec, false) }

// atanInverse is atan(1/n), the same with alternating signs.
func atanInverse(n int64, prec uint) *big.Float { return inverseSeries(n, prec, true) }

func inverseSeries(n int64, prec uint, alternate bool) *big.Float {
	power := fresh(prec+16).Quo(fresh(prec+16).SetInt64(1), fresh(prec+16).SetInt64(n))
	square, sum := fresh(prec+16).SetInt64(n*n), fresh(prec+16)
	for k := int64(0); ; k++ {
		term := fresh(prec+16).Quo(power, fresh(prec+16).SetInt64(2*k+1))
		if small(term, sum) {
			return fresh(prec).Set(sum)
		}
		if alternate && k%2 == 1 {
			term.Neg(term)
		}
		sum.Add(sum, term)
		power.Quo(power, square)
	}
}
