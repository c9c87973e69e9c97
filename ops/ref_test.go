package ops

import (
	"math"
	"math/rand/v2"
	"testing"
)

var (
	inf, nan = math.Inf(1), math.NaN()
	neg0     = math.Copysign(0, -1)
)

// specials are numbers that break careless arithmetic, of every type.
func specials(d DType) []Value {
	var list []Value
	for _, f := range []float64{0, neg0, 1, -1, 0.5, 2, 3, -7, 1e-40, 65504, 65520, 3e38, -3e38, inf, -inf, nan} {
		list = append(list, FloatValue(d, f))
	}
	if !d.IsFloat() {
		list = append(list, Lowest(d), Highest(d))
	}
	return list
}

// same says whether two values are one to a user: NaN is NaN.
func same(x, y Value) bool {
	return x == y || x.DType == y.DType && x.Float() != x.Float() && y.Float() != y.Float()
}

func TestTableIsComplete(t *testing.T) {
	names := map[string]bool{}
	for _, op := range All() {
		info := op.Info()
		if info.Name == "" || names[info.Name] || info.Family == NoFamily || info.Rule == RuleNone {
			t.Errorf("op %d: %+v", op, info)
		}
		names[info.Name] = true
		if back, ok := ParseOp(info.Name); back != op || !ok {
			t.Errorf("%s parses as %v", info.Name, back)
		}
		if (info.Family == Elementwise) != (info.Ref != nil) {
			t.Errorf("%s: reference function: %v", info.Name, info.Ref != nil)
		}
		if (info.Family == Elementwise || info.Family == Reduce) != (info.On != 0) {
			t.Errorf("%s: class %v", info.Name, info.On)
		}
		if info.Family == Reduce && (info.Neutral == nil || op.Combine().Info().Ref == nil) {
			t.Errorf("%s cannot fold", info.Name)
		}
	}
}

func TestNeutralIsNeutral(t *testing.T) {
	for _, op := range All() {
		info := op.Info()
		if info.Neutral == nil || info.Family != Elementwise {
			continue
		}
		for _, d := range DTypes() {
			if !info.On.Has(d) {
				continue
			}
			e := info.Neutral(d)
			for _, x := range specials(d) {
				for _, got := range []Value{info.Ref([]Value{x, e}, d), info.Ref([]Value{e, x}, d)} {
					if !same(got, x) {
						t.Errorf("%s on %v: %v with %v is %v", info.Name, d, x, e, got)
					}
				}
			}
		}
	}
}

// apply is op on numbers taken as values of d.
func apply(op Op, d DType, numbers ...float64) Value {
	args := make([]Value, len(numbers))
	for i, f := range numbers {
		args[i] = FloatValue(d, f)
	}
	out := d
	if op.Info().Rule == RuleBool {
		out = Bool
	}
	return op.Info().Ref(args, out)
}

func TestReferenceOnNumbers(t *testing.T) {
	for _, c := range []struct {
		op   Op
		d    DType
		args []float64
		want float64
	}{
		{Add, Int8, []float64{127, 1}, -128}, {Mul, Int32, []float64{65536, 65536}, 0}, {Sub, Uint8, []float64{0, 1}, 255},
		{Neg, Int8, []float64{-128}, -128}, {Abs, Int8, []float64{-128}, -128}, {Abs, Uint64, []float64{1 << 63}, 1 << 63},
		{Neg, Uint16, []float64{1}, 65535}, {Div, Int32, []float64{-7, 2}, -3}, {Mod, Int32, []float64{-7, 2}, -1},
		{Div, Int8, []float64{-128, -1}, -128}, {Mod, Int8, []float64{-128, -1}, 0}, {Div, Int64, []float64{math.MinInt64, -1}, math.MinInt64},
		{Div, Int32, []float64{5, 0}, 0}, {Mod, Int32, []float64{5, 0}, 0}, {Div, Uint64, []float64{1 << 63, 2}, 1 << 62},
		{Pow, Int32, []float64{3, 4}, 81}, {Pow, Int8, []float64{2, 7}, -128}, {Pow, Int32, []float64{2, -1}, 0},
		{Pow, Int32, []float64{-1, -3}, -1}, {Pow, Int64, []float64{0, 0}, 1},
		{Shl, Int8, []float64{1, 7}, -128}, {Shl, Int32, []float64{1, 32}, 0}, {Shl, Int32, []float64{1, -1}, 0},
		{Shr, Int8, []float64{-128, 7}, -1}, {Shr, Int8, []float64{-128, 100}, -1}, {Shr, Uint8, []float64{200, 8}, 0},
		{Shr, Uint64, []float64{1 << 63, 63}, 1}, {Shr, Int16, []float64{-4, 1}, -2},
		{Not, Uint8, []float64{1}, 254}, {Not, Bool, []float64{1}, 0}, {Not, Int32, []float64{0}, -1},
		{Mod, Float32, []float64{-7.5, 2}, -1.5}, {Mod, Float32, []float64{1, 0}, nan}, {Mod, Float64, []float64{5, inf}, 5},
		{Mod, Float32, []float64{1e30, 1e-30}, nan}, {Mod, Float64, []float64{1e30, 0.75}, 0.25},
		{Max, Float32, []float64{nan, 1}, nan}, {Max, Float32, []float64{1, nan}, nan}, {Min, Float64, []float64{nan, -inf}, nan},
		{Max, Float32, []float64{neg0, 0}, 0}, {Max, Float32, []float64{0, neg0}, 0}, {Min, Float32, []float64{0, neg0}, neg0},
		{Min, Float32, []float64{neg0, 0}, neg0}, {Max, Int8, []float64{-1, 1}, 1}, {Max, Uint64, []float64{1 << 63, 1}, 1 << 63},
		{Max, Bool, []float64{0, 1}, 1}, {Round, Float32, []float64{2.5}, 2}, {Round, Float32, []float64{-0.5}, neg0},
		{CmpLT, Float32, []float64{nan, 1}, 0}, {CmpNE, Float32, []float64{nan, nan}, 1}, {CmpEQ, Float32, []float64{0, neg0}, 1},
		{CmpLE, Uint64, []float64{1 << 63, 1}, 0}, {CmpLT, Int8, []float64{-1, 1}, 1},
		{Sqrt, Float32, []float64{-1}, nan}, {Sqrt, Float32, []float64{neg0}, neg0}, {Div, Float32, []float64{1, neg0}, -inf},
		{Add, Float16, []float64{2048, 1}, 2048}, {Add, Float16, []float64{65504, 16}, inf}, {Add, BFloat16, []float64{256, 1}, 256},
		{Pow, Float32, []float64{nan, 0}, 1}, {Pow, Float32, []float64{-8, 1. / 3}, nan}, {Log, Float64, []float64{0}, -inf},
		{Digamma, Float64, []float64{0}, -inf}, {Digamma, Float64, []float64{neg0}, inf}, {Digamma, Float64, []float64{-1}, nan},
		{Lgamma, Float64, []float64{-1}, inf}, {Lgamma, Float64, []float64{-inf}, inf}, {Atan2, Float64, []float64{0, -1}, math.Pi}, {Atan2, Float64, []float64{-5e-324, -math.MaxFloat64}, -math.Pi},
		{Erfinv, Float64, []float64{1}, inf}, {Asin, Float32, []float64{1.5}, nan}, {Acos, Float64, []float64{-1}, math.Pi},
	} {
		want := FloatValue(c.d, c.want)
		if c.op.Info().Rule == RuleBool {
			want = BoolValue(c.want != 0)
		}
		if got := apply(c.op, c.d, c.args...); !same(got, want) {
			t.Errorf("%v %v%v = %v, want %v", c.op, c.d, c.args, got, want)
		}
	}
}

// TestFloat32IsRoundedOnce holds the way over float64 to the machine's own float32 arithmetic.
func TestFloat32IsRoundedOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200_000 {
		x, y := math.Float32frombits(r.Uint32()), math.Float32frombits(r.Uint32())
		a, b := float64(x), float64(y)
		for _, c := range []struct {
			op   Op
			want float32
		}{{Add, x + y}, {Sub, x - y}, {Mul, x * y}, {Div, x / y}} {
			if got := apply(c.op, Float32, a, b); !same(got, FloatValue(Float32, float64(c.want))) {
				t.Fatalf("%v %v %v = %v, want %v", c.op, x, y, got, c.want)
			}
		}
	}
}

// Known answers of the generator's authors.
func TestThreefry(t *testing.T) {
	for _, c := range []struct{ counter, key, want uint64 }{
		{0, 0, 0x99ba4efe_6b200159},
		{math.MaxUint64, math.MaxUint64, 0xbb002be7_1cb996fc},
		{0x85a308d3_243f6a88, 0x03707344_13198a2e, 0x483df7a0_c4923a9c},
	} {
		got := Threefry.Info().Ref([]Value{{Uint64, c.counter}, {Uint64, c.key}}, Uint64)
		if got.Bits != c.want {
			t.Errorf("threefry(%x, %x) = %x, want %x", c.counter, c.key, got.Bits, c.want)
		}
	}
}

// TestDoublePrecision compares the functions written here with identities that hold far from where they lose digits.
func TestDoublePrecision(t *testing.T) {
	near := func(name string, got, want, ulps float64) {
		if math.Abs(got-want) > ulps*0x1p-52*math.Abs(want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	near("digamma 1", floatDigamma(1), -0.57721566490153286061, 4)
	near("digamma 1/2", floatDigamma(0.5), -1.96351002602142347944, 4)
	near("digamma 10", floatDigamma(10), 2.25175258906672110764, 1)
	near("digamma -1/2", floatDigamma(-0.5), 0.03648997397857652056, 64)
	near("digamma 1e10", floatDigamma(1e10), 23.02585092989045684018, 2)
	near("log2 near 1", floatLog2(1+0x1p-40), 0x1p-40*math.Log2E*(1-0x1p-41), 2)
	near("asin near 1", floatAsin(1-0x1p-26), math.Pi/2-0x1p-26*math.Sqrt(0x1p27)*(1+0x1p-26/12), 2)
	near("acos near 1", floatAcos(1-0x1p-40), math.Sqrt(0x1p-39)*(1+0x1p-40/12), 2)
}
