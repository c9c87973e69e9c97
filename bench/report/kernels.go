package report

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"weft/bench/workload"
	"weft/runtime"
)

// kernelSteps is how many runs -kernels takes the medians of.
const kernelSteps = 15

// kernelTime is what the launches of one kernel took in one run of a workload.
type kernelTime struct {
	kernel   *runtime.Kernel
	launches int
	seconds  float64
}

// kernelColumns are those of -kernels: part is of the time of all kernels, the shares are of the machine's peaks.
var kernelColumns = []column{{"workload", -24}, {"threads", 7}, {"kernel", -36}, {"launches", 8}, {"time", 10}, {"part", 5},
	{"memory", 11}, {"share", 5}, {"arithmetic", 15}, {"share", 5}}

// byKernel prints a row for each kernel of a workload, the longest first.
func (t *table) byKernel(ctx context.Context, w workload.Workload, threads int) error {
	times, err := kernelTimes(ctx, w, t.quick)
	if err != nil {
		return err
	}
	total, peak := 0.0, runtime.Peak()
	for _, k := range times {
		total += k.seconds
	}
	for _, k := range times {
		gbs, gflops := k.kernel.Rates(k.seconds / float64(k.launches))
		t.print(w.Name, fmt.Sprint(threads), k.kernel.Program.Name, fmt.Sprint(k.launches), seconds(k.seconds), percent(k.seconds/total),
			fmt.Sprintf("%.1f GB/s", gbs), percent(gbs/peak.GBs), fmt.Sprintf("%.1f GFLOP/s", gflops), percent(gflops/peak.GFlops))
	}
	return nil
}

// kernelTimes are the medians of some runs of a warm workload, the longest first.
func kernelTimes(ctx context.Context, w workload.Workload, quick bool) ([]kernelTime, error) {
	run, err := w.Warm(ctx, quick)
	if err != nil {
		return nil, err
	}
	runs := map[*runtime.Kernel][]kernelTime{}
	for range kernelSteps {
		one := map[*runtime.Kernel]kernelTime{}
		stop := runtime.ObserveLaunches(func(l runtime.LaunchDone) {
			one[l.Kernel] = kernelTime{l.Kernel, one[l.Kernel].launches + 1, one[l.Kernel].seconds + l.Took.Seconds()}
		})
		err := run(ctx)
		stop()
		if err != nil {
			return nil, err
		}
		for k, t := range one {
			runs[k] = append(runs[k], t)
		}
	}
	var times []kernelTime
	for _, all := range runs {
		slices.SortFunc(all, func(a, b kernelTime) int { return cmp.Compare(a.seconds, b.seconds) })
		times = append(times, all[len(all)/2])
	}
	slices.SortFunc(times, func(a, b kernelTime) int { return cmp.Compare(b.seconds, a.seconds) })
	return times, nil
}
