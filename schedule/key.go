package schedule

import (
	"math"
	"math/bits"
	"sync"

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

	number  lazy.NodeMap[int32]
	leaves  []int  // node numbers, by leaf number
	scalars []lift // by scalar number
	roots   []int
	stack   []frame
	twins   [][2]*lazy.Node // a node of Nodes, and another that says the same
}

// lift is where a scalar comes from: a Scalar source, or operand arg of a node, a constant that became a parameter.
type lift struct{ node, arg int }

const itself = -1 // arg of a Scalar source

// requests are used again, since each step of a loop asks for as much as the one before.
var requests = sync.Pool{New: func() any { return new(Request) }}

// NewRequest walks the graph once.
func NewRequest(roots []*lazy.Node, opt Options, keep bool) *Request {
	r := requests.Get().(*Request)
	r.Roots, r.Options, r.Keep = roots, opt, keep
	r.Key = [2]uint64{0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f}
	r.token(uint64(opt.L2)<<2 | flag(opt.Unfused)<<1 | flag(keep))
	r.walk()
	for _, n := range roots {
		at := r.numberOf(n)
		r.roots = append(r.roots, at)
		r.token(uint64(at))
	}
	return r
}

// bigRequest is how many nodes make a request that is not worth its room once it is served.
const bigRequest = 1 << 16

// Release gives up a request that nobody looks at any more, nor at its slices.
func (r *Request) Release() {
	if len(r.Nodes) > bigRequest {
		return
	}
	r.number.Clear()
	clear(r.Nodes)
	clear(r.Leaves)
	clear(r.Effects)
	clear(r.stack[:cap(r.stack)])
	clear(r.twins)
	*r = Request{number: r.number, Nodes: r.Nodes[:0], Leaves: r.Leaves[:0], Effects: r.Effects[:0], Scalars: r.Scalars[:0],
		leaves: r.leaves[:0], scalars: r.scalars[:0], roots: r.roots[:0], stack: r.stack[:0], twins: r.twins[:0]}
	requests.Put(r)
}

// ShareKept has nodes that say the same remember the same, after intermediates were left with Nodes.
func (r *Request) ShareKept() {
	for _, t := range r.twins {
		if k := t[0].Kept(); k != nil && t[1].Kept() == nil {
			t[1].SetKept(k)
		}
	}
}

func (r *Request) numberOf(n *lazy.Node) int { return int(r.number.Get(n)) }

// ScalarRefs are the identities of the scalars, by number; lifted constants have none.
func (r *Request) ScalarRefs() []lazy.Ref {
	out := make([]lazy.Ref, len(r.Scalars))
	for i, u := range r.scalars {
		if u.arg == itself {
			out[i] = r.Nodes[u.node].Ref
		}
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
	for _, root := range r.Roots {
		r.visit(root)
		for len(r.stack) > 0 {
			r.step()
		}
	}
}

// visit numbers a source and puts another node, if it is new, on the stack.
func (r *Request) visit(n *lazy.Node) {
	if at, seen := r.number.Find(n); seen {
		if first := r.Nodes[at]; first != n && r.Keep {
			r.twins = append(r.twins, [2]*lazy.Node{first, n})
		}
		return
	}
	if k, ok := leafMemory(n); ok {
		r.leaf(n, k)
		return
	}
	r.stack = append(r.stack, frame{n: n})
}

// step goes on with the node on top of the stack: to its next operand, or numbers it.
func (r *Request) step() {
	f := &r.stack[len(r.stack)-1]
	if f.next < len(f.n.Src) {
		at := f.next
		f.next++
		if !liftable(f.n, at) {
			r.visit(f.n.Src[at])
		}
		return
	}
	n := f.n
	r.stack = r.stack[:len(r.stack)-1]
	r.node(n)
}

// leafMemory is the memory that holds a node's value: a buffer, a remembered result, or a slice of one along its outermost
// axis, which is a matter of an offset.
func leafMemory(n *lazy.Node) (lazy.Kept, bool) {
	if k, ok := ownMemory(n); ok || n.Op != ops.Shrink {
		return k, ok
	}
	x := n.Src[0]
	whole, ok := ownMemory(x)
	if !ok {
		return whole, false
	}
	for i, d := range x.Shape {
		if i > 0 && d != n.Shape[i] {
			return whole, false
		}
	}
	whole.Offset += n.Ints[0] * lazy.Numel(x.Shape[1:])
	return whole, true
}

// ownMemory is a node's buffer. Constants and positions have none, though somebody may have realized one: they are the same
// node for all who write them, so a plan must not depend on it.
func ownMemory(n *lazy.Node) (lazy.Kept, bool) {
	switch {
	case n.Op == ops.Buffer:
		return lazy.Kept{Storage: n.Ref.(lazy.Storage), Offset: n.Ints[0]}, true
	case n.Op.Family() == ops.Source:
		return lazy.Kept{}, false
	}
	if k := n.Kept(); k != nil {
		return *k, true
	}
	return lazy.Kept{}, false
}

func (r *Request) enter(n *lazy.Node) int {
	i := len(r.Nodes)
	r.number.Set(n, int32(i))
	r.Nodes = append(r.Nodes, n)
	return i
}

func (r *Request) leaf(n *lazy.Node, k lazy.Kept) {
	r.leaves = append(r.leaves, r.enter(n))
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
		r.parameter(lift{i, itself}, n.Val)
	} else if n.Val != (ops.Value{}) {
		r.token(n.Val.Bits)
	}
	for a, s := range n.Src {
		if !liftable(n, a) {
			r.token(uint64(r.numberOf(s)) << 1)
			continue
		}
		r.parameter(lift{i, a}, s.Val)
		r.token(uint64(s.DType)<<1 | 1)
	}
}

// parameter makes a number a parameter of the plan.
func (r *Request) parameter(at lift, v ops.Value) {
	r.scalars = append(r.scalars, at)
	r.Scalars = append(r.Scalars, v)
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
