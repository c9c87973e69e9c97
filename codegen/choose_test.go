package codegen_test

import (
	"testing"

	"weft/codegen"
	"weft/codegen/internal/kernels"
	"weft/schedule"
)

// TestChoices holds the decisions on kernels that matter to what was found best for them.
func TestChoices(t *testing.T) {
	for _, c := range []struct {
		k      *schedule.Kernel
		target int
		want   string
	}{
		{kernels.Elementwise(100), 0, "r0:100 lane; parallel []\n"},
		{kernels.Elementwise(1 << 20), 0, "r0:1048576 lane unroll 4 block 32768; parallel [0]\n"},
		{kernels.SumRows(4096, 4096, kernels.Across(4)), 0, "r0:4096 block 16; parallel [0]\n"},
		{kernels.SumCols(4096, 4096), 0, "r1:4096 lane unroll 8 block 1024; parallel [0]; results wait, tile 8, pieces of 8\n"},
		{kernels.Softmax(4096, 4096), 0, "r0:4096 block 1; r1:4096 lane unroll 2; parallel [0]\n"},
		{kernels.Transpose(2048, 2048), 0, "r1:2048 lane block 16; r0:2048 block 512; parallel [0 1]\n"},
		{kernels.MatMul(512, 512, 512, kernels.Down()), 0, "r0:512 unroll 6 block 6; r1:512 lane unroll 4 block 64; parallel [1 0]\n"},
		{kernels.MatMul(512, 512, 512, kernels.Down()), 1, "r0:512 unroll 6 block 6; r1:512 lane unroll 2 block 16; parallel [1 0]\n"},
		{kernels.MatMul(2048, 2048, 2048, kernels.Down()), 0,
			"r3:32 block 1; r0:2048 unroll 6 block 684; r4:64 lane unroll 4; parallel [0 1]\n"},
		{kernels.MatMul(512, 512, 512, kernels.Across(1)), 0, "r0:512 unroll 4 block 4; r1:512 unroll 6 block 12; parallel [0 1]\n"},
		{kernels.Linear(256, 3072, 768), 0, "r0:256 block 16; r1:3072 lane block 96; parallel [1 0]; results wait, tile 4x6\n"},
		{kernels.Conv(4, 64, 64, 56, 3), 0, "r0:4 block 1; r7:7 block 1; r1:64 unroll 6; r3:448 lane unroll 4; parallel [0 1]\n"},
	} {
		got := ""
		trace := func(pass, text string) {
			if pass == "choose" {
				got = text
			}
		}
		if _, err := codegen.LowerWith(c.k, targets[c.target], codegen.LowerOptions{Verify: true, Trace: trace}); err != nil {
			t.Fatal(err)
		}
		if got != c.want {
			t.Errorf("%s on %s:\n got %s want %s", c.k.Name, targets[c.target].Name, got, c.want)
		}
	}
}
