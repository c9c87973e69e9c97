package lazy

import (
	"math/bits"
	"slices"

	"weft/ops"
)

// Nodes are interned or loose. Of equal interned nodes there is one, which rules rely on. What users write is loose: it is
// made of memory and scalars that are new at each step of a loop, so a table would find little and pay for holding it weakly.
// Equal loose nodes may be many; whoever walks a graph takes them for one, since a NodeMap does.

// The intern table holds its live nodes weakly, in shards so that many goroutines can build at once.
const shardCount = 64

var shards [shardCount]shard

// Make makes a node: over loose operands a loose one, else the one live node with these contents. It keeps the slices given (of
// Src a copy) and checks nothing; the constructors do. The user's line is remembered by the first maker only.
func Make(n Spec) *Node { return intern(&n, n.Src...) }

// intern is Make with the operands apart (n.Src is not looked at): so they may lie on the caller's stack, and asking
// for a node that is known allocates nothing.
func intern(n *Spec, src ...*Node) *Node {
	id := identify(n, src)
	for _, s := range src {
		if s.loose {
			return newNode(n, src, id, true)
		}
	}
	s := &shards[id[0]%shardCount]
	s.mu.Lock()
	if old := s.find(id[0], n, src); old != nil {
		s.mu.Unlock()
		return old
	}
	made := newNode(n, src, id, false)
	s.insert(id[0], made)
	s.mu.Unlock()
	return made
}

// loosely is Make of a loose source.
func loosely(n *Spec) *Node { return newNode(n, nil, identify(n, nil), true) }

// nodeOf2 is a node with the room for its operands behind it: one allocation instead of two.
type nodeOf2 struct {
	Node
	src [2]*Node
}

func newNode(n *Spec, src []*Node, id identity, loose bool) *Node {
	var made *Node
	if k := len(src); k == 1 || k == 2 {
		m := &nodeOf2{}
		m.Src = m.src[:k:k]
		made = &m.Node
	} else {
		made = &Node{}
		if k > 0 {
			made.Src = make([]*Node, k)
		}
	}
	copy(made.Src, src)
	made.checks = n.Op == ops.Check || n.Op == ops.Host
	for _, s := range src {
		made.checks = made.checks || s.checks
	}
	made.Op, made.DType, made.Shape, made.Ints, made.Val, made.Ref = n.Op, n.DType, n.Shape, n.Ints, n.Val, n.Ref
	made.id, made.loose = id, loose
	if made.At = n.At; made.At == 0 {
		made.At = callerPC()
	}
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

// identity is 128 bits of what a node says: equal ones are taken for equal nodes. The first half is never 0, which marks a
// free slot of the table.
type identity [2]uint64

// mix takes a word into both halves, which go their own ways.
func (h *identity) mix(a, b uint64) {
	hi, lo := bits.Mul64(h[0]^a, 0x9e3779b97f4a7c15)
	h[0] = hi ^ lo ^ a
	hi, lo = bits.Mul64(h[1]^b, 0xd6e8feb86659fd93)
	h[1] = bits.RotateLeft64(hi^lo, 31) + b
}

func identify(n *Spec, src []*Node) identity {
	h := identity{0x2545f4914f6cdd1d, 0xc2b2ae3d27d4eb4f}
	word := uint64(n.Op) | uint64(n.DType)<<8 | uint64(len(n.Shape))<<16 | uint64(len(n.Ints))<<32 | uint64(len(src))<<48
	h.mix(word, word)
	for _, d := range n.Shape {
		h.mix(uint64(d), uint64(d))
	}
	for _, s := range src {
		h.mix(s.id[0], s.id[1])
	}
	for _, i := range n.Ints {
		h.mix(uint64(i)+1, uint64(i)+1)
	}
	if n.Val != (ops.Value{}) {
		v := n.Val.Bits ^ uint64(n.Val.DType)<<56
		h.mix(v, v)
	}
	if n.Ref != nil {
		h.mix(n.Ref.RefID(), n.Ref.RefID())
	}
	h.mix(1, 1)
	h[0] = max(h[0], 1)
	return h
}
