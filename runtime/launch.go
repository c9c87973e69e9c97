package runtime

import (
	"context"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"weft/lazy"
)

const (
	// chunkTime is the work of a chunk: long enough that taking one costs nothing, short enough that the collector, the
	// scheduler and a context's end never wait long for a kernel.
	chunkTime = 100 * time.Microsecond
	// shares is how many chunks each thread should find, so that a slow one delays the end by little.
	shares = 16
	// leastChunk is the work below which more chunks do not pay.
	leastChunk = 5 * time.Microsecond
	// shareWork is the work below which a kernel of a wave stays on one thread.
	shareWork = 10 * time.Microsecond
)

// Launch runs a kernel on its buffers, given in the order of the program's parameters, and its scalars, each with the bits
// that the program's scalar table states. It returns when the kernel is done, or between two chunks when ctx ends; then the
// written buffers hold nothing of use. The caller keeps the buffers' owners alive until it returns.
func (k *Kernel) Launch(ctx context.Context, bufs []unsafe.Pointer, scalars []int64) error {
	if err := k.accepts(bufs, scalars); err != nil {
		return err
	}
	countKernel(k.Bytes)
	return k.runPhases(ctx, bufs, scalars)
}

// accepts says that buffers and scalars are as many as the kernel has.
func (k *Kernel) accepts(bufs []unsafe.Pointer, scalars []int64) error {
	if len(bufs) != k.Program.NumParams || len(scalars) != len(k.Program.Scalars) {
		return fail(lazy.ErrState, "launch "+k.Program.Name, "", "%d buffers and %d scalars for a kernel of %d and %d",
			len(bufs), len(scalars), k.Program.NumParams, len(k.Program.Scalars))
	}
	return nil
}

// runPhases is Launch without checks and counting.
func (k *Kernel) runPhases(ctx context.Context, bufs []unsafe.Pointer, scalars []int64) error {
	workers := 1
	for i := range k.phases {
		workers = max(workers, k.phases[i].plan().workers)
	}
	r := runs.Get().(*launchRun)
	defer r.release()
	if err := r.prepare(k, bufs, scalars, workers); err != nil {
		return err
	}
	for i := range k.phases {
		if err := r.phase(ctx, &k.phases[i]); err != nil {
			return err
		}
	}
	return nil
}

// launchRun is one launch under way. They are used again, and hold copies of the caller's slices, so that launching a small
// kernel allocates nothing.
type launchRun struct {
	kernel  *Kernel
	scalars []int64
	tables  [][]unsafe.Pointer // for each worker: parameters, then its scratch
	all     []unsafe.Pointer   // what the tables are made of
	scratch Arena
	bufs    []unsafe.Pointer // what a wave gives, to be used again
	given   []int64
}

var runs = sync.Pool{New: func() any { return new(launchRun) }}

// release gives scratch back and forgets all pointers.
func (r *launchRun) release() {
	r.scratch.Free()
	clear(r.all)
	clear(r.tables)
	clear(r.bufs)
	*r = launchRun{scalars: r.scalars[:0], tables: r.tables[:0], all: r.all[:0], bufs: r.bufs[:0], given: r.given[:0]}
	runs.Put(r)
}

// prepare makes the pointer tables of so many workers.
func (r *launchRun) prepare(k *Kernel, bufs []unsafe.Pointer, scalars []int64, workers int) error {
	r.kernel, r.scalars = k, append(r.scalars[:0], scalars...)
	if k.scratch > 0 {
		arena, err := k.device.NewArena(k.scratch * int64(workers))
		if err != nil {
			return err
		}
		r.scratch = arena
	}
	for w := range workers {
		r.all = append(r.all, bufs...)
		for _, offset := range k.offsets {
			r.all = append(r.all, r.scratch.At(int64(w)*k.scratch+offset))
		}
	}
	each := len(k.Program.Bufs)
	for w := range workers {
		r.tables = append(r.tables, r.all[w*each:(w+1)*each:(w+1)*each])
	}
	return nil
}

// split is how a phase is cut up.
type split struct {
	workers int
	chunk   int64
	work    time.Duration
}

// plan cuts a phase into chunks by the cost of its tiles. Small phases have one worker, the caller.
func (p *phase) plan() split {
	cost := p.tileCost()
	s := split{workers: 1, chunk: max(1, int64(float64(chunkTime)/cost)), work: time.Duration(min(cost*float64(p.tiles), 1e18))}
	if threads := Threads(); threads > 1 && p.tiles > 1 && s.work >= hotWork {
		s.workers = int(min(int64(threads), p.tiles))
		even := max((p.tiles+int64(s.workers)*shares-1)/(int64(s.workers)*shares), int64(float64(leastChunk)/cost))
		s.chunk = max(1, min(s.chunk, even))
	}
	return s
}

// phase runs all tiles of a phase.
func (r *launchRun) phase(ctx context.Context, p *phase) error {
	s := p.plan()
	s.workers = min(s.workers, len(r.tables)) // the plan may have changed since the tables were made
	if p.tiles <= s.chunk {
		return r.whole(ctx, p)
	}
	var spent atomic.Int64
	err := theTeam.run(ctx, s.workers, s.work, p.tiles, s.chunk, func(worker int, lo, hi int64) error {
		start := time.Now()
		r.kernel.labelled(ctx, p, r.tables[worker], r.scalars, lo, hi)
		spent.Add(int64(time.Since(start)))
		return nil
	})
	if err == nil {
		p.learn(p.tiles, time.Duration(spent.Load()))
	}
	return err
}

// whole runs a phase that is one chunk, on the caller.
func (r *launchRun) whole(ctx context.Context, p *phase) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if p.tiles > 0 {
		start := time.Now()
		r.kernel.labelled(ctx, p, r.tables[0], r.scalars, 0, p.tiles)
		p.learn(p.tiles, time.Since(start))
	}
	return nil
}

// Site is what a launch is for, as DEBUG and profiles print it.
type Site struct {
	PC  uintptr // of the user's call
	Ops int     // graph nodes that the kernel computes
}

// LaunchAt is Launch with a line of DEBUG=2 about it, and whoever observes launches is told.
func (k *Kernel) LaunchAt(ctx context.Context, bufs []unsafe.Pointer, scalars []int64, at Site) error {
	printed := DebuggingKernel(DebugKernels, k.Program.Name)
	if !printed && !launchObservers.some.Load() {
		return k.Launch(ctx, bufs, scalars)
	}
	start := time.Now()
	err := k.Launch(ctx, bufs, scalars)
	took := time.Since(start)
	if printed {
		printLine(os.Stderr, k.describe(at, took))
	}
	launchObservers.tell(LaunchDone{k, at, took})
	return err
}

// describe is the line of DEBUG=2 for one launch.
func (k *Kernel) describe(at Site, took time.Duration) string {
	gbs, gflops := k.Rates(took.Seconds())
	peak := Peak()
	line := fmt.Sprintf("%-32s %-10s %3d ops %10s %9s %7.2f GB/s %3.0f%% %8.2f GFLOP/s %3.0f%%", clip(k.Program.Name, 32), k.device.name,
		at.Ops, duration(took), Bytes(k.Bytes), gbs, share(gbs, peak.GBs), gflops, share(gflops, peak.GFlops))
	if where := lazy.Line(at.PC); where != "" {
		line += "  " + paint(faint, where)
	}
	if k.told.CompareAndSwap(false, true) {
		line += "  " + paint(faint, "compiled in "+duration(k.CompileTime))
	}
	return line
}

// share is a part of a whole in percent, 0 if the whole is unknown.
func share(part, whole float64) float64 {
	if whole <= 0 {
		return 0
	}
	return 100 * part / whole
}

// clip shortens a name to n letters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return s[:n-1] + "…"
}
