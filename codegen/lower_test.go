package codegen_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"weft/codegen"
	"weft/codegen/internal/kernels"
	_ "weft/codegen/interp"
	"weft/ops"
	"weft/schedule"
)

var targets = []codegen.Target{
	{Name: "avx512", VL: 16, Regs: 32, L1: 32 << 10, L2: 1 << 20},
	{Name: "avx2", VL: 8, Regs: 16, L1: 32 << 10, L2: 1 << 20},
	{Name: "generic", VL: 4, Regs: 16, L1: 8 << 10, L2: 32 << 10},
}

// fill gives a buffer small values that a sum keeps exact only in part.
func fill(d ops.DType, n int64, rng *rand.Rand) []ops.Value {
	v := make([]ops.Value, n)
	for i := range v {
		if d.IsFloat() {
			v[i] = ops.FloatValue(d, rng.NormFloat64())
		} else {
			v[i] = ops.IntValue(d, rng.Int64N(40)-8)
		}
	}
	return v
}

// alignedBytes is memory aligned as the kernels' buffers say.
func alignedBytes(n int64) []byte {
	mem := make([]byte, n+128)
	off := -uintptr(unsafe.Pointer(&mem[0])) & 63
	return mem[off:]
}

func bytesOf(v []ops.Value, d ops.DType) []byte {
	b := alignedBytes(int64(max(1, len(v)) * d.Size()))
	for i, x := range v {
		x.Store(b[i*d.Size():])
	}
	return b
}

// hold runs a kernel by back ends and by the evaluator and compares every buffer to the bit.
func hold(t *testing.T, k *schedule.Kernel, target codegen.Target, backends []string, seed uint64) {
	t.Helper()
	p, err := codegen.LowerWith(k, target, codegen.LowerOptions{Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	var mem [][]ops.Value
	for _, b := range p.Bufs[:p.NumParams] {
		mem = append(mem, fill(b.DType, b.Elems, rng))
	}
	results := make([][][]byte, len(backends))
	for i, name := range backends {
		results[i] = runTiles(compile(t, p, target, name), p, mem)
	}
	kernels.Eval(codegen.Decompose(k, target), mem, nil, target.VL)
	for i, raw := range results {
		for n := range mem {
			compare(t, fmt.Sprintf("%s by %s on %s: buffer %d", k.Name, backends[i], target.Name, n), mem[n], raw[n], p)
		}
	}
}

// runTiles runs a program tile by tile on a copy of its parameters' values, and gives that.
func runTiles(run func(phase int, bufs []unsafe.Pointer, lo, hi int64), p *codegen.Program, mem [][]ops.Value) [][]byte {
	raw := make([][]byte, len(p.Bufs))
	ptrs := make([]unsafe.Pointer, len(p.Bufs))
	for n, b := range p.Bufs {
		if n < p.NumParams {
			raw[n] = bytesOf(mem[n], b.DType)
		} else {
			raw[n] = alignedBytes(max(1, b.Elems) * int64(b.DType.Size()))
		}
		ptrs[n] = unsafe.Pointer(&raw[n][0])
	}
	for n := range p.Phases {
		for lo := int64(0); lo < p.Phases[n].Tiles; lo++ {
			run(n, ptrs, lo, lo+1)
		}
	}
	return raw
}

// compile makes a function that runs tiles of a phase.
func compile(t *testing.T, p *codegen.Program, target codegen.Target, backend string) func(phase int, bufs []unsafe.Pointer, lo, hi int64) {
	t.Helper()
	c, err := codegen.Lookup(backend).Compile(p, target, false)
	if err != nil {
		t.Fatalf("%v\n%s", err, p.Text())
	}
	if c.Funcs == nil {
		return loaded(t, c)
	}
	return func(phase int, bufs []unsafe.Pointer, lo, hi int64) { c.Funcs[phase](bufs, nil, lo, hi) }
}

func compare(t *testing.T, what string, want []ops.Value, raw []byte, p *codegen.Program) {
	t.Helper()
	for i, w := range want {
		got := ops.Load(w.DType, raw[i*w.DType.Size():])
		if got != w && !(w.DType.IsFloat() && got.Float() != got.Float() && w.Float() != w.Float()) {
			t.Fatalf("%s[%d] = %v, want %v\n%s", what, i, got, w, p.Text())
		}
	}
}

// TestSamples holds what every back end makes of the samples, and of kernels made at random, against the evaluator.
func TestSamples(t *testing.T) {
	for _, target := range targets {
		backends := backendsFor(target)
		for n, k := range kernels.Samples() {
			t.Run(fmt.Sprintf("%s/%d_%s", target.Name, n, k.Name), func(t *testing.T) { hold(t, k, target, backends, uint64(n)) })
		}
		for seed := range uint64(60) {
			t.Run(fmt.Sprintf("%s/random_%d", target.Name, seed), func(t *testing.T) {
				hold(t, kernels.Random(rand.New(rand.NewPCG(seed, 7))), target, backends, seed)
			})
		}
	}
}

func fmtInt(name string, n int64) string { return fmt.Sprint(name, n) }
