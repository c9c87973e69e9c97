package codegen_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"weft/codegen"
	h "weft/codegen/internal/hires"
	"weft/ops"
)

// subject is a function of one argument under test.
type subject struct {
	op ops.Op
	// low is the function in float64, the reference for float32.
	low func(x float64) float64
	// high is the function to a few hundred bits, for float64; it is asked only where low is finite and not 0.
	high func(x *big.Float) *big.Float
	// Most arguments are drawn from lo..hi, the rest from all bit patterns.
	lo, hi float64
	// Where negative arguments give zeros that no argument hits exactly, errors there are measured beside slack.
	slack float64
}

func lgammaLow(x float64) float64 {
	if math.IsInf(x, -1) {
		return math.Inf(1) // as C has it
	}
	y, _ := math.Lgamma(x)
	return y
}

func sinBig(x *big.Float) *big.Float { s, _ := h.SinCos(x); return s }
func cosBig(x *big.Float) *big.Float { _, c := h.SinCos(x); return c }
func tanBig(x *big.Float) *big.Float { s, c := h.SinCos(x); return h.Quo(s, c) }

func sinhBig(x *big.Float) *big.Float {
	t := h.Expm1(h.Abs(x))
	y := h.Ldexp(h.Add(t, h.Quo(t, h.Add(t, h.Int(1)))), -1)
	if x.Sign() < 0 {
		return h.Neg(y)
	}
	return y
}

func coshBig(x *big.Float) *big.Float {
	e := h.Exp(x)
	return h.Ldexp(h.Add(e, h.Quo(h.Int(1), e)), -1)
}

func tanhBig(x *big.Float) *big.Float {
	t := h.Expm1(h.Ldexp(x, 1))
	return h.Quo(t, h.Add(t, h.Int(2)))
}

// widen gives x so many bits that sums with 1 lose nothing.
func widen(x *big.Float) *big.Float {
	return new(big.Float).SetPrec(h.Prec + 64 + uint(max(0, -2*x.MantExp(nil)))).Set(x)
}

func asinhBig(x *big.Float) *big.Float {
	a := widen(h.Abs(x))
	z := h.Mul(a, a)
	y := h.Log1p(h.Add(a, h.Quo(z, h.Add(h.Int(1), h.Sqrt(h.Add(z, h.Int(1)))))))
	if x.Sign() < 0 {
		return h.Neg(y)
	}
	return y
}

func acoshBig(x *big.Float) *big.Float {
	t := h.Sub(x, h.Int(1))
	return h.Log1p(h.Add(t, h.Sqrt(h.Add(h.Mul(t, t), h.Ldexp(t, 1)))))
}

func atanhBig(x *big.Float) *big.Float {
	return h.Ldexp(h.Log1p(h.Quo(h.Ldexp(x, 1), h.Sub(h.Int(1), x))), -1)
}

func asinBig(x *big.Float) *big.Float {
	return h.Atan(h.Quo(x, h.Sqrt(h.Mul(h.Sub(h.Int(1), x), h.Add(h.Int(1), x)))))
}

func acosBig(x *big.Float) *big.Float {
	return h.Ldexp(h.Atan(h.Sqrt(h.Quo(h.Sub(h.Int(1), x), h.Add(h.Int(1), x)))), 1)
}

func erfBig(x *big.Float) *big.Float {
	if f, _ := x.Float64(); math.Abs(f) > 30 {
		return h.Int(x.Sign())
	}
	return h.Erf(x)
}

func erfcBig(x *big.Float) *big.Float {
	if f, _ := x.Float64(); f > 30 {
		return h.Int(0)
	} else if f < -30 {
		return h.Int(2)
	}
	return h.Erfc(x)
}

func erfinvBig(x *big.Float) *big.Float {
	f, _ := x.Float64()
	if f == 1 || f == -1 {
		return h.Quo(x, h.Int(0))
	}
	return h.Erfinv(x, math.Erfinv(f))
}

func lgammaBig(x *big.Float) *big.Float {
	if x.Sign() <= 0 && x.IsInt() {
		return new(big.Float).SetInf(false)
	}
	return h.Lgamma(x)
}

func digammaLow(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(-1) * math.Copysign(1, x)
	case math.IsInf(x, 1):
		return x
	case x != x || x < 0 && x == math.Trunc(x):
		return math.NaN()
	}
	f, _ := h.Digamma(h.F(x)).Float64()
	return f
}

func log2Big(x *big.Float) *big.Float { return h.Quo(h.Log(x), h.Ln2(h.Prec)) }
func exp2Big(x *big.Float) *big.Float {
	return h.Exp(h.Mul(widen(x), h.Ln2(h.Prec+64)))
}

var subjects = []subject{
	{ops.Exp, math.Exp, h.Exp, -110, 95, 0},
	{ops.Exp2, math.Exp2, exp2Big, -155, 130, 0},
	{ops.Expm1, math.Expm1, h.Expm1, -20, 95, 0},
	{ops.Log, math.Log, h.Log, 0, 3, 0},
	{ops.Log2, math.Log2, log2Big, 0, 3, 0},
	{ops.Log1p, math.Log1p, h.Log1p, -1, 3, 0},
	{ops.Sin, math.Sin, sinBig, -70000, 70000, 0},
	{ops.Cos, math.Cos, cosBig, -70000, 70000, 0},
	{ops.Tan, math.Tan, tanBig, -100, 100, 0},
	{ops.Sinh, math.Sinh, sinhBig, -92, 92, 0},
	{ops.Cosh, math.Cosh, coshBig, -92, 92, 0},
	{ops.Tanh, math.Tanh, tanhBig, -12, 12, 0},
	{ops.Asinh, math.Asinh, asinhBig, -10, 10, 0},
	{ops.Acosh, math.Acosh, acoshBig, 1, 10, 0},
	{ops.Atanh, math.Atanh, atanhBig, -1, 1, 0},
	{ops.Asin, math.Asin, asinBig, -1, 1, 0},
	{ops.Acos, math.Acos, acosBig, -1, 1, 0},
	{ops.Atan, math.Atan, h.Atan, -8, 8, 0},
	{ops.Erf, math.Erf, erfBig, -6, 6, 0},
	{ops.Erfc, math.Erfc, erfcBig, -6, 28, 0},
	{ops.Erfinv, math.Erfinv, erfinvBig, -1, 1, 0},
	{ops.Lgamma, lgammaLow, lgammaBig, -20, 40, 1},
	{ops.Digamma, digammaLow, h.Digamma, -20, 40, 4},
}

// marks are arguments that every function is asked.
var marks = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 2, -2, math.Inf(1), math.Inf(-1), math.NaN(), 0.625, -0.625, 8, 16, 22, -22, 65536, -65536,
	65537, 1 << 28, 1<<28 + 64, 3, 4, 5, 10, 1e10, -1e10, 1e-10, -1e-10, 1e30, -1e30, 88.72283, 88.72284, -103.97, -103.98, 709.78, 709.79, -745.13, -745.14,
	math.Pi, math.Pi / 2, math.Pi / 4, math.Sqrt2, math.Sqrt2 / 2, math.MaxFloat32, -math.MaxFloat32, 0x1p-126, 0x1p-149, -0x1p-149, 0x1p-1022, 5e-324, -5e-324,
	math.MaxFloat64, -math.MaxFloat64, 0x1p127, 1023, 1024, -1074, -1075, -149, -150, 127, 128, -3, -4, -2.5}

func arguments(n int, lo, hi float64, bits func(r *rand.Rand) float64) []float64 {
	r := rand.New(rand.NewPCG(7, 11))
	xs := append([]float64(nil), marks...)
	for len(xs) < n {
		switch r.IntN(4) {
		case 0:
			xs = append(xs, bits(r))
		case 1: // of any size up to the ends
			xs = append(xs, math.Ldexp(lo+r.Float64()*(hi-lo), -r.IntN(40)))
		default:
			xs = append(xs, lo+r.Float64()*(hi-lo))
		}
	}
	return xs[:n/lanes16*lanes16]
}

func long() bool { return os.Getenv("WEFT_LONG") != "" }

func TestFloat32Ulp(t *testing.T) {
	n := 1 << 15
	if long() {
		n = 1 << 20
	}
	for _, s := range subjects {
		t.Run(s.op.String(), func(t *testing.T) {
			n := n
			if s.op == ops.Digamma {
				n = 1 << 11 // its reference is slow
			}
			xs := arguments(n, s.lo, s.hi, func(r *rand.Rand) float64 { return float64(math.Float32frombits(r.Uint32())) })
			in := make([]float32, len(xs))
			for i, x := range xs {
				in[i] = float32(x)
			}
			out := eval(t, s.op, ops.Float32, []ops.DType{ops.Float32}, in)
			worst, at := 0.0, float32(0)
			for i, x := range in {
				want := s.low(float64(x))
				if math.Abs(want) > math.MaxFloat32 && float32(want) == out[i] {
					continue // rounded right, to infinity or the largest number
				}
				if u := ulpOf(float64(out[i]), want, 23, -126); u > worst {
					worst, at = u, x
				}
			}
			t.Logf("%-8v float32: %.3f ulp at %v", s.op, worst, at)
			if bound, _ := codegen.BoundOf(s.op); worst > bound {
				t.Errorf("%v(%v = %b): %v, want %v", s.op, at, at, eval(t, s.op, ops.Float32, []ops.DType{ops.Float32}, repeat(at))[0], s.low(float64(at)))
			}
		})
	}
}

func repeat[T any](x T) []T {
	s := make([]T, lanes16)
	for i := range s {
		s[i] = x
	}
	return s
}

func TestFloat64Ulp(t *testing.T) {
	n := 1 << 10
	if long() {
		n = 1 << 14
	}
	for _, s := range subjects {
		t.Run(s.op.String(), func(t *testing.T) {
			xs := arguments(n, s.lo, s.hi, func(r *rand.Rand) float64 { return math.Float64frombits(r.Uint64()) })
			out := eval(t, s.op, ops.Float64, []ops.DType{ops.Float64}, xs)
			worst, at := 0.0, 0.0
			for i, x := range xs {
				if u := errorOf(s, x, out[i]); u > worst {
					worst, at = u, x
				}
			}
			t.Logf("%-8v float64: %.3f ulp at %v", s.op, worst, at)
			if _, bound := codegen.BoundOf(s.op); worst > bound {
				t.Errorf("%v(%v = %b): %v, math has %v", s.op, at, at, eval(t, s.op, ops.Float64, []ops.DType{ops.Float64}, repeat(at))[0], s.low(at))
			}
		})
	}
}

// errorOf measures got against many bits, or against the float64 function at the ends and where the value is none.
func errorOf(s subject, x, got float64) float64 {
	want := s.low(x)
	if want != want {
		return ulpOf(got, want, 52, -1022)
	}
	exact := exactly(s.high, x)
	if exact == nil {
		return ulpOf(got, want, 52, -1022)
	}
	if f, _ := exact.Float64(); f == got || want == got {
		return 0
	} else if f == 0 || math.IsInf(f, 0) {
		return ulpOf(got, math.Copysign(min(math.Abs(f), math.MaxFloat64), f), 52, -1022)
	}
	if math.IsInf(got, 0) || got != got {
		return math.Inf(1)
	}
	diff, _ := h.Sub(exact, h.F(got)).Float64()
	size := exact.MantExp(nil) - 1
	if x < 0 && s.slack != 0 {
		size = max(size, math.Ilogb(s.slack))
	}
	return math.Abs(diff) / math.Ldexp(1, max(size, -1022)-52)
}

// exactly is f(x), nil where it has no finite value.
func exactly(f func(x *big.Float) *big.Float, x float64) (y *big.Float) {
	if x == 0 || x != x || math.IsInf(x, 0) {
		return nil
	}
	defer func() {
		if recover() != nil { // math/big panics where a NaN would come out
			y = nil
		}
	}()
	return f(h.F(x))
}
