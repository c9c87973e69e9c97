package workload

import (
	"context"
	"sort"
	"time"

	"weft/runtime"
)

// Figure is what was measured of a workload.
type Figure struct {
	Median, Min float64 // seconds a step
	Runs        int
	Kernels     runtime.Counts // of one run
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
	run := w.Make()
	if err := warm(ctx, run, quick); err != nil {
		return Figure{}, err
	}
	var f Figure
	var times []float64
	for start := time.Now(); len(times) < minRuns || time.Since(start) < budget && len(times) < maxRuns; {
		before, begin := runtime.Snapshot(), time.Now()
		if err := run(ctx); err != nil {
			return Figure{}, err
		}
		times = append(times, time.Since(begin).Seconds()/float64(w.Per))
		f.Kernels = runtime.Snapshot().Sub(before)
		if quick {
			break
		}
	}
	sort.Float64s(times)
	f.Median, f.Min, f.Runs = (times[(len(times)-1)/2]+times[len(times)/2])/2, times[0], len(times)
	return f, nil
}

func warm(ctx context.Context, run Run, quick bool) error {
	start := time.Now()
	for n := 0; n < warmRuns || !quick && time.Since(start) < warmTime && n < 1000; n++ {
		if err := run(ctx); err != nil {
			return err
		}
	}
	return nil
}
