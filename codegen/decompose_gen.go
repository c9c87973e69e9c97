//go:build ignore

// This program fits the coefficients of the decompositions and writes decompose_coeffs.go. Each table is the polynomial
// through the Chebyshev nodes of its interval, computed to 256 bits from the definition of the function beside it.
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"math"
	"math/big"
	"os"
	"strconv"

	h "weft/codegen/internal/hires"
)

type table struct {
	name, doc string
	f         func(x *big.Float) *big.Float
	lo, hi    float64
	degrees   [3]int // single, middle, double; 0 for none
}

func one() *big.Float { return h.Int(1) }

// even makes f a function of its argument's square.
func even(f func(x *big.Float) *big.Float) func(z *big.Float) *big.Float {
	return func(z *big.Float) *big.Float { return f(h.Sqrt(z)) }
}

func cube(x *big.Float) *big.Float { return h.Mul(h.Mul(x, x), x) }

func tail3(f func(x *big.Float) *big.Float) func(x *big.Float) *big.Float {
	return even(func(x *big.Float) *big.Float { return h.Quo(h.Sub(f(x), x), cube(x)) })
}

// atanh2 is log((1+s)/(1-s)).
func atanh2(s *big.Float) *big.Float { return h.Log(h.Quo(h.Add(one(), s), h.Sub(one(), s))) }

func asin(x *big.Float) *big.Float {
	return h.Atan(h.Quo(x, h.Sqrt(h.Sub(one(), h.Mul(x, x)))))
}

func sin(x *big.Float) *big.Float { s, _ := h.SinCos(x); return s }
func cos(x *big.Float) *big.Float { _, c := h.SinCos(x); return c }

func tanh(x *big.Float) *big.Float {
	t := h.Expm1(h.Ldexp(x, 1))
	return h.Quo(t, h.Add(t, h.Int(2)))
}

func erfcx(x *big.Float) *big.Float { return h.Mul(h.Exp(h.Mul(x, x)), h.Erfc(x)) }

func erfinvOfW(w *big.Float) (y, x *big.Float) {
	x = h.Sqrt(h.Sub(one(), h.Exp(h.Neg(w))))
	f, _ := x.Float64()
	return h.Erfinv(x, math.Erfinv(f)), x
}

// root is where digamma crosses zero, found by the secant method.
func root() *big.Float {
	a, b := h.F(1.4616), h.F(1.4617)
	fa, fb := h.Digamma(a), h.Digamma(b)
	for range 14 {
		if fa.Cmp(fb) == 0 {
			break
		}
		c := h.Sub(b, h.Quo(h.Mul(fb, h.Sub(b, a)), h.Sub(fb, fa)))
		a, fa, b = b, fb, c
		fb = h.Digamma(b)
	}
	return b
}

func stirling(z *big.Float) *big.Float {
	x := h.Quo(one(), z)
	s := h.Sub(h.Mul(h.Sub(x, h.F(0.5)), h.Log(x)), x)
	s = h.Add(s, h.Ldexp(h.Log(h.Ldexp(h.Pi(h.Prec), 1)), -1))
	return h.Quo(h.Sub(h.Lgamma(x), s), z)
}

func tables() []table {
	digammaRoot := root()
	return []table{
		{"expTail", "(e^x-1-x)/x^2 on |x| <= log(2)/2", func(x *big.Float) *big.Float {
			return h.Quo(h.Sub(h.Expm1(x), x), h.Mul(x, x))
		}, -0.3466, 0.3466, [3]int{4, 6, 10}},
		{"exp2Tail", "(2^x-1)/x on |x| <= 1/2", func(x *big.Float) *big.Float {
			return h.Quo(h.Expm1(h.Mul(x, h.Ln2(h.Prec))), x)
		}, -0.5, 0.5, [3]int{5, 8, 11}},
		{"logTail", "(log((1+s)/(1-s))-2s)/s^3 in s^2, for s up to (sqrt(2)-1)/(sqrt(2)+1)", even(func(s *big.Float) *big.Float {
			return h.Quo(h.Sub(atanh2(s), h.Ldexp(s, 1)), cube(s))
		}), 0, 0.02945, [3]int{3, 5, 7}},
		{"logTail5", "the same without its first term, 2/3", even(func(s *big.Float) *big.Float {
			t := h.Quo(h.Sub(atanh2(s), h.Ldexp(s, 1)), cube(s))
			return h.Quo(h.Sub(t, h.Quo(h.Int(2), h.Int(3))), h.Mul(s, s))
		}), 0, 0.02945, [3]int{0, 0, 7}},
		{"sinTail", "(sin(x)-x)/x^3 in x^2, |x| <= pi/4", tail3(sin), 0, 0.6170, [3]int{3, 0, 6}},
		{"cosTail", "(cos(x)-1+x^2/2)/x^4 in x^2, |x| <= pi/4", even(func(x *big.Float) *big.Float {
			z := h.Mul(x, x)
			return h.Quo(h.Add(h.Sub(cos(x), one()), h.Ldexp(z, -1)), h.Mul(z, z))
		}), 0, 0.6170, [3]int{3, 0, 6}},
		{"asinTail", "(asin(x)-x)/x^3 in x^2, |x| <= 1/2", tail3(asin), 0, 0.25, [3]int{0, 0, 13}},
		{"atanTail", "(atan(x)-x)/x^3 in x^2, |x| <= sqrt(2)-1", tail3(h.Atan), 0, 0.1716, [3]int{0, 0, 12}},
		{"tanhTail", "(tanh(x)-x)/x^3 in x^2, |x| <= 5/8", tail3(tanh), 0, 0.390625, [3]int{5, 0, 0}},
		{"erfTail", "erf(x)/x-1 in x^2, |x| <= 1", even(func(x *big.Float) *big.Float {
			return h.Sub(h.Quo(h.Erf(x), x), one())
		}), 0, 1, [3]int{7, 0, 14}},
		{"erfcLog", "-log(erfc(1+t)) for t in 0..3", func(t *big.Float) *big.Float {
			return h.Neg(h.Log(h.Erfc(h.Add(t, one()))))
		}, 0, 3, [3]int{8, 0, 0}},
		{"erfcScaled", "(1+2x)*e^(x^2)*erfc(x) in t = (x-4)/(x+4), x in 1/2..28", func(t *big.Float) *big.Float {
			x := h.Quo(h.Ldexp(h.Add(one(), t), 2), h.Sub(one(), t))
			return h.Mul(h.Add(one(), h.Ldexp(x, 1)), erfcx(x))
		}, -0.7778, 0.75, [3]int{0, 0, 22}},
		{"erfinvNear", "erfinv(x)/x in w-5/2, w = -log(1-x^2) up to 5", func(t *big.Float) *big.Float {
			y, x := erfinvOfW(h.Add(t, h.F(2.5)))
			return h.Quo(y, x)
		}, -2.5, 2.5, [3]int{0, 0, 10}},
		{"erfinvFar", "erfinv(x) in sqrt(w)-4, w = -log(1-x^2) from 5 to 36.5", func(t *big.Float) *big.Float {
			v := h.Add(t, h.Int(4))
			y, _ := erfinvOfW(h.Mul(v, v))
			return y
		}, -1.77, 2.04, [3]int{0, 0, 11}},
		{"lgammaNear2", "lgamma(2+y)/y on -1/2..1", func(y *big.Float) *big.Float {
			return h.Quo(h.Lgamma(h.Add(h.Int(2), y)), y)
		}, -0.5, 1, [3]int{0, 0, 23}},
		{"lgammaFar", "x*(lgamma(x)-((x-1/2)*log(x)-x+log(2 pi)/2)) in 1/x^2, x >= 8", even(stirling), 0, 1.0 / 64, [3]int{0, 0, 7}},
		{"digammaNear", "digamma(1+u)/(1+u-root) on 0..1", func(u *big.Float) *big.Float {
			x := h.Add(u, one())
			return h.Quo(h.Digamma(x), h.Sub(x, digammaRoot))
		}, 0, 1, [3]int{0, 0, 23}},
		{"digammaFar", "x^2*(log(x)-1/(2x)-digamma(x)) in 1/x^2, x >= 10", even(func(z *big.Float) *big.Float {
			x := h.Quo(one(), z)
			t := h.Sub(h.Sub(h.Log(x), h.Quo(h.F(0.5), x)), h.Digamma(x))
			return h.Mul(t, h.Mul(x, x))
		}), 0, 0.01, [3]int{0, 0, 7}},
	}
}

type constant struct {
	name, doc string
	v         *big.Float
}

func constants() []constant {
	ln2, pi := h.Ln2(h.Prec), h.Pi(h.Prec)
	return []constant{
		{"ln2", "log(2)", ln2},
		{"log2e", "1/log(2)", h.Quo(one(), ln2)},
		{"pi", "pi", pi},
		{"halfPi", "pi/2", h.Ldexp(pi, -1)},
		{"quarterPi", "pi/4", h.Ldexp(pi, -2)},
		{"twoOverPi", "2/pi", h.Quo(h.Int(2), pi)},
		{"twoOverSqrtPi", "2/sqrt(pi)", h.Quo(h.Int(2), h.Sqrt(pi))},
		{"stirlingBase", "log(2 pi)/2-1/2", h.Ldexp(h.Sub(h.Log(h.Ldexp(pi, 1)), one()), -1)},
		{"digammaRoot", "the zero of digamma, less 1", h.Sub(root(), one())},
		{"twoThirds", "2/3", h.Quo(h.Int(2), h.Int(3))},
	}
}

func hex(f float64) string { return strconv.FormatFloat(f, 'x', -1, 64) }

func round(v *big.Float, single bool) float64 {
	if single {
		f, _ := v.Float32()
		return float64(f)
	}
	f, _ := v.Float64()
	return f
}

func list(w *bytes.Buffer, cs []*big.Float, single bool) {
	fmt.Fprint(w, "{")
	for _, c := range cs {
		fmt.Fprint(w, hex(round(c, single)), ", ")
	}
	fmt.Fprint(w, "},\n")
}

// parts splits v into three numbers of the format that add up to it.
func parts(w *bytes.Buffer, v *big.Float, single bool) {
	var cs []*big.Float
	for range 3 {
		f := h.F(round(v, single))
		cs = append(cs, f)
		v = h.Sub(v, f)
	}
	list(w, cs, single)
}

func main() {
	var w bytes.Buffer
	fmt.Fprint(&w, "// Code generated by decompose_gen.go; DO NOT EDIT.\n\npackage codegen\n\n")
	for _, t := range tables() {
		fmt.Fprintf(&w, "// %s: %s.\nvar %s = coeffs{\n", t.name, t.doc, t.name)
		for class, degree := range t.degrees {
			if degree == 0 {
				fmt.Fprint(&w, "nil,\n")
				continue
			}
			list(&w, h.Fit(t.f, t.lo, t.hi, degree), class == 0)
		}
		fmt.Fprint(&w, "}\n\n")
	}
	for _, c := range constants() {
		fmt.Fprintf(&w, "// %sParts: %s, each row adds up to it.\nvar %sParts = coeffs{\n", c.name, c.doc, c.name)
		for class := range 3 {
			parts(&w, c.v, class == 0)
		}
		fmt.Fprint(&w, "}\n\n")
	}
	words(&w)
	src, err := format.Source(w.Bytes())
	if err != nil {
		panic(err)
	}
	if err := os.WriteFile("decompose_coeffs.go", src, 0o644); err != nil {
		panic(err)
	}
}

// words writes the bits of 2/pi after a zero word, 32 at a time.
func words(w *bytes.Buffer) {
	const n = 40
	v := new(big.Float).SetPrec(2000).Quo(new(big.Float).SetPrec(2000).SetInt64(2), h.Pi(2000))
	fmt.Fprint(w, "// twoOverPiWords: a zero word, then the first bits of 2/pi.\nvar twoOverPiWords = [...]uint32{0, ")
	for range n - 1 {
		v = h.Ldexp(v, 32)
		i, _ := v.Int(nil)
		fmt.Fprintf(w, "%#08x, ", i.Uint64())
		v = h.Sub(v, new(big.Float).SetPrec(2000).SetInt(i))
	}
	fmt.Fprint(w, "}\n")
}
