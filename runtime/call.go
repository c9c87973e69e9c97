package runtime

import (
	"runtime"
	"unsafe"
)

// Call runs a kernel's chunk [lo, hi) on this goroutine: void kernel(void **bufs, int64 *vars, int64 lo, int64 hi).
//
// It must not be inlined into a loop over chunks: its own prologue is the point where a loop of calls can be preempted,
// because a preemption signal that arrives in machine code is lost. The collector waits for the chunk to end, so chunks are
// kept short. bufs and vars may lie on the caller's stack, which cannot move while the kernel runs.
//
//go:noinline
func (c *Code) Call(entry uintptr, bufs *unsafe.Pointer, vars *int64, lo, hi int64) {
	if !callKernel(entry, bufs, vars, lo, hi) {
		panic("runtime: kernel " + KernelAt(entry) + " used more stack than it has; memory may be damaged")
	}
	runtime.KeepAlive(c)
}
