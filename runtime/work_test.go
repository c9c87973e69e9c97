package runtime

import (
	"testing"

	"weft/codegen"
	"weft/ops"
)

func loop(kind codegen.LoopKind, n int64, body ...codegen.Instr) codegen.Instr {
	return codegen.Instr{Code: codegen.LoopOver, Loop: &codegen.Loop{Kind: kind, End: n, Step: 1, Body: body}}
}

func access(code codegen.Code, buf int, vec bool) codegen.Instr {
	return codegen.Instr{Code: code, Vec: vec, DType: ops.Float32, Mem: &codegen.Access{Buf: buf}}
}

// TestMeasure counts a program of 10 tiles that each read a table's 3 rows by 4 lanes, multiply, add and store.
func TestMeasure(t *testing.T) {
	p := &codegen.Program{VL: 4, NumParams: 3, Bufs: []codegen.Buf{
		{DType: ops.Float32, Elems: 1_000_000}, {DType: ops.Float32, Elems: 40}, {DType: ops.Float64, Elems: 5}, {DType: ops.Float32, Elems: 99}}}
	store := access(codegen.StoreMem, 2, false)
	store.Op = ops.Add
	p.Phases = []codegen.Phase{{Tiles: 10, Body: []codegen.Instr{loop(codegen.Parallel, 0,
		loop(codegen.Fold, 3, access(codegen.LoadMem, 0, true), codegen.Instr{Code: codegen.Fma, Vec: true, DType: ops.Float32},
			access(codegen.StoreMem, 3, true)),
		codegen.Instr{Code: codegen.ALU, Op: ops.Add, Vec: true, DType: ops.Float32},
		codegen.Instr{Code: codegen.ALU, Op: ops.Add, Vec: true, DType: ops.Int64},
		access(codegen.StoreMem, 1, true), store)}}}
	got := measure(p)
	// Buffer 0: 10*3*4 elements of a large table; buffer 1 wholly; buffer 2 has only 5, read and written; scratch is free.
	if want := int64(120*4 + 40*4 + 2*5*8); got.bytes(p) != want {
		t.Errorf("%d bytes, want %d", got.bytes(p), want)
	}
	if want := int64(10*3*4*2 + 10*4); got.flops != want || got.instrs != 3 {
		t.Errorf("%d flops of %d instructions, want %d", got.flops, got.instrs, want)
	}
}

// TestMeasureCutTiles holds that a tile with a whole and a cut form counts once: of 7 tiles along an axis and 2 beside, each of 8 rows,
// the last along the axis has 3.
func TestMeasureCutTiles(t *testing.T) {
	work := func(n int64) codegen.Instr {
		return loop(codegen.Outer, n, codegen.Instr{Code: codegen.ALU, Op: ops.Add, DType: ops.Float32, Out: 90})
	}
	p := &codegen.Program{VL: 4}
	p.Phases = []codegen.Phase{{Tiles: 14, Body: []codegen.Instr{loop(codegen.Parallel, 0,
		codegen.Instr{Code: codegen.DeriveVar, Derived: &codegen.Derived{Var: 1, Of: 0, Div: 2, Mod: 7, Mul: 8}},
		codegen.Instr{Code: codegen.Var, DType: ops.Int64, Int: 1, Out: 1},
		codegen.Instr{Code: codegen.Const, DType: ops.Int64, Val: ops.IntValue(ops.Int64, 48), Out: 2},
		codegen.Instr{Code: codegen.ALU, Op: ops.CmpLT, DType: ops.Bool, Args: []codegen.Value{1, 2}, Out: 3},
		codegen.Instr{Code: codegen.ALU, Op: ops.Not, DType: ops.Bool, Args: []codegen.Value{3}, Out: 4},
		codegen.Instr{Code: codegen.IfAny, If: &codegen.If{Cond: 3, Body: []codegen.Instr{work(8)}}},
		codegen.Instr{Code: codegen.IfAny, If: &codegen.If{Cond: 4, Body: []codegen.Instr{work(3)}}},
		codegen.Instr{Code: codegen.IfAny, If: &codegen.If{Cond: 5, Body: []codegen.Instr{work(1)}}})}}}
	if got, want := measure(p).flops, int64(2*(6*8+3)+14); got != want {
		t.Errorf("%d flops, want %d", got, want)
	}
}
