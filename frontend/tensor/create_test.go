package tensor_test

import (
	"testing"

	. "weft/frontend/tensor"
)

func TestCreate(t *testing.T) {
	for _, c := range []struct {
		name  string
		got   func() *Tensor
		dtype DType
		shape []int
		want  []float64
	}{
		{"new", func() *Tensor { return New([]float32{1, 2, 3, 4}, 2, 2) }, Float32, []int{2, 2}, []float64{1, 2, 3, 4}},
		{"new int", func() *Tensor { return New([]int{1, -2}) }, Int64, []int{2}, []float64{1, -2}},
		{"new int8", func() *Tensor { return New([]int8{1, -2}) }, Int8, []int{2}, []float64{1, -2}},
		{"new bool", func() *Tensor { return New([]bool{true, false}) }, Bool, []int{2}, []float64{1, 0}},
		{"new uint16", func() *Tensor { return New([]uint16{65535}) }, Uint16, []int{1}, []float64{65535}},
		{"new empty", func() *Tensor { return New([]float64{}, 0, 3) }, Float64, []int{0, 3}, nil},
		{"of", func() *Tensor { return Of([][]int32{{1, 2}, {3, 4}, {5, 6}}) }, Int32, []int{3, 2}, []float64{1, 2, 3, 4, 5, 6}},
		{"of array", func() *Tensor { return Of([2][1]float64{{1}, {2}}) }, Float64, []int{2, 1}, []float64{1, 2}},
		{"of any", func() *Tensor { return Of([]any{1, 2.5}) }, Float32, []int{2}, []float64{1, 2.5}},
		{"of number", func() *Tensor { return Of(7) }, Int64, []int{}, []float64{7}},
		{"of empty", func() *Tensor { return Of([][]float32{}) }, Float32, []int{0, 0}, nil},
		{"scalar", func() *Tensor { return Scalar(2.5) }, Float32, []int{}, []float64{2.5}},
		{"full", func() *Tensor { return Full(3, 2) }, Int64, []int{2}, []float64{3, 3}},
		{"zeros", func() *Tensor { return Zeros(2, 1) }, Float32, []int{2, 1}, []float64{0, 0}},
		{"ones int8", func() *Tensor { return Options{DType: Int8}.Ones(2) }, Int8, []int{2}, []float64{1, 1}},
		{"ones half", func() *Tensor { return Options{DType: Float16}.Ones(2) }, Float16, []int{2}, []float64{1, 1}},
		{"like", func() *Tensor { return Of([]int32{4, 5}).FullLike(9) }, Int32, []int{2}, []float64{9, 9}},
		{"arange", func() *Tensor { return Arange(4) }, Int64, []int{4}, []float64{0, 1, 2, 3}},
		{"arange step", func() *Tensor { return Arange(5, 0, -2) }, Int64, []int{3}, []float64{5, 3, 1}},
		{"arange float", func() *Tensor { return Arange(0, 1, 0.25) }, Float32, []int{4}, []float64{0, .25, .5, .75}},
		{"linspace", func() *Tensor { return Linspace(0, 1, 5) }, Float32, []int{5}, []float64{0, .25, .5, .75, 1}},
		{"linspace one", func() *Tensor { return Linspace(3, 9, 1) }, Float32, []int{1}, []float64{3}},
		{"eye", func() *Tensor { return Eye(2, 3) }, Float32, []int{2, 3}, []float64{1, 0, 0, 0, 1, 0}},
	} {
		guard(t, func() {
			got := c.got()
			wantType(t, c.name, got, c.dtype)
			want(t, c.name, got, c.shape, c.want...)
		})
	}
}

func TestDataIsCopied(t *testing.T) {
	xs := []float32{1, 2}
	x := New(xs)
	xs[0] = 9
	out := MustData[float32](x)
	out[1] = 9
	want(t, "x", x, []int{2}, 1, 2)
}

func TestDataTypes(t *testing.T) {
	if _, err := Data[float64](vec(1)); err == nil {
		t.Error("float32 was read as float64")
	}
	half, err := Data[float32](vec(1.5).Cast(Float16))
	if err != nil || half[0] != 1.5 {
		t.Errorf("half: %v, %v", half, err)
	}
	if v, err := New([]int64{1 << 62}).Value(); err != nil || v.Int() != 1<<62 {
		t.Errorf("value %v, %v", v, err)
	}
	if !vec(3).IsTrue() || New([]int{0}).IsTrue() || New([]int{5}).Int() != 5 {
		t.Error("truth or value of a number is wrong")
	}
}

func TestRandom(t *testing.T) {
	a, b := Options{Generator: NewGenerator(1)}, Options{Generator: NewGenerator(1)}
	x1, x2 := a.Rand(100), a.Rand(100)
	y1, y2 := b.Rand(100), b.Rand(100)
	y2.Realize() // the order of realizing does not matter
	if !equal(x1, y1) || !equal(x2, y2) || equal(x1, x2) {
		t.Error("the stream does not depend on seed and order of drawing alone")
	}
	key, counter := a.Generator.State()
	x3 := a.Rand(7)
	a.Generator.SetState(key, counter)
	if !equal(x3, a.Rand(7)) {
		t.Error("a state does not bring its draws back")
	}
	moments(t, "rand", a.Rand(20000), 0.5, 0.2887, 0, 1)
	moments(t, "randn", a.Randn(20000), 0, 1, -10, 10)
	moments(t, "randint", a.RandInt(-2, 3, 20000).Cast(Float64), 0, 1.4142, -2, 3)
	moments(t, "bernoulli", a.Bernoulli(0.25, 20000), 0.25, 0.433, 0, 1.1)
	moments(t, "half", Options{DType: BFloat16, Generator: a.Generator}.Rand(20000), 0.5, 0.2887, 0, 1)
}

func equal(a, b *Tensor) bool { return a.Eq(b).All().IsTrue() }

// moments checks mean and deviation, and that all lies in [low, high).
func moments(t *testing.T, name string, x *Tensor, mean, std, low, high float64) {
	t.Helper()
	x = x.Cast(Float64)
	m, s := x.Mean().Item(), x.Std().Item()
	if m < mean-0.05 || m > mean+0.05 || s < std-0.03 || s > std+0.03 {
		t.Errorf("%s: mean %v, deviation %v", name, m, s)
	}
	if x.Min().Item() < low || x.Max().Item() >= high {
		t.Errorf("%s: values from %v to %v", name, x.Min().Item(), x.Max().Item())
	}
}
