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

// hold runs a kernel by a back end and by the evaluator and compares every buffer to the bit.
func hold(t *testing.T, k *schedule.Kernel, target codegen.Target, backend string, seed uint64) {
	t.Helper()
	p, err := codegen.LowerWith(k, target, codegen.LowerOptions{Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	run := compile(t, p, target, backend)
	rng := rand.New(rand.NewPCG(seed, 1))
	var mem [][]ops.Value
	var raw [][]byte
	var ptrs []unsafe.Pointer
	for n, b := range p.Bufs {
		if n < p.NumParams {
			mem = append(mem, fill(b.DType, b.Elems, rng))
			raw = append(raw, bytesOf(mem[n], b.DType))
		} else {
			raw = append(raw, alignedBytes(max(1, b.Elems)*int64(b.DType.Size())))
		}
		ptrs = append(ptrs, unsafe.Pointer(&raw[n][0]))
	}
	kernels.Eval(codegen.Decompose(k, target), mem, nil, target.VL)
	for n := range p.Phases {
		for lo := int64(0); lo < p.Phases[n].Tiles; lo++ {
			run(n, ptrs, lo, lo+1)
		}
	}
	for n := range mem {
		compare(t, fmt.Sprintf("%s on %s: buffer %d", k.Name, target.Name, n), mem[n], raw[n], p)
	}
}

// compile makes a function that runs tiles of a phase.
func compile(t *testing.T, p *codegen.Program, target codegen.Target, backend string) func(phase int, bufs []unsafe.Pointer, lo, hi int64) {
	t.Helper()
	c, err := codegen.Lookup(backend).Compile(p, target, false)
	if err != nil {
		t.Fatalf("%v\n%s", err, p.Text())
	}
	if c.Object != nil {
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

func samples() []*schedule.Kernel {
	return []*schedule.Kernel{
		kernels.Elementwise(0), kernels.SumRows(3, 0, kernels.Across(2)), kernels.SumRows(0, 3, kernels.Down()), kernels.Elementwise(1), kernels.Elementwise(100), kernels.Elementwise(5003), kernels.Elementwise(1 << 14),
		kernels.SumRows(3, 100, kernels.Across(4)), kernels.SumRows(40, 7, kernels.Across(2)), kernels.SumRows(40, 33, kernels.Down()),
		kernels.SumCols(33, 70), kernels.SumCols(5, 1000),
		kernels.Normalise(3, 50), kernels.Normalise(20, 128), kernels.Mirror(5, 40), kernels.NormaliseDown(2, 9, 33), kernels.NormaliseDown(3, 40, 70), kernels.LayerNorm(4, 64), kernels.LayerNorm(3, 37),
		kernels.MatMul(5, 7, 9, kernels.Down()), kernels.MatMul(33, 70, 20, kernels.Down()), kernels.MatMul(64, 64, 16, kernels.Down()),
		kernels.MatMul(9, 11, 40, kernels.Across(1)), kernels.MatMul(13, 6, 17, kernels.Across(2)),
		kernels.MatMul(50, 20, 520, kernels.Down()), kernels.CumSum(9, 20), kernels.CumSum(30, 1), kernels.ScatterAdd(50, 7, 20), kernels.ScatterAdd(50, 7, 1),
		kernels.Gather(50, 7, 20), kernels.Gather(50, 7, 1), kernels.Transpose(20, 33), kernels.Window(100, 3),
		kernels.Nested(3, 20, 33), kernels.Conv(2, 3, 5, 7, 3), kernels.ConvWeights(2, 3, 20, 6, 3), kernels.Transpose(70, 90), kernels.Conv(1, 2, 9, 20, 3), kernels.Halves(6, 20), kernels.Linear(9, 30, 40), kernels.Linear(21, 70, 100), kernels.InPlace(1000),
		kernels.Conv(2, 3, 17, 9, 3), kernels.Conv(3, 2, 20, 8, 5), kernels.ConvInput(2, 18, 5, 7, 3), kernels.ConvWeights(3, 5, 20, 6, 3), kernels.MatMul(20, 48, 1024, kernels.Down()),
	}
}

func TestSamplesOnInterp(t *testing.T) {
	for n, k := range samples() {
		for _, target := range targets {
			t.Run(fmt.Sprintf("%d_%s/%s", n, k.Name, target.Name), func(t *testing.T) { hold(t, k, target, "interp", uint64(n)) })
		}
	}
}

func fmtInt(name string, n int64) string { return fmt.Sprint(name, n) }
