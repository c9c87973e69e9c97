package schedule

import (
	"encoding/binary"

	"weft/lazy"
	"weft/ops"
)

// place is where a node is read: one index expression an axis, under a gate (nil: always) outside which the value is not
// used and memory must not be touched.
type place struct {
	idx  []*Expr
	gate *Expr
}

// placeKey tells places apart.
type placeKey struct {
	node *lazy.Node
	at   string
}

func keyOf(n *lazy.Node, at place) placeKey {
	buf := make([]byte, 0, 32)
	for _, e := range at.idx {
		buf = binary.AppendUvarint(buf, uint64(e.ID))
	}
	if at.gate != nil {
		buf = binary.AppendUvarint(append(buf, 0xff, 0xff), uint64(at.gate.ID))
	}
	return placeKey{n, string(buf)}
}

// move carries a place from the result of movement node n to its operand. For a Pad, inside is the gate of the operand's
// region; it is nil for the others.
func (b *Builder) move(n *lazy.Node, at place) (src place, inside *Expr) {
	x := n.Src[0]
	idx := make([]*Expr, len(x.Shape))
	switch n.Op {
	case ops.Reshape:
		return place{b.reshape(at.idx, n.Shape, x.Shape), at.gate}, nil
	case ops.Permute:
		for i, p := range n.Ints {
			idx[p] = at.idx[i]
		}
	case ops.Expand:
		for i, d := range x.Shape {
			idx[i] = at.idx[i]
			if d == 1 {
				idx[i] = b.Int(0)
			}
		}
	case ops.Shrink:
		for i := range idx {
			idx[i] = b.Add(at.idx[i], b.Int(int64(n.Ints[2*i])))
		}
	case ops.Flip:
		copy(idx, at.idx)
		for _, a := range n.Ints {
			idx[a] = b.Sub(b.Int(int64(x.Shape[a]-1)), at.idx[a])
		}
	case ops.Pad:
		copy(idx, at.idx)
		for i, d := range x.Shape {
			if n.Ints[2*i] == 0 && n.Ints[2*i+1] == 0 {
				continue
			}
			at.gate = b.unwrap(idx, i, int64(n.Ints[2*i]), int64(d), at.gate)
			idx[i] = b.Sub(idx[i], b.Int(int64(n.Ints[2*i])))
			inside = b.And(inside, b.InRange(idx[i], int64(d)))
		}
		return place{idx, b.And(at.gate, inside)}, inside
	}
	return place{idx, at.gate}, nil
}

// forward carries a position through permutations and reshapes, to where they move it.
func (b *Builder) forward(moves []*lazy.Node, idx []*Expr) []*Expr {
	for _, n := range moves {
		if n.Op == ops.Reshape {
			idx = b.reshape(idx, n.Src[0].Shape, n.Shape)
			continue
		}
		moved := make([]*Expr, len(idx))
		for i, p := range n.Ints {
			moved[i] = idx[p]
		}
		idx = moved
	}
	return idx
}

// reshape maps indices of shape from to indices of shape to, group by group of axes with equal products.
func (b *Builder) reshape(idx []*Expr, from, to []int) []*Expr {
	out := make([]*Expr, len(to))
	i, j := 0, 0
	for i < len(from) || j < len(to) {
		i0, j0 := i, j
		p, q := 1, 1
		if i < len(from) {
			p, i = from[i], i+1
		}
		if j < len(to) {
			q, j = to[j], j+1
		}
		for p != q {
			if p < q && i < len(from) {
				p, i = p*from[i], i+1
			} else if j < len(to) {
				q, j = q*to[j], j+1
			} else {
				p, i = p*from[i], i+1
			}
		}
		b.unflatten(out[j0:j], b.flatten(idx[i0:i], from[i0:i]), to[j0:j])
	}
	return out
}

// flatten is the row-order position of idx in shape.
func (b *Builder) flatten(idx []*Expr, shape []int) *Expr {
	at, stride := b.Int(0), int64(1)
	for i := len(idx) - 1; i >= 0; i-- {
		at = b.Add(at, b.Mul(idx[i], stride))
		stride *= int64(shape[i])
	}
	return at
}

func (b *Builder) unflatten(out []*Expr, at *Expr, shape []int) {
	for i := len(shape) - 1; i > 0; i-- {
		at, out[i] = b.DivMod(at, int64(shape[i]))
	}
	if len(shape) > 0 {
		out[0] = at
	}
}

// product follows what reduce n folds down to the multiplication that it is a sum of, also through pads with the neutral element: inside
// is then their gate. ok is false where there is no such multiplication.
func (b *Builder) product(n *lazy.Node, at place) (mul *lazy.Node, where place, inside *Expr, ok bool) {
	x, outer := n.Src[0], at.gate
	at.gate = nil
	for x.Op.Family() == ops.Movement {
		if x.Op == ops.Pad && x.Val != n.Op.Info().Neutral(x.DType) {
			return x, at, nil, false
		}
		at, _ = b.move(x, at)
		x = x.Src[0]
	}
	inside, at.gate = at.gate, b.And(outer, at.gate)
	float := x.DType == ops.Float32 || x.DType == ops.Float64
	return x, at, inside, x.Op == ops.Mul && n.Op == ops.ReduceAdd && float
}

// trace follows movement from n down to the first node that is none. ok is false where a Pad stands in between, which
// makes the value more than a move.
func (b *Builder) trace(n *lazy.Node, at place) (base *lazy.Node, where place, ok bool) {
	for n.Op.Family() == ops.Movement {
		if n.Op == ops.Pad {
			return n, at, false
		}
		at, _ = b.move(n, at)
		n = n.Src[0]
	}
	return n, at, true
}
