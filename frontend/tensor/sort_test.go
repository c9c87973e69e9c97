package tensor

import (
	"fmt"
	"math"
	"testing"
)

// show prints values and places of a result.
func show(ts ...*Tensor) string {
	var out []any
	for _, t := range ts {
		vs, err := Floats(t)
		if err != nil {
			return err.Error()
		}
		out = append(out, vs)
	}
	return fmt.Sprint(out...)
}

func TestSortFamily(t *testing.T) {
	nan := float32(math.NaN())
	x := New([]float32{3, nan, 1, 3, -2})
	two := func(a, b *Tensor) string { return show(a, b) }
	for _, c := range []struct{ name, got, want string }{
		{"rising", two(x.Sort(0, false)), "[-2 1 3 3 NaN] [4 2 0 3 1]"},
		{"falling", two(x.Sort(0, true)), "[NaN 3 3 1 -2] [1 0 3 2 4]"},
		{"two greatest", two(x.Slice(2, 5).TopK(2, 0, true)), "[3 1] [1 0]"},
		{"two least", two(x.Slice(2, 5).TopK(2, 0, false)), "[-2 1] [2 0]"},
		{"second least", two(x.Slice(2, 5).Kthvalue(2, 0)), "[1] [0]"},
		{"median with NaN", two(x.MedianDim(0)), "[NaN] [1]"},
		{"median without NaN", two(x.NanMedianDim(0)), "[1] [2]"},
		{"median of four", two(New([]int64{4, 1, 3, 2}).MedianDim(0)), "[2] [3]"},
		{"mode", two(New([]int64{2, 5, 2, 5, 1}).Mode(0)), "[2] [2]"},
		{"rows", show(New([]float32{2, 1, 4, 3}, 2, 2).Argsort(1, false)), "[1 0 1 0]"},
		{"half way", show(New([]float32{1, 2, 4, 8}).Quantile(0.5, "linear", 0)), "[3]"},
		{"lower", show(New([]float32{1, 2, 4, 8}).Quantile(0.5, "lower", 0)), "[2]"},
		{"before equal ones", show(New([]float32{1, 2, 2, 3}).Searchsorted(New([]float32{2, 9}), false)), "[1 4]"},
		{"after equal ones", show(New([]float32{1, 2, 2, 3}).Searchsorted(New([]float32{2, 0}), true)), "[3 0]"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.name, c.got, c.want)
		}
	}
}

// TestSortGradient: each element gets the gradient of the place that it went to.
func TestSortGradient(t *testing.T) {
	x := New([]float32{3, 1, 2}).RequireGrad()
	sorted, _ := x.Sort(0, false)
	sorted.Backward(New([]float32{10, 20, 30}))
	if got := show(x.Grad()); got != "[30 10 20]" {
		t.Errorf("gradient %s", got)
	}
}

func TestUnique(t *testing.T) {
	x := New([]int64{3, 1, 3, 3, 2})
	values, inverse, counts := x.Unique()
	if got := show(values, inverse, counts); got != "[1 2 3] [2 0 2 2 1] [1 1 3]" {
		t.Errorf("unique: %s", got)
	}
	values, inverse, counts = x.UniqueConsecutive()
	if got := show(values, inverse, counts); got != "[3 1 3 2] [0 1 2 2 3] [1 1 2 1]" {
		t.Errorf("unique neighbours: %s", got)
	}
	rows, _, _ := New([]float32{1, 2, 0, 5, 1, 2}, 3, 2).Unique(0)
	if got := show(rows); got != "[0 5 1 2]" {
		t.Errorf("unique rows: %s", got)
	}
}
