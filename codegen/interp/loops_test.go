package interp

import (
	"slices"
	"sync"
	"testing"
	"unsafe"

	"weft/codegen"
	"weft/ops"
)

func (b *prog) constant(body *[]codegen.Instr, v ops.Value, vec bool) codegen.Value {
	return b.instr(body, codegen.Instr{Code: codegen.Const, DType: v.DType, Vec: vec, Val: v})
}

func i64(i int64) ops.Value { return ops.IntValue(ops.Int64, i) }

// Two accumulators that exchange their values: Fibonacci numbers, and each next value is the other's current one.
func TestCrossedAccumulators(t *testing.T) {
	b := newProg(4, buf(ops.Int64, 2))
	tile, k := b.variable(), b.variable()
	var body, fold []codegen.Instr
	zero, one := b.constant(&body, i64(0), false), b.constant(&body, i64(1), false)
	x, y := b.value(), b.value()
	next := b.alu(&fold, ops.Add, ops.Int64, false, x, y)
	accs := []codegen.Acc{
		{Phi: x, Init: zero, Next: y, Out: b.value(), DType: ops.Int64},
		{Phi: y, Init: one, Next: next, Out: b.value(), DType: ops.Int64},
	}
	body = append(body, loopInstr(codegen.Loop{Kind: codegen.Fold, Var: k, End: 10, Step: 1, Accs: accs, Body: fold}))
	store1(&body, ops.Int64, false, accs[0].Out, at(0, 0))
	store1(&body, ops.Int64, false, accs[1].Out, at(0, 1))
	got := make([]int64, 2)
	runAll(t, b.phase(tile, 1, body), nil, ptr(got))
	if want := []int64{55, 89}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// A nest of folds: the inner loop begins with the outer one's value, which is also needed after it, or not.
func TestNestedAccumulators(t *testing.T) {
	for _, keep := range []bool{false, true} {
		b := newProg(4, buf(ops.Int64, 12), buf(ops.Int64, 1))
		tile, i, j := b.variable(), b.variable(), b.variable()
		var body, outer, inner []codegen.Instr
		zero := b.constant(&body, i64(0), false)
		po, pi := b.value(), b.value()
		x := b.load(&inner, ops.Int64, false, at(0, 0, codegen.Term{Var: i, Stride: 4}, codegen.Term{Var: j, Stride: 1}))
		ni := b.alu(&inner, ops.Add, ops.Int64, false, pi, x)
		ai := codegen.Acc{Phi: pi, Init: po, Next: ni, Out: b.value(), DType: ops.Int64}
		outer = append(outer, loopInstr(codegen.Loop{Kind: codegen.Fold, Var: j, End: 4, Step: 1, Accs: []codegen.Acc{ai}, Body: inner}))
		next := ai.Out
		if keep { // total*2 of what was there before, plus the new sum
			next = b.alu(&outer, ops.Add, ops.Int64, false, ai.Out, po)
		}
		ao := codegen.Acc{Phi: po, Init: zero, Next: next, Out: b.value(), DType: ops.Int64}
		body = append(body, loopInstr(codegen.Loop{Kind: codegen.Fold, Var: i, End: 3, Step: 1, Accs: []codegen.Acc{ao}, Body: outer}))
		store1(&body, ops.Int64, false, ao.Out, at(1, 0))
		data, got := []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, make([]int64, 1)
		p := b.phase(tile, 1, body)
		want := int64(78)
		if keep {
			want = (10*2+26)*2 + 42
		}
		for range 2 { // a frame is used again
			runAll(t, p, nil, ptr(data), ptr(got))
			if got[0] != want {
				t.Errorf("keep %v: got %d, want %d", keep, got[0], want)
			}
		}
	}
}

// A loop that runs no iteration leaves its initial value; steps larger than 1 leave a tail out.
func TestLoopBounds(t *testing.T) {
	for _, c := range []struct{ start, end, step, want int64 }{{0, 0, 1, 7}, {3, 3, 1, 7}, {0, 10, 4, 7 + 0 + 4 + 8}, {2, 5, 1, 7 + 2 + 3 + 4}} {
		b := newProg(4, buf(ops.Int64, 1))
		tile, k := b.variable(), b.variable()
		var body, fold []codegen.Instr
		init := b.constant(&body, i64(7), false)
		phi := b.value()
		v := b.instr(&fold, codegen.Instr{Code: codegen.Var, DType: ops.Int64, Int: k})
		acc := codegen.Acc{Phi: phi, Init: init, Next: b.alu(&fold, ops.Add, ops.Int64, false, phi, v), Out: b.value(), DType: ops.Int64}
		body = append(body, loopInstr(codegen.Loop{Kind: codegen.Fold, Var: k, Start: c.start, End: c.end, Step: c.step, Accs: []codegen.Acc{acc}, Body: fold}))
		store1(&body, ops.Int64, false, acc.Out, at(0, 0))
		got := make([]int64, 1)
		runAll(t, b.phase(tile, 1, body), nil, ptr(got))
		if got[0] != c.want {
			t.Errorf("%+v: got %d", c, got[0])
		}
	}
}

// A scan stores its accumulator in every iteration.
func TestScan(t *testing.T) {
	b := newProg(4, buf(ops.Float32, 6), buf(ops.Float32, 6))
	tile, k := b.variable(), b.variable()
	var body, scan []codegen.Instr
	zero := b.constant(&body, ops.FloatValue(ops.Float32, 0), false)
	phi := b.value()
	x := b.load(&scan, ops.Float32, false, at(0, 0, codegen.Term{Var: k, Stride: 1}))
	next := b.alu(&scan, ops.Add, ops.Float32, false, phi, x)
	store1(&scan, ops.Float32, false, next, at(1, 0, codegen.Term{Var: k, Stride: 1}))
	body = append(body, loopInstr(codegen.Loop{Kind: codegen.Scan, Var: k, End: 6, Step: 1, Body: scan,
		Accs: []codegen.Acc{{Phi: phi, Init: zero, Next: next, Out: b.value(), DType: ops.Float32}}}))
	in, got := []float32{1, 2, 3, 4, 5, 6}, make([]float32, 6)
	runAll(t, b.phase(tile, 1, body), nil, ptr(in), ptr(got))
	if want := []float32{1, 3, 6, 10, 15, 21}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// The block of an IfAny runs only where a lane wants it, and its results take the other value elsewhere.
func TestIfAny(t *testing.T) {
	b := newProg(4, buf(ops.Int32, 16), buf(ops.Int32, 16), buf(ops.Int32, 4))
	tile := b.variable()
	var body, block []codegen.Instr
	x := b.load(&body, ops.Int32, true, row(0, tile, 4))
	zero := b.constant(&body, ops.IntValue(ops.Int32, 0), true)
	cond := b.alu(&body, ops.CmpLT, ops.Bool, true, x, zero)
	neg := b.alu(&block, ops.Neg, ops.Int32, true, x)
	one := b.constant(&block, ops.IntValue(ops.Int32, 1), false)
	store1(&block, ops.Int32, false, one, at(2, 0, codegen.Term{Var: tile, Stride: 1}))
	out := b.value()
	body = append(body, codegen.Instr{Code: codegen.IfAny, Out: codegen.NoValue, If: &codegen.If{Cond: cond, Body: block,
		Results: []codegen.Result{{Out: out, Then: neg, Else: x, DType: ops.Int32, Vec: true}}}})
	store1(&body, ops.Int32, true, out, row(1, tile, 4))
	in := []int32{1, 2, 3, 4, 5, -6, 7, 8, 9, 10, 11, 12, -13, -14, -15, -16}
	got, ran := make([]int32, 16), make([]int32, 4)
	runAll(t, b.phase(tile, 4, body), nil, ptr(in), ptr(got), ptr(ran))
	if want := []int32{1, 2, 3, 4, -5, 6, -7, -8, 9, 10, 11, 12, 13, 14, 15, 16}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if want := []int32{0, 1, 0, 1}; !slices.Equal(ran, want) {
		t.Errorf("ran %v, want %v", ran, want)
	}
}

// Lanes fold in halves: with floats that is visible in the bits.
func TestFoldLanes(t *testing.T) {
	b := newProg(4, buf(ops.Float32, 4), buf(ops.Float32, 1))
	tile := b.variable()
	var body []codegen.Instr
	x := b.load(&body, ops.Float32, true, row(0, tile, 4))
	s := b.instr(&body, codegen.Instr{Code: codegen.FoldLanes, Op: ops.Add, DType: ops.Float32, Args: []codegen.Value{x}})
	store1(&body, ops.Float32, false, s, at(1, 0))
	in, got := []float32{1e8, 1, -1e8, 1}, make([]float32, 1)
	runAll(t, b.phase(tile, 1, body), nil, ptr(in), ptr(got))
	if got[0] != 2 { // (1e8 + -1e8) + (1 + 1)
		t.Errorf("got %v", got[0])
	}
}

// Scalars, the position of lanes, splats, and two phases that pass values through a buffer.
func TestScalarsAndPhases(t *testing.T) {
	b := newProg(4, buf(ops.Float32, 8), buf(ops.Float32, 1))
	b.p.Scalars = []ops.DType{ops.Float32, ops.Int64}
	tile := b.variable()
	var body []codegen.Instr
	f := b.instr(&body, codegen.Instr{Code: codegen.Param, DType: ops.Float32, Int: 0})
	i := b.instr(&body, codegen.Instr{Code: codegen.Param, DType: ops.Int64, Int: 1})
	is := b.instr(&body, codegen.Instr{Code: codegen.Splat, DType: ops.Int64, Vec: true, Args: []codegen.Value{i}})
	lanes := b.instr(&body, codegen.Instr{Code: codegen.Lanes, DType: ops.Int64, Vec: true})
	sum := b.alu(&body, ops.Add, ops.Int64, true, lanes, is)
	wide := b.alu(&body, ops.Cast, ops.Float32, true, sum)
	fs := b.instr(&body, codegen.Instr{Code: codegen.Splat, DType: ops.Float32, Vec: true, Args: []codegen.Value{f}})
	y := b.instr(&body, codegen.Instr{Code: codegen.Fma, DType: ops.Float32, Vec: true, Args: []codegen.Value{wide, fs, fs}})
	store1(&body, ops.Float32, true, y, row(0, tile, 4))
	p := b.phase(tile, 2, body)
	second := newProg(4, p.Bufs...)
	v := second.variable()
	var copyBody []codegen.Instr
	store1(&copyBody, ops.Float32, false, second.load(&copyBody, ops.Float32, false, at(0, 7)), at(1, 0))
	p.Phases = append(p.Phases, second.phase(v, 1, copyBody).Phases...)
	got, last := make([]float32, 8), make([]float32, 1)
	runAll(t, p, []int64{0x3f000000, 10}, ptr(got), ptr(last)) // 0.5, 10
	if want := []float32{5.5, 6, 6.5, 7, 5.5, 6, 6.5, 7}; !slices.Equal(got, want) || last[0] != 7 {
		t.Errorf("got %v and %v", got, last)
	}
}

// Many goroutines in one function at once, each on tiles of its own.
func TestConcurrent(t *testing.T) {
	const m, n, k, workers = 64, 32, 24, 8
	a, x, want, got := randoms(m*k), randoms(k*n), make([]float32, m*n), make([]float32, m*n)
	p := matmulProg(8, 4, 2, m, n, k)
	runAll(t, p, nil, ptr(a), ptr(x), ptr(want))
	c := compile(t, p)
	for range 20 {
		clear(got)
		var wg sync.WaitGroup
		for w := range int64(workers) {
			wg.Go(func() {
				c.Funcs[0]([]unsafe.Pointer{ptr(a), ptr(x), ptr(got)}, nil, w*m/4/workers, (w+1)*m/4/workers)
			})
		}
		wg.Wait()
		if !slices.Equal(got, want) {
			t.Fatal("not what one goroutine computes")
		}
	}
}

// A tile allocates nothing.
func TestNoAllocation(t *testing.T) {
	const m, n, k = 16, 32, 24
	a, x, y := randoms(m*k), randoms(k*n), make([]float32, m*n)
	c := compile(t, matmulProg(8, 4, 2, m, n, k))
	bufs := []unsafe.Pointer{ptr(a), ptr(x), ptr(y)}
	if avg := testing.AllocsPerRun(20, func() { c.Funcs[0](bufs, nil, 0, m/4) }); avg > 0 {
		t.Errorf("%v allocations a call", avg)
	}
}

func TestInvalidProgramIsAnError(t *testing.T) {
	b := newProg(4, buf(ops.Float32, 4))
	tile := b.variable()
	var body []codegen.Instr
	x := b.load(&body, ops.Float32, true, row(0, tile, 4))
	b.alu(&body, ops.Exp, ops.Float32, true, x)
	p := b.phase(tile, 1, body)
	if _, err := (backend{}).Compile(p, codegen.Target{VL: 4}, false); err == nil {
		t.Error("a program with an operation that is no primitive was compiled")
	}
}
