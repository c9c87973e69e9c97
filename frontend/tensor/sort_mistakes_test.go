package tensor_test

import (
	"context"
	"strings"
	"testing"

	. "weft/frontend/tensor"
)

// TestOrderMistakes: what is wrong is said, with the operator and the axis.
func TestOrderMistakes(t *testing.T) {
	x, none, flags := mat(2, 3), Zeros(2, 0), New([]bool{true})
	for _, c := range []struct {
		f    func()
		says string
	}{
		{func() { x.Sort(2, false) }, "sort: "},
		{func() { x.TopK(4, 1, true) }, "k is 4, the axis has 3 elements"},
		{func() { x.TopK(-1, 1, true) }, "k is -1"},
		{func() { Scalar(1).TopK(2, 0, true) }, "k is 2, the axis has 1 elements"},
		{func() { x.Kthvalue(0, 1) }, "k is 0, the axis has 3 elements"},
		{func() { none.Kthvalue(1, 1) }, "k is 1, the axis has 0 elements"},
		{func() { none.MedianDim(1) }, "nothing to choose from"},
		{func() { none.Mode(1) }, "nothing to choose from"},
		{func() { flags.Median() }, "not defined on bool"},
		{func() { ints().Median() }, "nothing to choose from"},
		{func() { x.Quantile(1.5, "linear") }, "q must lie between 0 and 1, got 1.5"},
		{func() { x.Quantile([]float64{0.5, nan}, "linear") }, "q must lie between 0 and 1, got NaN"},
		{func() { x.Quantile(0.5, "close") }, `there is no interpolation "close"`},
		{func() { mat(1, 2, 3).Quantile(0.5, "linear", 0, 1) }, "at most one axis"},
		{func() { x.Quantile(New([]float64{0.5}), "linear") }, "q is float64, the tensor float32"},
		{func() { x.Quantile(mat(1, 1), "linear") }, "q must be a number or a vector"},
		{func() { ints(1, 2).Quantile(0.5, "linear") }, "not defined on int64"},
		{func() { none.NanQuantile(0.5, "linear", 0) }, "the tensor is empty"},
		{func() { x.Searchsorted(vec(1), false) }, "do not fit"},
		{func() { Scalar(1).Searchsorted(vec(1), false) }, "do not fit"},
		{func() { vec(1).Bucketize(x, false) }, "must be a vector"},
		{func() { Scalar(1).Unique(0) }, "unique: "},
		{func() { none.Unique(0) }, "slices without elements"},
		{func() { x.Unique(5) }, "unique: "},
		{func() { x.MaskedSelect(ints(1)) }, "the mask must be bool, not int64"},
		{func() { x.MaskedSelect(vec(1, 2).Gt(0)) }, "do not broadcast"},
		{func() { x.Bincount(nil, 0) }, "elements of a vector"},
		{func() { vec(1).Bincount(nil, 0) }, "counts integers, not float32"},
		{func() { ints(1, -2).Bincount(nil, 0) }, "not negative, got -2"},
		{func() { ints(1).Bincount(nil, -1) }, "must not be negative, got -1"},
		{func() { ints(1).Bincount(vec(1, 2), 0) }, "as many as the elements"},
		{func() { x.Histc(0, 0, 1) }, "must be positive, got 0"},
		{func() { x.Histc(3, 2, 1) }, "cannot count from 2 to 1"},
		{func() { x.Histc(3, 0, inf) }, "cannot count from 0 to +Inf"},
	} {
		if got := mistakeOf(t, c.f); !strings.Contains(got, c.says) {
			t.Errorf("%s, want %q", got, c.says)
		}
	}
}

// TestOrderDataMistakes: what only the data shows is reported when it runs, and by Try where shapes depend on it.
func TestOrderDataMistakes(t *testing.T) {
	outside := mat(4).IndexSelect(0, ints(9))
	for name, f := range map[string]func() error{
		"q":       func() error { return Realize(context.Background(), mat(3).Quantile(vec(0.5, 2), "linear")) },
		"q nan":   func() error { return Realize(context.Background(), mat(3).Quantile(vec(float32(nan)), "linear")) },
		"histc":   func() error { return Realize(context.Background(), vec(1, float32(inf)).Histc(3, 0, 0)) },
		"unique":  func() error { return Try(func() { outside.Unique() }) },
		"nonzero": func() error { return Try(func() { outside.Nonzero() }) },
		"mask":    func() error { return Try(func() { mat(1).MaskedSelect(outside.Gt(0)) }) },
		"count":   func() error { return Try(func() { outside.Cast(Int64).Bincount(nil, 0) }) },
	} {
		if err := f(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestDynamicSizes holds results whose sizes depend on data, empty ones too.
func TestDynamicSizes(t *testing.T) {
	none := Zeros(0, 3)
	want(t, "nonzero of a number", Scalar(3).Nonzero(), []int{1, 0})
	want(t, "nonzero of zero", Scalar(0).Nonzero(), []int{0, 0})
	want(t, "nonzero of nothing", none.Nonzero(), []int{0, 2})
	want(t, "nonzero, none", Zeros(4).Nonzero(), []int{0, 1})
	want(t, "nonzero, all", Ones(2, 2).Nonzero(), []int{4, 2}, 0, 0, 0, 1, 1, 0, 1, 1)
	want(t, "NaN is not zero", vec(0, float32(nan), -1).Nonzero(), []int{2, 1}, 1, 2)
	want(t, "masked, none", mat(3).MaskedSelect(mat(3).Gt(9)), []int{0})
	want(t, "masked, broadcast", mat(2, 2).MaskedSelect(New([]bool{true, false})), []int{2}, 1, 3)
	want(t, "masked by uint8", mat(2).MaskedSelect(New([]uint8{0, 1})), []int{1}, 2)
	for _, x := range []*Tensor{none, Zeros(0)} {
		values, inverse, counts := x.Unique()
		want(t, "unique of nothing", values, []int{0})
		want(t, "its inverse", inverse, x.Shape())
		want(t, "its counts", counts, []int{0})
	}
	values, inverse, counts := none.Unique(0)
	want(t, "no slices", values, []int{0, 3})
	want(t, "no inverse", inverse, []int{0})
	want(t, "no counts", counts, []int{0})
	values, inverse, counts = Scalar(7).UniqueConsecutive()
	want(t, "unique number", values, []int{1}, 7)
	want(t, "its inverse", inverse, []int{}, 0)
	want(t, "its count", counts, []int{1}, 1)
	values, _, counts = vec(float32(nan), 0, float32(nan)).Unique()
	want(t, "NaN equals nothing", values, []int{3}, 0, nan, nan)
	want(t, "each once", counts, []int{3}, 1, 1, 1)
	want(t, "bincount of nothing", ints().Bincount(nil, 2), []int{2}, 0, 0)
	want(t, "bincount, weights", ints(2, 0, 2).Bincount(vec(1, .5, 2), 0), []int{3}, .5, 0, 3)
	want(t, "histogram", vec(0, 1, 2, 5, float32(nan)).Histc(2, 0, 2), []int{2}, 1, 2)
	want(t, "histogram of one value", vec(3, 3).Histc(4, 0, 0), []int{4}, 0, 0, 2, 0)
}

// TestSearches: bisection over long lines, lines side by side, NaN, mixed dtypes, and sets that are sorted.
func TestSearches(t *testing.T) {
	long := Arange(1000).Mul(2)
	for _, n := range []int{1, 3, 64, 1000} {
		s := long.Slice(0, n)
		for right, add := range map[bool]int{false: 0, true: 1} {
			if at := s.Searchsorted(s, right); !Equal(at, Arange(n).Add(add)) {
				t.Errorf("%d elements, right %v: %v", n, right, MustData[int64](at))
			}
			if at := s.Searchsorted(s.Add(1), right); !Equal(at, Arange(1, n+1)) {
				t.Errorf("between %d elements, right %v: %v", n, right, MustData[int64](at))
			}
		}
	}
	want(t, "NaN goes to the end", vec(1, 2).Searchsorted(vec(float32(nan)), false), []int{1}, 2)
	want(t, "a number", ints(1, 2, 3).Searchsorted(1.5, false), []int{}, 1)
	want(t, "nothing to look in", vec().Searchsorted(vec(1), false), []int{1}, 0)
	want(t, "lines", Of([][]int{{1, 2}, {3, 4}}).Searchsorted(Of([][]int{{2}, {2}}), false), []int{2, 1}, 1, 0)
	odd := ints(1, 501, 3999).IsIn(long)
	want(t, "not in", odd, []int{3}, 0, 0, 0)
	want(t, "in", vec(0, 1998, 1999, 2000, float32(nan)).IsIn(long), []int{5}, 1, 1, 0, 0, 0)
	want(t, "is a number", ints(1, 2).IsIn(2), []int{2}, 0, 1)
}

// TestQuantilesOfLines: several quantiles come first, kept axes stay.
func TestQuantilesOfLines(t *testing.T) {
	x := Of([][]float32{{0, 1, 2}, {3, 5, 9}})
	want(t, "vector", x.Quantile(vec(0, .5), "linear", 1), []int{2, 2}, 0, 3, 1, 5)
	want(t, "kept", x.Quantile([]float64{0, .5}, "linear", 1, KeepDim), []int{2, 2, 1}, 0, 3, 1, 5)
	want(t, "all kept", x.Quantile([]float64{1}, "linear", KeepDim), []int{1, 1, 1}, 9)
	want(t, "first axis", x.Quantile(.25, "higher", 0), []int{3}, 3, 5, 9)
	want(t, "no quantile", x.Quantile([]float64{}, "linear"), []int{0})
	want(t, "number", Scalar(2.).Quantile([]float64{.5, .6}, "linear", 0), []int{2}, 2, 2)
	want(t, "nearest to the even", vec(0, 1, 2, 3).Quantile([]float64{.5, .1667}, "nearest"), []int{2}, 2, 1)
	want(t, "only NaN", vec(float32(nan)).NanQuantile(.5, "linear"), []int{}, nan)
	want(t, "half", x.Cast(Float16).Quantile(.5, "midpoint", 1).Cast(Float32), []int{2}, 1, 5)
}
