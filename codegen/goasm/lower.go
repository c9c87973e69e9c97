package goasm

import (
	"fmt"

	"weft/codegen"
	"weft/codegen/goasm/asm"
	"weft/ops"
)

// module is a program on its way to machine code.
type module struct {
	prog   *codegen.Program
	avx512 bool
	full   view // a whole vector register
	list   *asm.List
}

// lowering is one phase being written. What it emits goes to the end of at.
type lowering struct {
	*module
	source      *codegen.Phase
	class       []class // by virtual register
	top         seq
	first       *seq // at the start: arguments, pointers, constants
	at          *seq
	vals        []val // by SSA value
	bounds      []codegen.Bound
	vars        []variable
	mosts       map[int]int64    // by loop variable, its largest value
	strides     []map[int64]bool // by loop variable, the steps in bytes that it is needed in
	bases       []basis
	consts      map[constKey]*konst
	held        map[*konst]reg
	table       [2]reg // the pointers and the scalars
	chunk       [2]reg // lo and hi
	labels      int
	lines, most int32 // cache lines of the frame in use, and at most
	spare       []inst
}

// lowerError is the panic value of the lowering; a program that the verifier passes raises none.
type lowerError struct{ error }

func fail(format string, args ...any) { panic(lowerError{fmt.Errorf(format, args...)}) }

// The registers that the caller passes arguments in.
var arguments = [4]asm.Reg{asm.DI, asm.SI, asm.DX, asm.CX}

// phase lowers one phase.
func (m *module) phase(source *codegen.Phase) *lowering {
	l := &lowering{
		module: m, source: source,
		vals: make([]val, source.NumValues), vars: make([]variable, source.NumVars),
		strides: make([]map[int64]bool, source.NumVars),
		bounds:  source.Bounds(m.prog.VL), mosts: map[int]int64{}, consts: map[constKey]*konst{}, held: map[*konst]reg{},
	}
	l.top.often = 1
	args := l.top.open()
	l.first = l.top.open()
	l.at = args
	l.table = [2]reg{l.argument(0), l.argument(1)}
	l.chunk = [2]reg{l.argument(2), l.argument(3)}
	l.at = &l.top
	l.measure(source.Body)
	l.body(source.Body)
	l.effect(asm.VZEROUPPER)
	l.effect(asm.RET)
	return l
}

func (l *lowering) argument(n int) reg {
	r := l.fresh(gp)
	l.at.add(&inst{do: entry, n: 1, args: [4]arg{g8(r)}, fixed: uint8(arguments[n].Num()), mask: noReg})
	return r
}

// body lowers instructions. Room in the frame is taken by one at a time.
func (l *lowering) body(body []codegen.Instr) {
	for n := range body {
		lines := l.lines
		l.instr(&body[n])
		l.lines = lines
	}
	for n := range body {
		if body[n].Code == codegen.DeriveVar {
			l.vars[body[n].Derived.Var].open = false
		}
	}
}

// instr lowers one instruction.
func (l *lowering) instr(in *codegen.Instr) {
	switch in.Code {
	case codegen.StoreMem:
		l.store(in)
	case codegen.Prefetch:
		l.effect(asm.PREFETCHT0, at(l.address(in.Mem)))
	case codegen.LoopOver:
		l.loop(in.Loop)
	case codegen.IfAny:
		l.ifAny(in.If)
	case codegen.DeriveVar:
		l.derive(in.Derived)
	default:
		l.vals[in.Out] = l.compute(in)
	}
}

func (l *lowering) compute(in *codegen.Instr) val {
	switch in.Code {
	case codegen.Const:
		return constant(in.Val, in.Vec)
	case codegen.Param:
		return l.param(in)
	case codegen.Var:
		return l.variable(in.Int)
	case codegen.Lanes:
		return l.lanes()
	case codegen.Splat:
		return l.splat(l.get(in.Args[0]), l.fits(in.Args[0]))
	case codegen.ALU:
		return l.alu(in)
	case codegen.Fma:
		return l.fma(l.get(in.Args[0]), l.get(in.Args[1]), l.get(in.Args[2]))
	case codegen.Scale:
		return l.scale(l.get(in.Args[0]), l.get(in.Args[1]))
	case codegen.FoldLanes:
		return l.fold(in.Op, l.get(in.Args[0]))
	case codegen.Transpose:
		return l.transpose(in)
	case codegen.LoadMem:
		return l.load(in)
	}
	fail("unknown instruction %d", in.Code)
	return val{}
}

func (l *lowering) get(v codegen.Value) val {
	if v < 0 || int(v) >= len(l.vals) || l.vals[v].d == ops.Invalid {
		fail("value v%d is used before it is defined", v)
	}
	x := l.vals[v]
	x.below = 0
	if b := l.bounds[v]; b.Lo >= 0 {
		x.below = uint64(b.Hi) + 1
	}
	return x
}

// fresh makes a virtual register.
func (l *lowering) fresh(c class) reg {
	l.class = append(l.class, c)
	return reg(len(l.class) - 1)
}

// newLabel makes a label.
func (l *lowering) newLabel() int {
	l.labels++
	return l.labels - 1
}

// emit adds a machine instruction.
func (l *lowering) emit(role role, op asm.Op, args ...arg) *inst {
	in := l.next()
	in.op, in.role, in.n = op, role, uint8(len(args))
	copy(in.args[:], args)
	return l.at.add(in)
}

// writeTo adds an instruction that makes a register of its operands.
func (l *lowering) writeTo(op asm.Op, to arg, args ...arg) {
	in := l.next()
	in.op, in.role, in.n = op, writes, uint8(len(args)+1)
	in.args[0] = to
	copy(in.args[1:], args)
	l.at.add(in)
}

// next is an empty instruction, one of many that are made at once.
func (l *lowering) next() *inst {
	if len(l.spare) == 0 {
		l.spare = make([]inst, 32)
	}
	in := &l.spare[0]
	l.spare = l.spare[1:]
	in.mask = noReg
	return in
}

// effect adds an instruction that writes no register, write and update ones that write args[0].
func (l *lowering) effect(op asm.Op, args ...arg) *inst { return l.emit(reads, op, args...) }
func (l *lowering) write(op asm.Op, args ...arg) *inst  { return l.emit(writes, op, args...) }
func (l *lowering) update(op asm.Op, args ...arg) *inst { return l.emit(updates, op, args...) }

// v adds an instruction that makes a whole vector of its operands.
func (l *lowering) v(op asm.Op, args ...arg) reg {
	r := l.fresh(vec)
	l.writeTo(op, l.f(r), args...)
	return r
}

// as is v with a result that is seen as narrower.
func (l *lowering) as(w view, op asm.Op, args ...arg) reg {
	r := l.fresh(vec)
	l.writeTo(op, arg{kind: isReg, view: w, r: r}, args...)
	return r
}

// v2 is the common case of v.
func (l *lowering) v2(op asm.Op, a, b reg) reg { return l.v(op, l.f(a), l.f(b)) }
func (l *lowering) v1(op asm.Op, a reg) reg    { return l.v(op, l.f(a)) }

// m2 makes a mask of masks, kmask one of whole vectors.
func (l *lowering) m2(op asm.Op, args ...reg) reg {
	r := l.fresh(mask)
	as := []arg{kr(r)}
	for _, a := range args {
		as = append(as, kr(a))
	}
	l.write(op, as...)
	return r
}

func (l *lowering) kmask(op asm.Op, args ...arg) reg {
	r := l.fresh(mask)
	l.writeTo(op, kr(r), args...)
	return r
}

// f is a whole vector register, h its lower half.
func (l *lowering) f(r reg) arg { return arg{kind: isReg, view: l.full, r: r} }
func (l *lowering) h(r reg) arg { return arg{kind: isReg, view: l.full / 2, r: r} }

// g makes a general register.
func (l *lowering) g(op asm.Op, args ...arg) reg {
	r := l.fresh(gp)
	l.writeTo(op, g8(r), args...)
	return r
}

// copyOf is another register of the same content, to be changed.
func (l *lowering) copyOf(r reg) reg {
	c := l.fresh(l.class[r])
	l.move(c, r)
	return c
}

func (l *lowering) move(to, from reg) {
	in := l.next()
	in.do, in.n = move, 2
	in.args[0], in.args[1] = l.whole(to), l.whole(from)
	l.at.add(in)
}

// whole is all of a register.
func (l *lowering) whole(r reg) arg {
	switch l.class[r] {
	case gp:
		return g8(r)
	case vec:
		return l.f(r)
	}
	return kr(r)
}

func (l *lowering) bind(n int) {
	l.at.add(&inst{do: bind, role: reads, n: 1, args: [4]arg{label(n)}, mask: noReg})
}

// is says whether a value of d lives in a general register while it is single.
func inGP(d ops.DType) bool { return !d.IsFloat() || d.IsHalf() }
