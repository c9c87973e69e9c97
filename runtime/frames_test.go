package runtime

import (
	"fmt"
	"path/filepath"
	"runtime"
	"testing"

	"weft/lazy"
	"weft/ops"
)

func here() string {
	_, file, line, _ := runtime.Caller(1)
	return fmt.Sprintf("%s:%d", filepath.Base(file), line)
}

// inlined is small enough to become part of its callers, who are then the user's line.
func inlined(x *lazy.Node) *lazy.Node { return lazy.Elementwise(ops.Neg, x) }

//go:noinline
func below(depth int, x *lazy.Node) (*lazy.Node, string) {
	if depth == 0 {
		return lazy.Elementwise(ops.Exp, x), here()
	}
	n, line := below(depth-1, x)
	return n, line
}

// TestNodesKnowTheirLine makes nodes along many paths, each more than once, so that remembered stacks answer too.
func TestNodesKnowTheirLine(t *testing.T) {
	for round := range 3 {
		x := lazy.NewScalar(ops.IntValue(ops.Float32, 1), 2)
		first, firstLine := lazy.Elementwise(ops.Abs, x), here()
		second, secondLine := lazy.Elementwise(ops.Sin, x), here()
		nodes, lines := []*lazy.Node{first, second}, []string{firstLine, secondLine}
		for _, depth := range []int{0, 1, 5, 20, 22, 23, 24, 25, 40, 100} {
			n, line := below(depth, lazy.Elementwise(ops.Neg, lazy.NewScalar(ops.IntValue(ops.Float32, 1), 2)))
			nodes, lines = append(nodes, n), append(lines, line)
		}
		for i, n := range nodes {
			if got := lazy.Line(n.PC()); got != lines[i] {
				t.Errorf("round %d, node %d is of line %s, want %s", round, i, got, lines[i])
			}
		}
	}
}

// TestStackKeyTellsStacksApart calls from two lines of one function.
func TestStackKeyTellsStacksApart(t *testing.T) {
	a, aLine := inlined(lazy.NewScalar(ops.IntValue(ops.Float32, 1))), here()
	b, bLine := inlined(lazy.NewScalar(ops.IntValue(ops.Float32, 1))), here()
	line := func(n *lazy.Node) string { return lazy.Line(n.PC()) }
	if line(a) == "" || aLine == bLine || line(a) != line(b) { // inlined is a test's own function, and so the user
		t.Errorf("lines %s and %s", line(a), line(b))
	}
}

func BenchmarkNode(b *testing.B) {
	x := lazy.NewScalar(ops.IntValue(ops.Float32, 1), 4)
	b.ReportAllocs()
	for n, i := x, 0; b.Loop(); i++ {
		if i%1000 == 0 { // a step's graph is dropped before the next
			x = lazy.NewScalar(ops.IntValue(ops.Float32, 1), 4)
			n = x
		}
		n = lazy.Elementwise(ops.Add, n, x)
	}
}
