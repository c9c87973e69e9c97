package runtime

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// Chunk runs the part [lo, hi) of a range. worker tells the threads of one range apart, from 0: it owns that worker's scratch.
type Chunk func(worker int, lo, hi int64) error

// job is one range that several threads work on. It is never used again: a helper that comes late finds no chunk left
// and touches nothing of the caller's.
type job struct {
	fn      Chunk
	ctx     context.Context
	total   int64
	chunk   int64
	chunks  int64
	max     int32        // most workers, the caller included
	workers atomic.Int32 // that have joined
	next    atomic.Int64 // first chunk that nobody has taken
	left    atomic.Int64 // chunks not finished
	failure atomic.Pointer[failure]
	waiting atomic.Bool // the caller is parked on end
	end     chan struct{}
}

// failure is the first error of a job, or the panic of a chunk, which goes on in the caller.
type failure struct {
	err   error
	panic any
}

func newJob(ctx context.Context, workers int, total, chunk int64, fn Chunk) *job {
	j := &job{fn: fn, ctx: ctx, total: total, chunk: chunk, chunks: (total + chunk - 1) / chunk, max: int32(workers)}
	j.left.Store(j.chunks)
	j.workers.Store(1) // the caller
	return j
}

// open says whether a helper could find a chunk.
func (j *job) open() bool { return j.next.Load() < j.chunks && j.workers.Load() < j.max }

// help lets a helper take part.
func (j *job) help() {
	if worker := j.workers.Add(1) - 1; worker < j.max {
		j.work(int(worker))
	}
}

// work takes chunks until none is left.
func (j *job) work(worker int) {
	claimed := false
	defer func() {
		if claimed { // a chunk panicked
			j.fail(failure{panic: panicWithStack(recover())})
			j.finish()
			j.work(worker)
		}
	}()
	for {
		i := j.next.Add(1) - 1
		if i >= j.chunks {
			return
		}
		claimed = true
		j.run(worker, i)
		claimed = false
		j.finish()
	}
}

// run runs one chunk, unless the context has ended.
func (j *job) run(worker int, i int64) {
	err := j.ctx.Err()
	if err == nil {
		lo := i * j.chunk
		err = j.fn(worker, lo, min(lo+j.chunk, j.total))
	}
	if err != nil {
		j.fail(failure{err: err})
	}
}

// fail notes the job's failure and counts off the chunks that nobody has taken. The failing chunk itself is not finished yet,
// so the job does not end here.
func (j *job) fail(f failure) {
	j.failure.CompareAndSwap(nil, &f)
	if first := j.next.Swap(j.chunks); first < j.chunks {
		j.left.Add(first - j.chunks)
	}
}

// finish counts off a chunk and wakes the caller after the last one.
func (j *job) finish() {
	if j.left.Add(-1) == 0 && j.waiting.Load() {
		j.end <- struct{}{}
	}
}

// The caller waits for other threads' chunks: first hot, then giving its processor to others, at last parked.
const (
	hotWaits    = 400
	yieldWaits  = 50
	pauses      = 4
	yieldPauses = 64
)

// wait returns when all chunks are finished.
func (j *job) wait() {
	for i := 0; j.left.Load() > 0; i++ {
		switch {
		case i < hotWaits:
			relax(pauses)
		case i < hotWaits+yieldWaits:
			relax(yieldPauses)
			runtime.Gosched()
		default:
			j.end = make(chan struct{}, 1)
			j.waiting.Store(true)
			if j.left.Load() > 0 {
				<-j.end
			}
			return
		}
	}
}

// result is the job's error; a chunk's panic goes on here.
func (j *job) result() error {
	f := j.failure.Load()
	if f == nil {
		return nil
	}
	if f.panic != nil {
		panic(f.panic)
	}
	return f.err
}

// relax spins. Unlike the assembly below it, it has a prologue, at which a spinning goroutine can be preempted.
//
//go:noinline
func relax(n int64) { pause(n) }

// panicWithStack keeps the place of a helper's panic, which the caller's own stack would not show.
func panicWithStack(v any) any {
	if err, ok := v.(error); ok {
		return fmt.Errorf("%w\n\n%s", err, debug.Stack())
	}
	return fmt.Sprintf("%v\n\n%s", v, debug.Stack())
}
