//go:build linux

package codegen_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"weft/codegen"
	_ "weft/codegen/goasm"
	"weft/codegen/internal/kernels"
	_ "weft/codegen/llvm"
	"weft/ops"
	rt "weft/runtime"
	"weft/schedule"
)

// Speed of single kernels on one core, by each back end that makes machine code and is available.

func benchKernel(b *testing.B, k *schedule.Kernel, flops, bytes float64) {
	for _, name := range []string{"llvm", "goasm"} {
		b.Run(name, func(b *testing.B) { benchBackend(b, codegen.Lookup(name), k, flops, bytes) })
	}
}

func benchBackend(b *testing.B, backend codegen.Backend, k *schedule.Kernel, flops, bytes float64) {
	if err := backend.Available(rt.Target()); err != nil {
		b.Skip(err)
	}
	t := rt.Target()
	p, err := codegen.Lower(k, t)
	if err != nil {
		b.Fatal(err)
	}
	c, err := backend.Compile(p, t, false)
	if err != nil {
		b.Fatal(err)
	}
	code, err := rt.LoadCompiled(c)
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var ptrs []unsafe.Pointer
	for _, buf := range p.Bufs {
		mem := alignedBytes(buf.Elems * int64(buf.DType.Size()))
		for i := range unsafe.Slice((*float32)(unsafe.Pointer(&mem[0])), len(mem)/4) {
			if buf.DType == ops.Float32 {
				unsafe.Slice((*float32)(unsafe.Pointer(&mem[0])), len(mem)/4)[i] = rng.Float32() - 0.5
			}
		}
		ptrs = append(ptrs, unsafe.Pointer(&mem[0]))
	}
	scalars := make([]int64, max(1, len(p.Scalars)))
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	run := func() {
		for n, s := range c.Symbols {
			entry, _ := code.Entry(s)
			for lo := int64(0); lo < p.Phases[n].Tiles; {
				hi := min(p.Phases[n].Tiles, lo+max(1, int64(1e5/p.Phases[n].TileCost)))
				code.Call(entry, &ptrs[0], &scalars[0], lo, hi)
				lo = hi
			}
		}
	}
	run()
	b.ResetTimer()
	s := math.Inf(1) // the best run
	for i := 0; i < b.N; i++ {
		before := threadTime()
		run()
		s = min(s, threadTime()-before)
	}
	b.ReportMetric(s*1e3, "best-ms")
	if flops > 0 {
		b.ReportMetric(flops/s/1e9, "GFLOP/s")
	}
	if bytes > 0 {
		b.ReportMetric(bytes/s/1e9, "GB/s")
	}
}

// threadTime is the processor time of this thread in seconds: other work on the machine hardly shows in it.
func threadTime() float64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return float64(t.Sec) + 1e-9*float64(t.Nsec)
}

func BenchmarkMatMul(b *testing.B) {
	for _, n := range []int64{256, 512, 1024, 2048} {
		b.Run(fmtInt("n=", n), func(b *testing.B) {
			benchKernel(b, kernels.MatMul(n, n, n, kernels.Down()), 2*float64(n*n*n), 0)
		})
	}
	b.Run("transposed/n=512", func(b *testing.B) {
		benchKernel(b, kernels.MatMul(512, 512, 512, kernels.Across(1)), 2*512*512*512, 0)
	})
}

func BenchmarkChain(b *testing.B)     { benchKernel(b, kernels.Chain(16<<20), 0, 20*(16<<20)) }
func BenchmarkSoftmax(b *testing.B)   { benchKernel(b, kernels.Softmax(4096, 4096), 0, 8*(16<<20)) }
func BenchmarkLayerNorm(b *testing.B) { benchKernel(b, kernels.LayerNorm(4096, 1024), 0, 8*(4<<20)) }
func BenchmarkSumRows(b *testing.B) {
	benchKernel(b, kernels.SumRows(4096, 4096, kernels.Across(4)), 0, 4*(16<<20))
}
func BenchmarkSumCols(b *testing.B) { benchKernel(b, kernels.SumCols(4096, 4096), 0, 4*(16<<20)) }
func BenchmarkTranspose(b *testing.B) {
	benchKernel(b, kernels.Transpose(2048, 2048), 0, 8*(4<<20))
}
func BenchmarkConv(b *testing.B) {
	benchKernel(b, kernels.Conv(4, 64, 64, 56, 3), 2*4*64*64*56*56*9, 0)
}
func BenchmarkConvWeights(b *testing.B) {
	benchKernel(b, kernels.ConvWeights(16, 32, 64, 20, 5), 2*16*32*64*20*20*25, 0)
}
func BenchmarkLinear(b *testing.B) {
	for _, n := range [][2]int64{{3072, 768}, {768, 3072}, {768, 768}} {
		b.Run(fmtInt("outs=", n[0])+fmtInt("/ins=", n[1]), func(b *testing.B) {
			benchKernel(b, kernels.Linear(256, n[0], n[1]), float64(2*256*n[0]*n[1]), 0)
		})
	}
}
func BenchmarkMap(b *testing.B) {
	const n = 1 << 18
	b.Run("threefry", func(b *testing.B) { benchKernel(b, kernels.Uniform(n), n, 0) })
	for _, op := range []ops.Op{ops.Exp, ops.Log, ops.Sin, ops.Cos, ops.Tanh, ops.Erf, ops.Sqrt} {
		b.Run(op.String(), func(b *testing.B) { benchKernel(b, kernels.Map(op, n), n, 0) })
	}
}

// BenchmarkCompile is the time from a kernel to machine code.
func BenchmarkCompile(b *testing.B) {
	for _, name := range []string{"llvm", "goasm"} {
		b.Run(name, func(b *testing.B) { benchCompile(b, codegen.Lookup(name)) })
	}
}

func benchCompile(b *testing.B, backend codegen.Backend) {
	t := rt.Target()
	if err := backend.Available(rt.Target()); err != nil {
		b.Skip(err)
	}
	for _, k := range []*schedule.Kernel{kernels.Elementwise(100), kernels.SumRows(3, 100, kernels.Across(4)), kernels.Softmax(4, 100), kernels.Softmax(4096, 4096),
		kernels.MatMul(5, 7, 9, kernels.Down()), kernels.MatMul(512, 512, 512, kernels.Down()), kernels.Conv(2, 3, 5, 7, 3), kernels.Conv(4, 64, 64, 56, 3)} {
		b.Run(k.Name, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			lower, compile := 0.0, 0.0
			for i := 0; i < b.N; i++ {
				at := threadTime()
				p, err := codegen.Lower(k, t)
				if err != nil {
					b.Fatal(err)
				}
				mid := threadTime()
				if _, err := backend.Compile(p, t, false); err != nil {
					b.Fatal(err)
				}
				lower, compile = lower+mid-at, compile+threadTime()-mid
			}
			b.ReportMetric(lower/float64(b.N)*1e3, "lower-ms")
			b.ReportMetric(compile/float64(b.N)*1e3, "compile-ms")
		})
	}
}
