//go:build !(linux && amd64)

package runtime

import "unsafe"

const (
	frameSize = 16384
	canCall   = false
)

func callKernel(uintptr, *unsafe.Pointer, *int64, int64, int64) bool {
	panic("runtime: machine code cannot be called on this platform")
}

// pause spends about as long as a spinning thread's hints would.
func pause(n int64) {
	for range n {
	}
}
