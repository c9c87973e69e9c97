package tensor_test

import (
	"context"
	"math"
	"strings"
	"testing"

	. "weft/frontend/tensor"
)

// drawn is a generator with a fixed seed, so that the bounds below hold once and for all.
func drawn(seed uint64) Options { return Options{Generator: NewGenerator(seed)} }

// TestDistributions holds mean, deviation and range of each distribution against its law, at about five standard errors.
func TestDistributions(t *testing.T) {
	const n = 40000
	o := drawn(3)
	p := Full(0.25, n).Cast(Float64)
	for _, c := range []struct {
		name            string
		x               *Tensor
		mean, deviation float64
		low, high       float64 // both may be reached
	}{
		{"uniform", o.Uniform(-1, 3, n), 1, 4 / math.Sqrt(12), -1, 3},
		{"uniform of a point", o.Uniform(2, 2, n), 2, 0, 2, 2},
		{"normal", o.Normal(2, 0.5, n), 2, 0.5, -1, 5},
		{"normal of tensors", o.Normal(Full(-1.0, n), Full(2.0, n)), -1, 2, -12, 12},
		{"normal of a tensor and a number", o.Normal(Full(-1.0, n), 2), -1, 2, -12, 12},
		{"exponential", o.Exponential(2, n), 0.5, 0.5, 0, 20},
		{"bernoulli", o.Bernoulli(0.25, n), 0.25, 0.4330, 0, 1},
		{"bernoulli of a tensor", o.Bernoulli(p), 0.25, 0.4330, 0, 1},
		{"bernoulli of ones", o.Bernoulli(Ones(n)), 1, 0, 1, 1},
		{"randint", o.RandInt(-2, 3, n), 0, math.Sqrt(2), -2, 2},
		{"rand like", Options{DType: Float64}.Zeros(n).RandLike(), 0.5, 1 / math.Sqrt(12), 0, 1},
		{"randn like", Zeros(n).RandnLike(), 0, 1, -7, 7},
		{"randint like", Zeros(n).RandIntLike(0, 2), 0.5, 0.5, 0, 1},
		{"half", Options{DType: Float16}.Randn(n), 0, 1, -7, 7},
	} {
		x := c.x.Cast(Float64)
		mean, deviation := x.Mean().Item(), x.Std().Item()
		if off := 5 * c.deviation / math.Sqrt(n); math.Abs(mean-c.mean) > off || math.Abs(deviation-c.deviation) > 2*off+1e-12 {
			t.Errorf("%s: mean %v and deviation %v, want %v and %v", c.name, mean, deviation, c.mean, c.deviation)
		}
		if low, high := x.Min().Item(), x.Max().Item(); low < c.low || high > c.high {
			t.Errorf("%s: from %v to %v, want %v to %v", c.name, low, high, c.low, c.high)
		}
	}
}

// chiSquare is the distance of counts from what is expected, and its bound at about one in a million.
func chiSquare(t *testing.T, name string, counts *Tensor, expected ...float64) {
	t.Helper()
	have, err := Floats(counts)
	if err != nil || len(have) != len(expected) {
		t.Fatalf("%s: %d classes, want %d (%v)", name, len(have), len(expected), err)
	}
	sum := 0.0
	for i, e := range expected {
		sum += (have[i] - e) * (have[i] - e) / e
	}
	freedom := float64(len(expected) - 1)
	if sum > freedom+5*math.Sqrt(2*freedom)+12 {
		t.Errorf("%s: chi square %v with %v degrees of freedom: %v", name, sum, freedom, have)
	}
}

func TestClassesAreDrawnEvenly(t *testing.T) {
	o := drawn(5)
	even := func(n int, each float64) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = each
		}
		return out
	}
	chiSquare(t, "randint", o.RandInt(0, 10, 20000).Bincount(nil, 10), even(10, 2000)...)
	chiSquare(t, "uniform", o.Uniform(0, 1, 20000).Histc(20, 0, 1), even(20, 1000)...)
	w := New([]float32{1, 0, 2, 5})
	repeated := o.Multinomial(w, 16000, true)
	if counts := repeated.Bincount(nil, 4); counts.Select(0, 1).Int() != 0 {
		t.Error("a place of weight zero is drawn")
	} else {
		chiSquare(t, "multinomial", counts.IndexSelect(0, ints(0, 2, 3)), 2000, 4000, 10000)
	}
	first := o.Multinomial(w.Expand(8000, 4), 2, false).Select(1, 0)
	chiSquare(t, "first without replacement", first.Bincount(nil, 4).IndexSelect(0, ints(0, 2, 3)), 1000, 2000, 5000)
	orders := make([]int64, 600)
	for i := range orders {
		p := MustData[int64](o.RandPerm(3))
		orders[i] = 9*p[0] + 3*p[1] + p[2]
	}
	counts := New(orders).Bincount(nil, 22).IndexSelect(0, ints(5, 7, 11, 15, 19, 21))
	chiSquare(t, "permutations", counts, even(6, 100)...)
}

func TestMultinomialWithoutReplacement(t *testing.T) {
	o := drawn(7)
	at := o.Multinomial(Of([][]float32{{1, 2, 3, 4, 5}, {0, 0, 1, 0, 1}}), 5, false)
	sorted, _ := at.Sort(1, false)
	want(t, "each once", sorted, []int{2, 5}, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4)
	if at.Index(1, R(0, 2)).Sum().Int() != 6 {
		t.Error("places of weight zero come before others")
	}
	want(t, "no rows", o.Multinomial(Zeros(0, 3), 2, true), []int{0, 2})
}

func TestRandPerm(t *testing.T) {
	o := drawn(9)
	for _, n := range []int{0, 1, 2, 63, 64, 65, 1000} {
		p := o.RandPerm(n)
		sorted, _ := p.Sort(0, false)
		if !Equal(sorted, Arange(n)) {
			t.Errorf("%d: not a permutation", n)
		}
		if n > 50 && Equal(p, Arange(n)) {
			t.Errorf("%d: nothing is permuted", n)
		}
	}
	wantType(t, "dtype", Options{DType: Int16}.RandPerm(5), Int16)
}

// TestDrawsAreFixedWhenMade: what is drawn does not depend on when it is realized, and a seed brings it back.
func TestDrawsAreFixedWhenMade(t *testing.T) {
	draw := func(o Options) []*Tensor {
		return []*Tensor{o.Uniform(0, 2, 50), o.Normal(Zeros(50), 1), o.Exponential(1, 50), o.Bernoulli(Full(0.5, 50)), o.RandPerm(50),
			o.Multinomial(Ones(50), 20, false), o.Multinomial(Ones(50), 20, true)}
	}
	a, b := draw(drawn(11)), draw(drawn(11))
	for i := range b {
		b[len(b)-1-i].Realize()
	}
	for i := range a {
		if !Equal(a[i], b[i]) {
			t.Errorf("draw %d differs", i)
		}
	}
}

func TestRandomMistakes(t *testing.T) {
	for name, c := range map[string]struct {
		f    func()
		says string
	}{
		"uniform":       {func() { Uniform(2, 1, 3) }, "cannot draw from 2 to 1"},
		"uniform width": {func() { Uniform(0, inf, 3) }, "cannot draw from 0 to +Inf"},
		"normal":        {func() { Normal(0, -1, 3) }, "must not be negative, got -1"},
		"normal shape":  {func() { Normal(Ones(2), 1, 2) }, "none can be given"},
		"normal shapes": {func() { Normal(Ones(2), Ones(3)) }, "do not broadcast"},
		"normal ints":   {func() { Normal(ints(1), 1) }, "draws floats"},
		"exponential":   {func() { Exponential(-1, 3) }, "must not be negative, got -1"},
		"bernoulli":     {func() { Bernoulli(1.5, 3) }, "between 0 and 1, got 1.5"},
		"bernoulli of":  {func() { Bernoulli(ints(1)) }, "must be floats"},
		"randint":       {func() { Options{DType: Uint8}.RandInt(0, 300, 2) }, "uint8 cannot hold"},
		"rand ints":     {func() { ints(1).RandLike() }, "draws floats"},
		"randperm":      {func() { RandPerm(-1) }, "negative length"},
		"randperm type": {func() { Options{DType: Int8}.RandPerm(200) }, "int8 cannot hold 200"},
		"multi rank":    {func() { Multinomial(Ones(1, 1, 1), 1, true) }, "vector or a matrix"},
		"multi type":    {func() { Multinomial(ints(1), 1, true) }, "must be floats"},
		"multi none":    {func() { Multinomial(Ones(2), 0, true) }, "cannot draw 0"},
		"multi many":    {func() { Multinomial(Ones(2), 3, false) }, "cannot draw 3 of 2 places"},
		"multi empty":   {func() { Multinomial(Ones(2, 0), 1, true) }, "nothing to choose from"},
	} {
		if got := mistakeOf(t, c.f); !strings.Contains(got, c.says) {
			t.Errorf("%s: %s, want %q", name, got, c.says)
		}
	}
}

// TestRandomDataMistakes: what only the data shows is reported when it runs.
func TestRandomDataMistakes(t *testing.T) {
	for name, c := range map[string]struct {
		x    *Tensor
		says string
	}{
		"normal":    {Normal(0, vec(1, -1)), "must not be negative"},
		"bernoulli": {Bernoulli(vec(0, 1.5)), "between 0 and 1"},
		"nan":       {Bernoulli(vec(0, float32(nan))), "between 0 and 1"},
		"negative":  {Multinomial(vec(1, -1), 1, true), "negative, infinite or NaN"},
		"infinite":  {Multinomial(vec(1, float32(inf)), 1, false), "negative, infinite or NaN"},
		"not known": {Multinomial(vec(1, float32(nan)), 1, true), "negative, infinite or NaN"},
		"nothing":   {Multinomial(Of([][]float32{{1, 1}, {0, 0}}), 1, true), "add up to nothing"},
	} {
		if err := Realize(context.Background(), c.x); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
}
