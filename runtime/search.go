package runtime

import (
	"bytes"
	"context"
	"slices"
	"sync"
	"time"
	"unsafe"

	"weft/codegen"
	"weft/schedule"
)

const (
	// searchGain is what an alternative must take of the model's time at most to be kept.
	searchGain = 0.95
	// searchPairs is how many pairs of runs, the model's and the alternative's by turns, one verdict rests on.
	searchPairs = 5
	// searchBudget is the time for one kernel, compiling included, where WEFT_SEARCH_BUDGET says nothing.
	searchBudget = time.Second
)

// searching says whether WEFT_SEARCH is on; tests turn it on.
var searching = func() bool { return config().Search }

// tuning is a kernel under search: the first launch measures alternatives on the buffers that it was given.
type tuning struct {
	once sync.Once
	loop *schedule.Kernel
	best *Kernel
}

// kernel is what to launch: the model's choice, or after the first launch's search what is better.
func (t *tuning) kernel(ctx context.Context, model *Kernel, bufs []unsafe.Pointer, scalars []int64) *Kernel {
	t.once.Do(func() {
		t.best = model
		if s := newSearch(ctx, model, bufs, scalars); s != nil {
			defer s.free()
			t.best = s.run(t.loop)
		}
	})
	return t.best
}

// search measures on the launch's own buffers; what kernels write goes to copies.
type search struct {
	ctx     context.Context
	model   *Kernel
	bufs    []unsafe.Pointer
	scalars []int64
	written []writtenCopy
	arena   Arena
	want    [][]byte // what the model's kernel writes
	repeats int      // runs that one figure is the sum of
	broken  error
}

// writtenCopy is a buffer that the kernel writes: what it holds, and the copy that measuring writes.
type writtenCopy struct{ from, to []byte }

// newSearch lays out the copies; nil if there is no memory for them.
func newSearch(ctx context.Context, model *Kernel, bufs []unsafe.Pointer, scalars []int64) *search {
	s := &search{ctx: ctx, model: model, bufs: slices.Clone(bufs), scalars: scalars}
	total := int64(0)
	size := func(i int) int64 { b := model.Program.Bufs[i]; return b.Elems * int64(b.DType.Size()) }
	for i := range bufs {
		if model.Program.Bufs[i].Written {
			total += roundUp(size(i), alignment)
		}
	}
	arena, err := model.device.NewArena(total)
	if err != nil {
		return nil
	}
	s.arena = arena
	at := int64(0)
	for i := range bufs {
		if model.Program.Bufs[i].Written {
			s.bufs[i] = arena.At(at)
			n := int(size(i))
			s.written = append(s.written, writtenCopy{unsafe.Slice((*byte)(bufs[i]), n), unsafe.Slice((*byte)(s.bufs[i]), n)})
			at += roundUp(size(i), alignment)
		}
	}
	return s
}

func (s *search) free() { s.arena.Free() }

// leastFigure is the time that one figure should have at least: clocks and caches are too unsteady below it.
const leastFigure = 50 * time.Microsecond

// measure is the time of as many runs as make a figure.
func (s *search) measure(k *Kernel) (total time.Duration) {
	for range s.repeats {
		total += s.time(k)
	}
	return total
}

// time runs a kernel once on fresh copies.
func (s *search) time(k *Kernel) time.Duration {
	for _, w := range s.written {
		copy(w.to, w.from)
	}
	start := time.Now()
	if err := k.runPhases(s.ctx, s.bufs, s.scalars); err != nil {
		s.broken = err
	}
	return time.Since(start)
}

// same says that a kernel writes what the model's does, to the bit. An alternative that does not is a mistake of ours, and is never kept.
func (s *search) same(k *Kernel) bool {
	s.time(k)
	for i, w := range s.written {
		if !bytes.Equal(s.want[i], w.to) {
			WarnOnce("a choice for kernel %s gives other bits and is not used", k.Program.Name)
			return false
		}
	}
	return s.broken == nil
}

// run measures the alternatives and remembers the winner.
func (s *search) run(loop *schedule.Kernel) *Kernel {
	d := s.model.device
	s.time(s.model)
	for _, w := range s.written {
		s.want = append(s.want, slices.Clone(w.to))
	}
	s.repeats = min(1+int(leastFigure/max(s.time(s.model), 1)), 50)
	var kernels []*Kernel
	all := codegen.Alternatives(loop, d.Target())
	won := pick(len(all), time.Now, config().searchBudget(), func(i int) bool {
		k, err := d.steered(loop, all[i])
		kernels = append(kernels, k)
		return err == nil && s.same(k)
	}, func(i int) time.Duration {
		if i < 0 {
			return s.measure(s.model)
		}
		return s.measure(kernels[i])
	})
	if s.broken != nil {
		return s.model
	}
	if won < 0 {
		Debugf(DebugInfo, "weft: search: %s: the model's choice stays, of %d alternatives", s.model.Program.Name, len(all))
		winners.put(s.model.key, nil)
		return s.model
	}
	Debugf(DebugInfo, "weft: search: %s: better is %q", s.model.Program.Name, []string(all[won]))
	winners.put(s.model.key, all[won])
	return kernels[won]
}

// pick finds the alternative, of n, that beats the model (-1) by searchGain in pairs of runs and then once more against chance; -1 for none.
// Those that cannot be made are passed over. It ends when the budget is used up.
func pick(n int, now func() time.Time, budget time.Duration, prepare func(i int) bool, run func(i int) time.Duration) int {
	start := now()
	best, ratio := -1, searchGain
	for i := 0; i < n && now().Sub(start) < budget; i++ {
		if !prepare(i) {
			continue
		}
		if r := paired(i, ratio, run); r <= ratio && paired(i, searchGain, run) <= searchGain {
			best, ratio = i, r
		}
	}
	return best
}

// paired is the median of the ratios of an alternative's time to the model's in runs by turns. One that is far off the limit after two
// pairs is not measured further.
func paired(i int, limit float64, run func(i int) time.Duration) float64 {
	var ratios []float64
	for len(ratios) < searchPairs {
		model := run(-1)
		ratios = append(ratios, float64(run(i))/float64(max(model, 1)))
		if len(ratios) == 2 && min(ratios[0], ratios[1]) > 1.2*limit {
			break
		}
	}
	slices.Sort(ratios)
	return ratios[len(ratios)/2]
}

// steered compiles a kernel with decisions in place of the model's.
func (d *Device) steered(loop *schedule.Kernel, steer codegen.Decisions) (*Kernel, error) {
	opt := lowerOptions(loop.Name)
	opt.Steer, opt.Verify = steer, true
	p, err := codegen.LowerWith(loop, d.Target(), opt)
	if err != nil {
		return nil, err
	}
	return d.Kernel(p)
}

// tuningsOf are the launches of a plan that search has not looked at, equal kernels as one; nil where it is off.
func tuningsOf(plan *schedule.Plan, kernels []*Kernel) []*tuning {
	if !searching() {
		return nil
	}
	of, all := map[*Kernel]*tuning{}, make([]*tuning, len(kernels))
	for i, k := range kernels {
		if _, known := winners.get(k.key); known {
			continue
		}
		if of[k] == nil {
			of[k] = &tuning{loop: plan.Launches[i].Kernel}
		}
		all[i] = of[k]
	}
	return all
}

// winner is the kernel with the decisions that search found for it before, or the model's.
func (d *Device) winner(loop *schedule.Kernel, model *Kernel) *Kernel {
	if !searching() {
		return model
	}
	steer, ok := winners.get(model.key)
	if !ok || len(steer) == 0 {
		return model
	}
	k, err := d.steered(loop, steer)
	if err != nil {
		WarnOnce("what search found for a kernel cannot be done: %v", err)
		return model
	}
	winners.settle(k.key)
	return k
}
