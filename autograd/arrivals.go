package autograd

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// arrivals is what has come to one node so far: a sum, and the parts that went to regions of it (the gradients of
// slices), which are held back. If at the end the parts are disjoint and fill the node they are joined as cat joins,
// with the exact neutral between them, which the scheduler stores part by part.
type arrivals struct {
	whole *lazy.Node
	parts []*lazy.Node
}

func (a *arrivals) add(g *lazy.Node) {
	if g.Op == ops.Pad && isZero(g.Val) {
		a.parts = append(a.parts, g)
		return
	}
	a.whole = plus(a.whole, g)
}

// sum is the gradient so far, nil if none came.
func (a *arrivals) sum() *lazy.Node {
	if len(a.parts) == 0 {
		return a.whole
	}
	var total *lazy.Node
	exact := a.whole == nil && tiles(a.parts)
	for _, p := range a.parts {
		if exact {
			p = lazy.PadNode(p.Src[0], ops.Add.Info().Neutral(p.DType), p.Ints...)
		}
		total = plus(total, p)
	}
	if a.whole != nil {
		total = plus(a.whole, total)
	}
	a.whole, a.parts = total, nil
	return total
}

// plus leaves out sums with a constant zero: what is left differs from the sum at most in the sign of a zero.
func plus(a, b *lazy.Node) *lazy.Node {
	switch {
	case a == nil || a.Op == ops.Const && isZero(a.Val):
		return b
	case b.Op == ops.Const && isZero(b.Val):
		return a
	}
	return add(a, b)
}

func isZero(v ops.Value) bool { return v.DType.IsFloat() && v.Float() == 0 }

// tiles says whether pads put their contents side by side along one axis, without gap or overlap.
func tiles(parts []*lazy.Node) bool {
	axis := -1
	for i := range parts[0].Shape {
		if parts[0].Ints[2*i] != 0 || parts[0].Ints[2*i+1] != 0 {
			if axis >= 0 {
				return false
			}
			axis = i
		}
	}
	if axis < 0 {
		return false
	}
	spans := make([][2]int, len(parts))
	for k, p := range parts {
		for i, v := range p.Ints {
			if v != 0 && i/2 != axis {
				return false
			}
		}
		spans[k] = [2]int{p.Ints[2*axis], p.Shape[axis] - p.Ints[2*axis+1]}
	}
	slices.SortFunc(spans, func(a, b [2]int) int { return a[0] - b[0] })
	end := 0
	for _, s := range spans {
		if s[0] != end {
			return false
		}
		end = s[1]
	}
	return end == parts[0].Shape[axis]
}
