package workload

import (
	"context"
	"slices"
	"time"

	"weft/runtime"
)

// Figure is what was measured of a workload.
type Figure struct {
	Median, Min float64 // seconds a step
	Runs        int
	Kernels     runtime.Counts // of one run
	times       []float64      // sorted
}

// And is the figure of both measurements together.
func (f Figure) And(g Figure) Figure {
	return figureOf(append(slices.Clone(f.times), g.times...), g.Kernels)
}

func figureOf(times []float64, kernels runtime.Counts) Figure {
	slices.Sort(times)
	n := len(times)
	return Figure{(times[(n-1)/2] + times[n/2]) / 2, times[0], n, kernels, times}
}

const (
	warmRuns, warmTime = 2, 300 * time.Millisecond
	minRuns, maxRuns   = 10, 300
)

// Measure runs a workload until it is warm and then for about budget, at least ten times, fused or not. With quick it only
// runs it twice, to see that it runs.
func (w Workload) Measure(ctx context.Context, fused, quick bool, budget time.Duration) (Figure, error) {
	runtime.SetFusion(fused)
	defer runtime.SetFusion(true)
	run, err := w.Warm(ctx, quick)
	if err != nil {
		return Figure{}, err
	}
	var times []float64
	var kernels runtime.Counts
	for start := time.Now(); len(times) < minRuns || time.Since(start) < budget && len(times) < maxRuns; {
		before, begin := runtime.Snapshot(), time.Now()
		if err := run(ctx); err != nil {
			return Figure{}, err
		}
		times = append(times, time.Since(begin).Seconds()/float64(w.Per))
		kernels = runtime.Snapshot().Sub(before)
		if quick {
			break
		}
	}
	return figureOf(times, kernels), nil
}

// Warm makes the workload and runs it until it is warm; with quick only twice.
func (w Workload) Warm(ctx context.Context, quick bool) (Run, error) {
	run, start := w.Make(), time.Now()
	for n := 0; n < warmRuns || !quick && time.Since(start) < warmTime && n < 1000; n++ {
		if err := run(ctx); err != nil {
			return nil, err
		}
	}
	return run, nil
}
