package runtime

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"weft/codegen"
	"weft/ops"
)

func TestLaunch(t *testing.T) {
	useDisk(t)
	for _, object := range []bool{false, true} {
		if object && canRunCode() != nil {
			continue
		}
		d := fakeDevice(&fakeBackend{name: "fake", object: object})
		for _, threads := range []int{1, 2, 3} {
			SetThreads(threads)
			for _, n := range []int64{1, 10, 100_000} {
				for _, cost := range []float64{0, 0.001, 1, 1e4, 1e9} {
					k, err := d.Kernel(addProgram(n, cost))
					if err != nil {
						t.Fatal(err)
					}
					launchAdd(t, k, int(n))
				}
			}
		}
	}
	SetThreads(config().threads())
}

func TestLaunchCounts(t *testing.T) {
	d := fakeDevice(&fakeBackend{name: "fake"})
	before := Snapshot()
	k, err := d.Kernel(addProgram(10, 1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Kernel(addProgram(10, 1)); err != nil {
		t.Fatal(err)
	}
	launchAdd(t, k, 10)
	if got := Snapshot().Sub(before); got.Kernels != 3 || got.Compiles != 1 {
		t.Errorf("%+v", got)
	}
}

func TestLaunchChecksArguments(t *testing.T) {
	d := fakeDevice(&fakeBackend{name: "fake"})
	k, _ := d.Kernel(addProgram(10, 1))
	if err := k.Launch(t.Context(), nil, []int64{1}); err == nil {
		t.Error("no buffers were accepted")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := k.Launch(ctx, make([]unsafe.Pointer, 1), []int64{1}); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context gave %v", err)
	}
}

func TestLaunchCancelsBetweenChunks(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var chunks atomic.Int32
	d := fakeDevice(&fakeBackend{name: "fake", fn: func([]unsafe.Pointer, []int64, int64, int64) {
		if chunks.Add(1) >= 3 { // whoever comes waits for the end of it
			cancel()
		}
	}})
	k, _ := d.Kernel(addProgram(1000, 1e6))
	if err := k.Launch(ctx, make([]unsafe.Pointer, 1), []int64{1}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if n := chunks.Load(); n > 10 {
		t.Errorf("%d chunks ran", n)
	}
}

// TestLaunchScratch checks that each worker has scratch of its own, aligned, and that phases follow one another.
func TestLaunchScratch(t *testing.T) {
	SetThreads(3)
	defer SetThreads(config().threads())
	var mu sync.Mutex
	users := map[unsafe.Pointer]int{}
	fn := func(bufs []unsafe.Pointer, _ []int64, lo, hi int64) {
		mu.Lock()
		users[bufs[1]]++
		if users[bufs[1]] > 1 || uintptr(bufs[1])%64 != 0 || uintptr(bufs[2])%64 != 0 || bufs[1] == bufs[2] {
			t.Errorf("scratch %p and %p, used by %d", bufs[1], bufs[2], users[bufs[1]])
		}
		mu.Unlock()
		scratch := unsafe.Slice((*int64)(bufs[1]), 5)
		for i := range scratch {
			scratch[i] = lo
		}
		for i := lo; i < hi; i++ {
			*(*int64)(unsafe.Add(bufs[0], 8*i)) += scratch[4] + 1
		}
		mu.Lock()
		users[bufs[1]]--
		mu.Unlock()
	}
	d := fakeDevice(&fakeBackend{name: "fake", fn: fn})
	p := addProgram(200, 5e4)
	p.Phases = append(p.Phases, p.Phases[0])
	p.Bufs = append(p.Bufs, codegen.Buf{DType: ops.Int64, Elems: 5}, codegen.Buf{DType: ops.Float32, Elems: 1})
	k, err := d.Kernel(p)
	if err != nil {
		t.Fatal(err)
	}
	data := make([]int64, 200)
	if err := k.Launch(t.Context(), []unsafe.Pointer{unsafe.Pointer(&data[0])}, []int64{1}); err != nil {
		t.Fatal(err)
	}
	for i, v := range data {
		if v < 2 {
			t.Fatalf("element %d is %d", i, v)
		}
	}
	if d.pool.Stats().Live != 0 {
		t.Error("scratch was not given back")
	}
}

func BenchmarkLaunchSmall(b *testing.B) {
	d := fakeDevice(&fakeBackend{name: "fake"})
	k, err := d.Kernel(addProgram(8, 1))
	if err != nil {
		b.Fatal(err)
	}
	data := make([]int64, 8)
	bufs, scalars := []unsafe.Pointer{unsafe.Pointer(&data[0])}, []int64{1}
	for b.Loop() {
		if err := k.Launch(b.Context(), bufs, scalars); err != nil {
			b.Fatal(err)
		}
	}
}

func TestDescribe(t *testing.T) {
	d := fakeDevice(&fakeBackend{name: "fake"})
	p := addProgram(1000, 1)
	p.Name = "a_kernel_whose_name_is_longer_than_its_column"
	k, err := d.Kernel(p)
	if err != nil {
		t.Fatal(err)
	}
	k.Bytes, k.Flops = 2e6, 1e6
	line := k.describe(Site{Ops: 7}, time.Millisecond)
	for _, want := range []string{"a_kernel_whose_name_is_longer_t…", "cpu:fake", "7 ops", "1 ms", "2.00 GB/s", "1.00 GFLOP/s"} {
		if !strings.Contains(line, want) {
			t.Errorf("%q lacks %q", line, want)
		}
	}
}
