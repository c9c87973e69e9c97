package support

import (
	"encoding/binary"
	"unsafe"
)

// weight is a part of the file of weights: count values of size bytes each, the lowest byte first.
type weight struct{ offset, size, count int }

// load copies a part of the file into memory of its own, in the order of bytes that this machine has.
func (w weight) load(file string) unsafe.Pointer {
	p := memory(w.size * w.count)
	to := view[byte](p, w.size*w.count)
	copy(to, file[w.offset:])
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		for i := 0; i < len(to); i += w.size {
			for a, b := i, i+w.size-1; a < b; a, b = a+1, b-1 {
				to[a], to[b] = to[b], to[a]
			}
		}
	}
	return p
}
