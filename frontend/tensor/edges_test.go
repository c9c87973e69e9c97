package tensor_test

import (
	"math"
	"testing"

	. "weft/frontend/tensor"
)

// TestEdges holds what single functions give at the edges of their domains, where the plain formula would not do.
func TestEdges(t *testing.T) {
	f := func(xs ...float64) *Tensor { return New(xs) }
	for _, c := range []struct {
		name  string
		got   *Tensor
		shape []int
		want  []float64
	}{
		{"hypot of large numbers", f(3e200, -inf, 1e-200).Hypot(f(4e200, nan, 0)), []int{3}, []float64{5e200, inf, 1e-200}},
		{"i0 beyond exp", f(800, -800, inf).I0(), []int{3}, []float64{inf, inf, nan}},
		{"is close without wrapping", New([]int32{math.MaxInt32, 5}).IsClose(New([]int32{math.MinInt32, 5}), 0, 1, false).Cast(Float64),
			[]int{2}, []float64{0, 1}},
		{"nan_to_num with a default", f(nan, inf, -inf).NaNToNum(7, nan, -1), []int{3}, []float64{7, math.MaxFloat64, -1}},
		{"index_fill from the end", f(1, 2, 3).IndexFill(0, ints(-1), 9.0), []int{3}, []float64{1, 2, 9}},
		{"trapezoid of nothing", Options{DType: Float64}.Zeros(2, 0).Trapezoid(1, 1), []int{2}, []float64{0, 0}},
		{"cdist without features", Options{DType: Float64}.Zeros(2, 0).Cdist(Options{DType: Float64}.Zeros(1, 0), inf), []int{2, 1},
			[]float64{0, 0}},
		{"dist of nothing", f().Dist(f(), -inf), nil, []float64{0}},
		{"moveaxis without axes", f(3).Reshape().MoveAxis([]int{0}, []int{-1}), nil, []float64{3}},
		{"a true index", f(1, 2).Index(true), []int{1, 2}, []float64{1, 2}},
		{"a false index", f(1, 2).Index(false), []int{0, 2}, nil},
		{"a true index after a slice", f(1, 2).Reshape(2, 1).Index(All, true), []int{2, 1, 1}, []float64{1, 2}},
		{"sum_to_size that sums nothing", New([]int32{1, 2}).SumToSize(2).Cast(Float64), []int{2}, []float64{1, 2}},
	} {
		want(t, c.name, c.got, c.shape, c.want...)
	}
	wantType(t, "sum_to_size that sums nothing", New([]int32{1, 2}).SumToSize(2), Int32)
	wantType(t, "sum_to_size without axes", New([]int32{1}).Reshape().SumToSize(), Int64)
}

// TestIntegerRanges holds that integer ranges start, end and step at integers.
func TestIntegerRanges(t *testing.T) {
	long, short := Options{DType: Int64}, Options{DType: Int32}
	want(t, "arange of int64", long.Arange(-3, 3, 1.5), []int{6}, -3, -2, -1, 0, 1, 2)
	want(t, "arange of int32", short.Arange(-3, 3, 1.5), []int{4}, -3, -2, -1, 0)
	want(t, "linspace", short.Linspace(0.5, 10.5, 5), []int{5}, 0, 2, 5, 7, 10)
	want(t, "linspace of bytes", Options{DType: Uint8}.Linspace(-1, 1, 3), []int{3}, 255, 128, 1)
	want(t, "logspace", short.Logspace(4.3, 1.2, 4, 10), []int{4}, 10000, 1000, 100, 10)
	mistakeOf(t, func() { short.Arange(0, 1, 0.3) })
}

// TestEdgeSlopes holds gradients at points where the chain of the formula's steps has none.
func TestEdgeSlopes(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func(x *Tensor) *Tensor
		at   []float64
		want []float64
	}{
		{"std of equals", func(x *Tensor) *Tensor { return x.Std() }, []float64{3, 3}, []float64{0, 0}},
		{"norm of order 1/2", func(x *Tensor) *Tensor { return x.Norm(0.5) }, []float64{0, 4}, []float64{0, 1}},
		{"division rounded down", func(x *Tensor) *Tensor { return x.FloorDiv(0.0).Add(x) }, []float64{1, nan}, []float64{1, 1}},
		{"division rounded to 0", func(x *Tensor) *Tensor { return x.DivTrunc(0.0).Add(x) }, []float64{1, nan}, []float64{1, 1}},
		{"logit at its ends", func(x *Tensor) *Tensor { return x.Logit(-1) }, []float64{-1, 0, 0.5, 1, 2}, []float64{nan, inf, 4, inf, nan}},
		{"sinc near 0", (*Tensor).Sinc, []float64{0, 1e-200}, []float64{0, 0}},
		{"i0 beyond exp", (*Tensor).I0, []float64{800}, []float64{inf}},
		{"i0 where its series change", (*Tensor).I0, []float64{20}, []float64{42454973.385}},
	} {
		x := New(c.at).RequireGrad()
		c.f(x).Sum().Backward()
		want(t, c.name, x.Grad(), []int{len(c.at)}, c.want...)
	}
}

func TestResultType(t *testing.T) {
	for _, c := range []struct {
		got, want DType
	}{
		{ResultType(ints(1), 2.5), Float32},
		{ResultType(true, New([]int8{1})), Int8},
		{ResultType(New([]int8{1}), Scalar(3)), Int8},
		{ResultType(vec(1), New([]float64{1})), Float64},
	} {
		if c.got != c.want {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
	mistakeOf(t, func() { ResultType(1, 2) })
}
