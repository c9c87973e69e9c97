package lazy

import (
	"math/bits"
	"slices"
	"sync"
	"weak"

	"weft/ops"
)

// The intern table holds every live node weakly, in shards so that many goroutines can build at once. Dead entries
// are swept when a shard has doubled since its last sweep, which keeps insertion constant on average.
const shardCount = 64

type shard struct {
	mu    sync.Mutex
	table map[uint64][]weak.Pointer[Node]
	count int
	limit int
}

var shards [shardCount]shard

// Make interns a node: the one live node with these contents, made if there is none. It keeps the slices given and
// checks nothing; the constructors do. pc is remembered by the first maker only.
func Make(n Spec) *Node { return makeAt(&n, callerPC) }

func makeAt(n *Spec, pc func() uintptr) *Node {
	h := hashNode(n)
	s := &shards[h%shardCount]
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.table[h] {
		if old := w.Value(); old != nil && equal(old, n) {
			return old
		}
	}
	made := &Node{Spec: *n, hash: h, pc: pc()}
	s.insert(h, made)
	return made
}

func (s *shard) insert(h uint64, n *Node) {
	if s.table == nil {
		s.table, s.limit = map[uint64][]weak.Pointer[Node]{}, 1024
	}
	if s.count >= s.limit {
		s.sweep()
	}
	s.table[h] = append(s.table[h], weak.Make(n))
	s.count++
}

func (s *shard) sweep() {
	live := 0
	for h, list := range s.table {
		list = slices.DeleteFunc(list, func(w weak.Pointer[Node]) bool { return w.Value() == nil })
		live += len(list)
		if len(list) == 0 {
			delete(s.table, h)
			continue
		}
		s.table[h] = list
	}
	s.count, s.limit = live, max(1024, 2*live)
}

// Live counts the entries of the intern table after a sweep; for tests and DEBUG.
func Live() int {
	total := 0
	for i := range shards {
		s := &shards[i]
		s.mu.Lock()
		s.sweep()
		total += s.count
		s.mu.Unlock()
	}
	return total
}

func equal(a *Node, b *Spec) bool {
	return a.Op == b.Op && a.DType == b.DType && a.Val == b.Val && a.Ref == b.Ref &&
		slices.Equal(a.Shape, b.Shape) && slices.Equal(a.Src, b.Src) && slices.Equal(a.Ints, b.Ints)
}

func mix(h, x uint64) uint64 {
	hi, lo := bits.Mul64(h^x, 0x9e3779b97f4a7c15)
	return hi ^ lo ^ x
}

func hashNode(n *Spec) uint64 {
	h := mix(0x2545f4914f6cdd1d, uint64(n.Op)|uint64(n.DType)<<8|uint64(len(n.Shape))<<16|uint64(len(n.Ints))<<32)
	for _, d := range n.Shape {
		h = mix(h, uint64(d))
	}
	for _, s := range n.Src {
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
	return mix(h, 1)
}
