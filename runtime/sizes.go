package runtime

import "math/bits"

const (
	alignment = 64       // every block starts on a cache line, which is also the widest vector
	largeSize = 1 << 20  // blocks whose class reaches this have pages of their own
	slabSize  = hugePage // smaller ones are carved out of slabs
)

// classSize is the length of the block that serves n bytes. Small classes have four steps a doubling, large ones eight
// in whole huge pages: little is wasted, and few classes mean that a freed block is soon used again.
func classSize(n int64) int64 {
	switch {
	case n <= 4*alignment:
		return roundUp(max(n, 1), alignment)
	case roundUp(n, step(n, 2)) < largeSize:
		return roundUp(n, step(n, 2))
	default:
		return roundUp(n, max(hugePage, step(n, 3)))
	}
}

// step is the distance of classes around n when a doubling has 1<<log classes.
func step(n int64, log int) int64 {
	return int64(1) << max(0, bits.Len64(uint64(n-1))-1-log)
}

// roundUp is the next multiple of unit, a power of two.
func roundUp(n, unit int64) int64 { return (n + unit - 1) &^ (unit - 1) }

// slack is the largest class whose free block may serve a request of class size: reuse beats mapping, within reason.
func slack(size int64) int64 {
	if size < largeSize {
		return size * 2
	}
	return size + size/4
}
