package lazy

import (
	"runtime"
	"sync"
	"sync/atomic"
	"weak"
)

// shard is a hash table with open addressing whose entries are weak. An entry of a collected node stays until the
// table is rebuilt, which happens when it is three quarters full: then the live entries move to a table of twice
// their number, so that each insertion pays for a constant number of moves and a table shrinks with its content.
type shard struct {
	mu    sync.Mutex
	slots []slot
	used  int // slots with an entry, live or not
}

type slot struct {
	hash uint64 // 0: free
	node weak.Pointer[Node]
}

const (
	smallTable = 64   // slots
	bigTable   = 2048 // slots from which on a table is also rebuilt after a collection
)

func (s *shard) find(h uint64, n *Spec, src []*Node) *Node {
	if s.slots == nil {
		return nil
	}
	mask := uint64(len(s.slots) - 1)
	for i := h / shardCount & mask; s.slots[i].hash != 0; i = (i + 1) & mask {
		if s.slots[i].hash != h {
			continue
		}
		if old := s.slots[i].node.Value(); old != nil && equal(old, n, src) {
			return old
		}
	}
	return nil
}

func (s *shard) insert(h uint64, n *Node) {
	if 4*(s.used+1) > 3*len(s.slots) {
		s.rebuild()
	}
	s.put(slot{h, weak.Make(n)})
}

func (s *shard) put(e slot) {
	mask := uint64(len(s.slots) - 1)
	i := e.hash / shardCount & mask
	for s.slots[i].hash != 0 {
		i = (i + 1) & mask
	}
	s.slots[i] = e
	s.used++
}

// drop takes n out of the table: nobody finds it there any more.
func (s *shard) drop(n *Node) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.slots == nil {
		return
	}
	mask := uint64(len(s.slots) - 1)
	for i := n.id[0] / shardCount & mask; s.slots[i].hash != 0; i = (i + 1) & mask {
		if s.slots[i].node.Value() == n {
			s.slots[i].node = weak.Pointer[Node]{} // like that of a collected node
			return
		}
	}
}

// rebuild drops the entries of collected nodes.
func (s *shard) rebuild() {
	live := make([]slot, 0, s.used)
	for _, e := range s.slots {
		if e.hash != 0 && e.node.Value() != nil {
			live = append(live, e)
		}
	}
	size := smallTable
	for size < 2*(len(live)+1) {
		size *= 2
	}
	s.slots, s.used = make([]slot, size), 0
	for _, e := range live {
		s.put(e)
	}
	if size >= bigTable {
		sweepAfterCollection()
	}
}

// sweep rebuilds the table and counts its nodes.
func (s *shard) sweep() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rebuild()
	return s.used
}

// planned says that a sweep is due after one of the next collections.
var planned atomic.Bool

// sweepAfterCollection rebuilds the big tables after the next garbage collection, and again as long as any is big: so a
// program that drops a large graph and builds no more gets the table's memory back too.
func sweepAfterCollection() {
	if !planned.Swap(true) {
		plan(1, 1)
	}
}

// plan sweeps after wait collections. A sweep that finds little to drop makes the next one wait twice as long, so that
// a large graph which stays does not cost a walk over the table in each collection.
func plan(wait, patience int) {
	// The object holds a pointer, so that the runtime does not put it into one block with others that live on.
	runtime.AddCleanup(&struct{ self *byte }{}, func(int) {
		if wait > 1 {
			plan(wait-1, patience)
			return
		}
		before, after := 0, 0
		for i := range shards {
			b, a := shards[i].sweepBig()
			before, after = before+b, after+a
		}
		switch {
		case after == 0:
			planned.Store(false)
		case 2*after > before:
			plan(2*patience, 2*patience)
		default:
			plan(1, 1)
		}
	}, 0)
}

// sweepBig rebuilds a big table and tells its size, if it is big, before and after.
func (s *shard) sweepBig() (before, after int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if before = len(s.slots); before < bigTable {
		return 0, 0
	}
	s.rebuild()
	if after = len(s.slots); after < bigTable {
		after = 0
	}
	return before, after
}
