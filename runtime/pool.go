package runtime

import (
	"sync"
	"time"
	"unsafe"

	"weft/lazy"
)

// MemoryStats is what a pool has given and holds.
type MemoryStats struct {
	Live      int64 // bytes handed out and not yet back
	Peak      int64 // the most that Live has been
	HandedOut int64 // bytes handed out since the process began
	Mapped    int64 // bytes taken from the system, in use or not
	Forced    int64 // collections that the pool asked for
}

// Pool hands out blocks of memory and takes them back. Blocks stay mapped for the next request of their class; only Trim,
// or a request that would not fit otherwise, returns them to the system.
type Pool struct {
	mu    sync.Mutex
	free  map[int64][]unsafe.Pointer // class size -> blocks
	bump  unsafe.Pointer             // unused rest of the newest slab
	left  int64                      // bytes of that rest
	slabs map[uintptr]slab           // address -> slab
	limit int64                      // most bytes to map, 0 = what is available
	room  int64                      // bytes that could still be mapped when that was asked, less what has been since
	asked time.Time
	stats MemoryStats
	owned ownedBytes
}

// slab is a mapping that small blocks are carved from.
type slab struct {
	ptr  unsafe.Pointer
	live int64 // bytes of its blocks that are handed out
}

// patience is how many milliseconds an allocation that does not fit waits, after a collection, for cleanups still running.
const patience = 50

// NewPool makes an empty pool that maps at most limit bytes, or as many as are available if limit is 0.
func NewPool(limit int64) *Pool {
	p := &Pool{free: map[int64][]unsafe.Pointer{}, slabs: map[uintptr]slab{}, limit: limit}
	p.owned.watch(p)
	return p
}

// Stats reads the pool's figures.
func (p *Pool) Stats() MemoryStats {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stats
}

// alloc hands out a block of at least n bytes with undefined contents; size is what release must be told. What would
// exceed the limit even after unused blocks and unreachable buffers are given up is refused.
func (p *Pool) alloc(n int64) (ptr unsafe.Pointer, size int64, err error) {
	if n < 0 || n > unlimited/4 {
		return nil, 0, fail(lazy.ErrMemory, "allocate", "", "%d bytes is no possible length", n)
	}
	if ptr, size, err = p.take(n); err == nil {
		return ptr, size, nil
	}
	p.Trim()
	if ptr, size, err = p.take(n); err == nil {
		return ptr, size, nil
	}
	p.Collect()
	for range patience {
		p.Trim()
		if ptr, size, err = p.take(n); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	return ptr, size, err
}

// take serves n bytes from free blocks or new pages.
func (p *Pool) take(n int64) (unsafe.Pointer, int64, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	size := classSize(n)
	ptr, got := p.reuse(size)
	if ptr == nil {
		var err error
		if ptr, err = p.fresh(size); err != nil {
			return nil, 0, err
		}
		got = size
	}
	p.count(ptr, got)
	return ptr, got, nil
}

// reuse takes a free block of the class, or of one a little larger.
func (p *Pool) reuse(size int64) (unsafe.Pointer, int64) {
	for c := size; c <= slack(size) && (c < largeSize) == (size < largeSize); c = classSize(c + 1) {
		if list := p.free[c]; len(list) > 0 {
			last := len(list) - 1
			p.free[c] = list[:last]
			return list[last], c
		}
	}
	return nil, 0
}

// fresh carves a small block out of a slab, or maps pages for a large one.
func (p *Pool) fresh(size int64) (unsafe.Pointer, error) {
	if size >= largeSize {
		return p.pages(size)
	}
	if p.left < size {
		ptr, err := p.pages(slabSize)
		if err != nil {
			return nil, err
		}
		p.retireBump()
		p.slabs[uintptr(ptr)] = slab{ptr: ptr}
		p.bump, p.left = ptr, slabSize
	}
	ptr := p.bump
	p.bump, p.left = unsafe.Add(p.bump, size), p.left-size
	return ptr, nil
}

// retireBump turns the rest of the newest slab into free blocks, so that a new slab wastes none of it.
func (p *Pool) retireBump() {
	for size := int64(largeSize / 2); size >= alignment; size /= 2 {
		for p.left >= size {
			p.free[size] = append(p.free[size], p.bump)
			p.bump, p.left = unsafe.Add(p.bump, size), p.left-size
		}
	}
}

// pages maps size bytes within the limit.
func (p *Pool) pages(size int64) (unsafe.Pointer, error) {
	if room := p.roomFor(size); size > room {
		return nil, fail(lazy.ErrMemory, "allocate", "free tensors, use smaller batches or raise WEFT_MEMORY",
			"%s are needed beside the %s in use, but only %s may still be taken", Bytes(size), Bytes(p.stats.Live), Bytes(room))
	}
	ptr, err := mapPages(int(size))
	if err != nil {
		return nil, fail(lazy.ErrMemory, "allocate", "", "the system refuses %s: %v", Bytes(size), err)
	}
	p.stats.Mapped += size
	p.room -= size
	return ptr, nil
}

// The kernel's account of memory takes files to be read, so a small part of what it said is taken without asking again, for
// a while.
const (
	unasked    = 1. / 16
	roomIsGood = 50 * time.Millisecond
)

// roomFor is how many bytes may still be mapped. Where they do not suffice it has asked anew.
func (p *Pool) roomFor(size int64) int64 {
	if float64(size) > unasked*float64(p.room) || time.Since(p.asked) > roomIsGood {
		p.room, p.asked = headroom(p.limit, p.stats.Mapped), time.Now()
	}
	return p.room
}

func (p *Pool) count(ptr unsafe.Pointer, size int64) {
	p.addLive(ptr, size)
	p.stats.HandedOut += size
	p.stats.Peak = max(p.stats.Peak, p.stats.Live)
}

// addLive moves the account of live bytes, of the pool and of the block's slab, by delta.
func (p *Pool) addLive(ptr unsafe.Pointer, delta int64) {
	p.stats.Live += delta
	key := uintptr(ptr) &^ (slabSize - 1)
	if s, ok := p.slabs[key]; ok {
		s.live += delta
		p.slabs[key] = s
	}
}

// release takes a block back. Nothing may use it any more.
func (p *Pool) release(ptr unsafe.Pointer, size int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.put(ptr, size)
}

// spare bounds what a pool keeps for later beside twice the most that was ever live: sizes that never come again would
// otherwise fill the machine.
const spare = 256 << 20

func (p *Pool) put(ptr unsafe.Pointer, size int64) {
	p.addLive(ptr, -size)
	if size >= largeSize && p.stats.Mapped > 2*p.stats.Peak+spare {
		p.unmap(ptr, size)
		return
	}
	p.free[size] = append(p.free[size], ptr)
}

// Trim returns unused blocks to the system.
func (p *Pool) Trim() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for size, list := range p.free {
		if size >= largeSize {
			for _, ptr := range list {
				p.unmap(ptr, size)
			}
			delete(p.free, size)
		} else {
			p.free[size] = p.dropIdle(list)
		}
	}
	for key, s := range p.slabs {
		if s.live == 0 && !p.newest(key) {
			p.unmap(s.ptr, slabSize)
			delete(p.slabs, key)
		}
	}
}

// dropIdle keeps those free blocks whose slab stays mapped.
func (p *Pool) dropIdle(list []unsafe.Pointer) []unsafe.Pointer {
	kept := list[:0]
	for _, ptr := range list {
		key := uintptr(ptr) &^ (slabSize - 1)
		if p.slabs[key].live > 0 || p.newest(key) {
			kept = append(kept, ptr)
		}
	}
	clear(list[len(kept):])
	return kept
}

// newest says whether the slab is the one that blocks are carved from.
func (p *Pool) newest(key uintptr) bool {
	return p.left > 0 && uintptr(p.bump)&^(slabSize-1) == key
}

func (p *Pool) unmap(ptr unsafe.Pointer, size int64) {
	unmapPages(ptr, int(size))
	p.stats.Mapped -= size
}
