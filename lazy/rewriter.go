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
		case w.done.Get(f.node) != nil:
			w.stack = w.stack[:i]
		case f.next != nil:
			w.done.Set(f.node, w.done.Get(f.next))
		case !f.seen:
			w.stack[i].seen = true
			if fired, err := w.fire(early, f.node, i); err != nil {
				return err
			} else if !fired {
				w.pushOperands(f)
			}
		default:
			if err := w.rewrite(i); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *rewriter) push(n *Node, made bool) {
	if w.done.Get(n) != nil {
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
	if m != n && w.done.Get(m) != nil {
		w.done.Set(n, w.done.Get(m))
		return nil
	}
	fired, err := w.fire(late, m, i)
	if !fired {
		w.done.Set(m, m)
		w.done.Set(n, m)
	}
	return err
}

// fire looks for a rule that holds at n, and makes what it gives the next step of frame i.
func (w *rewriter) fire(when int, n *Node, i int) (bool, error) {
	for _, r := range w.rules[when][n.Op] {
		rule := &w.set.Rules[r]
		next := rule.Apply(n)
		if next == nil || next == n {
			continue
		}
		w.fired[r]++
		w.total++
		if w.total > rewritesAtLeast+rewritesPerNode*w.nodes {
			return true, w.exhausted()
		}
		adopt(next, n.PC())
		if w.trace != nil && w.trace.Rewrite != nil {
			w.trace.Rewrite(w.set.Name, rule.Name, n, next)
		}
		w.stack[i].next = next
		w.push(next, true)
		return true, nil
	}
	return false, nil
}

// withDoneOperands is n on its rewritten operands, at n's line.
func (w *rewriter) withDoneOperands(n *Node) *Node {
	changed := false
	w.source = w.source[:0]
	for _, s := range n.Src {
		d := w.done.Get(s)
		changed = changed || d != s
		w.source = append(w.source, d)
	}
	if !changed {
		return n
	}
	return Rebuild(n, w.source...)
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
