package support

import (
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"
)

// code runs tiles lo up to hi of a phase: bufs is the table of the kernel's buffers, then its scratch, and scalars that of its numbers.
type code func(bufs *unsafe.Pointer, scalars *int64, lo, hi int64)

// kernel is one launch's code: phases that run one after another, each to its end.
type kernel struct {
	phases  []phase
	scratch []int // bytes of each scratch buffer, of every worker
}

// phase is a loop over tiles that may run in any order and side by side.
type phase struct {
	run   code
	tiles int64
	chunk int64 // tiles of about 100 µs: how long a kernel runs without a look at anything else
}

// run launches a kernel, on as many threads as it has work for.
func (k *kernel) run(bufs []unsafe.Pointer, scalars []int64) {
	for i := range k.phases {
		k.phases[i].spread(k.scratch, bufs, scalars)
	}
}

// spread shares a phase's tiles out among workers.
func (p *phase) spread(scratch []int, bufs []unsafe.Pointer, scalars []int64) {
	var next atomic.Int64
	work := func() {
		table := withScratch(bufs, scratch)
		for {
			hi := next.Add(p.chunk)
			if lo := hi - p.chunk; lo < p.tiles {
				p.run(unsafe.SliceData(table), unsafe.SliceData(scalars), lo, min(hi, p.tiles))
				continue
			}
			return
		}
	}
	var wg sync.WaitGroup
	for range min(int64(runtime.GOMAXPROCS(0)), (p.tiles+p.chunk-1)/p.chunk) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
}

// withScratch is a worker's table of buffers.
func withScratch(bufs []unsafe.Pointer, scratch []int) []unsafe.Pointer {
	table := append(make([]unsafe.Pointer, 0, len(bufs)+len(scratch)), bufs...)
	for _, bytes := range scratch {
		table = append(table, memory(bytes))
	}
	return table
}

// memory is zeroed memory that begins at a cache line.
func memory(bytes int) unsafe.Pointer {
	const line = 64
	b := make([]uint64, (bytes+line)/8+1)
	at := unsafe.Pointer(unsafe.SliceData(b))
	// The distance stays within the slice, which is a line longer than what is asked for.
	return unsafe.Add(at, -uintptr(at)&(line-1))
}

// view is memory as values.
func view[T any](p unsafe.Pointer, n int) []T { return unsafe.Slice((*T)(p), n) }

// fill copies values to memory.
func fill[T any](p unsafe.Pointer, values []T) { copy(view[T](p, len(values)), values) }

// take copies values out of memory.
func take[T any](p unsafe.Pointer, n int) []T { return append([]T(nil), view[T](p, n)...) }
