//go:build !linux

package runtime

import (
	"sync"
	"unsafe"
)

// hugePage is the granularity and alignment of the pool's blocks, as on Linux, so that a block's slab is found by its address.
const hugePage = 2 << 20

// goPages keeps the Go memory that stands in for mapped pages alive: base address to slice.
var goPages sync.Map

// mapPages allocates n zeroed bytes on a hugePage boundary from Go's heap. Go does not move heap objects, and goPages keeps
// the slice alive until unmapPages, so pointers into it stay good. The rest of the slice is never touched.
func mapPages(n int) (unsafe.Pointer, error) {
	b := make([]byte, n+hugePage)
	p := unsafe.Pointer(unsafe.SliceData(b))
	p = unsafe.Add(p, int(-uintptr(p)%hugePage))
	goPages.Store(uintptr(p), b)
	return p, nil
}

// unmapPages leaves the memory to the collector.
func unmapPages(p unsafe.Pointer, _ int) { goPages.Delete(uintptr(p)) }
