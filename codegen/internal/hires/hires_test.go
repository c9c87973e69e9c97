package hires

import (
	"math"
	"math/big"
	"testing"
)

func TestAgainstMath(t *testing.T) {
	sin := func(x *big.Float) *big.Float { s, _ := SinCos(x); return s }
	cos := func(x *big.Float) *big.Float { _, c := SinCos(x); return c }
	lgamma := func(x float64) float64 { y, _ := math.Lgamma(x); return y }
	for _, c := range []struct {
		name string
		high func(*big.Float) *big.Float
		low  func(float64) float64
		at   []float64
	}{
		{"exp", Exp, math.Exp, []float64{-700, -1, 1e-3, 0, 0.5, 700}},
		{"expm1", Expm1, math.Expm1, []float64{-30, -1e-10, 1e-300, 2}},
		{"log", Log, math.Log, []float64{1e-300, 0.5, 0.999999, 1.0000001, 3, 1e300}},
		{"log1p", Log1p, math.Log1p, []float64{-0.5, 1e-300, -1e-14, 1e-9, 7}},
		{"sin", sin, math.Sin, []float64{-3, 1e-8, 1, 1000, 1e22, 1e300}},
		{"cos", cos, math.Cos, []float64{-3, 1e-8, 1, 1000, 1e22, 1e300}},
		{"atan", Atan, math.Atan, []float64{-30, 1e-9, 0.3, 1, 2, 1e20}},
		{"erf", Erf, math.Erf, []float64{-3, 1e-9, 0.3, 1, 5}},
		{"erfc", Erfc, math.Erfc, []float64{-3, 0.3, 1, 5, 26}},
		{"lgamma", Lgamma, lgamma, []float64{-2.3, -0.2, 1e-9, 0.5, 1.5, 3, 20, 1e9}},
	} {
		for _, x := range c.at {
			got, want := float(c.high(F(x))), c.low(x)
			if math.Abs(got-want) > 1e-14*math.Abs(want) {
				t.Errorf("%s(%g) = %.17g, math has %.17g", c.name, x, got, want)
			}
		}
	}
	if got := float(Digamma(F(1))); math.Abs(got+0.57721566490153286) > 1e-16 {
		t.Errorf("digamma(1) = %v", got)
	}
	if got := float(Digamma(F(-0.5))); math.Abs(got-0.03648997397857652) > 1e-16 {
		t.Errorf("digamma(-0.5) = %v", got)
	}
	if got := float(Erfinv(F(0.5), 0.47)); math.Abs(got-math.Erfinv(0.5)) > 1e-16 {
		t.Errorf("erfinv(0.5) = %v", got)
	}
}

func TestFit(t *testing.T) {
	c := Fit(Exp, -0.5, 0.5, 8)
	for _, x := range []float64{-0.5, -0.1, 0, 0.3, 0.5} {
		sum := Int(0)
		for i := len(c) - 1; i >= 0; i-- {
			sum = Add(Mul(sum, F(x)), c[i])
		}
		if d := float(sum) - math.Exp(x); math.Abs(d) > 1e-10 {
			t.Errorf("off by %g at %g", d, x)
		}
	}
}
