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

// portion is the part of a job's chunks that one worker begins with. It takes them from the front; workers that have none left take
// from the back. So a worker meets the same part of a range in one kernel after another, and finds in its own cache what it
// left there.
type portion struct {
	span atomic.Uint64 // the first chunk that nobody has taken; in the upper half, the one after the last
	_    [56]byte      // one portion a cache line
}

// mostChunks is what half of a span can count.
const mostChunks = 1 << 31

func (s *portion) set(lo, hi int64) { s.span.Store(uint64(hi)<<32 | uint64(lo)) }

// take gives a chunk of the front or the back, or false if none is left.
func (s *portion) take(front bool) (int64, bool) {
	for {
		v := s.span.Load()
		lo, hi := int64(uint32(v)), int64(v>>32)
		switch {
		case lo >= hi:
			return 0, false
		case front && s.span.CompareAndSwap(v, v+1):
			return lo, true
		case !front && s.span.CompareAndSwap(v, v-1<<32):
			return hi - 1, true
		}
	}
}

// empty takes all chunks and says how many they were.
func (s *portion) empty() int64 {
	v := s.span.Swap(0)
	return max(0, int64(v>>32)-int64(uint32(v)))
}

func (s *portion) open() bool {
	v := s.span.Load()
	return uint32(v) < uint32(v>>32)
}

// job is one range that several threads work on. It is never used again: a helper that comes late finds no chunk left
// and touches nothing of the caller's.
type job struct {
	fn       Chunk
	ctx      context.Context
	total    int64
	chunk    int64
	chunks   int64
	portions []portion    // one for each worker, the caller's first
	workers  atomic.Int32 // that have joined
	left     atomic.Int64 // chunks not finished
	failure  atomic.Pointer[failure]
	waiting  atomic.Bool // the caller is parked on end
	end      chan struct{}
}

// failure is the first error of a job, or the panic of a chunk, which goes on in the caller.
type failure struct {
	err   error
	panic any
}

// newJob cuts a range into chunks. bounds are the first chunk of each worker's portion and the number of chunks; nil divides them
// evenly.
func newJob(ctx context.Context, workers int, total, chunk int64, bounds []int64, fn Chunk) *job {
	chunk = max(chunk, (total+mostChunks-1)/mostChunks)
	j := &job{fn: fn, ctx: ctx, total: total, chunk: chunk, chunks: (total + chunk - 1) / chunk, portions: make([]portion, workers)}
	for i := range j.portions {
		if bounds != nil {
			j.portions[i].set(bounds[i], bounds[i+1])
		} else {
			j.portions[i].set(evenly(j.chunks, i, workers), evenly(j.chunks, i+1, workers))
		}
	}
	j.left.Store(j.chunks)
	j.workers.Store(1) // the caller
	return j
}

// evenly is where part i of n begins among total.
func evenly(total int64, i, n int) int64 {
	each, more := total/int64(n), total%int64(n)
	return each*int64(i) + min(int64(i), more)
}

// open says whether a helper could find a chunk.
func (j *job) open() bool {
	for i := range j.portions {
		if j.portions[i].open() {
			return int(j.workers.Load()) < len(j.portions)
		}
	}
	return false
}

// help lets the helper of an index take part.
func (j *job) help(index int) {
	if worker := int(j.workers.Add(1)) - 1; worker < len(j.portions) {
		j.work(worker, (index+1)%len(j.portions))
	}
}

// work takes chunks until none is left, first those of the portion at home.
func (j *job) work(worker, home int) {
	done, running := int64(0), false
	defer func() {
		if running { // a chunk panicked
			j.fail(failure{panic: panicWithStack(recover())})
			done++
		}
		j.finish(done)
	}()
	for i, ok := j.take(home); ok; i, ok = j.take(home) {
		running = true
		j.run(worker, i)
		running = false
		done++
	}
}

// take finds a chunk: the next of a portion, or the last of another.
func (j *job) take(home int) (int64, bool) {
	for i := range j.portions {
		if c, ok := j.portions[(home+i)%len(j.portions)].take(i == 0); ok {
			return c, true
		}
	}
	return 0, false
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
	for i := range j.portions {
		j.left.Add(-j.portions[i].empty())
	}
}

// finish counts off chunks and wakes the caller after the last one.
func (j *job) finish(done int64) {
	if done > 0 && j.left.Add(-done) == 0 && j.waiting.Load() {
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
