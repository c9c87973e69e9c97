package runtime

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// wave is some kernels that wait for nothing of one another and are launched together: workers take chunks of one after those of
// another, so nobody stands idle between them.
type wave struct {
	runs   []*launchRun
	pieces []piece
	bounds []int64        // the first piece's chunk of each worker, and the number of chunks
	spent  []atomic.Int64 // on each run's phase, in ns
}

// piece is the part of a kernel's phase that one worker begins with; its chunks are numbered from first.
type piece struct{ run, lo, hi, chunk, first int64 }

func (p *piece) chunks() int64 { return (p.hi - p.lo + p.chunk - 1) / p.chunk }

var waves = sync.Pool{New: func() any { return new(wave) }}

// waveAt is how many launches from i on run at the same time. DEBUG=2, a search and observers time each alone.
func (r *planRun) waveAt(i int) int {
	n := 1
	if r.pl.tunings != nil || Debugging(DebugKernels) || launchObservers.some.Load() {
		return n
	}
	for launches := r.pl.plan.Launches; i+n < len(launches) && launches[i+n].Beside; n++ {
	}
	return n
}

// launchWave launches n kernels from i on.
func (r *planRun) launchWave(ctx context.Context, i, n int) error {
	if n == 1 || Threads() == 1 || workOf(r.pl.kernels[i:i+n]) < hotWork {
		return r.launchEach(ctx, i, n)
	}
	w := waves.Get().(*wave)
	defer w.release()
	workers, phases := Threads(), 0
	for k := i; k < i+n; k++ {
		run := runs.Get().(*launchRun)
		w.runs = append(w.runs, run)
		run.bufs, run.given = r.operands(r.pl.plan.Launches[k], run.bufs[:0], run.given[:0])
		if err := r.pl.kernels[k].accepts(run.bufs, run.given); err != nil {
			return err
		}
		if err := run.prepare(r.pl.kernels[k], run.bufs, run.given, workers); err != nil {
			return err
		}
		countKernel(run.kernel.Bytes)
		phases = max(phases, len(run.kernel.phases))
	}
	for p := range phases {
		if err := w.phase(ctx, p, workers); err != nil {
			return err
		}
	}
	return nil
}

// launchEach launches n kernels one after another.
func (r *planRun) launchEach(ctx context.Context, i, n int) error {
	for k := i; k < i+n; k++ {
		if err := r.launch(ctx, k); err != nil {
			return err
		}
	}
	return nil
}

// workOf is the expected time of some kernels on one thread.
func workOf(kernels []*Kernel) time.Duration {
	work := 0.0
	for _, k := range kernels {
		for i := range k.phases {
			work += k.phases[i].tileCost() * float64(k.phases[i].tiles)
		}
	}
	return time.Duration(min(work, 1e18))
}

func (w *wave) release() {
	for _, r := range w.runs {
		r.release()
	}
	clear(w.runs)
	w.runs = w.runs[:0]
	waves.Put(w)
}

// phase runs phase p of every kernel that has one.
func (w *wave) phase(ctx context.Context, p, workers int) error {
	work := w.cut(p, workers)
	total := w.bounds[workers]
	if work < hotWork || total < 2 {
		return w.alone(ctx, p)
	}
	err := theTeam.share(newJob(ctx, workers, total, 1, w.bounds, func(worker int, chunk, _ int64) error {
		w.run(p, worker, chunk)
		return nil
	}), work)
	if err == nil {
		for i, r := range w.runs {
			if p < len(r.kernel.phases) && r.kernel.phases[p].tiles > 0 {
				r.kernel.phases[p].learn(r.kernel.phases[p].tiles, time.Duration(w.spent[i].Load()))
			}
		}
	}
	return err
}

// alone runs the kernels one after another on this thread.
func (w *wave) alone(ctx context.Context, p int) error {
	for _, r := range w.runs {
		if p < len(r.kernel.phases) {
			if err := r.phase(ctx, &r.kernel.phases[p]); err != nil {
				return err
			}
		}
	}
	return nil
}

// cut gives each worker its pieces: an equal part of every kernel, or all of a small one. It returns the work of all.
func (w *wave) cut(p, workers int) time.Duration {
	w.pieces, w.bounds, w.spent = w.pieces[:0], append(w.bounds[:0], 0), append(w.spent[:0], make([]atomic.Int64, len(w.runs))...)
	var work time.Duration
	first := int64(0)
	for worker := range workers {
		small := 0
		for i, r := range w.runs {
			if p >= len(r.kernel.phases) {
				continue
			}
			ph := &r.kernel.phases[p]
			s := ph.plan()
			c := piece{run: int64(i), hi: ph.tiles, chunk: s.chunk, first: first}
			if s.work < shareWork || ph.tiles < int64(workers) {
				small++
				if small%workers != worker {
					continue
				}
			} else {
				c.lo, c.hi = evenly(ph.tiles, worker, workers), evenly(ph.tiles, worker+1, workers)
			}
			if worker == 0 {
				work += s.work
			}
			if c.hi > c.lo {
				w.pieces = append(w.pieces, c)
				first += c.chunks()
			}
		}
		w.bounds = append(w.bounds, first)
	}
	return work
}

// run runs one chunk.
func (w *wave) run(p, worker int, chunk int64) {
	i := len(w.pieces) - 1
	for w.pieces[i].first > chunk {
		i--
	}
	c := &w.pieces[i]
	r := w.runs[c.run]
	lo := c.lo + (chunk-c.first)*c.chunk
	start := time.Now()
	r.kernel.call(&r.kernel.phases[p], r.tables[worker], r.scalars, lo, min(lo+c.chunk, c.hi))
	w.spent[c.run].Add(int64(time.Since(start)))
}
