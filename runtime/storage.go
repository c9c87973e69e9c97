package runtime

import (
	"runtime"
	"sync/atomic"
	"unsafe"

	"weft/lazy"
)

// Storage is memory on a device that a Buffer node stands for. Its block returns to the pool when the Storage is
// unreachable, so whoever works on Pointer or Bytes' memory must keep the Storage alive until done (runtime.KeepAlive).
type Storage struct {
	id      uint64
	device  string
	ptr     unsafe.Pointer
	bytes   int64
	exposed atomic.Bool
	readers atomic.Int64 // runs that read the memory now, and one for ever if exposed; freed once it was given back
	block   ownedBlock
	cleanup runtime.Cleanup
}

// freed is the number of readers of memory that was given back.
const freed = -1

var _ lazy.Freeable = (*Storage)(nil)

// NewStorage takes memory for bytes bytes from the device; its contents are undefined.
func (d *Device) NewStorage(bytes int64) (*Storage, error) {
	block, err := d.pool.allocOwned(bytes)
	if err != nil {
		return nil, err
	}
	s := &Storage{id: lazy.NewID(), device: d.name, ptr: block.ptr, bytes: bytes, block: block}
	s.cleanup = runtime.AddCleanup(s, ownedBlock.give, block)
	return s, nil
}

// RefID is the storage's identity, unique in the process.
func (s *Storage) RefID() uint64 { return s.id }

// Bytes is the length of the memory.
func (s *Storage) Bytes() int64 { return s.bytes }

// Device names the device that holds the memory.
func (s *Storage) Device() string { return s.device }

// Pointer is the start of the memory, 64-byte aligned.
func (s *Storage) Pointer() unsafe.Pointer { return s.ptr }

// Data is the memory as a slice, nil once it was freed. It is outside Go's heap: it must not be used after s is unreachable.
func (s *Storage) Data() []byte {
	if s.Freed() {
		return nil
	}
	return unsafe.Slice((*byte)(s.ptr), s.bytes)
}

// Exposed says whether a node or the host may read this memory at any later time, so that nobody may write it in place.
func (s *Storage) Exposed() bool { return s.exposed.Load() }

// Expose sets the exposed bit, which never goes down again. Then the memory is either freed already or never will be by hand.
func (s *Storage) Expose() {
	if !s.exposed.Swap(true) {
		s.hold()
	}
}

// Free gives the memory back now, which the collector would do later. Memory that is exposed, or that a run is reading, is left to
// the collector. Who reads freed memory gets an error.
func (s *Storage) Free() {
	if s.readers.CompareAndSwap(0, freed) {
		s.cleanup.Stop()
		s.block.give()
	}
}

// Freed says whether the memory was given back.
func (s *Storage) Freed() bool { return s.readers.Load() == freed }

// hold keeps the memory from being given back until unhold; it is false where that has happened.
func (s *Storage) hold() bool {
	for {
		n := s.readers.Load()
		if n == freed {
			return false
		}
		if s.readers.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

func (s *Storage) unhold() { s.readers.Add(-1) }

// Arena is memory that belongs to one run of a plan. It is freed by hand: Go's collector does not know of it.
type Arena struct {
	pool *Pool
	ptr  unsafe.Pointer
	size int64
}

// NewArena takes memory for bytes bytes, with undefined contents, until Free.
func (d *Device) NewArena(bytes int64) (Arena, error) {
	if bytes == 0 {
		return Arena{}, nil
	}
	ptr, size, err := d.pool.alloc(bytes)
	return Arena{d.pool, ptr, size}, err
}

// At is the address of a byte of the arena.
func (a Arena) At(offset int64) unsafe.Pointer { return unsafe.Add(a.ptr, offset) }

// Free gives the memory back. Nothing may use it any more; the caller calls it once.
func (a Arena) Free() {
	if a.pool != nil {
		a.pool.release(a.ptr, a.size)
	}
}
