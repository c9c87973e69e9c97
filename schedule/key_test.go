package schedule

import (
	"testing"

	"weft/lazy"
	"weft/ops"
)

// A constant or a position that somebody realized is the same node for everybody else: no plan may depend on it.
func TestRealizedConstantsChangeNoPlan(t *testing.T) {
	ids := memory(ops.Int64, 40)
	graph := func() *lazy.Node { return ew(ops.Add, embedding(f32(50, 8), ids), number(0, 40, 8)) }
	key := func(n *lazy.Node) [2]uint64 { return NewRequest([]*lazy.Node{n}, Options{}, false).Key }
	zeros, positions := number(0, 40, 8), lazy.NewIota(ops.Int64, 1, 40, 50, 8)
	plain := key(graph())
	for _, n := range []*lazy.Node{zeros, positions} {
		n.SetKept(&lazy.Kept{Storage: memory(n.DType, n.Shape...).Ref.(lazy.Storage)})
	}
	n := graph()
	if key(n) != plain {
		t.Error("another plan for the same graph")
	}
	if p := planFor(t, Options{}, n); len(p.Launches) != 1 || len(p.Launches[0].Mems) != 3 {
		t.Errorf("%d kernels, %d buffers in the first; want one over table, ids and result", len(p.Launches), len(p.Launches[0].Mems))
	}
}
