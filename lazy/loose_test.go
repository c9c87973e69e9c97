package lazy

import (
	"testing"

	"weft/ops"
)

// TestLooseNodesAreOneInWalks: equal loose nodes are many in memory, and one to whoever walks them.
func TestLooseNodesAreOneInWalks(t *testing.T) {
	m := &memory{NewID(), make([]byte, 16)}
	exp := func() *Node { return Elementwise(ops.Exp, LooseBuffer(m, ops.Float32, 0, 4)) }
	a, b := exp(), exp()
	if a == b || !Same(a, b) || Same(a, a.Src[0]) {
		t.Error("equal loose nodes are one in memory, or two values")
	}
	sum := Elementwise(ops.Add, a, Elementwise(ops.Neg, b))
	if order := Toposort([]*Node{sum, b}); len(order) != 4 {
		t.Errorf("a walk visits %d nodes, want 4", len(order))
	}
	if Same(LooseScalar(ops.IntValue(ops.Int64, 1)), LooseScalar(ops.IntValue(ops.Int64, 1))) {
		t.Error("two scalars are one value")
	}
	expConst := func() *Node { return Elementwise(ops.Exp, NewConst(ops.FloatValue(ops.Float32, 3), 4)) }
	if x, y := expConst(), expConst(); x != y {
		t.Error("what is made of constants alone is not interned")
	}
}

// TestIdentitiesDiffer changes one thing at a time.
func TestIdentitiesDiffer(t *testing.T) {
	m := &memory{NewID(), make([]byte, 64)}
	x := LooseBuffer(m, ops.Float32, 0, 2, 4)
	nodes := []*Node{x, LooseBuffer(m, ops.Float32, 1, 2, 4), LooseBuffer(m, ops.Float32, 0, 4, 2), LooseBuffer(m, ops.Float32, 0, 8),
		LooseBuffer(m, ops.Int32, 0, 2, 4), ReduceNode(ops.ReduceAdd, x, 0), ReduceNode(ops.ReduceAdd, x, 1), ReduceNode(ops.ReduceMax, x, 1),
		Elementwise(ops.Add, x, x), Elementwise(ops.Sub, x, x), Elementwise(ops.Neg, x), PermuteNode(x, 1, 0), ReshapeNode(x, 4, 2)}
	for i, a := range nodes {
		for _, b := range nodes[:i] {
			if a.id[0] == b.id[0] || a.id[1] == b.id[1] {
				t.Errorf("half an identity is shared by\n%s\nand\n%s", Print([]*Node{a}), Print([]*Node{b}))
			}
		}
	}
}
