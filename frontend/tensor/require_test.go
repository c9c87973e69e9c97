package tensor_test

import (
	"testing"

	. "weft/frontend/tensor"
)

// TestRequirements holds to the letter what operations say of operands of the wrong dtype.
func TestRequirements(t *testing.T) {
	double := Ones(3).Cast(Float64)
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"gelu", func() { ints(1).Gelu() }, "gelu: (1) int64: not defined on int64; cast to a floating point type"},
		{"elu", func() { ints(1).Elu(1) }, "elu: (1) int64: not defined on int64; cast to a floating point type"},
		{"glu", func() { ints(1, 2).Glu(0) }, "glu: (2) int64: not defined on int64; cast to a floating point type"},
		{"softsign", func() { New([]bool{true}).Softsign() }, "softsign: (1) bool: not defined on bool; cast to a number"},
		{"hardtanh", func() { New([]uint8{1}).Hardtanh(-1, 1) }, "hardtanh: (1) uint8: uint8 has nothing below 0, where the lower bound -1 lies"},
		{"lerp", func() { Ones(3).Lerp(double, 0.5) }, "lerp: (3) float32, (3) float64: operands have different dtypes: float32 and float64; cast one of them"},
		{"lerp of integers", func() { ints(1).Lerp(ints(1), 0.5) }, "lerp: (1) int64: not defined on int64; cast to a floating point type"},
		{"cross", func() { Ones(3).Cross(double, 0) }, "cross: (3) float32, (3) float64: operands have different dtypes: float32 and float64; cast one of them"},
		{"topk", func() { New([]bool{true}).TopK(1, 0, true) }, "topk: (1) bool: not defined on bool; cast to a number"},
		{"kthvalue", func() { New([]bool{true}).Kthvalue(1, 0) }, "kthvalue: (1) bool: not defined on bool; cast to a number"},
	} {
		if got := mistakeOf(t, c.f); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestMaskedScatterWantsEnough holds that too small a source is found out when it runs.
func TestMaskedScatterWantsEnough(t *testing.T) {
	mask := New([]bool{true, true, false})
	want(t, "enough", Zeros(3).MaskedScatter(mask, vec(1, 2)), []int{3}, 1, 2, 0)
	for _, src := range []*Tensor{vec(1), Zeros(0)} {
		if mistakeOf(t, func() { Zeros(3).MaskedScatter(mask, src).Realize() }) == "" {
			t.Errorf("%d elements are enough for two places", src.Numel())
		}
	}
}
