package lazy

import "sync/atomic"

// rewriteFrame is a node on its way: first its operands are rewritten, then the node itself, and where a rule holds,
// what it gave (next).
type rewriteFrame struct {
	node *Node
	made bool // by a rule, or below what a rule made
	seen bool // the operands have been pushed
	next *Node
}

// run fills done for root and everything it needs. Every entry of done is a fixpoint: done[done[n]] == done[n].
func (w *rewriter) run(root *Node) error {
	w.push(root, false)
	for len(w.stack) > 0 {
		i := len(w.stack) - 1
		f := w.stack[i]
		switch {
		case w.done[f.node] != nil:
			w.stack = w.stack[:i]
		case f.next != nil:
			w.done[f.node] = w.done[f.next]
		case !f.seen:
			w.stack[i].seen = true
			w.pushOperands(f)
		default:
			if err := w.rewrite(i); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *rewriter) push(n *Node, made bool) {
	if w.done[n] != nil {
		return
	}
	if !made {
		w.nodes++
	}
	w.stack = append(w.stack, rewriteFrame{node: n, made: made})
}

func (w *rewriter) pushOperands(f rewriteFrame) {
	for i := len(f.node.Src) - 1; i >= 0; i-- {
		w.push(f.node.Src[i], f.made)
	}
}

// rewrite handles the node of frame i, whose operands are done.
func (w *rewriter) rewrite(i int) error {
	n := w.stack[i].node
	m := w.withDoneOperands(n)
	if m != n && w.done[m] != nil {
		w.done[n] = w.done[m]
		return nil
	}
	rule, next := w.fire(m)
	if next == nil {
		w.done[m] = m
		w.done[n] = m
		return nil
	}
	w.fired[rule]++
	w.total++
	if w.total > rewritesAtLeast+rewritesPerNode*w.nodes {
		return w.exhausted()
	}
	adopt(next, m.PC())
	if w.trace != nil && w.trace.Rewrite != nil {
		w.trace.Rewrite(w.set.Name, w.set.Rules[rule].Name, m, next)
	}
	w.stack[i].next = next
	w.push(next, true)
	return nil
}

func (w *rewriter) fire(n *Node) (rule int, next *Node) {
	for _, i := range w.rules[n.Op] {
		if next := w.set.Rules[i].Apply(n); next != nil && next != n {
			return i, next
		}
	}
	return 0, nil
}

// withDoneOperands is n on its rewritten operands, at n's line.
func (w *rewriter) withDoneOperands(n *Node) *Node {
	changed := false
	w.source = w.source[:0]
	for _, s := range n.Src {
		d := w.done[s]
		changed = changed || d != s
		w.source = append(w.source, d)
	}
	if !changed {
		return n
	}
	spec := Spec{Op: n.Op, DType: n.DType, Shape: n.Shape, Ints: n.Ints, Val: n.Val, Ref: n.Ref, At: n.PC()}
	return intern(&spec, w.source...)
}

// adopt gives the line of a rewritten node to the nodes that a rule made for it: those without a line, near the top.
func adopt(n *Node, pc uintptr) {
	for range 8 {
		if !atomic.CompareAndSwapUintptr(&n.At, 0, pc) || len(n.Src) == 0 {
			return
		}
		for _, s := range n.Src[1:] {
			atomic.CompareAndSwapUintptr(&s.At, 0, pc)
		}
		n = n.Src[0]
	}
}
