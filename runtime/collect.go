package runtime

import (
	"runtime"
	"time"
	"unsafe"
)

// collectFloor is how many bytes buffers of Go values may add up to, since the last collection, before the pool asks for
// one however little is live.
const collectFloor = 64 << 20

// cleanupWait bounds how long a forced collection waits for the cleanups of what it found unreachable.
const cleanupWait = 20 * time.Millisecond

// ownedBytes is the account of blocks that belong to Go values. Go's collector sees only the small values, not the
// memory behind them, so the pool itself must know when a collection is due. Guarded by the pool's mutex.
type ownedBytes struct {
	epoch uint32 // collections so far
	live  int64  // bytes owned now, by reachable values or not
	old   int64  // of these, bytes handed out before the last collection: what that collection found live
	since int64  // bytes handed out since the last collection and not given back
}

// collected notes that a collection has happened.
func (o *ownedBytes) collected() {
	o.epoch++
	o.old, o.since = o.live, 0
}

// due says whether n more bytes make a collection worthwhile.
func (o *ownedBytes) due(n int64) bool { return o.since+n > max(collectFloor, o.old) }

// sentinel becomes unreachable at once, so that its cleanup runs after each collection. The pointer keeps it out of the
// allocator's shared tiny blocks, which would delay its end.
type sentinel struct{ _ *int }

// watch notes every collection, whoever asked for it.
func (o *ownedBytes) watch(p *Pool) {
	runtime.AddCleanup(&sentinel{}, func(p *Pool) {
		p.mu.Lock()
		p.owned.collected()
		p.mu.Unlock()
		p.owned.watch(p)
	}, p)
}

// ownedBlock is what the cleanup of a Go value knows of its memory.
type ownedBlock struct {
	pool  *Pool
	ptr   unsafe.Pointer
	size  int64
	epoch uint32
}

// allocOwned hands out a block to a Go value whose cleanup will call give.
func (p *Pool) allocOwned(n int64) (ownedBlock, error) {
	if p.collectionDue(n) {
		p.Collect()
	}
	ptr, size, err := p.alloc(n)
	if err != nil {
		return ownedBlock{}, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.owned.live += size
	p.owned.since += size
	return ownedBlock{p, ptr, size, p.owned.epoch}, nil
}

func (p *Pool) collectionDue(n int64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.owned.due(n)
}

// give takes the block back; it runs when the value that owned it is unreachable, or was freed by hand.
func (b ownedBlock) give() {
	p := b.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	p.owned.live -= b.size
	if b.epoch != p.owned.epoch {
		p.owned.old -= b.size
	} else {
		p.owned.since -= b.size
	}
	p.put(b.ptr, b.size)
}

// Collect runs Go's collector and waits a moment for unreachable buffers to come back.
func (p *Pool) Collect() {
	done := make(chan struct{})
	runtime.AddCleanup(&sentinel{}, func(done chan struct{}) { close(done) }, done)
	runtime.GC()
	select {
	case <-done:
	case <-time.After(cleanupWait):
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.owned.collected()
	p.stats.Forced++
}
