package interp

import (
	"fmt"
	"unsafe"

	"weft/codegen"
	"weft/ops"
)

// step is one instruction, bound to the registers of its frame.
type step func()

// frame is one worker's instance of a phase: registers, loop variables and the closures that work on them.
type frame struct {
	phase   *phase
	regs    []any // a []T of 1 or VL lanes for each value, nil where none was needed yet
	vars    []int64
	mem     []any // a *memory[T] for each buffer in use
	bind    []func(unsafe.Pointer)
	scalars []int64
	lo, hi  int64
	body    []step
}

// memory is a buffer as Go sees it while a call lasts; indexing is checked, so that a wrong program stops in a panic
// instead of writing elsewhere.
type memory[T elem] struct{ s []T }

// memoryOf gives the view of buffer i that bind fills in at every call. The pointer table and the number of elements come
// from the same program, which is what makes the slice sound.
func memoryOf[T elem](f *frame, i int) *memory[T] {
	if f.mem[i] == nil {
		m, n := &memory[T]{}, int(f.phase.prog.Bufs[i].Elems)
		f.mem[i] = m
		f.bind[i] = func(p unsafe.Pointer) { m.s = unsafe.Slice((*T)(p), n) }
	}
	return f.mem[i].(*memory[T])
}

// reg is the register of v, made at its first use.
func reg[T elem](f *frame, v codegen.Value) []T {
	root := f.phase.values[v].root
	if f.regs[root] == nil {
		f.regs[root] = make([]T, f.phase.lanes(root))
	}
	return f.regs[root].([]T)
}

// operands are the registers of an instruction's result and arguments, all of one type.
type operands[T elem] struct{ d, a, b, c []T }

func operandsOf[T elem](f *frame, in *codegen.Instr) operands[T] {
	o := operands[T]{d: reg[T](f, in.Out)}
	for i, dst := range []*[]T{&o.a, &o.b, &o.c} {
		if i < len(in.Args) {
			*dst = reg[T](f, in.Args[i])
			if len(*dst) != len(o.d) {
				panic(fmt.Sprintf("%v of %d and %d lanes", in.Op, len(o.d), len(*dst)))
			}
		}
	}
	return o
}

func (f *frame) dtype(v codegen.Value) ops.DType { return f.phase.values[v].dtype }

// block makes the steps of a straight line of instructions.
func (f *frame) block(body []codegen.Instr) []step {
	var steps []step
	for i := range body {
		if s := f.instr(&body[i]); s != nil {
			steps = append(steps, s)
		}
	}
	return steps
}

// instr makes one instruction, or nil where its result is known before the phase runs.
func (f *frame) instr(in *codegen.Instr) step {
	switch in.Code {
	case codegen.Var: // the register is the variable itself
		f.regs[in.Out] = f.vars[in.Int : in.Int+1 : in.Int+1]
		return nil
	case codegen.Prefetch:
		return nil
	case codegen.DeriveVar:
		d := *in.Derived
		v, of := &f.vars[d.Var], &f.vars[d.Of]
		return func() { *v = *of / d.Div % d.Mod * d.Mul }
	case codegen.Lanes:
		for i, d := 0, reg[int64](f, in.Out); i < len(d); i++ {
			d[i] = int64(i)
		}
		return nil
	case codegen.ALU:
		return f.alu(in)
	case codegen.Fma:
		return f.fma(in)
	case codegen.Scale:
		return f.scale(in)
	case codegen.LoopOver:
		return f.loop(in.Loop)
	case codegen.IfAny:
		return f.ifAny(in.If)
	}
	return kindOf(in.DType).instr(f, in)
}
