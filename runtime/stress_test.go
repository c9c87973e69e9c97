//go:build linux && amd64

package runtime

import (
	"io"
	"math"
	"os"
	"runtime"
	"runtime/metrics"
	"runtime/pprof"
	"slices"
	"sync"
	"testing"
	"time"

	"weft/schedule"
)

// TestStress runs kernels of goasm from many goroutines beside collections, allocation, a CPU profile and dumps of all stacks, and
// tells how long the collector had to wait for everybody to stop. The kernels' answers must stay what they are.
func TestStress(t *testing.T) {
	if _, err := Open("cpu:goasm"); err != nil {
		t.Skip(err)
	}
	lasts := 15 * time.Second
	switch {
	case os.Getenv("WEFT_LONG") == "1":
		lasts = time.Minute
	case testing.Short():
		lasts = time.Second
	}
	stop := time.Now().Add(lasts)
	if err := pprof.StartCPUProfile(io.Discard); err == nil { // not where the test itself is profiled
		defer pprof.StopCPUProfile()
	}
	before := stops()
	var all sync.WaitGroup
	beside := func(f func()) {
		all.Go(func() {
			for time.Now().Before(stop) {
				f()
			}
		})
	}
	buf := make([]byte, 1<<18)
	beside(func() { runtime.GC(); time.Sleep(time.Millisecond) })
	beside(func() { runtime.Stack(buf, true); time.Sleep(3 * time.Millisecond) })
	beside(func() { _ = pprof.Lookup("goroutine").WriteTo(io.Discard, 1); time.Sleep(7 * time.Millisecond) })
	kernels := []func() *schedule.Kernel{
		func() *schedule.Kernel { return elementwise(1 << 20) }, func() *schedule.Kernel { return rowSums(1<<10, 1<<10) },
		func() *schedule.Kernel { return matmul(192, 256, 128) },
	}
	for i, kernel := range append(kernels, kernels...) {
		launch := readySample(t, "cpu:goasm", kernel())
		want := slices.Clone(launch())
		beside(func() {
			deep(i*7%50, func() {
				for range 20 {
					launch()
				}
				if firstUnequal(want, launch()) >= 0 {
					t.Errorf("%s gave another answer", kernel().Name)
				}
			})
		})
	}
	all.Wait()
	n, most, p99 := worst(before, stops())
	t.Logf("%d times the collector stopped everybody within %v, in 99 of 100 within %v", n, most, p99)
}

// stops is how long the collector waited until everybody stood still, as a histogram.
func stops() *metrics.Float64Histogram {
	s := []metrics.Sample{{Name: "/sched/pauses/stopping/gc:seconds"}}
	metrics.Read(s)
	return s[0].Value.Float64Histogram()
}

// worst is how many stops lie between two histograms, and the bounds of the longest and of 99 in a hundred.
func worst(before, after *metrics.Float64Histogram) (n uint64, most, p99 time.Duration) {
	count := func(i int) uint64 {
		if i < len(before.Counts) {
			return after.Counts[i] - before.Counts[i]
		}
		return after.Counts[i]
	}
	for i := range after.Counts {
		n += count(i)
	}
	seen := uint64(0)
	for i := range after.Counts {
		c := count(i)
		if c == 0 {
			continue
		}
		bound := after.Buckets[i+1]
		if math.IsInf(bound, 1) {
			bound = after.Buckets[i]
		}
		most = time.Duration(bound * float64(time.Second))
		if seen += c; seen*100 <= n*99 || p99 == 0 {
			p99 = most
		}
	}
	return n, most, p99
}
