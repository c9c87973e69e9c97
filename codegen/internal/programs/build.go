// Package programs builds loop programs by hand and at random and holds back ends to the interpreter's bits on them.
package programs

import (
	"weft/codegen"
	"weft/ops"
)

// Builder writes small programs.
type Builder struct {
	p    codegen.Program
	ph   codegen.Phase
	body *[]codegen.Instr
}

// New begins a program for lanes of width vl.
func New(name string, vl int) *Builder {
	b := &Builder{p: codegen.Program{Name: name, VL: vl}}
	b.body = &b.ph.Body
	return b
}

// Next ends a phase.
func (b *Builder) Next(tiles int64) {
	b.ph.Tiles = tiles
	b.p.Phases = append(b.p.Phases, b.ph)
	b.ph = codegen.Phase{}
	b.body = &b.ph.Body
}

// Program ends the last phase and the building.
func (b *Builder) Program(tiles int64) *codegen.Program {
	b.Next(tiles)
	return b.Done()
}

// Done is the program of the phases that were ended.
func (b *Builder) Done() *codegen.Program {
	b.p.NumParams = len(b.p.Bufs)
	return &b.p
}

// Buf adds a buffer with an alias class of its own.
func (b *Builder) Buf(d ops.DType, elems int64) int {
	n := len(b.p.Bufs)
	b.p.Bufs = append(b.p.Bufs, codegen.Buf{DType: d, Elems: elems, Read: true, Written: true, Align: 64, Alias: n})
	return n
}

// Scalar adds an entry of the scalar table and reads it.
func (b *Builder) Scalar(d ops.DType) codegen.Value {
	b.p.Scalars = append(b.p.Scalars, d)
	return b.Add(codegen.Instr{Code: codegen.Param, DType: d, Int: len(b.p.Scalars) - 1})
}

// Add adds an instruction to the open loop or block.
func (b *Builder) Add(in codegen.Instr) codegen.Value {
	if in.Code != codegen.StoreMem && in.Code != codegen.LoopOver && in.Code != codegen.IfAny {
		in.Out = b.Value()
	} else {
		in.Out = codegen.NoValue
	}
	*b.body = append(*b.body, in)
	return in.Out
}

// Value is a new number for a value.
func (b *Builder) Value() codegen.Value {
	b.ph.NumValues++
	return codegen.Value(b.ph.NumValues - 1)
}

// Variable is a new loop variable.
func (b *Builder) Variable() int {
	b.ph.NumVars++
	return b.ph.NumVars - 1
}

// Loop writes a loop whose body is what f adds; f gets the variable and the accumulators' values and gives the next ones.
func (b *Builder) Loop(kind codegen.LoopKind, start, end, step int64, accs []codegen.Acc, f func(v int, phis []codegen.Value) []codegen.Value) []codegen.Value {
	l := &codegen.Loop{Kind: kind, Var: b.Variable(), Start: start, End: end, Step: step, Accs: accs}
	var phis, outs []codegen.Value
	for i := range l.Accs {
		l.Accs[i].Phi, l.Accs[i].Out = b.Value(), b.Value()
		phis, outs = append(phis, l.Accs[i].Phi), append(outs, l.Accs[i].Out)
	}
	outer := b.body
	b.body = &l.Body
	for i, next := range f(l.Var, phis) {
		l.Accs[i].Next = next
	}
	b.body = outer
	b.Add(codegen.Instr{Code: codegen.LoopOver, Loop: l})
	return outs
}

// Tiles is the parallel loop.
func (b *Builder) Tiles(f func(v int)) {
	b.Loop(codegen.Parallel, 0, 0, 1, nil, func(v int, _ []codegen.Value) []codegen.Value { f(v); return nil })
}

// At is a plain access: element v*stride + base of a buffer, lane by lane.
func At(buf, v int, stride, lane int64) *codegen.Access {
	return &codegen.Access{Buf: buf, Terms: []codegen.Term{{Var: v, Stride: stride}}, Lane: lane, Index: codegen.NoValue, Gate: codegen.NoValue}
}

// Load reads memory.
func (b *Builder) Load(d ops.DType, vec bool, a *codegen.Access) codegen.Value {
	return b.Add(codegen.Instr{Code: codegen.LoadMem, DType: d, Vec: vec, Mem: a})
}

// Store writes memory.
func (b *Builder) Store(d ops.DType, vec bool, x codegen.Value, a *codegen.Access) {
	b.Add(codegen.Instr{Code: codegen.StoreMem, DType: d, Vec: vec, Args: []codegen.Value{x}, Mem: a})
}

// ALU applies an operation.
func (b *Builder) ALU(op ops.Op, d ops.DType, vec bool, args ...codegen.Value) codegen.Value {
	return b.Add(codegen.Instr{Code: codegen.ALU, Op: op, DType: d, Vec: vec, Args: args})
}

// Fma multiplies and adds.
func (b *Builder) Fma(d ops.DType, vec bool, args ...codegen.Value) codegen.Value {
	return b.Add(codegen.Instr{Code: codegen.Fma, DType: d, Vec: vec, Args: args})
}

// Const is a constant.
func (b *Builder) Const(v ops.Value, vec bool) codegen.Value {
	return b.Add(codegen.Instr{Code: codegen.Const, DType: v.DType, Val: v, Vec: vec})
}

// Splat puts an element into every lane.
func (b *Builder) Splat(d ops.DType, x codegen.Value) codegen.Value {
	return b.Add(codegen.Instr{Code: codegen.Splat, DType: d, Vec: true, Args: []codegen.Value{x}})
}
