package ops

import "math"

// These stand where the standard library's function loses digits or has none.

func floatNeg(x float64) float64    { return -x }
func floatAdd(x, y float64) float64 { return x + y }
func floatSub(x, y float64) float64 { return x - y }
func floatMul(x, y float64) float64 { return x * y }
func floatDiv(x, y float64) float64 { return x / y }

// refMod is exact, but where a finite dividend over the divisor is beyond the type, as PyTorch's: there it is NaN.
func refMod(a []Value, out DType) Value {
	if !out.IsFloat() {
		return Value{out, wrap(out, intMod(out, a[0].Bits, a[1].Bits))}
	}
	x, y := a[0].Float(), a[1].Float()
	if quotient := FloatValue(out.Compute(), x/y); math.IsInf(quotient.Float(), 0) && !math.IsInf(x, 0) {
		return FloatValue(out, math.NaN())
	}
	return FloatValue(out, math.Mod(x, y))
}

// floatLog2 goes through log1p near 1, where splitting off the exponent would cancel.
func floatLog2(x float64) float64 {
	if x > 0.5 && x < 2 {
		return math.Log1p(x-1) * math.Log2E
	}
	return math.Log2(x)
}

// floatAsin and floatAcos use 1-x and 1+x, which are exact or nearly so, and never 1-x*x.
func floatAsin(x float64) float64 {
	if math.Abs(x) > 1 {
		return math.NaN()
	}
	return math.Atan2(x, math.Sqrt((1-x)*(1+x)))
}

func floatAcos(x float64) float64 {
	if math.Abs(x) > 1 {
		return math.NaN()
	}
	return 2 * math.Atan2(math.Sqrt(1-x), math.Sqrt(1+x))
}

func floatLgamma(x float64) float64 {
	if math.IsInf(x, -1) {
		return math.Inf(1) // as PyTorch
	}
	l, _ := math.Lgamma(x)
	return l
}

// digammaSeries holds B(2k)/2k of the asymptotic series of digamma.
var digammaSeries = [...]float64{1. / 12, -1. / 120, 1. / 252, -1. / 240, 1. / 132, -691. / 32760, 1. / 12}

// floatDigamma reflects negative arguments, climbs to 10 by recurrence and sums the asymptotic series there. The poles
// are as PyTorch's: infinite with the sign opposite to zero's, NaN at the negative integers.
func floatDigamma(x float64) float64 {
	switch {
	case x == 0:
		return math.Copysign(math.Inf(1), -x)
	case x < 0 && x == math.Trunc(x):
		return math.NaN()
	case x < 0:
		return floatDigamma(1-x) - math.Pi*cotPi(x)
	}
	if x == 10 {
		return 2.25175258906672110764
	}
	sum := 0.0
	for ; x < 10; x++ {
		sum -= 1 / x
	}
	return sum + math.Log(x) - 0.5/x - digammaTail(1/(x*x))
}

// cotPi is cot(pi x), exact to a few bits both at its poles and at its zeros.
func cotPi(x float64) float64 {
	near := x - math.Round(x) // exact
	if math.Abs(near) > 0.25 {
		return math.Copysign(math.Tan(math.Pi*(0.5-math.Abs(near))), near)
	}
	return 1 / math.Tan(math.Pi*near)
}

func digammaTail(z float64) float64 {
	if z < 1e-34 {
		return 0
	}
	t := 0.0
	for i := len(digammaSeries) - 1; i >= 0; i-- {
		t = t*z + digammaSeries[i]
	}
	return t * z
}

// floatAtan2 keeps the sign of y where y/x is too small to be a number, as C does; math.Atan2 loses it there.
func floatAtan2(y, x float64) float64 { return math.Copysign(math.Atan2(math.Abs(y), x), y) }
