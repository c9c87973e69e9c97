package schedule

import (
	"testing"

	"weft/lazy"
	"weft/ops"
)

// TestWaves holds that launches run at the same time only if none needs another, and that what they use at once lies apart.
func TestWaves(t *testing.T) {
	x := f32(256, 256)
	a, b := matmulT(x, f32(256, 256)), matmulT(x, f32(128, 256))
	plan := planFor(t, Options{}, matmulT(a, f32(64, 256)), b, lazy.ReduceNode(ops.ReduceAdd, f32(100, 100), 0))
	if err := plan.Verify(); err != nil {
		t.Fatal(err)
	}
	wave := plan.waveOf()
	last := wave[len(wave)-1]
	if len(wave) != 4 || last != 1 {
		t.Errorf("%d launches in %d waves: %v", len(wave), last+1, wave)
	}
	wrote := map[int]int{}
	for i, l := range plan.Launches {
		for j, m := range l.Mems {
			if l.Kernel.Bufs[j].Written {
				wrote[m] = wave[i]
			}
		}
	}
	for i, l := range plan.Launches {
		for j, m := range l.Mems {
			if at, ok := wrote[m]; ok && !l.Kernel.Bufs[j].Written && at >= wave[i] {
				t.Errorf("launch %d in wave %d reads what wave %d writes", i, wave[i], at)
			}
		}
	}
}
