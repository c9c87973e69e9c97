package runtime

import (
	"context"
	"time"
	"unsafe"
)

// copyPart is what one chunk of a copy or fill moves; copyRate is about what one thread moves in a second.
const (
	copyPart = 1 << 20
	copyRate = 20 << 30
)

// Copy moves n bytes between buffers that do not overlap, and counts it.
func Copy(ctx context.Context, to, from unsafe.Pointer, n int64) error {
	CountOther(2 * n)
	dst, src := unsafe.Slice((*byte)(to), n), unsafe.Slice((*byte)(from), n)
	return overBytes(ctx, n, func(lo, hi int64) { copy(dst[lo:hi], src[lo:hi]) })
}

// Zero clears n bytes of a buffer, and counts it.
func Zero(ctx context.Context, to unsafe.Pointer, n int64) error {
	CountOther(n)
	dst := unsafe.Slice((*byte)(to), n)
	return overBytes(ctx, n, func(lo, hi int64) { clear(dst[lo:hi]) })
}

// overBytes runs fn over [0, n) in parts, on several threads where that pays.
func overBytes(ctx context.Context, n int64, fn func(lo, hi int64)) error {
	openTeam()
	work := time.Duration(float64(n) / copyRate * float64(time.Second))
	return theTeam.run(ctx, Threads(), work, n, copyPart, func(_ int, lo, hi int64) error {
		fn(lo, hi)
		return nil
	})
}
