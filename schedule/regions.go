package schedule

import (
	"slices"
	"sort"

	"weft/lazy"
	"weft/ops"
)

// padsBelow counts the pads that a tree of adds (or of ors) consists of, given the counts of its operands; 0 where something
// else is among them.
func padsBelow(n *lazy.Node, count func(*lazy.Node) int) int {
	if n.Op != ops.Add && (n.Op != ops.Or || n.DType != ops.Bool) {
		return 0
	}
	total := 0
	for _, x := range n.Src {
		switch {
		case x.Op == ops.Pad && isFill(n.Op, x.Val):
			total++
		case x.Op == n.Op && count(x) > 0:
			total += count(x)
		default:
			return 0
		}
	}
	return total
}

// regions recognises a tree of adds (or ors) whose leaves are pads with a neutral fill and regions that do not overlap.
func regions(n *lazy.Node) *form {
	var parts []*lazy.Node
	todo := []*lazy.Node{n}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch {
		case x.Op == n.Op:
			todo = append(todo, x.Src[1], x.Src[0])
		case x.Op == ops.Pad && isFill(n.Op, x.Val):
			parts = append(parts, x)
		default:
			return nil
		}
	}
	if len(parts) < 2 || !disjoint(parts) {
		return nil
	}
	return &form{kind: RegionStore, parts: parts, fill: parts[0].Val}
}

func isFill(op ops.Op, v ops.Value) bool {
	if op == ops.Or {
		return !v.IsTrue()
	}
	return isNeutral(ops.ReduceAdd, v)
}

// disjoint tells whether no element lies inside two pads. Parts along one axis are sorted; others are compared in pairs.
func disjoint(parts []*lazy.Node) bool {
	if axis := soleAxis(parts); axis >= 0 {
		sorted := slices.Clone(parts)
		sort.Slice(sorted, func(i, j int) bool { return sorted[i].Ints[2*axis] < sorted[j].Ints[2*axis] })
		for i := 1; i < len(sorted); i++ {
			p := sorted[i-1]
			if p.Ints[2*axis]+p.Src[0].Shape[axis] > sorted[i].Ints[2*axis] {
				return false
			}
		}
		return true
	}
	if len(parts) > 64 {
		return false
	}
	for i, p := range parts {
		for _, q := range parts[:i] {
			if overlap(p, q) {
				return false
			}
		}
	}
	return true
}

func soleAxis(parts []*lazy.Node) int {
	axis := -1
	for _, p := range parts {
		for i := range p.Shape {
			if p.Ints[2*i] == 0 && p.Ints[2*i+1] == 0 {
				continue
			}
			if axis >= 0 && axis != i {
				return -1
			}
			axis = i
		}
	}
	return axis
}

func overlap(p, q *lazy.Node) bool {
	for i := range p.Shape {
		pl, ql := p.Ints[2*i], q.Ints[2*i]
		if pl+p.Src[0].Shape[i] <= ql || ql+q.Src[0].Shape[i] <= pl {
			return false
		}
	}
	return true
}

// covers tells whether the parts, which do not overlap, fill the whole shape.
func covers(parts []*lazy.Node) bool {
	total := 0
	for _, p := range parts {
		total += p.Src[0].Numel()
	}
	return total == parts[0].Numel()
}
