package interp

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"unsafe"

	"weft/codegen"
	"weft/ops"
)

// matmulProg is a contraction with a register tile of mr rows by nr vectors: m, n and k must be multiples.
func matmulProg(vl, mr, nr, m, n, k int) *codegen.Program {
	b := newProg(vl, buf(ops.Float32, m*k), buf(ops.Float32, k*n), buf(ops.Float32, m*n))
	tile, col, kk := b.variable(), b.variable(), b.variable()
	var body, inner, fold []codegen.Instr
	zero := b.instr(&body, codegen.Instr{Code: codegen.Const, DType: ops.Float32, Vec: true, Val: ops.FloatValue(ops.Float32, 0)})
	phi := make([]codegen.Value, mr*nr)
	for i := range phi {
		phi[i] = b.value()
	}
	row := make([]codegen.Value, nr)
	for j := range row {
		mem := at(1, int64(j*vl), codegen.Term{Var: kk, Stride: int64(n)}, codegen.Term{Var: col, Stride: int64(nr * vl)})
		mem.Lane = 1
		row[j] = b.load(&fold, ops.Float32, true, mem)
	}
	var accs []codegen.Acc
	for i := range mr {
		a := b.load(&fold, ops.Float32, false, at(0, int64(i*k), codegen.Term{Var: tile, Stride: int64(mr * k)}, codegen.Term{Var: kk, Stride: 1}))
		s := b.instr(&fold, codegen.Instr{Code: codegen.Splat, DType: ops.Float32, Vec: true, Args: []codegen.Value{a}})
		for j := range nr {
			p := phi[i*nr+j]
			next := b.instr(&fold, codegen.Instr{Code: codegen.Fma, DType: ops.Float32, Vec: true, Args: []codegen.Value{s, row[j], p}})
			accs = append(accs, codegen.Acc{Phi: p, Init: zero, Next: next, Out: b.value(), DType: ops.Float32, Vec: true})
		}
	}
	inner = append(inner, loopInstr(codegen.Loop{Kind: codegen.Fold, Var: kk, End: int64(k), Step: 1, Accs: accs, Body: fold}))
	for i, a := range accs {
		mem := at(2, int64(i/nr*n+i%nr*vl), codegen.Term{Var: tile, Stride: int64(mr * n)}, codegen.Term{Var: col, Stride: int64(nr * vl)})
		mem.Lane = 1
		store1(&inner, ops.Float32, true, a.Out, mem)
	}
	body = append(body, loopInstr(codegen.Loop{Kind: codegen.Outer, Var: col, End: int64(n / nr / vl), Step: 1, Body: inner}))
	return b.phase(tile, int64(m/mr), body)
}

func randoms(n int) []float32 {
	s := make([]float32, n)
	for i := range s {
		s[i] = float32(rand.NormFloat64())
	}
	return s
}

func TestContraction(t *testing.T) {
	const m, n, k = 8, 32, 40
	a, b, c := randoms(m*k), randoms(k*n), make([]float32, m*n)
	runAll(t, matmulProg(8, 4, 2, m, n, k), nil, ptr(a), ptr(b), ptr(c))
	for i := range m {
		for j := range n {
			var want float32
			for l := range k {
				want = bigFma32(a[i*k+l], b[l*n+j], want)
			}
			if c[i*n+j] != want {
				t.Fatalf("element %d,%d is %v, want %v", i, j, c[i*n+j], want)
			}
		}
	}
}

func bigFma32(a, b, c float32) float32 {
	p := new(big.Float).SetPrec(1000).Mul(big.NewFloat(float64(a)).SetPrec(1000), big.NewFloat(float64(b)).SetPrec(1000))
	s, _ := p.Add(p, big.NewFloat(float64(c))).Float32()
	return s
}

// The single-precision fma is exact where rounding twice is not: on ties, near them, and among denormals.
func TestFmaIsExact(t *testing.T) {
	d, a, b, c := make([]float32, 1), make([]float32, 1), make([]float32, 1), make([]float32, 1)
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(i int) float32 {
		switch i % 4 {
		case 0: // few bits: ties are common
			return float32(math.Ldexp(float64(r.IntN(1<<13)*2+1), r.IntN(40)-40)) * float32(1-2*r.IntN(2))
		case 1: // tiny: results are denormal
			return math.Float32frombits(r.Uint32()%0x20000000 | r.Uint32()&(1<<31))
		}
		return math.Float32frombits(r.Uint32())
	}
	n := 300000
	if testing.Short() {
		n = 30000
	}
	for i := range n {
		a[0], b[0], c[0] = pick(i), pick(i/4), pick(i/16)
		if bad(a[0]) || bad(b[0]) || bad(c[0]) {
			continue
		}
		want := bigFma32(a[0], b[0], c[0])
		fmaLanes32(d, a, b, c)
		if d[0] != want {
			t.Fatalf("fma(%b, %b, %b) = %b, want %b", a[0], b[0], c[0], d[0], want)
		}
		fmaUniform32(d, a[0], b, c)
		if d[0] != want {
			t.Fatalf("uniform fma(%b, %b, %b) = %b, want %b", a[0], b[0], c[0], d[0], want)
		}
	}
}

func bad(x float32) bool { return x != x || math.IsInf(float64(x), 0) }

func BenchmarkContraction(b *testing.B) {
	for _, vl := range []int{4, 8, 16} {
		b.Run([]string{4: "vl=4", 8: "vl=8", 16: "vl=16"}[vl], func(b *testing.B) {
			const n = 256
			x, y, z := randoms(n*n), randoms(n*n), make([]float32, n*n)
			c := compile(b, matmulProg(vl, 4, 2, n, n, n))
			bufs := []unsafe.Pointer{ptr(x), ptr(y), ptr(z)}
			for b.Loop() {
				c.Funcs[0](bufs, nil, 0, n/4)
			}
			b.ReportMetric(2*n*n*n*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}
