package lazy

import (
	"math/bits"
	"slices"

	"weft/ops"
)

// The intern table holds every live node weakly, in shards so that many goroutines can build at once.
const shardCount = 64

var shards [shardCount]shard

// Make interns a node: the one live node with these contents, made if there is none. It keeps the slices given (of Src
// a copy) and checks nothing; the constructors do. The user's line is remembered by the first maker only.
func Make(n Spec) *Node { return intern(&n, n.Src...) }

// intern is Make with the operands apart (n.Src is not looked at): so they may lie on the caller's stack, and asking
// for a node that is known allocates nothing.
func intern(n *Spec, src ...*Node) *Node {
	h := hashNode(n, src)
	s := &shards[h%shardCount]
	s.mu.Lock()
	if old := s.find(h, n, src); old != nil {
		s.mu.Unlock()
		return old
	}
	made := newNode(n, src)
	made.hash = h
	if made.At = n.At; made.At == 0 {
		made.At = callerPC()
	}
	s.insert(h, made)
	s.mu.Unlock()
	return made
}

// nodeOf2 is a node with the room for its operands behind it: one allocation instead of two.
type nodeOf2 struct {
	Node
	src [2]*Node
}

func newNode(n *Spec, src []*Node) *Node {
	var made *Node
	if k := len(src); k == 1 || k == 2 {
		m := &nodeOf2{}
		m.Src = m.src[:k:k]
		made = &m.Node
	} else {
		made = &Node{}
		made.Src = make([]*Node, k)
	}
	copy(made.Src, src)
	made.checks = n.Op == ops.Check || n.Op == ops.Host
	for _, s := range src {
		made.checks = made.checks || s.checks
	}
	made.Op, made.DType, made.Shape, made.Ints, made.Val, made.Ref = n.Op, n.DType, n.Shape, n.Ints, n.Val, n.Ref
	return made
}

// Live counts the nodes in the table after a sweep; for tests and DEBUG.
func Live() int {
	total := 0
	for i := range shards {
		total += shards[i].sweep()
	}
	return total
}

func equal(a *Node, b *Spec, src []*Node) bool {
	return a.Op == b.Op && a.DType == b.DType && a.Val == b.Val && a.Ref == b.Ref &&
		slices.Equal(a.Src, src) && slices.Equal(a.Shape, b.Shape) && slices.Equal(a.Ints, b.Ints)
}

func mix(h, x uint64) uint64 {
	hi, lo := bits.Mul64(h^x, 0x9e3779b97f4a7c15)
	return hi ^ lo ^ x
}

// hashNode is never 0, which marks a free slot of the table.
func hashNode(n *Spec, src []*Node) uint64 {
	h := mix(0x2545f4914f6cdd1d, uint64(n.Op)|uint64(n.DType)<<8|uint64(len(n.Shape))<<16|uint64(len(n.Ints))<<32)
	for _, d := range n.Shape {
		h = mix(h, uint64(d))
	}
	for _, s := range src {
		h = mix(h, s.hash)
	}
	for _, i := range n.Ints {
		h = mix(h, uint64(i)+1)
	}
	if n.Val != (ops.Value{}) {
		h = mix(h, n.Val.Bits^uint64(n.Val.DType)<<56)
	}
	if n.Ref != nil {
		h = mix(h, n.Ref.RefID())
	}
	return max(mix(h, 1), 1)
}
