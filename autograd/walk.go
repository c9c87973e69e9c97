package autograd

import (
	"fmt"

	"weft/lazy"
	"weft/ops"
)

// walk is the differentiable part of a graph: the nodes that a gradient from the root can reach, operands before
// their users, and what has arrived at each of them.
type walk struct {
	order []*lazy.Node
	index map[*lazy.Node]int
	need  []bool // on a path to a target
	grads []arrivals
}

// walkFrom visits each node once, with a stack of its own: graphs are deeper than goroutine stacks should be.
func walkFrom(root *lazy.Node, wrt []*lazy.Node) *walk {
	w := &walk{index: map[*lazy.Node]int{}}
	target := map[*lazy.Node]bool{}
	for _, n := range wrt {
		target[n] = true
	}
	if root.DType.IsFloat() {
		w.visit(root, target)
	}
	w.grads = make([]arrivals, len(w.order))
	return w
}

type frame struct {
	node *lazy.Node
	next int
	need bool
}

func (w *walk) visit(root *lazy.Node, target map[*lazy.Node]bool) {
	const open = -1
	w.index[root] = open
	stack := []frame{{node: root, need: target[root]}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.next == operands(f.node) {
			w.index[f.node] = len(w.order)
			w.order, w.need = append(w.order, f.node), append(w.need, f.need)
			stack = stack[:len(stack)-1]
			if len(stack) > 0 && f.need {
				stack[len(stack)-1].need = true
			}
			continue
		}
		src := f.node.Src[f.next]
		carries := passes(f.node, f.next) && src.DType.IsFloat()
		f.next++
		if !carries {
			continue
		}
		if at, seen := w.index[src]; seen {
			f.need = f.need || w.need[at]
			continue
		}
		w.index[src] = open
		stack = append(stack, frame{node: src, need: target[src]})
	}
}

// operands is how many operands the walk looks at: none behind a Stop mark.
func operands(n *lazy.Node) int {
	if m := markOf(n); m != nil && m.Kind == lazy.Stop {
		return 0
	}
	return len(n.Src)
}

// passes says whether a gradient can go from n to its operand k. What has no rule passes here, so that backward can
// say that it has none.
func passes(n *lazy.Node, k int) bool {
	r := ruleOf(n.Op)
	return r == nil || k < len(r.To) && r.To[k] != nil
}

// backward goes from users to operands; the whole gradient of a node is known when its turn comes.
func (w *walk) backward(seed *lazy.Node, onHook []HookFunc) error {
	w.grads[len(w.order)-1].add(seed)
	for i := len(w.order) - 1; i >= 0; i-- {
		n := w.order[i]
		if !w.need[i] {
			continue
		}
		if m := markOf(n); m != nil && m.Kind == lazy.Hook {
			w.show(i, m, onHook)
		}
		if err := w.spread(n, i); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) show(i int, m *lazy.Mark, onHook []HookFunc) {
	for _, hook := range onHook {
		if hook == nil {
			continue
		}
		if g := hook(m, w.order[i], w.grads[i].sum()); g != nil {
			w.grads[i] = arrivals{whole: g}
		}
	}
}

func (w *walk) spread(n *lazy.Node, i int) error {
	var g *lazy.Node
	for k := range operands(n) {
		src := n.Src[k]
		at, ok := w.index[src]
		if !ok || !w.need[at] || !passes(n, k) {
			continue
		}
		r := ruleOf(n.Op)
		if r == nil {
			return &lazy.Error{Kind: lazy.ErrGrad, Op: n.Op.String(), Shapes: [][]int{n.Shape}, Axis: -1,
				DTypes: []ops.DType{n.DType}, Reason: "has no gradient", Hint: "Detach its operands", Line: lazy.Line(n.PC())}
		}
		if g == nil {
			g = w.grads[i].sum()
		}
		w.grads[at].add(mustFit(r.To[k](n, g), src, n))
	}
	return nil
}

// mustFit catches a rule that gives a gradient of another shape or dtype than its operand: a mistake in the table.
func mustFit(g, src, n *lazy.Node) *lazy.Node {
	if g.DType != src.DType || !sameShape(g.Shape, src.Shape) {
		panic(fmt.Sprintf("autograd: rule of %v gives %v %v for an operand %v %v", n.Op, g.DType, g.Shape, src.DType, src.Shape))
	}
	return g
}
