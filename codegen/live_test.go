package codegen_test

import (
	"testing"

	"weft/codegen"
	"weft/codegen/internal/kernels"
	"weft/schedule"
)

// TestLiveVectors holds register tiles and unrolled loops to the registers of the machine.
func TestLiveVectors(t *testing.T) {
	for _, k := range []*schedule.Kernel{
		kernels.MatMul(512, 512, 512, kernels.Down()), kernels.MatMul(2048, 2048, 2048, kernels.Down()), kernels.MatMul(511, 509, 507, kernels.Down()),
		kernels.MatMul(512, 512, 512, kernels.Across(1)), kernels.MatMul(512, 512, 512, kernels.Across(4)), kernels.Linear(256, 768, 768),
		kernels.Conv(4, 64, 64, 56, 3), kernels.ConvWeights(16, 32, 64, 20, 5), kernels.Softmax(4096, 4096), kernels.LayerNorm(4096, 1024),
		kernels.Chain(1 << 20), kernels.SumCols(4096, 4096), kernels.SumRows(4096, 4096, kernels.Across(4)),
	} {
		for _, target := range targets[:2] {
			p, err := codegen.LowerWith(k, target, codegen.LowerOptions{Verify: true})
			if err != nil {
				t.Fatal(err)
			}
			for n := range p.Phases {
				live := p.Phases[n].LiveVectors()
				t.Logf("%s on %s: %d live", k.Name, target.Name, live)
				if live > target.Regs {
					t.Errorf("%s on %s: %d vectors live, %d registers", k.Name, target.Name, live, target.Regs)
				}
			}
		}
	}
}
