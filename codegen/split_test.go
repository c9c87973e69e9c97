package codegen

import (
	"testing"

	"weft/codegen/internal/kernels"
	"weft/schedule"
)

// TestSplit holds which ranges are split: those that are divided evenly by one number, in nests that fold nothing, but not the one
// along which neighbours are stored.
func TestSplit(t *testing.T) {
	for _, c := range []struct {
		name   string
		k      *schedule.Kernel
		ranges int
	}{
		{"rows, not columns", kernels.Unpool(4, 3, 5, 2), 4},
		{"nothing to divide", kernels.Elementwise(100), 1},
		{"one quotient", kernels.Unpool(4, 1, 5, 2), 3},
	} {
		l := &lowering{k: c.k, t: Target{Name: "avx512", VL: 16, Regs: 32, L1: 48 << 10, L2: 1 << 20}}
		l.split()
		if got := len(l.k.Phases[0].Ranges); got != c.ranges {
			t.Errorf("%s: %d ranges, want %d", c.name, got, c.ranges)
		}
	}
}
