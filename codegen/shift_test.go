package codegen

import (
	"testing"

	"weft/codegen/internal/kernels"
	"weft/schedule"
)

// TestShift holds what becomes a sum over places: gates that are bounds of places, of which enough are outside, in tiles that
// are enough to share out.
func TestShift(t *testing.T) {
	for _, c := range []struct {
		name string
		k    *schedule.Kernel
		want bool
	}{
		{"border", kernels.ConvInput(8, 32, 32, 10, 3), true},
		{"padded, and places outside of the results", kernels.ConvInputPadded(8, 32, 32, 10, 5, 1, 1), true},
		{"dilated", kernels.ConvInputPadded(8, 32, 32, 10, 3, 0, 2), true},
		{"as many results as places", kernels.ConvInputPadded(8, 32, 32, 10, 3, 1, 1), false},
		{"a small border", kernels.ConvInput(8, 32, 32, 60, 3), false},
		{"few tiles", kernels.ConvInput(1, 32, 32, 10, 3), false},
		{"few channels", kernels.ConvInput(8, 3, 32, 10, 3), false},
		{"no gate", kernels.Conv(8, 8, 32, 10, 3), false},
	} {
		l := &lowering{k: c.k, t: Target{Name: "avx512", VL: 16, Regs: 32, L1: 48 << 10, L2: 1 << 20}}
		l.pack()
		if got := l.shifts[0] != nil; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
