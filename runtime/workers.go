package runtime

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// spinFor is how long a helper without work looks for more before it parks: longer than the gaps between the kernels of
	// one step, short enough that an idle program uses no processor.
	spinFor = 500 * time.Microsecond
	// spinYield is how many looks pass between two offers of the processor to other goroutines.
	spinYield = 32
	// hotWork is the least work that pays for sharing it with spinning helpers, measured at about 2 µs.
	hotWork = 3 * time.Microsecond
	// coldWork is the work that pays for waking parked helpers, at once or summed over several ranges.
	coldWork = 100 * time.Microsecond
)

// team is a set of persistent helpers that take part in ranges. Any number of goroutines may call run at once: each works
// on its own range, so none waits for a helper, and helpers join whatever range is open.
type team struct {
	mu       sync.Mutex
	jobs     []*job
	helpers  []*helper
	threads  atomic.Int32 // helpers and a caller
	posted   atomic.Uint32
	sleeping atomic.Int32
	owed     atomic.Int64 // work since helpers were last woken, in ns
	spin     atomic.Int64 // how long helpers spin, in ns
}

// helper is one persistent goroutine. It is not locked to a thread: then giving way to other goroutines stays cheap.
type helper struct {
	index  int
	parked atomic.Bool
	wake   chan struct{}
}

// theTeam serves all CPU devices. Its size is set when the first device is opened.
var theTeam team

// Threads is the number of threads that a kernel may use.
func Threads() int { return int(max(1, theTeam.threads.Load())) }

// SetThreads changes how many threads a kernel may use, from 1 up. Results do not depend on it.
func SetThreads(n int) { theTeam.resize(min(max(n, 1), maxThreads)) }

// resize starts missing helpers and lets surplus ones end.
func (t *team) resize(threads int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.threads.Store(int32(threads))
	t.spin.Store(int64(spinFor))
	if runtime.GOMAXPROCS(0) == 1 {
		t.spin.Store(0) // spinning would only keep the caller from running
	}
	for len(t.helpers) < threads-1 {
		h := &helper{index: len(t.helpers), wake: make(chan struct{}, 1)}
		t.helpers = append(t.helpers, h)
		go t.serve(h)
	}
	for _, h := range t.helpers[threads-1:] {
		t.rouse(h)
	}
	t.helpers = t.helpers[:threads-1]
}

// surplus says whether the team no longer wants this helper.
func (t *team) surplus(h *helper) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return h.index >= len(t.helpers) || t.helpers[h.index] != h
}

// serve is a helper's life.
func (t *team) serve(h *helper) {
	for !t.surplus(h) {
		seen := t.posted.Load()
		for j := t.pick(); j != nil; j = t.pick() {
			j.help(h.index)
		}
		if !t.look(seen) {
			t.park(h, seen)
		}
	}
}

// look spins until something is posted; false means that nothing came for a while.
func (t *team) look(seen uint32) bool {
	limit := time.Duration(t.spin.Load())
	if limit == 0 {
		return t.posted.Load() != seen
	}
	for start := time.Now(); time.Since(start) < limit; runtime.Gosched() {
		for range spinYield {
			if t.posted.Load() != seen {
				return true
			}
			relax(pauses)
		}
	}
	return false
}

// park sleeps until roused, unless something was posted meanwhile.
func (t *team) park(h *helper, seen uint32) {
	t.sleeping.Add(1)
	h.parked.Store(true)
	if (t.posted.Load() != seen || t.surplus(h)) && h.parked.CompareAndSwap(true, false) {
		t.sleeping.Add(-1)
		return
	}
	<-h.wake
}

// rouse wakes a parked helper; true if it was parked.
func (t *team) rouse(h *helper) bool {
	if !h.parked.CompareAndSwap(true, false) {
		return false
	}
	t.sleeping.Add(-1)
	h.wake <- struct{}{}
	return true
}

// pick finds an open job. Starting at a different one each time spreads helpers over callers.
func (t *team) pick() *job {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.jobs {
		if j := t.jobs[(i+int(t.posted.Load()))%len(t.jobs)]; j.open() {
			return j
		}
	}
	return nil
}

// post shows a job to the helpers, and wakes parked ones if the work pays for it.
func (t *team) post(j *job, work time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.jobs = append(t.jobs, j)
	t.posted.Add(1)
	if t.sleeping.Load() == 0 || time.Duration(t.owed.Add(int64(work))) < coldWork {
		return
	}
	t.owed.Store(0)
	need := min(int(j.chunks), len(j.portions)) - 1
	for _, h := range t.helpers {
		if need > 0 && t.rouse(h) {
			need--
		}
	}
}

// withdraw takes a job away.
func (t *team) withdraw(j *job) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, other := range t.jobs {
		if other == j {
			last := len(t.jobs) - 1
			t.jobs[i], t.jobs[last] = t.jobs[last], nil
			t.jobs = t.jobs[:last]
			return
		}
	}
}

// run calls fn for all of [0, total) in chunks, on this goroutine and at most workers-1 helpers, and returns when all are
// done. work is the expected time of the whole range on one thread. The first error, or the context's end, skips the
// chunks that have not begun.
func (t *team) run(ctx context.Context, workers int, work time.Duration, total, chunk int64, fn Chunk) error {
	if total <= 0 {
		return ctx.Err()
	}
	chunk = max(chunk, 1)
	if workers < 2 || total <= chunk || work < hotWork {
		return serial(ctx, total, chunk, fn)
	}
	return t.share(newJob(ctx, workers, total, chunk, nil, fn), work)
}

// share works on a job with helpers until it is done.
func (t *team) share(j *job, work time.Duration) error {
	t.post(j, work)
	j.work(0, 0)
	t.withdraw(j)
	j.wait()
	return j.result()
}

// serial runs the chunks one after another.
func serial(ctx context.Context, total, chunk int64, fn Chunk) error {
	for lo := int64(0); lo < total; lo += chunk {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := fn(0, lo, min(lo+chunk, total)); err != nil {
			return err
		}
	}
	return nil
}

// Parallel calls fn for all of [0, total) in chunks, on as many threads as Threads says.
func Parallel(ctx context.Context, total, chunk int64, fn Chunk) error {
	openTeam()
	return theTeam.run(ctx, Threads(), coldWork, total, chunk, fn)
}

// openTeam gives the team its configured size, once.
var openTeam = sync.OnceFunc(func() {
	if theTeam.threads.Load() == 0 {
		theTeam.resize(config().threads())
	}
})
