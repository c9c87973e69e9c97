package schedule

import (
	"testing"

	"weft/lazy"
	"weft/ops"
)

// joinOfProducts lays products of heads side by side after each was permuted, as the gradient of a split into heads does.
func joinOfProducts(heads int, parts ...*lazy.Node) *lazy.Node {
	var all *lazy.Node
	for i, x := range parts {
		t, d := x.Shape[0]/heads, x.Shape[1]
		y := lazy.PermuteNode(lazy.ReshapeNode(x, heads, t, d), 1, 0, 2)
		y = lazy.ReshapeNode(y, t, heads*d)
		y = lazy.PadNode(y, number(0, 1).Val, 0, 0, i*heads*d, (len(parts)-1-i)*heads*d)
		if all == nil {
			all = y
			continue
		}
		all = ew(ops.Add, all, y)
	}
	return all
}

// TestProductsStoreIntoAJoin holds that a contraction whose result only moves to a region is stored there by its own loops, and
// that one with another reader is stored once.
func TestProductsStoreIntoAJoin(t *testing.T) {
	products := func() []*lazy.Node {
		return []*lazy.Node{matmulT(f32(256, 48), f32(32, 48)), matmulT(f32(256, 40), f32(32, 40))}
	}
	alone := products()
	plan := planFor(t, Options{}, joinOfProducts(4, alone...))
	if len(plan.Launches) != 1 || len(plan.Launches[0].Kernel.Phases) != 2 {
		t.Fatalf("%d launches", len(plan.Launches))
	}
	for _, ph := range plan.Launches[0].Kernel.Phases {
		if len(ph.Ranges) != 2 || ph.Ranges[0].Extent != 256 || ph.Ranges[1].Extent != 32 {
			t.Errorf("a phase goes over %v, not over the product's positions", ph.Ranges)
		}
	}
	shared := products()
	plan = planFor(t, Options{}, joinOfProducts(4, shared...), ew(ops.Mul, shared[0], shared[0]))
	if len(plan.Launches) != 3 {
		t.Errorf("with another reader: %d launches, want the product, its square and the join", len(plan.Launches))
	}
}
