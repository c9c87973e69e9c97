package lazy

import (
	"testing"

	"weft/ops"
)

func TestNodeMap(t *testing.T) {
	var m NodeMap[int]
	nodes := Toposort([]*Node{addChain(1000)})
	if m.Get(nodes[0]) != 0 || m.Has(nodes[0]) {
		t.Error("an empty map has nodes")
	}
	for i, n := range nodes {
		if !m.Add(n) || m.Add(n) {
			t.Fatal("Add does not tell what is new")
		}
		m.Set(n, i)
	}
	for i, n := range nodes {
		if v, ok := m.Find(n); v != i || !ok {
			t.Fatalf("node %d maps to %d", i, v)
		}
	}
	if m.Has(NewConst(ops.IntValue(ops.Int8, 1))) || m.Len() != len(nodes) {
		t.Error("a node that was not put in is there")
	}
}
