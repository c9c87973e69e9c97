package interp

import (
	"slices"
	"testing"

	"weft/codegen"
	"weft/ops"
)

func (b *prog) lanesBelow(body *[]codegen.Instr, tile int, limit int64) (lanes, gate codegen.Value) {
	v := b.instr(body, codegen.Instr{Code: codegen.Var, DType: ops.Int64, Int: tile})
	four := b.constant(body, i64(int64(b.p.VL)), false)
	base := b.alu(body, ops.Mul, ops.Int64, false, v, four)
	bases := b.instr(body, codegen.Instr{Code: codegen.Splat, DType: ops.Int64, Vec: true, Args: []codegen.Value{base}})
	own := b.instr(body, codegen.Instr{Code: codegen.Lanes, DType: ops.Int64, Vec: true})
	lanes = b.alu(body, ops.Add, ops.Int64, true, bases, own)
	end := b.constant(body, i64(limit), true)
	return lanes, b.alu(body, ops.CmpLT, ops.Bool, true, lanes, end)
}

// A gated tail touches nothing beyond its buffer: the buffer here is a part of a larger one whose rest must stay.
func TestGatedTail(t *testing.T) {
	b := newProg(4, buf(ops.Float32, 6), buf(ops.Float32, 6))
	tile := b.variable()
	var body []codegen.Instr
	_, gate := b.lanesBelow(&body, tile, 6)
	m := row(0, tile, 4)
	m.Gate, m.Else = gate, ops.FloatValue(ops.Float32, -9)
	x := b.load(&body, ops.Float32, true, m)
	y := b.alu(&body, ops.Add, ops.Float32, true, x, x)
	m = row(1, tile, 4)
	m.Gate = gate
	store1(&body, ops.Float32, true, y, m)
	in, out := []float32{1, 2, 3, 4, 5, 6}, []float32{0, 0, 0, 0, 0, 0, 77, 77}
	runAll(t, b.phase(tile, 2, body), nil, ptr(in), ptr(out))
	if want := []float32{2, 4, 6, 8, 10, 12, 77, 77}; !slices.Equal(out, want) {
		t.Errorf("got %v, want %v", out, want)
	}
}

// Gathers and scatters by index and by stride, with a closed gate giving the other value.
func TestGatherScatter(t *testing.T) {
	b := newProg(4, buf(ops.Int64, 4), buf(ops.Float64, 8), buf(ops.Float64, 8))
	tile := b.variable()
	var body []codegen.Instr
	index := b.load(&body, ops.Int64, true, row(0, tile, 4))
	zero := b.constant(&body, i64(0), true)
	gate := b.alu(&body, ops.CmpLE, ops.Bool, true, zero, index)
	x := b.load(&body, ops.Float64, true, codegen.Access{Buf: 1, Base: 1, Index: index, Gate: gate, Else: ops.FloatValue(ops.Float64, 0.5)})
	store1(&body, ops.Float64, true, x, codegen.Access{Buf: 2, Lane: 2, Index: codegen.NoValue, Gate: codegen.NoValue})
	one := b.constant(&body, ops.FloatValue(ops.Float64, -1), true)
	store1(&body, ops.Float64, true, one, codegen.Access{Buf: 2, Base: 3, Index: index, Gate: gate})
	indices, in, out := []int64{4, -100, 0, 2}, []float64{0, 1, 2, 3, 4, 5, 6, 7}, make([]float64, 8)
	runAll(t, b.phase(tile, 1, body), nil, ptr(indices), ptr(in), ptr(out))
	if want := []float64{5, 0, 0.5, -1, 1, -1, 3, -1}; !slices.Equal(out, want) {
		t.Errorf("got %v, want %v", out, want)
	}
}

// Accumulating stores come one after another, so repeated elements add up.
func TestAccumulatingStores(t *testing.T) {
	for _, c := range []struct {
		op   ops.Op
		want []float32
	}{{ops.Add, []float32{10, 7, 10}}, {ops.Mul, []float32{80, 12, 10}}, {ops.Max, []float32{10, 10, 10}}} {
		b := newProg(4, buf(ops.Int64, 5), buf(ops.Float32, 5), buf(ops.Float32, 3))
		tile, k := b.variable(), b.variable()
		var body, inner []codegen.Instr
		step := codegen.Term{Var: k, Stride: 1}
		index := b.load(&inner, ops.Int64, false, at(0, 0, step))
		x := b.load(&inner, ops.Float32, false, at(1, 0, step))
		m := at(2, 0)
		m.Index = index
		inner = append(inner, codegen.Instr{Code: codegen.StoreMem, Op: c.op, DType: ops.Float32, Out: codegen.NoValue, Args: []codegen.Value{x}, Mem: &m})
		body = append(body, loopInstr(codegen.Loop{Kind: codegen.Scan, Var: k, End: 5, Step: 1, Body: inner}))
		indices, in, out := []int64{0, 1, 0, 1, 0}, []float32{2, -3, 4, -0.4, -6}, []float32{10, 10, 10}
		if c.op == ops.Mul {
			in = []float32{2, -3, 4, -0.4, 1}
		}
		if c.op == ops.Add {
			in = []float32{2, -3, 4, 0, -6}
		}
		runAll(t, b.phase(tile, 1, body), nil, ptr(indices), ptr(in), ptr(out))
		for i := range out {
			if d := out[i] - c.want[i]; d > 1e-5 || d < -1e-5 {
				t.Errorf("%v: got %v, want %v", c.op, out, c.want)
			}
		}
	}
}

// A pointer chase: the index of a load is the accumulator that the load replaces.
func TestIndexIsAccumulator(t *testing.T) {
	b := newProg(4, buf(ops.Int64, 5), buf(ops.Int64, 1))
	tile, k := b.variable(), b.variable()
	var body, inner []codegen.Instr
	zero := b.constant(&body, i64(0), false)
	phi := b.value()
	m := at(0, 0)
	m.Index = phi
	acc := codegen.Acc{Phi: phi, Init: zero, Next: b.load(&inner, ops.Int64, false, m), Out: b.value(), DType: ops.Int64}
	body = append(body, loopInstr(codegen.Loop{Kind: codegen.Fold, Var: k, End: 4, Step: 1, Accs: []codegen.Acc{acc}, Body: inner}))
	store1(&body, ops.Int64, false, acc.Out, at(1, 0))
	next, got := []int64{3, 4, 1, 2, 0}, make([]int64, 1)
	runAll(t, b.phase(tile, 1, body), nil, ptr(next), ptr(got))
	if got[0] != 4 { // 0 -> 3 -> 2 -> 1 -> 4
		t.Errorf("got %d", got[0])
	}
}
