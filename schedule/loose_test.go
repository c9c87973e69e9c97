package schedule

import (
	"testing"

	"weft/lazy"
	"weft/ops"
)

// TestEqualNodesAreOneInARequest: an expression that is written twice is computed once, and where intermediates are left with
// nodes, each of the two has it.
func TestEqualNodesAreOneInARequest(t *testing.T) {
	from := memory(ops.Float32, 64).Ref.(lazy.Storage)
	x := lazy.LooseBuffer(from, ops.Float32, 0, 64)
	product := func() *lazy.Node { return ew(ops.Mul, x, x) }
	a, b := product(), product()
	graph := func(a, b *lazy.Node) []*lazy.Node {
		return []*lazy.Node{ew(ops.Exp, lazy.ReduceNode(ops.ReduceAdd, a, 0)), ew(ops.Neg, lazy.ReduceNode(ops.ReduceAdd, b, 0))}
	}
	twice, once := NewRequest(graph(a, b), Options{}, true), NewRequest(graph(a, a), Options{}, true)
	if twice.Key != once.Key || len(twice.Nodes) != 5 {
		t.Errorf("%d nodes, want 5 and the key of the graph that shares them", len(twice.Nodes))
	}
	sum := twice.Roots[1].Src[0]
	twice.Roots[0].Src[0].SetKept(&lazy.Kept{Storage: from})
	if twice.ShareKept(); sum.Kept() == nil {
		t.Error("of two equal nodes one remembers nothing")
	}
}
