package runtime

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// mapShared maps the same memory twice: written at one address, run at another, so that no page is ever both.
func mapShared(size int) (*region, error) {
	fd, err := unix.MemfdCreate("weft-code", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd) // the mappings keep the memory
	if err := unix.Ftruncate(fd, int64(size)); err != nil {
		return nil, err
	}
	rw, err := unix.MmapPtr(fd, 0, nil, uintptr(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	rx, err := unix.MmapPtr(fd, 0, nil, uintptr(size), unix.PROT_READ|unix.PROT_EXEC, unix.MAP_SHARED)
	if err != nil {
		_ = unix.MunmapPtr(rw, uintptr(size))
		return nil, err
	}
	return &region{rw: unsafe.Slice((*byte)(rw), size), rx: rx, shared: true}, nil
}

// mapPrivate maps memory that is writable until protect.
func mapPrivate(size int) (*region, error) {
	p, err := unix.MmapPtr(-1, 0, nil, uintptr(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if err != nil {
		return nil, err
	}
	return &region{rw: unsafe.Slice((*byte)(p), size), rx: p}, nil
}

// protect turns a private region from writable to executable.
func protect(r *region) error { return unix.Mprotect(r.rw, unix.PROT_READ|unix.PROT_EXEC) }

// unmapRegion gives a region's memory back.
func unmapRegion(r *region) {
	if r.shared {
		_ = unix.MunmapPtr(r.rx, uintptr(len(r.rw)))
	}
	_ = unix.MunmapPtr(unsafe.Pointer(unsafe.SliceData(r.rw)), uintptr(len(r.rw)))
}
