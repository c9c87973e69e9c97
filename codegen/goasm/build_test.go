package goasm_test

import (
	"weft/codegen"
	"weft/ops"
)

// builder writes small programs for tests.
type builder struct {
	p    codegen.Program
	ph   codegen.Phase
	body *[]codegen.Instr
}

func newBuilder(name string, vl int) *builder {
	b := &builder{p: codegen.Program{Name: name, VL: vl}}
	b.body = &b.ph.Body
	return b
}

// next ends a phase.
func (b *builder) next(tiles int64) {
	b.ph.Tiles = tiles
	b.p.Phases = append(b.p.Phases, b.ph)
	b.ph = codegen.Phase{}
	b.body = &b.ph.Body
}

// program ends the last phase and the building.
func (b *builder) program(tiles int64) *codegen.Program {
	b.next(tiles)
	return b.done()
}

func (b *builder) done() *codegen.Program {
	b.p.NumParams = len(b.p.Bufs)
	return &b.p
}

// buf adds a buffer with an alias class of its own.
func (b *builder) buf(d ops.DType, elems int64) int {
	n := len(b.p.Bufs)
	b.p.Bufs = append(b.p.Bufs, codegen.Buf{DType: d, Elems: elems, Read: true, Written: true, Align: 64, Alias: n})
	return n
}

func (b *builder) add(in codegen.Instr) codegen.Value {
	if in.Code != codegen.StoreMem && in.Code != codegen.LoopOver && in.Code != codegen.IfAny {
		in.Out = b.value()
	} else {
		in.Out = codegen.NoValue
	}
	*b.body = append(*b.body, in)
	return in.Out
}

func (b *builder) value() codegen.Value {
	b.ph.NumValues++
	return codegen.Value(b.ph.NumValues - 1)
}

func (b *builder) variable() int {
	b.ph.NumVars++
	return b.ph.NumVars - 1
}

// loop writes a loop whose body is what f adds; f gets the variable and the accumulators' values and gives the next ones.
func (b *builder) loop(kind codegen.LoopKind, start, end, step int64, accs []codegen.Acc, f func(v int, phis []codegen.Value) []codegen.Value) []codegen.Value {
	l := &codegen.Loop{Kind: kind, Var: b.variable(), Start: start, End: end, Step: step, Accs: accs}
	var phis, outs []codegen.Value
	for i := range l.Accs {
		l.Accs[i].Phi, l.Accs[i].Out = b.value(), b.value()
		phis, outs = append(phis, l.Accs[i].Phi), append(outs, l.Accs[i].Out)
	}
	outer := b.body
	b.body = &l.Body
	for i, next := range f(l.Var, phis) {
		l.Accs[i].Next = next
	}
	b.body = outer
	b.add(codegen.Instr{Code: codegen.LoopOver, Loop: l})
	return outs
}

// tiles is the parallel loop.
func (b *builder) tiles(f func(v int)) {
	b.loop(codegen.Parallel, 0, 0, 1, nil, func(v int, _ []codegen.Value) []codegen.Value { f(v); return nil })
}

// at is a plain access: element v*stride + base of a buffer, lane by lane.
func at(buf, v int, stride, lane int64) *codegen.Access {
	return &codegen.Access{Buf: buf, Terms: []codegen.Term{{Var: v, Stride: stride}}, Lane: lane, Index: codegen.NoValue, Gate: codegen.NoValue}
}

func (b *builder) load(d ops.DType, vec bool, a *codegen.Access) codegen.Value {
	return b.add(codegen.Instr{Code: codegen.LoadMem, DType: d, Vec: vec, Mem: a})
}

func (b *builder) store(d ops.DType, vec bool, x codegen.Value, a *codegen.Access) {
	b.add(codegen.Instr{Code: codegen.StoreMem, DType: d, Vec: vec, Args: []codegen.Value{x}, Mem: a})
}

func (b *builder) alu(op ops.Op, d ops.DType, vec bool, args ...codegen.Value) codegen.Value {
	return b.add(codegen.Instr{Code: codegen.ALU, Op: op, DType: d, Vec: vec, Args: args})
}

func (b *builder) fma(d ops.DType, vec bool, args ...codegen.Value) codegen.Value {
	return b.add(codegen.Instr{Code: codegen.Fma, DType: d, Vec: vec, Args: args})
}

func (b *builder) constant(v ops.Value, vec bool) codegen.Value {
	return b.add(codegen.Instr{Code: codegen.Const, DType: v.DType, Val: v, Vec: vec})
}

func (b *builder) splat(d ops.DType, x codegen.Value) codegen.Value {
	return b.add(codegen.Instr{Code: codegen.Splat, DType: d, Vec: true, Args: []codegen.Value{x}})
}
