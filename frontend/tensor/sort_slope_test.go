package tensor_test

import (
	"math"
	"testing"

	. "weft/frontend/tensor"
)

func firstOf(value, _ *Tensor) *Tensor { return value }

// TestSortSlopes holds the gradients of what is chosen by order against central differences in float64.
func TestSortSlopes(t *testing.T) {
	fractions := New([]float64{0, 0.3, 0.55, 1})
	for name, c := range map[string]struct {
		shape []int
		f     func(x *Tensor) *Tensor
	}{
		"sort, counted":     {[]int{2, 9}, func(x *Tensor) *Tensor { return firstOf(x.Sort(1, true)) }},
		"sort, network":     {[]int{70}, func(x *Tensor) *Tensor { return firstOf(x.Sort(0, false)) }},
		"msort":             {[]int{5, 2}, (*Tensor).Msort},
		"topk":              {[]int{3, 7}, func(x *Tensor) *Tensor { return firstOf(x.TopK(3, 1, true)) }},
		"kthvalue":          {[]int{3, 7}, func(x *Tensor) *Tensor { return firstOf(x.Kthvalue(4, 1, KeepDim)) }},
		"median":            {[]int{2, 5}, (*Tensor).Median},
		"median of lines":   {[]int{4, 6}, func(x *Tensor) *Tensor { return firstOf(x.MedianDim(0)) }},
		"nanmedian":         {[]int{2, 5}, (*Tensor).NanMedian},
		"mode":              {[]int{2, 5}, func(x *Tensor) *Tensor { return firstOf(x.Mode(1)) }},
		"quantile":          {[]int{3, 5}, func(x *Tensor) *Tensor { return x.Quantile(fractions, "linear", 1) }},
		"quantile, all":     {[]int{3, 5}, func(x *Tensor) *Tensor { return x.Quantile(0.37, "midpoint") }},
		"nanquantile":       {[]int{3, 5}, func(x *Tensor) *Tensor { return x.NanQuantile([]float64{0.1, 0.8}, "linear", 0, KeepDim) }},
		"quantile, nearest": {[]int{6}, func(x *Tensor) *Tensor { return x.Quantile(0.7, "nearest") }},
		"masked select":     {[]int{3, 4}, func(x *Tensor) *Tensor { return x.MaskedSelect(x.Detach().Gt(0)) }},
		"quantile by q": {[]int{3}, func(x *Tensor) *Tensor {
			return New([]float64{4, -1, 2, 8, 5}).Quantile(x.Sigmoid(), "linear")
		}},
	} {
		x := Options{DType: Float64, Generator: NewGenerator(17)}.Randn(c.shape...).Realize()
		loss := func(x *Tensor) *Tensor {
			y := c.f(x)
			return y.Mul(Options{DType: Float64}.Arange(float64(y.Numel())).Add(1).Sin().Reshape(y.Shape()...)).Sum()
		}
		leaf := x.Mul(1).Realize().RequireGrad()
		loss(leaf).Backward()
		got := MustData[float64](leaf.Grad())
		for i, want := range slopes(loss, MustData[float64](x), c.shape) {
			if want == want && math.Abs(got[i]-want) > 1e-7*math.Max(1, math.Abs(want)) {
				t.Errorf("%s: slope %d is %v, by differences %v", name, i, got[i], want)
			}
		}
	}
}

// slopes are central differences of f at x, NaN where none is taken: of many elements every ninth is.
func slopes(f func(x *Tensor) *Tensor, x []float64, shape []int) []float64 {
	const h = 1e-6
	out := make([]float64, len(x))
	at := func(i int, by float64) float64 {
		y := append([]float64(nil), x...)
		y[i] += by
		return f(New(y, shape...)).Item()
	}
	for i := range x {
		if out[i] = nan; len(x) > 20 && i%9 > 0 {
			continue
		}
		out[i] = (at(i, h) - at(i, -h)) / (2 * h)
	}
	return out
}

// TestChoiceGradients: of equal elements the chosen one gets all, unless the choice is of the whole tensor; NaN gets its
// own.
func TestChoiceGradients(t *testing.T) {
	for name, c := range map[string]struct {
		x    []float32
		f    func(x *Tensor) *Tensor
		want []float64
	}{
		"median shares":      {[]float32{1, 2, 2, 2, 3}, (*Tensor).Median, []float64{0, 1. / 3, 1. / 3, 1. / 3, 0}},
		"median of NaN":      {[]float32{1, float32(nan), 2}, (*Tensor).Median, []float64{0, 1, 0}},
		"nanmedian shares":   {[]float32{1, float32(nan), 2, 2}, (*Tensor).NanMedian, []float64{0, 0, .5, .5}},
		"median of a line":   {[]float32{1, 2, 2, 2, 3}, func(x *Tensor) *Tensor { return firstOf(x.MedianDim(0)) }, []float64{0, 0, 1, 0, 0}},
		"mode":               {[]float32{1, 2, 2, float32(nan), 3}, func(x *Tensor) *Tensor { return firstOf(x.Mode(0)) }, []float64{0, 0, 1, 0, 0}},
		"quantile of NaN":    {[]float32{1, float32(nan), 2, 2}, func(x *Tensor) *Tensor { return x.Quantile(.5, "linear") }, []float64{0, 1, 0, 0}},
		"nanquantile":        {[]float32{1, float32(nan), 2, 2}, func(x *Tensor) *Tensor { return x.NanQuantile(.6, "linear") }, []float64{0, 0, .8, .2}},
		"quantile by a line": {[]float32{1, 3, 2, 2}, func(x *Tensor) *Tensor { return x.Quantile(vec(0, .4, 1), "linear") }, []float64{1, 1, .8, .2}},
	} {
		x := New(c.x).RequireGrad()
		y := c.f(x)
		y.Backward(y.OnesLike())
		want(t, name, x.Grad(), []int{len(c.x)}, c.want...)
	}
}
