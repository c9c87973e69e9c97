package runtime

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const long = time.Second // expected work that always wakes helpers

func newTeam(t testing.TB, threads int) *team {
	tm := &team{}
	tm.resize(threads)
	t.Cleanup(func() { tm.resize(1) })
	return tm
}

func TestRunCoversRangeOnce(t *testing.T) {
	tm := newTeam(t, 4)
	for _, total := range []int64{0, 1, 7, 64, 1000} {
		for _, chunk := range []int64{0, 1, 3, 64, 5000} {
			hits := make([]atomic.Int32, total)
			err := tm.run(t.Context(), 4, long, total, chunk, func(w int, lo, hi int64) error {
				if w < 0 || w > 3 || lo >= hi {
					return fmt.Errorf("worker %d, [%d, %d)", w, lo, hi)
				}
				for i := lo; i < hi; i++ {
					hits[i].Add(1)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for i := range hits {
				if n := hits[i].Load(); n != 1 {
					t.Fatalf("total %d, chunk %d: %d was run %d times", total, chunk, i, n)
				}
			}
		}
	}
}

func TestRunManyCallers(t *testing.T) {
	tm := newTeam(t, 3)
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			for range 200 {
				var sum atomic.Int64
				busy := make([]atomic.Bool, 3)
				err := tm.run(t.Context(), 3, long, 50, 1, func(w int, lo, _ int64) error {
					if busy[w].Swap(true) {
						return errors.New("two threads are the same worker")
					}
					defer busy[w].Store(false)
					sum.Add(lo)
					return nil
				})
				if err != nil || sum.Load() != 49*50/2 {
					t.Errorf("sum %d, %v", sum.Load(), err)
				}
			}
		})
	}
	callers.Wait()
}

func TestRunNested(t *testing.T) {
	tm := newTeam(t, 2)
	var n atomic.Int32
	err := tm.run(t.Context(), 2, long, 8, 1, func(int, int64, int64) error {
		return tm.run(t.Context(), 2, long, 8, 1, func(int, int64, int64) error {
			n.Add(1)
			return nil
		})
	})
	if err != nil || n.Load() != 64 {
		t.Errorf("%d chunks, %v", n.Load(), err)
	}
}

func TestRunHelpersTakePart(t *testing.T) {
	tm := newTeam(t, 2)
	for range 100 {
		var seen [2]atomic.Bool
		start := time.Now()
		_ = tm.run(t.Context(), 2, long, 1<<30, 1, func(w int, lo, hi int64) error {
			seen[w].Store(true)
			if seen[0].Load() && seen[1].Load() || time.Since(start) > 100*time.Millisecond {
				return errors.New("enough")
			}
			return nil
		})
		if seen[1].Load() {
			return
		}
		runtime.Gosched()
	}
	t.Error("no helper ever took a chunk")
}

func TestRunStops(t *testing.T) {
	tm := newTeam(t, 2)
	for _, threads := range []int{1, 2} {
		ctx, cancel := context.WithCancel(t.Context())
		var n atomic.Int32
		err := tm.run(ctx, threads, long, 1000, 1, func(int, int64, int64) error {
			if n.Add(1) == 5 {
				cancel()
			}
			return nil
		})
		if !errors.Is(err, context.Canceled) || n.Load() > 7 {
			t.Errorf("%d threads: %v after %d chunks", threads, err, n.Load())
		}
		boom := errors.New("boom")
		n.Store(0)
		err = tm.run(t.Context(), threads, long, 1000, 1, func(_ int, lo, _ int64) error {
			n.Add(1)
			return boom
		})
		if err != boom || n.Load() > 2 {
			t.Errorf("%d threads: %v after %d chunks", threads, err, n.Load())
		}
	}
}

func TestRunPanicReachesCaller(t *testing.T) {
	tm := newTeam(t, 2)
	for range 20 {
		func() {
			defer func() {
				if v := fmt.Sprint(recover()); !strings.Contains(v, "oh") {
					t.Errorf("recovered %v", v)
				}
			}()
			_ = tm.run(t.Context(), 2, long, 100, 1, func(_ int, lo, _ int64) error {
				if lo == 50 {
					panic("oh")
				}
				return nil
			})
		}()
	}
}

func TestResizeWhileRunning(t *testing.T) {
	tm := newTeam(t, 1)
	var callers sync.WaitGroup
	var stop atomic.Bool
	callers.Go(func() {
		for i := 0; !stop.Load(); i++ {
			tm.resize(1 + i%5)
			time.Sleep(100 * time.Microsecond)
		}
	})
	for range 2000 {
		var n atomic.Int64
		if err := tm.run(t.Context(), int(tm.threads.Load()), long, 20, 1, func(int, int64, int64) error { n.Add(1); return nil }); err != nil || n.Load() != 20 {
			t.Fatalf("%d chunks, %v", n.Load(), err)
		}
	}
	stop.Store(true)
	callers.Wait()
}

// TestHelpersPark waits until idle helpers sleep; a program that does nothing must use no processor.
func TestHelpersPark(t *testing.T) {
	tm := newTeam(t, 4)
	for range 10000 {
		if tm.sleeping.Load() == 3 {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Error("helpers never parked")
}

func BenchmarkForkJoin(b *testing.B) {
	tm := newTeam(b, 2)
	for b.Loop() {
		_ = tm.run(b.Context(), 2, long, 2, 1, func(int, int64, int64) error { return nil })
	}
}

// BenchmarkShare shows what a second thread gains for ranges of some microseconds of machine code.
func BenchmarkShare(b *testing.B) {
	body, lanes := fmaLoop()
	if body == nil || canRunCode() != nil {
		b.Skip("no machine code here")
	}
	code, err := LoadCode(body, map[string]int{"k": 0})
	if err != nil {
		b.Fatal(err)
	}
	entry, _ := code.Entry("k")
	for _, threads := range []int{1, 2} {
		tm := newTeam(b, threads)
		for _, rounds := range []int64{1 << 10, 1 << 12, 1 << 14, 1 << 16} {
			b.Run(fmt.Sprintf("threads=%d/rounds=%d", threads, rounds), func(b *testing.B) {
				for b.Loop() {
					_ = tm.run(b.Context(), threads, long, rounds, rounds/8, func(_ int, lo, hi int64) error {
						code.Call(entry, nil, nil, lo, hi)
						return nil
					})
				}
				b.ReportMetric(float64(b.N)*float64(rounds)*fmaCount*2*float64(lanes)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}

// TestRunKeepsPortions runs the same range twice: what a worker does not leave to others it gets again.
func TestRunKeepsPortions(t *testing.T) {
	j := newJob(t.Context(), 3, 100, 7, nil, func(int, int64, int64) error { return nil })
	var got [3][]int64
	for home := range got {
		for range 4 {
			c, ok := j.take(home)
			if !ok {
				t.Fatal("no chunk left")
			}
			got[home] = append(got[home], c)
		}
	}
	if want := "[[0 1 2 3] [5 6 7 8] [10 11 12 13]]"; fmt.Sprint(got) != want {
		t.Errorf("took %v, want %v", got, want)
	}
	rest := []int64{}
	for c, ok := j.take(0); ok; c, ok = j.take(0) {
		rest = append(rest, c)
	}
	if want := "[4 9 14]"; fmt.Sprint(rest) != want || j.open() {
		t.Errorf("left were %v, want %v", rest, want)
	}
}
