package lazy

// Toposort lists every node that roots need, operands before users, each once, in the order that a depth-first walk
// from the first root finishes them. Its stack is a slice: a chain of a million nodes needs no deep call.
func Toposort(roots []*Node) []*Node {
	var order []*Node
	Walk(roots, nil, func(n *Node) { order = append(order, n) })
	return order
}

// Walk visits every node that roots need, operands first, each once. Below a node for which stop holds it does not
// look; the node itself is visited. A nil stop never holds.
func Walk(roots []*Node, stop func(*Node) bool, visit func(*Node)) {
	w := walker{stop: stop}
	for _, r := range roots {
		w.enter(r)
		for len(w.stack) > 0 {
			w.step(visit)
		}
	}
}

type walkFrame struct {
	node *Node
	next int // the operand to look at next
}

type walker struct {
	stack []walkFrame
	seen  NodeMap[struct{}]
	stop  func(*Node) bool
}

func (w *walker) enter(n *Node) {
	if !w.seen.Add(n) {
		return
	}
	f := walkFrame{node: n}
	if w.stop != nil && w.stop(n) {
		f.next = len(n.Src)
	}
	w.stack = append(w.stack, f)
}

func (w *walker) step(visit func(*Node)) {
	top := &w.stack[len(w.stack)-1]
	if top.next < len(top.node.Src) {
		top.next++
		w.enter(top.node.Src[top.next-1])
		return
	}
	n := top.node
	w.stack = w.stack[:len(w.stack)-1]
	visit(n)
}
