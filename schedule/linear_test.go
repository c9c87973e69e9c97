package schedule

import (
	"testing"

	"weft/lazy"
	"weft/ops"
)

// planWork counts what planning a graph does, in things done and not in time.
type planWork struct{ rewrites, exprs, launches, kinds int }

func workOf(t *testing.T, root *lazy.Node) planWork {
	t.Helper()
	var w planWork
	lazy.SetTrace(&lazy.Trace{Rewrite: func(_, _ string, _, _ *lazy.Node) { w.rewrites++ }})
	plan, err := MakePlan(NewRequest([]*lazy.Node{root}, Options{L2: 1 << 20}, false))
	lazy.SetTrace(nil)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, l := range plan.Launches {
		kinds[l.Kernel.Text()] = true
		for i := range l.Kernel.Phases {
			w.exprs += len(l.Kernel.Phases[i].Exprs())
		}
	}
	w.launches, w.kinds = len(plan.Launches), len(kinds)
	return w
}

// longChain is n operations, one after another, of five kinds in turn.
func longChain(n int) *lazy.Node {
	x, y := f32(64), f32(64)
	for i := range n {
		x = []func() *lazy.Node{
			func() *lazy.Node { return ew(ops.Add, x, y) },
			func() *lazy.Node { return ew(ops.Mul, x, y) },
			func() *lazy.Node { return ew(ops.Tanh, x) },
			func() *lazy.Node { return ew(ops.Max, x, y) },
			func() *lazy.Node { return ew(ops.Sub, ew(ops.Add, ew(ops.Mul, x, number(1, 64)), number(0, 64)), y) },
		}[i%5]()
	}
	return x
}

// longRNN is a cell unrolled for n steps, with the sum of the outer products that its weights' gradients are made of.
func longRNN(n int) *lazy.Node {
	h, w := f32(4, 16), f32(16, 16)
	var sum *lazy.Node
	for range n {
		x := f32(4, 16)
		wide := lazy.ExpandNode(lazy.ReshapeNode(h, 4, 1, 16), 4, 16, 16)
		mm := lazy.ReduceNode(ops.ReduceAdd, ew(ops.Mul, wide, lazy.ExpandNode(lazy.ReshapeNode(w, 1, 16, 16), 4, 16, 16)), 2)
		h = ew(ops.Tanh, ew(ops.Add, mm, x))
		outer := ew(ops.Mul, wide, lazy.ExpandNode(lazy.ReshapeNode(h, 4, 16, 1), 4, 16, 16))
		if sum == nil {
			sum = outer
			continue
		}
		sum = ew(ops.Add, sum, outer)
	}
	return lazy.ReduceNode(ops.ReduceAdd, sum, 0)
}

// TestPlanningIsLinear: twice the graph is at most about twice the work, and no new kinds of kernels.
func TestPlanningIsLinear(t *testing.T) {
	for name, graph := range map[string]func(n int) *lazy.Node{"chain": longChain, "rnn": longRNN} {
		small, large := workOf(t, graph(1000)), workOf(t, graph(2000))
		grows := func(what string, a, b int) {
			if b > 2*a+a/10+4 {
				t.Errorf("%s: %d %s for 1000, %d for 2000", name, a, what, b)
			}
		}
		grows("rewrites", small.rewrites, large.rewrites)
		grows("expressions", small.exprs, large.exprs)
		grows("launches", small.launches, large.launches)
		if small.kinds > 12 || large.kinds > small.kinds {
			t.Errorf("%s: %d kinds of kernels for 1000, %d for 2000", name, small.kinds, large.kinds)
		}
	}
}
