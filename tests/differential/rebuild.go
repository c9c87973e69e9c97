package differential

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// rebuild makes the graph of roots again, operands first; change may give another node of the same shape and dtype
// for n, whose operands are src now, or nil to keep it.
func rebuild(roots []*lazy.Node, change func(n *lazy.Node, src []*lazy.Node) *lazy.Node) []*lazy.Node {
	var made lazy.NodeMap[*lazy.Node]
	for _, n := range lazy.Toposort(roots) {
		src := make([]*lazy.Node, len(n.Src))
		for i, s := range n.Src {
			src[i] = made.Get(s)
		}
		m := change(n, src)
		if m == nil {
			m = withSources(n, src)
		}
		made.Set(n, m)
	}
	out := make([]*lazy.Node, len(roots))
	for i, r := range roots {
		out[i] = made.Get(r)
	}
	return out
}

func withSources(n *lazy.Node, src []*lazy.Node) *lazy.Node {
	if slices.Equal(n.Src, src) {
		return n
	}
	s := n.Spec
	s.Src = src
	return lazy.Make(s)
}

// replace puts one node in the place of another.
func replace(roots []*lazy.Node, old, new *lazy.Node) []*lazy.Node {
	return rebuild(roots, func(n *lazy.Node, src []*lazy.Node) *lazy.Node {
		if n == old {
			return new
		}
		return nil
	})
}

// onMemory puts other storages in the place of Memory.
func onMemory(roots []*lazy.Node, storage func(m *Memory) lazy.Storage) []*lazy.Node {
	return rebuild(roots, func(n *lazy.Node, src []*lazy.Node) *lazy.Node {
		m, ok := n.Ref.(*Memory)
		if n.Op != ops.Buffer || !ok {
			return nil
		}
		return lazy.NewBuffer(storage(m), n.DType, n.Ints[0], n.Shape...)
	})
}
