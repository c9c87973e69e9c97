package runtime

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
	"unsafe"

	"weft/codegen"
	_ "weft/codegen/llvm"
	"weft/ops"
	"weft/schedule"
)

// sample is a kernel of float32 buffers, the last of which it writes.
type sample struct {
	kernel *schedule.Kernel
	build  *schedule.Builder
}

func newSample(name string, elems ...int64) *sample {
	s := &sample{&schedule.Kernel{Name: name}, schedule.NewBuilder()}
	for i, n := range elems {
		last := i == len(elems)-1
		s.kernel.Bufs = append(s.kernel.Bufs, schedule.Buf{DType: ops.Float32, Elems: n, Align: 64, Alias: i, Read: !last, Written: last})
	}
	return s
}

// at is the position of ranges in row order.
func (s *sample) at(ranges ...*schedule.Range) *schedule.Expr {
	x := s.build.Int(0)
	for _, r := range ranges {
		x = s.build.Add(s.build.Mul(x, r.Extent), s.build.Var(r))
	}
	return x
}

func (s *sample) load(buf int, ranges ...*schedule.Range) *schedule.Expr {
	return s.build.Load(buf, ops.Float32, s.at(ranges...), nil, ops.Value{})
}

func (s *sample) alu(op ops.Op, src ...*schedule.Expr) *schedule.Expr {
	return s.build.ALU(op, ops.Float32, src...)
}

func (s *sample) store(value *schedule.Expr, ranges ...*schedule.Range) *schedule.Kernel {
	last := len(s.kernel.Bufs) - 1
	s.kernel.Phases = []schedule.Nest{{Ranges: ranges, Stores: []schedule.Store{{Buf: last, Index: s.at(ranges...), Value: value}}}}
	return s.kernel
}

// elementwise is y = a*b + a.
func elementwise(n int64) *schedule.Kernel {
	s := newSample("elementwise", n, n, n)
	r := s.build.Range(schedule.Out, n)
	return s.store(s.alu(ops.Add, s.alu(ops.Mul, s.load(0, r), s.load(1, r)), s.load(0, r)), r)
}

// rowSums is y[r] = sum over c of a[r, c].
func rowSums(rows, cols int64) *schedule.Kernel {
	s := newSample("rowsums", rows*cols, rows)
	r, c := s.build.Range(schedule.Out, rows), s.build.Range(schedule.Red, cols)
	order := schedule.Order{Across: true, Unroll: 4}
	return s.store(s.build.Reduce(&schedule.Reduction{Op: ops.ReduceAdd, Ranges: []*schedule.Range{c}, Order: order}, s.load(0, r, c)), r)
}

// matmul is y[m, n] = sum over k of a[m, k]*b[k, n].
func matmul(m, n, k int64) *schedule.Kernel {
	s := newSample("matmul", m*k, k*n, m*n)
	rm, rn, rk := s.build.Range(schedule.Out, m), s.build.Range(schedule.Out, n), s.build.Range(schedule.Red, k)
	red := &schedule.Reduction{Op: ops.ReduceAdd, Ranges: []*schedule.Range{rk}, Order: schedule.Order{Unroll: 1, Fma: true}}
	return s.store(s.build.Reduce(red, s.alu(ops.Mul, s.load(0, rm, rk), s.load(1, rk, rn))), rm, rn)
}

// runSample lowers and launches a kernel on a device and returns its last buffer.
func runSample(t testing.TB, device string, k *schedule.Kernel) []float32 {
	t.Helper()
	launch := readySample(t, device, k)
	launch()
	launch()
	return slices.Clone(launch())
}

// readySample lowers a kernel and gives a function that launches it, always on the same memory, and gives its last buffer.
func readySample(t testing.TB, device string, k *schedule.Kernel) (launch func() []float32) {
	t.Helper()
	d, err := Open(device)
	if err != nil {
		t.Fatal(err)
	}
	p, err := codegen.Lower(k, d.Target())
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := d.Kernel(p)
	if err != nil {
		t.Fatal(err)
	}
	var kept []*Storage
	var bufs []unsafe.Pointer
	random := rand.New(rand.NewPCG(3, 4))
	for _, b := range k.Bufs {
		s, err := d.NewStorage(4 * b.Elems)
		if err != nil {
			t.Fatal(err)
		}
		for i := range floats(s) {
			floats(s)[i] = random.Float32() - 0.5
		}
		kept, bufs = append(kept, s), append(bufs, s.Pointer())
	}
	return func() []float32 {
		if err := kernel.Launch(t.Context(), bufs, nil); err != nil {
			t.Error(err)
		}
		return floats(kept[len(kept)-1])
	}
}

func floats(s *Storage) []float32 {
	return unsafe.Slice((*float32)(s.Pointer()), s.Bytes()/4)
}

// TestLoweredKernels holds all back ends to the same bits, with one thread and with several.
func TestLoweredKernels(t *testing.T) {
	useDisk(t)
	defer SetThreads(config().threads())
	for _, make := range []func() *schedule.Kernel{
		func() *schedule.Kernel { return elementwise(1) }, func() *schedule.Kernel { return elementwise(100_003) },
		func() *schedule.Kernel { return rowSums(300, 1001) }, func() *schedule.Kernel { return matmul(64, 96, 33) },
		func() *schedule.Kernel { return matmul(200, 65, 128) },
	} {
		var want []float32
		for _, device := range DeviceNames() {
			if device != "cpu:interp" && device != "cpu:llvm" && device != "cpu:goasm" {
				continue
			}
			for _, threads := range []int{1, 2, 5} {
				SetThreads(threads)
				got := runSample(t, device, make())
				if want == nil {
					want = got
				}
				if i := firstUnequal(want, got); i >= 0 {
					t.Fatalf("%s of %d: element %d is %v on %s with %d threads, %v before", make().Name, len(got), i, got[i], device, threads, want[i])
				}
			}
		}
	}
}

func firstUnequal(a, b []float32) int {
	for i := range a {
		if math.Float32bits(a[i]) != math.Float32bits(b[i]) {
			return i
		}
	}
	return -1
}

func BenchmarkLowered(b *testing.B) {
	for _, device := range DeviceNames() {
		for _, make := range []func() *schedule.Kernel{
			func() *schedule.Kernel { return elementwise(1 << 10) }, func() *schedule.Kernel { return elementwise(1 << 24) },
			func() *schedule.Kernel { return rowSums(4096, 4096) }, func() *schedule.Kernel { return matmul(512, 512, 512) },
		} {
			k := make()
			b.Run(fmt.Sprintf("%s/%s/n=%d", device[4:], k.Name, k.Bufs[0].Elems), func(b *testing.B) { benchSample(b, device, k) })
		}
	}
}

func benchSample(b *testing.B, device string, k *schedule.Kernel) {
	d, err := Open(device)
	if err != nil {
		b.Skip(err)
	}
	p, err := codegen.Lower(k, d.Target())
	if err != nil {
		b.Fatal(err)
	}
	kernel, err := d.Kernel(p)
	if err != nil {
		b.Fatal(err)
	}
	var arenas []Arena
	var bufs []unsafe.Pointer
	for _, buf := range k.Bufs {
		a, err := d.NewArena(4 * buf.Elems)
		if err != nil {
			b.Fatal(err)
		}
		if err := Zero(b.Context(), a.At(0), 4*buf.Elems); err != nil {
			b.Fatal(err)
		}
		arenas, bufs = append(arenas, a), append(bufs, a.At(0))
	}
	start := time.Now()
	for b.Loop() {
		if err := kernel.Launch(b.Context(), bufs, nil); err != nil {
			b.Fatal(err)
		}
	}
	seconds := time.Since(start).Seconds() / float64(b.N)
	b.ReportMetric(float64(kernel.Bytes)/seconds/1e9, "GB/s")
	b.ReportMetric(float64(kernel.Flops)/seconds/1e9, "GFLOP/s")
	for _, a := range arenas {
		a.Free()
	}
}
