package lazy

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"weft/ops"
)

// Graphs that break whatever walks recursively, exponentially or quadratically.

func addChain(n int) *Node {
	x := count(ops.Float32, 4)
	y := x
	for range n {
		y = Elementwise(ops.Add, y, x)
	}
	return y
}

// diamonds doubles a value n times: 2^n paths lead to its source.
func diamonds(n int) *Node {
	y := count(ops.Float32, 4)
	for range n {
		y = Elementwise(ops.Mul, Elementwise(ops.Add, y, y), Elementwise(ops.Neg, y))
	}
	return y
}

// stack is what stacking n images gives: each padded to its place, and all of them added.
func stack(n int) *Node {
	fill := ops.FloatValue(ops.Float32, neg0)
	var sum *Node
	for i := range n {
		image := NewBuffer(&memory{NewID(), make([]byte, 28*28*4)}, ops.Float32, 0, 28, 28)
		part := PadNode(ReshapeNode(image, 1, 28, 28), fill, i, n-1-i, 0, 0, 0, 0)
		if sum == nil {
			sum = part
			continue
		}
		sum = Elementwise(ops.Add, sum, part)
	}
	return sum
}

// exercise sends a graph through everything that walks it.
func exercise(t *testing.T, name string, root *Node, nodes int) {
	t.Helper()
	if got := len(Toposort([]*Node{root})); got != nodes {
		t.Errorf("%s has %d nodes, want %d", name, got, nodes)
	}
	if err := Verify([]*Node{root}); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	simple, err := Simplify([]*Node{root})
	if err != nil || simple[0] != root {
		t.Errorf("%s: simplified to another graph, %v", name, err)
	}
	if lines := strings.Count(Print([]*Node{root}), "\n"); lines < nodes || lines > 2*nodes+2 {
		t.Errorf("%s prints on %d lines", name, lines)
	}
}

// liveAfterCollection counts the nodes that are left. A sweep that runs while a collection marks keeps what it looks
// at for another round, so one collection may not be enough.
func liveAfterCollection(limit int) int {
	live := 0
	for range 10 {
		runtime.GC()
		if live = Live(); live <= limit {
			break
		}
	}
	return live
}

func TestDeepGraphs(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(128 << 10))
	before := liveAfterCollection(0)
	exercise(t, "chain", addChain(1_000_000), 1_000_001)
	exercise(t, "diamonds", diamonds(64), 193)
	exercise(t, "stack", stack(6131), 3*6131+6130)
	if after := liveAfterCollection(before + 100); after > before+100 {
		t.Errorf("%d nodes live before, %d after", before, after)
	}
	slots := 0
	for i := range shards {
		slots += len(shards[i].slots)
	}
	if slots > 64*shardCount+4*before {
		t.Errorf("the table keeps %d slots", slots)
	}
}

// TestTableShrinksByItself drops a large graph and makes no more nodes: the table notices the collection.
func TestTableShrinksByItself(t *testing.T) {
	addChain(200_000)
	for range 100 {
		runtime.GC()
		if big := bigTables(); big == 0 {
			return
		}
	}
	t.Errorf("%d tables are still big", bigTables())
}

func bigTables() int {
	big := 0
	for i := range shards {
		shards[i].mu.Lock()
		if len(shards[i].slots) >= bigTable {
			big++
		}
		shards[i].mu.Unlock()
	}
	return big
}

func TestEvaluateDeepGraphs(t *testing.T) {
	got := evaluate(t, ReduceNode(ops.ReduceMax, addChain(100_000), 0)).Floats()[0]
	if got != 3*100_001 {
		t.Errorf("chain gives %v", got)
	}
	if got := evaluate(t, diamonds(64)).Floats()[0]; got != 0 {
		t.Errorf("diamonds give %v", got)
	}
}
