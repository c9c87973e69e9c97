package interp

import (
	"testing"
	"unsafe"

	"weft/codegen"
	"weft/ops"
)

// prog builds small programs: one phase, values numbered as they are made.
type prog struct {
	p      codegen.Program
	values int
	vars   int
}

func newProg(vl int, bufs ...codegen.Buf) *prog {
	return &prog{p: codegen.Program{Name: "test", VL: vl, Bufs: bufs, NumParams: len(bufs)}}
}

func buf(d ops.DType, n int) codegen.Buf {
	return codegen.Buf{DType: d, Elems: int64(n), Read: true, Written: true}
}

func (b *prog) value() codegen.Value {
	b.values++
	return codegen.Value(b.values - 1)
}

func (b *prog) variable() int {
	b.vars++
	return b.vars - 1
}

func (b *prog) instr(body *[]codegen.Instr, in codegen.Instr) codegen.Value {
	in.Out = b.value()
	*body = append(*body, in)
	return in.Out
}

func (b *prog) alu(body *[]codegen.Instr, op ops.Op, d ops.DType, vec bool, args ...codegen.Value) codegen.Value {
	return b.instr(body, codegen.Instr{Code: codegen.ALU, Op: op, DType: d, Vec: vec, Args: args})
}

func (b *prog) load(body *[]codegen.Instr, d ops.DType, vec bool, m codegen.Access) codegen.Value {
	return b.instr(body, codegen.Instr{Code: codegen.LoadMem, DType: d, Vec: vec, Mem: &m})
}

func store1(body *[]codegen.Instr, d ops.DType, vec bool, v codegen.Value, m codegen.Access) {
	*body = append(*body, codegen.Instr{Code: codegen.StoreMem, DType: d, Vec: vec, Out: codegen.NoValue, Args: []codegen.Value{v}, Mem: &m})
}

// row is lane-wise access to buffer i at var*VL.
func row(i, v, vl int) codegen.Access {
	return codegen.Access{Buf: i, Terms: []codegen.Term{{Var: v, Stride: int64(vl)}}, Lane: 1, Index: codegen.NoValue, Gate: codegen.NoValue}
}

func at(i int, base int64, terms ...codegen.Term) codegen.Access {
	return codegen.Access{Buf: i, Base: base, Terms: terms, Index: codegen.NoValue, Gate: codegen.NoValue}
}

// phase finishes the program with one parallel loop around body.
func (b *prog) phase(v int, tiles int64, body []codegen.Instr) *codegen.Program {
	b.p.Phases = append(b.p.Phases, codegen.Phase{
		Tiles: tiles, NumValues: b.values, NumVars: b.vars,
		Body: []codegen.Instr{loopInstr(codegen.Loop{Kind: codegen.Parallel, Var: v, End: tiles, Step: 1, Body: body})},
	})
	return &b.p
}

func loopInstr(l codegen.Loop) codegen.Instr {
	return codegen.Instr{Code: codegen.LoopOver, Out: codegen.NoValue, Loop: &l}
}

func compile(t testing.TB, p *codegen.Program) *codegen.Compiled {
	t.Helper()
	c, err := backend{}.Compile(p, codegen.Target{VL: p.VL}, false)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func runAll(t testing.TB, p *codegen.Program, scalars []int64, bufs ...unsafe.Pointer) {
	t.Helper()
	for i, f := range compile(t, p).Funcs {
		f(bufs, scalars, 0, p.Phases[i].Tiles)
	}
}

func ptr[T any](s []T) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(s)) }
