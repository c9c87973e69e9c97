package codegen_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"weft/codegen"
	h "weft/codegen/internal/hires"
	"weft/ops"
)

var both32 = []ops.DType{ops.Float32, ops.Float32}
var both64 = []ops.DType{ops.Float64, ops.Float64}

// pairs makes two rows: every mark with every mark, then numbers of like size, then any bits.
func pairs(n int, lo, hi float64, bits func(r *rand.Rand) float64) (xs, ys []float64) {
	r := rand.New(rand.NewPCG(3, 5))
	for _, x := range marks {
		for _, y := range marks {
			xs, ys = append(xs, x), append(ys, y)
		}
	}
	for len(xs) < n {
		x, y := bits(r), bits(r)
		if r.IntN(4) > 0 {
			x, y = math.Abs(lo+r.Float64()*(hi-lo)), lo+r.Float64()*(hi-lo)
		}
		xs, ys = append(xs, x), append(ys, y)
	}
	n = len(xs) / lanes16 * lanes16
	return xs[:n], ys[:n]
}

func bits32(r *rand.Rand) float64 { return float64(math.Float32frombits(r.Uint32())) }
func bits64(r *rand.Rand) float64 { return math.Float64frombits(r.Uint64()) }

func to32(xs []float64) []float32 {
	out := make([]float32, len(xs))
	for i, x := range xs {
		out[i] = float32(x)
	}
	return out
}

func count(short, full int) int {
	if long() {
		return full
	}
	return short
}

// close32 compares results in float32 with a float64 reference.
func close32(t *testing.T, op ops.Op, f func(x, y float64) float64, lo, hi float64) {
	xs, ys := pairs(count(1<<14, 1<<20), lo, hi, bits32)
	x32, y32 := to32(xs), to32(ys)
	out := eval(t, op, ops.Float32, both32, x32, y32)
	bound, _ := codegen.BoundOf(op)
	for i, got := range out {
		want := f(float64(x32[i]), float64(y32[i]))
		if float32(want) == got && math.Signbit(want) == math.Signbit(float64(got)) {
			continue
		}
		if u := ulpOf(float64(got), want, 23, -126); u > bound {
			t.Fatalf("%v(%v, %v) = %v, want %v", op, x32[i], y32[i], got, want)
		}
	}
}

func TestPow32(t *testing.T)    { close32(t, ops.Pow, math.Pow, -20, 20) }
func TestAtan2_32(t *testing.T) { close32(t, ops.Atan2, atan2, -20, 20) }

// atan2 is math.Atan2 with the sign of y where y/x underflows.
func atan2(y, x float64) float64 { return math.Copysign(math.Atan2(math.Abs(y), x), y) }

func TestMod32(t *testing.T) { close32(t, ops.Mod, math.Mod, -20, 20) }

func TestMod64(t *testing.T) {
	xs, ys := pairs(count(1<<14, 1<<18), -1e6, 20, bits64)
	for i, got := range eval(t, ops.Mod, ops.Float64, both64, xs, ys) {
		if want := math.Mod(xs[i], ys[i]); ulpOf(got, want, 52, -1022) != 0 {
			t.Fatalf("mod(%v, %v) = %v, want %v", xs[i], ys[i], got, want)
		}
	}
}

// close64 compares results in float64 with many bits, and with math where those have no finite answer.
func close64(t *testing.T, op ops.Op, low func(x, y float64) float64, high func(x, y float64) *big.Float, n int, lo, hi float64) {
	xs, ys := pairs(n, lo, hi, bits64)
	_, bound := codegen.BoundOf(op)
	worst := 0.0
	for i, got := range eval(t, op, ops.Float64, both64, xs, ys) {
		x, y := xs[i], ys[i]
		s := subject{low: func(float64) float64 { return low(x, y) }, high: func(*big.Float) *big.Float { return high(x, y) }}
		u := errorOf(s, 1, got)
		if u > bound {
			t.Fatalf("%v(%v, %v) = %v, math has %v", op, x, y, got, low(x, y))
		}
		worst = max(worst, u)
	}
	t.Logf("%v float64: %.3f ulp", op, worst)
}

func TestPow64(t *testing.T) {
	close64(t, ops.Pow, math.Pow, func(x, y float64) *big.Float {
		if x == 0 || math.IsInf(x, 0) || math.IsInf(y, 0) || y == 0 || x < 0 && y != math.Trunc(y) {
			panic("as math has it")
		}
		p := h.Exp(h.Mul(h.F(y), h.Log(h.F(math.Abs(x)))))
		if x < 0 && math.Mod(y, 2) != 0 {
			return h.Neg(p)
		}
		return p
	}, count(5000, 50000), -20, 20)
}

func TestAtan2_64(t *testing.T) {
	close64(t, ops.Atan2, atan2, func(y, x float64) *big.Float {
		if x <= 0 || y == 0 || math.IsInf(x, 0) || math.IsInf(y, 0) {
			panic("as math has it")
		}
		return h.Atan(h.Quo(h.F(y), h.F(x)))
	}, count(5000, 50000), -20, 20)
}

// Whole-number operations have one right answer.
func TestIntegers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for _, d := range []ops.DType{ops.Int8, ops.Int16, ops.Int32, ops.Int64, ops.Uint8, ops.Uint16, ops.Uint32, ops.Uint64} {
		t.Run(d.String(), func(t *testing.T) {
			switch d.Size() {
			case 1:
				testIntPow(t, d, func() uint8 { return uint8(r.Uint64() >> r.IntN(8)) })
			case 2:
				testIntPow(t, d, func() uint16 { return uint16(r.Uint64() >> r.IntN(64)) })
			case 4:
				testIntPow(t, d, func() uint32 { return uint32(r.Uint64() >> r.IntN(64)) })
			case 8:
				testIntPow(t, d, func() uint64 { return r.Uint64() >> r.IntN(64) })
			}
		})
	}
}

func testIntPow[T uint8 | uint16 | uint32 | uint64](t *testing.T, d ops.DType, draw func() T) {
	xs, ys := make([]T, 4096), make([]T, 4096)
	for i := range xs {
		xs[i], ys[i] = draw(), draw()
		if i%4 == 0 {
			xs[i] = T(i/4%5) - 2
		}
	}
	value := func(x T) ops.Value { return ops.Value{DType: ops.Uint64, Bits: uint64(x)}.Cast(d) }
	for i, got := range eval(t, ops.Pow, d, []ops.DType{d, d}, xs, ys) {
		want := ops.Pow.Info().Ref([]ops.Value{value(xs[i]), value(ys[i])}, d)
		if value(got) != want {
			t.Fatalf("%v^%v = %v, want %v", value(xs[i]), value(ys[i]), value(got), want)
		}
	}
}

func TestThreefry(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	xs, ys := make([]uint64, 256), make([]uint64, 256)
	for i := range xs {
		xs[i], ys[i] = r.Uint64()>>r.IntN(64), r.Uint64()>>r.IntN(64)
	}
	u64 := func(x uint64) ops.Value { return ops.Value{DType: ops.Uint64, Bits: x} }
	for i, got := range eval(t, ops.Threefry, ops.Uint64, []ops.DType{ops.Uint64, ops.Uint64}, xs, ys) {
		if want := ops.Threefry.Info().Ref([]ops.Value{u64(xs[i]), u64(ys[i])}, ops.Uint64); want.Bits != got {
			t.Fatalf("threefry(%x, %x) = %x, want %x", xs[i], ys[i], got, want.Bits)
		}
	}
}
