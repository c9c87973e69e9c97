package differential

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// Shrink looks for a smaller graph that still fails. It never changes a node's shape or dtype, so every candidate is
// well formed. tries bounds the calls of fails.
func Shrink(roots []*lazy.Node, fails func([]*lazy.Node) bool, tries int) []*lazy.Node {
	s := &shrinker{fails: fails, tries: tries, roots: roots}
	s.earliest()
	for before := -1; before != s.size() && s.tries > 0; {
		before = s.size()
		s.cut()
		s.skip()
		s.plainConstants()
		s.earliest()
	}
	return s.roots
}

type shrinker struct {
	fails func([]*lazy.Node) bool
	tries int
	roots []*lazy.Node
}

func (s *shrinker) size() int { return len(lazy.Toposort(s.roots)) }

// try keeps a candidate that fails, if it is another graph.
func (s *shrinker) try(roots []*lazy.Node) bool {
	if s.tries <= 0 || slices.Equal(roots, s.roots) {
		return false
	}
	s.tries--
	if !s.fails(roots) {
		return false
	}
	s.roots = roots
	return true
}

// earliest looks for the first node that fails alone, or with fewer roots.
func (s *shrinker) earliest() {
	order := lazy.Toposort(s.roots)
	for _, n := range order[:len(order)-1] {
		if n.Op.Family() != ops.Source && s.try([]*lazy.Node{n}) {
			return
		}
	}
	for i := 0; i < len(s.roots) && len(s.roots) > 1; i++ {
		if s.try(slices.Delete(slices.Clone(s.roots), i, i+1)) {
			i--
		}
	}
}

// cut replaces inner nodes, those near the roots first, by memory of their values.
func (s *shrinker) cut() {
	order := lazy.Toposort(s.roots)
	values, err := lazy.Evaluate(order, Read)
	if err != nil {
		return
	}
	for i, n := range slices.Backward(order) {
		if n.Op.Family() != ops.Source && !slices.Contains(s.roots, n) && s.holds(n) {
			s.try(replace(s.roots, n, bufferOf(values[i])))
		}
	}
}

// holds says whether n is still in the graph, which changes while candidates are kept.
func (s *shrinker) holds(n *lazy.Node) bool {
	return slices.Contains(lazy.Toposort(s.roots), n)
}

// skip replaces nodes by an operand of theirs.
func (s *shrinker) skip() {
	for _, n := range slices.Backward(lazy.Toposort(s.roots)) {
		for _, src := range n.Src {
			if src.DType == n.DType && slices.Equal(src.Shape, n.Shape) && s.holds(n) && s.try(replace(s.roots, n, src)) {
				break
			}
		}
	}
}

// plainConstants replaces sources by ones.
func (s *shrinker) plainConstants() {
	for _, n := range lazy.Toposort(s.roots) {
		if n.Op.Family() == ops.Source && n.Op != ops.Const && s.holds(n) {
			s.try(replace(s.roots, n, lazy.NewConst(ops.IntValue(n.DType, 1), n.Shape...)))
		}
	}
}
