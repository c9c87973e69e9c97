package files

import (
	"math/bits"

	"weft/ops"
)

// MostAxes is how many axes a shape in a file may have.
const MostAxes = 64

// mostBytes is more than any machine's memory, and far from where lengths overflow.
const mostBytes = 1 << 48

// ByteCount is how many bytes elements of a size fill in a shape. It is not ok if a length is negative, or if the others
// without the zeros among them would be more than any memory holds.
func ByteCount(shape []int, size int) (n int64, ok bool) {
	product, empty := uint64(size), false
	for _, d := range shape {
		if d == 0 {
			empty = true
			continue
		}
		hi, lo := bits.Mul64(product, uint64(d))
		if d < 0 || hi != 0 || lo >= mostBytes {
			return 0, false
		}
		product = lo
	}
	if empty {
		return 0, true
	}
	return int64(product), true
}

// CheckShape refuses to write a shape that would not be read.
func CheckShape(at Place, shape []int, d ops.DType) error {
	if len(shape) > MostAxes {
		return at.Errorf("a tensor has %d axes, at most %d are possible", len(shape), MostAxes)
	}
	if _, ok := ByteCount(shape, d.Size()); !ok {
		return at.Errorf("shape %v is more than any memory holds", shape)
	}
	return nil
}

// Swap turns big-endian elements into little-endian ones, and back.
func Swap(b []byte, size int) {
	for ; size > 1 && len(b) >= size; b = b[size:] {
		for i, j := 0, size-1; i < j; i, j = i+1, j-1 {
			b[i], b[j] = b[j], b[i]
		}
	}
}
