package runtime

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size and alignment that lets the kernel back memory with one entry instead of 512. A fresh 4 KiB page
// costs tens of microseconds in a virtual machine, so blocks are mapped in whole huge pages.
const hugePage = 2 << 20

// mapPages maps n bytes, a multiple of hugePage, on a hugePage boundary and zeroed. The memory lies outside Go's heap: the
// collector does not scan, move or free it, so pointers to it may be kept as unsafe.Pointer for as long as it is mapped.
func mapPages(n int) (unsafe.Pointer, error) {
	base, err := unix.MmapPtr(-1, 0, nil, uintptr(n+hugePage), unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE)
	if err != nil {
		return nil, err
	}
	head := int(-uintptr(base) % hugePage)
	start := unsafe.Add(base, head)
	if head > 0 {
		_ = unix.MunmapPtr(base, uintptr(head))
	}
	if tail := hugePage - head; tail > 0 {
		_ = unix.MunmapPtr(unsafe.Add(start, n), uintptr(tail))
	}
	_ = unix.Madvise(unsafe.Slice((*byte)(start), n), unix.MADV_HUGEPAGE) // advice: refusing it costs only time
	return start, nil
}

// unmapPages gives back what mapPages gave. Nothing may point into it any more.
func unmapPages(p unsafe.Pointer, n int) { _ = unix.MunmapPtr(p, uintptr(n)) }
