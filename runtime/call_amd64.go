//go:build linux

package runtime

import (
	"unsafe"

	"github.com/klauspost/cpuid/v2"
)

// frameSize is the stack that callKernel gives to a kernel.
const frameSize = 16384

// canCall says that machine code can be called on this platform.
const canCall = true

// hasAVX says whether the upper halves of vector registers exist and must be cleared before Go code runs on.
//
//lint:ignore U1000 call_amd64.s reads it
var hasAVX = cpuid.CPU.Supports(cpuid.AVX)

// callKernel is in call_amd64.s. It reports whether the kernel kept within its frame. The kernel keeps no pointer.
//
//go:noescape
func callKernel(entry uintptr, bufs *unsafe.Pointer, vars *int64, lo, hi int64) bool

// pause tells the processor n times that this thread spins.
//
//go:noescape
func pause(n int64)
