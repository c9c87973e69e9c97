package autograd

import (
	"fmt"
	"slices"
	"sync"

	"weft/lazy"
	"weft/ops"
)

// walk is the differentiable part of a graph: the nodes that a gradient from the root can reach, operands before
// their users, and what has arrived at each of them.
type walk struct {
	order []*lazy.Node
	index lazy.NodeMap[int32] // place in order; open before it has one
	need  []bool              // on a path to a target
	grads []arrivals
	stack []frame
}

type frame struct {
	node *lazy.Node
	next int
	need bool
}

const open = -1

// walks are used again, since each training step takes one of the same size; those of more than bigWalk nodes are not.
var walks = sync.Pool{New: func() any { return new(walk) }}

const bigWalk = 1 << 16

// release gives the walk back, with nothing of the graph in it.
func (w *walk) release() {
	if len(w.order) > bigWalk {
		return
	}
	w.index.Clear()
	clear(w.order)
	clear(w.grads)
	clear(w.stack[:cap(w.stack)])
	w.order, w.need, w.grads, w.stack = w.order[:0], w.need[:0], w.grads[:0], w.stack[:0]
	walks.Put(w)
}

// walkFrom visits each node once, with a stack of its own: graphs are deeper than goroutine stacks should be.
func walkFrom(root *lazy.Node, target func(*lazy.Node) bool) *walk {
	w := walks.Get().(*walk)
	if root.DType.IsFloat() {
		w.enter(root, target)
		for len(w.stack) > 0 {
			w.step(target)
		}
	}
	w.grads = slices.Grow(w.grads, len(w.order))[:len(w.order)]
	return w
}

func (w *walk) enter(n *lazy.Node, target func(*lazy.Node) bool) {
	w.index.Set(n, open)
	w.stack = append(w.stack, frame{node: n, need: target(n)})
}

// step goes on with the node on top of the stack: to its next operand, or on to its user.
func (w *walk) step(target func(*lazy.Node) bool) {
	f := &w.stack[len(w.stack)-1]
	for f.next < operands(f.node) {
		src := f.node.Src[f.next]
		carries := passes(f.node, f.next) && src.DType.IsFloat()
		f.next++
		if !carries {
			continue
		}
		at, seen := w.index.Find(src)
		if !seen {
			w.enter(src, target)
			return
		}
		f.need = f.need || w.need[at]
	}
	w.index.Set(f.node, int32(len(w.order)))
	w.order, w.need = append(w.order, f.node), append(w.need, f.need)
	need := f.need
	w.stack = w.stack[:len(w.stack)-1]
	if len(w.stack) > 0 && need {
		w.stack[len(w.stack)-1].need = true
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
		at, ok := w.index.Find(src)
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
