package llvm

import (
	"fmt"
	"runtime"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"weft/codegen"
	"weft/ops"
)

// module is a program on its way to the text of an LLVM module.
type module struct {
	prog     *codegen.Program
	target   codegen.Target
	x86      bool // intrinsics of x86 may be used
	ir       *ir.Module
	aliasing aliasing
	declared map[string]*ir.Func // intrinsics in use
}

// phase is one function being written. What it emits goes to the end of block.
type phase struct {
	*module
	source *codegen.Phase
	fn     *ir.Func
	block  *ir.Block
	values []operand     // by SSA value
	vars   []value.Value // by loop variable, nil where the loop is not open
	spans  []span        // by loop variable
	depth  []int         // by loop variable, how many loops were open around it
	open   int           // open loops
	bufs   []value.Value // typed pointers, by buffer
}

// emitError is the panic value of the emitter; a program that the verifier passes raises none.
type emitError struct{ error }

func fail(format string, args ...any) { panic(emitError{fmt.Errorf(format, args...)}) }

// emit writes the module of a program and names its functions, one a phase. The text depends on the program and the
// target alone.
func emit(p *codegen.Program, target codegen.Target) (text string, symbols []string, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case emitError:
			err = fmt.Errorf("llvm: program %s: %w", p.Name, r.error)
		default:
			panic(r)
		}
	}()
	m := &module{prog: p, target: target, x86: runtime.GOARCH == "amd64", ir: ir.NewModule(), declared: map[string]*ir.Func{}}
	m.ir.SourceFilename = p.Name
	m.aliasing = newAliasing(m.ir, p.Bufs)
	for i := range p.Phases {
		name := fmt.Sprintf("k%d", i)
		symbols = append(symbols, name)
		m.phase(name, &p.Phases[i])
	}
	return m.ir.String(), symbols, nil
}

// Kernels run on a frame of fixed size. LLVM warns of a function that needs more, and such a warning is an error here.
const (
	stackLimitAttr = "warn-stack-size"
	stackLimit     = 15 << 10
	stackComplaint = "stack frame size" // in LLVM's words
)

// phase writes the function of one phase: void name(i8** bufs, i64* scalars, i64 lo, i64 hi).
func (m *module) phase(name string, source *codegen.Phase) {
	fn := m.ir.NewFunc(name, types.Void,
		ir.NewParam("bufs", types.NewPointer(types.I8Ptr)), ir.NewParam("scalars", types.NewPointer(types.I64)),
		ir.NewParam("lo", types.I64), ir.NewParam("hi", types.I64))
	fn.FuncAttrs = []ir.FuncAttribute{enum.FuncAttrNoUnwind, ir.AttrPair{Key: stackLimitAttr, Value: fmt.Sprint(stackLimit)}}
	if bits := m.prog.VL * 32; bits == 256 || bits == 512 {
		fn.FuncAttrs = append(fn.FuncAttrs, ir.AttrPair{Key: "prefer-vector-width", Value: fmt.Sprint(bits)})
	}
	ph := &phase{
		module: m, source: source, fn: fn, block: fn.NewBlock("entry"),
		values: make([]operand, source.NumValues),
		vars:   make([]value.Value, source.NumVars),
		spans:  make([]span, source.NumVars),
		depth:  make([]int, source.NumVars),
		bufs:   make([]value.Value, len(m.prog.Bufs)),
	}
	ph.pointers()
	ph.body(source.Body)
	ph.block.NewRet(nil)
}

// pointers loads the pointer of every buffer that the phase touches from the table, once, at the start.
func (ph *phase) pointers() {
	used := make([]bool, len(ph.bufs))
	eachAccess(ph.source.Body, func(a *codegen.Access) { used[a.Buf] = true })
	for i, b := range ph.prog.Bufs {
		if !used[i] {
			continue
		}
		slot := ph.offset(types.I8Ptr, ph.fn.Params[0], constant.NewInt(types.I64, int64(i)))
		raw := ph.block.NewLoad(types.I8Ptr, slot)
		typed := ph.block.NewBitCast(raw, types.NewPointer(memoryType(b.DType)))
		typed.SetName(fmt.Sprintf("buf%d", i))
		ph.bufs[i] = typed
	}
}

// eachAccess visits the memory accesses of a body and of all that is nested in it.
func eachAccess(body []codegen.Instr, visit func(*codegen.Access)) {
	for i := range body {
		in := &body[i]
		switch in.Code {
		case codegen.LoadMem, codegen.StoreMem, codegen.Prefetch:
			visit(in.Mem)
		case codegen.LoopOver:
			eachAccess(in.Loop.Body, visit)
		case codegen.IfAny:
			eachAccess(in.If.Body, visit)
		}
	}
}

func (ph *phase) body(body []codegen.Instr) {
	for i := range body {
		ph.instr(&body[i])
	}
}

// instr writes one instruction.
func (ph *phase) instr(in *codegen.Instr) {
	switch in.Code {
	case codegen.StoreMem:
		ph.store(in)
	case codegen.Prefetch:
		ph.prefetch(in.Mem)
	case codegen.LoopOver:
		ph.loop(in.Loop)
	case codegen.IfAny:
		ph.ifAny(in.If)
	case codegen.DeriveVar:
		ph.derive(in.Derived)
	case codegen.Const:
		ph.constant(in)
	case codegen.Splat:
		x := ph.arg(in, 0)
		if x.dtype == ops.Int64 && mayNarrow(x) {
			x.Value = ph.narrow(in.Args[0]).Value
		} else {
			x.Value = ph.splat(x.Value)
		}
		ph.values[in.Out] = x
	default:
		ph.define(in.Out, in.DType, ph.compute(in))
		ph.values[in.Out].span = ph.spanOf(in)
	}
}

func (ph *phase) constant(in *codegen.Instr) {
	x := operand{Value: valueConst(in.Val, ph.width(in.Vec)), dtype: in.DType, known: &in.Val}
	if !in.DType.IsFloat() && in.DType != ops.Uint64 {
		x.span = exactly(int64(in.Val.Bits))
	}
	ph.values[in.Out] = x
}

// compute writes an instruction that makes one new value.
func (ph *phase) compute(in *codegen.Instr) value.Value {
	switch in.Code {
	case codegen.Param:
		return ph.param(in)
	case codegen.Var:
		return ph.vars[in.Int]
	case codegen.Lanes:
		return countUp(types.I32, 0, 1, ph.prog.VL)
	case codegen.ALU:
		if x := ph.narrowALU(in); x != nil {
			return x
		}
		return ph.alu(in)
	case codegen.Fma:
		return ph.fma(ph.lanes(in, 0), ph.lanes(in, 1), ph.lanes(in, 2))
	case codegen.Scale:
		return ph.scale(ph.lanes(in, 0).Value, ph.lanes(in, 1).Value)
	case codegen.FoldLanes:
		return ph.foldLanes(in)
	case codegen.Transpose:
		return ph.transpose(in)
	case codegen.LoadMem:
		return ph.load(in)
	}
	fail("unknown instruction %d", in.Code)
	return nil
}
