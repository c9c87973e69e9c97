package schedule

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// A long reduce is split in two by shape alone: into partial results that fill the machine and become a phase of their own,
// or, where one accumulator would take too many elements, into blocks that are added up.
const (
	parallelRows  = 64      // results that are enough to fill a machine
	parallelWork  = 1 << 16 // elements below which splitting does not pay
	parallelParts = 128     // partial results aimed at
	minPart       = 512     // shortest partial reduce
	longDown      = 1 << 14 // longest run of one accumulator
	downBlock     = 1 << 12 // block aimed at
	longAcross    = 1 << 22 // longest reduce spread over lanes
)

// splitter rewrites the reduces of a graph; partial holds those that become a phase.
type splitter struct {
	forms   map[*lazy.Node]*form
	partial map[*lazy.Node]bool
	// rows holds, for a reduce over the results of others, how many elements those take in all. It adds them Down: the lanes
	// belong to the inner loops.
	rows map[*lazy.Node]int
}

// rewrite gives the reduce, already over rewritten operands, in its split form.
func (s *splitter) rewrite(n *lazy.Node) *lazy.Node {
	f := recognise(n)
	if f != nil && f.kind != Contraction {
		s.forms[n] = f
		return n
	}
	contraction := f != nil
	if !contraction || reuse(n) < 2 {
		if below := s.below(n); below > 0 {
			s.rows[n] = below
		}
	}
	work := max(n.Src[0].Numel(), s.rows[n])
	k, rows := n.Src[0].Numel()/max(n.Numel(), 1), n.Numel()
	if rows < parallelRows && work >= parallelWork && k >= 2*partLength(k*rows, work) {
		parts := min(ceilPow2((parallelParts+rows-1)/rows), k/partLength(k*rows, work))
		inner, outer := splitReduce(n, parts)
		inner = s.rewrite(inner)
		s.partial[inner] = true
		outer = lazy.ReduceNode(n.Op, inner, outer.Ints...)
		s.forms[outer] = nil
		return outer
	}
	order, _ := s.order(n, contraction)
	if !order.Across && k > longDown || k > longAcross {
		inner, outer := splitReduce(n, max(k/downBlock, 2))
		inner = s.rewrite(inner)
		outer = lazy.ReduceNode(n.Op, inner, outer.Ints...)
		s.rows[outer] = n.Src[0].Numel()
		return outer
	}
	s.forms[n] = f
	return n
}

// partLength is the shortest partial reduce, in elements that may each cost more than one.
func partLength(elements, work int) int {
	return max(1, minPart*elements/max(work, 1))
}

// belowLimit bounds the search for reduces under a reduce.
const belowLimit = 512

// below finds the reduces whose results n folds in their reader's loop: not contractions, which are kernels of their own,
// nor forms that are stored, nor what is spread over several elements and so stands outside the loop. Only those count that
// want the lanes for themselves. It gives the largest number of elements that one takes.
func (s *splitter) below(n *lazy.Node) int {
	most, seen, todo := 0, map[*lazy.Node]bool{}, []*lazy.Node{n.Src[0]}
	for len(todo) > 0 && len(seen) < belowLimit {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		switch x.Op.Family() {
		case ops.Reduce:
			if !s.partial[x] && x.Numel() == n.Src[0].Numel() && n.Numel() < x.Numel() && s.lanesInside(x) {
				most = max(most, x.Src[0].Numel())
			}
		case ops.Elementwise, ops.Movement:
			todo = append(todo, x.Src...)
		}
	}
	return most
}

// lanesInside says that reduce x, computed in its reader's loop, runs along the lanes.
func (s *splitter) lanesInside(x *lazy.Node) bool {
	f := s.forms[x]
	if f != nil && (f.kind != Contraction || reuse(x) >= 2) {
		return false
	}
	order, _ := s.order(x, f != nil)
	return order.Across
}

// order is orderOf, but Down over the results of inner loops.
func (s *splitter) order(n *lazy.Node, contraction bool) (Order, []int) {
	if s.rows[n] > 0 {
		return Order{Unroll: 1, Fma: contraction}, n.Ints
	}
	return orderOf(n, contraction)
}

func ceilPow2(n int) int {
	p := 1
	for p < n {
		p *= 2
	}
	return p
}

// splitReduce cuts one reduced axis into about parts pieces: inner keeps the pieces, outer folds them. An axis that no
// fitting number divides is padded with the neutral element.
func splitReduce(n *lazy.Node, parts int) (inner, outer *lazy.Node) {
	x := n.Src[0]
	axis, pieces := cutAxis(x.Shape, n.Ints, parts)
	if axis < 0 {
		axis = longest(x.Shape, n.Ints)
		d := x.Shape[axis]
		pieces = max(2, min(parts, d/2))
		length := (d + pieces - 1) / pieces
		pieces = (d + length - 1) / length
		pads := make([]int, 2*len(x.Shape))
		pads[2*axis+1] = pieces*length - d
		x = lazy.PadNode(x, n.Op.Info().Neutral(n.DType), pads...)
	}
	shape := slices.Insert(slices.Clone(x.Shape), axis, pieces)
	shape[axis+1] /= pieces
	axes := make([]int, len(n.Ints))
	kept := 0
	for i, a := range n.Ints {
		axes[i] = a
		if a >= axis {
			axes[i]++
		}
	}
	for i := range axis {
		if !slices.Contains(n.Ints, i) {
			kept++
		}
	}
	inner = lazy.ReduceNode(n.Op, lazy.ReshapeNode(x, shape...), axes...)
	return inner, lazy.ReduceNode(n.Op, inner, kept)
}

// cutAxis finds the first reduced axis with a divisor between parts/2 and 4*parts, the nearest to parts.
func cutAxis(shape, axes []int, parts int) (axis, pieces int) {
	for _, a := range axes {
		best := 0
		for d := max(2, parts/2); d <= 4*parts && d <= shape[a]; d++ {
			if shape[a]%d == 0 && (best == 0 || distance(d, parts) < distance(best, parts)) {
				best = d
			}
		}
		if best > 0 {
			return a, best
		}
	}
	return -1, 0
}

func distance(a, b int) int { return max(a-b, b-a) }

func longest(shape, axes []int) int {
	best := axes[0]
	for _, a := range axes {
		if shape[a] > shape[best] {
			best = a
		}
	}
	return best
}

// splitReduces rewrites every reduce of the graph and drops axes that are empty. It returns the new roots.
func splitReduces(roots []*lazy.Node) ([]*lazy.Node, *splitter) {
	s := &splitter{forms: map[*lazy.Node]*form{}, partial: map[*lazy.Node]bool{}, rows: map[*lazy.Node]int{}}
	done := map[*lazy.Node]*lazy.Node{}
	for _, n := range lazy.Toposort(roots) {
		done[n] = s.step(n, done)
	}
	out := make([]*lazy.Node, len(roots))
	for i, r := range roots {
		out[i] = done[r]
	}
	return out, s
}

func (s *splitter) step(n *lazy.Node, done map[*lazy.Node]*lazy.Node) *lazy.Node {
	n = rebuild(n, done)
	empty := len(n.Src) > 0 && n.Src[0].Numel() == 0
	switch {
	case n.Op.Family() == ops.Reduce && empty:
		v := n.Op.Info().Neutral(n.DType)
		if n.Op == ops.ReduceAdd {
			v = ops.IntValue(n.DType, 0)
		}
		return lazy.NewConst(v, n.Shape...)
	case n.Op == ops.Pad && empty:
		return lazy.NewConst(n.Val, n.Shape...)
	case n.Op.Family() == ops.Reduce && n.DType.IsHalf() && n.Op != ops.ReduceMax:
		// Partial results, and memory that is folded into, must not round to 16 bits on the way.
		wide := s.rewrite(lazy.ReduceNode(n.Op, widened(n.Src[0]), n.Ints...))
		return lazy.Cast(wide, n.DType)
	case n.Op.Family() == ops.Reduce:
		return s.rewrite(n)
	}
	return n
}

// widened is x in float32, with a selection kept where recognise looks for it.
func widened(x *lazy.Node) *lazy.Node {
	if x.Op == ops.Where {
		return lazy.Elementwise(ops.Where, x.Src[0], inFloat32(x.Src[1]), inFloat32(x.Src[2]))
	}
	return inFloat32(x)
}

func inFloat32(x *lazy.Node) *lazy.Node {
	if x.Op == ops.Const {
		return lazy.NewConst(x.Val.Cast(ops.Float32), x.Shape...)
	}
	return lazy.Cast(x, ops.Float32)
}

// rebuild is n over the replacements of its operands.
func rebuild(n *lazy.Node, done map[*lazy.Node]*lazy.Node) *lazy.Node {
	changed := false
	for _, x := range n.Src {
		changed = changed || done[x] != x
	}
	if !changed {
		return n
	}
	src := make([]*lazy.Node, len(n.Src))
	for i, x := range n.Src {
		src[i] = done[x]
	}
	return lazy.Rebuild(n, src...)
}
