package codegen

import (
	"math"
	"slices"
	"testing"

	"weft/codegen/internal/kernels"
	"weft/schedule"
)

func TestShares(t *testing.T) {
	for _, c := range []struct {
		extent, most, unit int64
		want               []int64
	}{
		{12, 12, 1, []int64{1, 2, 3, 4, 6, 12}},
		{7, 5, 1, []int64{1, 2, 3, 4}},
		{7, 5, 4, []int64{1, 4}},
		{1, 9, 16, []int64{1}},
		{100, 64, 16, []int64{1, 2, 4, 5, 10, 16, 20, 25, 32, 48, 50}},
	} {
		got := shares(c.extent, c.most, c.unit)
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("shares of %d up to %d by %d: %v, want %v", c.extent, c.most, c.unit, got, c.want)
		}
	}
}

// TestStays holds that only lines far apart by a big power of two bound what a side is read over in one go.
func TestStays(t *testing.T) {
	target := Target{VL: 16, Regs: 32, L1: 48 << 10, L2: 1 << 20}
	for _, c := range []struct {
		kernel *schedule.Kernel
		want   int64
	}{
		{kernels.MatMul(64, 64, 1024, kernels.Down()), math.MaxInt64}, // along the folded axis
		{kernels.TMatMul(1024, 64, 1024), 128},
		{kernels.TMatMul(2048, 64, 1024), 64},
		{kernels.TMatMul(1<<20, 64, 1024), 64}, // not below the least piece
		{kernels.TMatMul(1000, 64, 1024), math.MaxInt64},
		{kernels.TMatMul(1040, 64, 1024), math.MaxInt64},
		{kernels.TMatMul(1056, 64, 1024), 4096},
	} {
		con := contractionOf(&c.kernel.Phases[0])
		if con == nil {
			t.Fatal("no contraction")
		}
		if got := con.stays(0, con.x.Red.Ranges[0], target); got != c.want {
			t.Errorf("rows of %d elements: %d, want %d", con.own[0][0].Extent, got, c.want)
		}
	}
}
