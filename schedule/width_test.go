package schedule

import (
	"testing"

	"weft/lazy"
	"weft/ops"
)

// TestKernelsAreNotWide adds up many products of many buffers: no kernel reads more than kernels may, and pieces are equal.
func TestKernelsAreNotWide(t *testing.T) {
	const n = 300
	var sum *lazy.Node
	for range n {
		x, y := f32(8, 4), f32(8, 4)
		p := ew(ops.Mul, lazy.ExpandNode(lazy.ReshapeNode(x, 8, 1, 4), 8, 4, 4), lazy.ExpandNode(lazy.ReshapeNode(y, 8, 4, 1), 8, 4, 4))
		if sum == nil {
			sum = p
			continue
		}
		sum = ew(ops.Add, sum, p)
	}
	plan, err := MakePlan(NewRequest([]*lazy.Node{sum}, Options{L2: 1 << 20}, false))
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, l := range plan.Launches {
		kinds[l.Kernel.Text()] = true
		if len(l.Kernel.Bufs) > kernelBufs+2 {
			t.Errorf("%s has %d buffers", l.Kernel.Name, len(l.Kernel.Bufs))
		}
	}
	if len(plan.Launches) > 2*2*n/kernelBufs || len(kinds) > 3 {
		t.Errorf("%d launches of %d kinds", len(plan.Launches), len(kinds))
	}
}
