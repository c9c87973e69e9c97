package schedule

import (
	"math"
	"math/bits"

	"weft/lazy"
	"weft/ops"
)

// Leaf stands for a source's memory in a plan, so that plans hold on to nobody's buffers. It is a Storage in name only.
type Leaf struct {
	id    uint64
	Index int
	Align int
	bytes int64
}

// RefID is the leaf's identity.
func (l *Leaf) RefID() uint64 { return l.id }

// Bytes is the length of the memory that the leaf stands for.
func (l *Leaf) Bytes() int64 { return l.bytes }

// Device is no device's: a plan belongs to none.
func (l *Leaf) Device() string { return "" }

// Request is a graph as it was asked for, numbered in one walk: what a plan is looked up by and bound to.
type Request struct {
	Roots   []*lazy.Node
	Options Options
	// Keep asks that intermediates which get a buffer are reported.
	Keep bool
	// Key tells graphs apart that need different plans; 128 bits.
	Key [2]uint64
	// Nodes lists what was visited, operands first; sources that stand for a view of memory hide what they are made of.
	Nodes []*lazy.Node
	// Leaves is the memory of the sources, by number.
	Leaves []lazy.Kept
	// Effects are the copies and host calls in the graph, operands first: they must be done before it can be planned.
	Effects []*lazy.Node
	// Scalars are the values of the scalar sources and of the lifted constants, by number.
	Scalars []ops.Value

	number map[*lazy.Node]int
	leafOf map[int]int // node number -> leaf number
	scalar map[int]int // node number -> scalar number
	lifts  map[lift]int
	roots  []int
}

// lift is one use of a constant that became a parameter.
type lift struct{ node, arg int }

// NewRequest walks the graph once.
func NewRequest(roots []*lazy.Node, opt Options, keep bool) *Request {
	r := &Request{Roots: roots, Options: opt, Keep: keep, number: make(map[*lazy.Node]int, 64), leafOf: map[int]int{}, scalar: map[int]int{}, lifts: map[lift]int{}}
	r.Key = [2]uint64{0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f}
	r.token(uint64(opt.L2)<<2 | flag(opt.Unfused)<<1 | flag(keep))
	r.walk()
	for _, n := range roots {
		r.roots = append(r.roots, r.number[n])
		r.token(uint64(r.number[n]))
	}
	return r
}

// ScalarRefs are the identities of the scalars, by number; lifted constants have none.
func (r *Request) ScalarRefs() []lazy.Ref {
	out := make([]lazy.Ref, len(r.Scalars))
	for node, scalar := range r.scalar {
		out[scalar] = r.Nodes[node].Ref
	}
	return out
}

func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// token mixes one word into both halves of the key.
func (r *Request) token(x uint64) {
	hi, lo := bits.Mul64(r.Key[0]^x, 0x9fb21c651e98df25)
	r.Key[0] = hi ^ lo
	hi, lo = bits.Mul64(r.Key[1]^bits.RotateLeft64(x, 29), 0xd6e8feb86659fd93)
	r.Key[1] = bits.RotateLeft64(r.Key[1], 23) ^ hi ^ lo
}

type frame struct {
	n    *lazy.Node
	next int
}

// walk visits operands before users, without recursion.
func (r *Request) walk() {
	var stack []frame
	for _, root := range r.Roots {
		stack = append(stack[:0], frame{n: root})
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.next == 0 {
				if _, seen := r.number[f.n]; seen {
					stack = stack[:len(stack)-1]
					continue
				}
				if k := leafMemory(f.n); k != nil {
					r.leaf(f.n, *k)
					stack = stack[:len(stack)-1]
					continue
				}
			}
			if f.next < len(f.n.Src) {
				s := f.n.Src[f.next]
				f.next++
				if _, seen := r.number[s]; !seen && !liftable(f.n, f.next-1) {
					stack = append(stack, frame{n: s})
				}
				continue
			}
			if _, seen := r.number[f.n]; !seen {
				r.node(f.n)
			}
			stack = stack[:len(stack)-1]
		}
	}
}

// leafMemory is the memory that holds a node's value: a buffer, a remembered result, or a slice of one along its outermost
// axis, which is a matter of an offset.
func leafMemory(n *lazy.Node) *lazy.Kept {
	if k := ownMemory(n); k != nil || n.Op != ops.Shrink {
		return k
	}
	x := n.Src[0]
	whole := ownMemory(x)
	if whole == nil {
		return nil
	}
	for i, d := range x.Shape {
		if i > 0 && d != n.Shape[i] {
			return nil
		}
	}
	return &lazy.Kept{Storage: whole.Storage, Offset: whole.Offset + n.Ints[0]*lazy.Numel(x.Shape[1:])}
}

// ownMemory is a node's buffer. Constants and positions have none, though somebody may have realized one: they are the same
// node for all who write them, so a plan must not depend on it.
func ownMemory(n *lazy.Node) *lazy.Kept {
	switch {
	case n.Op == ops.Buffer:
		return &lazy.Kept{Storage: n.Ref.(lazy.Storage), Offset: n.Ints[0]}
	case n.Op.Family() == ops.Source:
		return nil
	}
	return n.Kept()
}

func (r *Request) enter(n *lazy.Node) int {
	i := len(r.Nodes)
	r.number[n] = i
	r.Nodes = append(r.Nodes, n)
	return i
}

func (r *Request) leaf(n *lazy.Node, k lazy.Kept) {
	i := r.enter(n)
	r.leafOf[i] = len(r.Leaves)
	r.Leaves = append(r.Leaves, k)
	r.token(uint64(ops.Buffer) | uint64(n.DType)<<8 | uint64(alignOf(n, k))<<16 | uint64(len(n.Shape))<<32)
	for _, d := range n.Shape {
		r.token(uint64(d))
	}
}

// alignOf is the alignment of a source's first element: 64 bytes, or an element's.
func alignOf(n *lazy.Node, k lazy.Kept) int {
	if size := n.DType.Size(); k.Offset*size%64 != 0 {
		return size
	}
	return 64
}

func (r *Request) node(n *lazy.Node) {
	i := r.enter(n)
	r.token(uint64(n.Op) | uint64(n.DType)<<8 | uint64(len(n.Shape))<<16 | uint64(len(n.Src))<<32 | uint64(len(n.Ints))<<48)
	for _, d := range n.Shape {
		r.token(uint64(d))
	}
	for _, d := range n.Ints {
		r.token(uint64(d))
	}
	if n.Op == ops.Copy || n.Op == ops.Host {
		r.Effects = append(r.Effects, n)
	}
	if n.Op == ops.Scalar {
		r.scalar[i] = len(r.Scalars)
		r.Scalars = append(r.Scalars, n.Val)
	} else if n.Val != (ops.Value{}) {
		r.token(n.Val.Bits)
	}
	for a, s := range n.Src {
		if !liftable(n, a) {
			r.token(uint64(r.number[s]) << 1)
			continue
		}
		r.lifts[lift{i, a}] = len(r.Scalars)
		r.Scalars = append(r.Scalars, s.Val)
		r.token(uint64(s.DType)<<1 | 1)
	}
}

// liftable says that operand a of n is a constant that becomes a parameter: a float in elementwise position that no rule
// looks at. Exponents stay code.
func liftable(n *lazy.Node, a int) bool {
	c := n.Src[a]
	if c.Op != ops.Const || c.DType != ops.Float32 && c.DType != ops.Float64 || n.Op.Family() != ops.Elementwise || n.Op == ops.Pow && a == 1 || n.Op == ops.Cast || n.Op == ops.Bitcast {
		return false
	}
	switch f := math.Abs(c.Val.Float()); {
	case f == 0 || f == 1 || f == 2 || f == 0.5 || math.IsInf(f, 0) || f != f:
		return false
	}
	return true
}
