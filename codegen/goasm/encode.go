package goasm

import (
	"bytes"
	"encoding/binary"
	"math"

	"weft/codegen/goasm/asm"
)

// frameLimit is what a kernel may use below the stack pointer, in cache lines; the runtime gives 16 KiB.
const frameLimit = 236

// writer puts a function with the machine's registers into a list.
type writer struct {
	*function
	list   *asm.List
	labels []asm.Label
}

// write appends the function to the list.
func (f *function) write(list *asm.List, labels int) {
	f.layFrame()
	if f.slots > frameLimit {
		fail("%d cache lines of values do not fit the frame", f.slots)
	}
	list.Grow(len(f.ins))
	w := &writer{function: f, list: list, labels: make([]asm.Label, labels)}
	for i := range w.labels {
		w.labels[i] = list.NewLabel()
	}
	for _, in := range f.ins {
		w.inst(in)
	}
}

func (w *writer) inst(in *inst) {
	switch in.do {
	case machine:
		w.machine(in)
	case move:
		w.move(w.reg(in.args[0]), w.reg(in.args[1]), w.class[in.args[0].r])
	case load:
		w.load(in)
	case fma:
		w.fma(in)
	case divide:
		w.divide(in)
	case bind:
		w.list.Bind(w.labels[in.args[0].imm])
	case enter:
		w.list.Enter(in.text)
	case leave:
		w.list.Leave()
	case entry:
		if r := w.reg(in.args[0]); r != asm.GP(int(in.fixed)) {
			w.list.Emit(asm.MOVQ, r, asm.GP(int(in.fixed)))
		}
	}
}

// reg is the machine's register in the view that an operand has of it.
func (w *writer) reg(a arg) asm.Reg {
	n := int(w.phys[a.r])
	switch w.class[a.r] {
	case gp:
		if a.view == b4 {
			return generals[n].L()
		}
		return generals[n]
	case mask:
		return asm.K(n + 1)
	}
	switch a.view {
	case b16:
		return asm.X(n)
	case b32:
		return asm.Y(n)
	}
	return asm.Z(n)
}

// arg is an operand as the list takes it.
func (w *writer) arg(a arg) asm.Arg {
	switch a.kind {
	case isReg:
		return w.reg(a)
	case isImm:
		return asm.Imm(a.imm)
	case isLabel:
		return w.labels[a.imm]
	}
	return w.place(a.mem)
}

func (w *writer) place(p place) asm.Mem {
	if p.konst != nil {
		return w.constant(p.konst)
	}
	if p.disp != int64(int32(p.disp)) {
		fail("a displacement of %d bytes", p.disp)
	}
	m := asm.Mem{Disp: int32(p.disp), Scale: p.scale}
	if p.slot > 0 {
		m.Base, m.Disp = asm.SP, m.Disp-56-64*p.slot // so the lines are aligned: a return address lies below 64 bytes
	}
	if p.base != noReg {
		m.Base = w.reg(g8(p.base))
	}
	if p.index != noReg {
		m.Index = w.reg(arg{view: b8, r: p.index})
		if p.wide != 0 {
			m.Index = w.reg(arg{view: p.wide, r: p.index})
		}
	}
	return m
}

// constant is a whole vector in the pool.
func (w *writer) constant(c *konst) asm.Mem {
	if c.lanes != nil {
		return w.list.Const(c.lanes)
	}
	one := binary.LittleEndian.AppendUint64(nil, c.bits)[:c.size]
	return w.list.Const(bytes.Repeat(one, int(w.full)/c.size))
}

func (w *writer) machine(in *inst) {
	var args [4]asm.Arg
	for i := range in.n {
		args[i] = w.arg(in.args[i])
	}
	out := w.list.Emit(in.op, args[:in.n]...)
	if in.mask != noReg {
		k := asm.K(int(w.phys[in.mask]) + 1)
		if in.zero {
			out.Zeroed(k)
		} else {
			out.Masked(k)
		}
	}
}

func (w *writer) move(to, from asm.Reg, c class) {
	switch {
	case to == from:
	case c == gp:
		w.list.Emit(asm.MOVQ, to, from)
	case c == vec:
		w.list.Emit(asm.VMOVAPS, to, from)
	default:
		w.list.Emit(asm.KMOVW, to, from)
	}
}

// load makes a constant. It changes no flags.
func (w *writer) load(in *inst) {
	r, c := w.reg(in.args[0]), in.konst
	switch w.class[in.args[0].r] {
	case mask:
		w.list.Emit(in.op, r, r, r)
	case gp:
		if c.bits <= math.MaxUint32 {
			w.list.Emit(asm.MOVL, r.L(), asm.Imm(c.bits))
		} else {
			w.list.Emit(asm.MOVQ, r, asm.Imm(int64(c.bits)))
		}
	default:
		w.loadVector(r, c)
	}
}

func (w *writer) loadVector(r asm.Reg, c *konst) {
	switch {
	case c.lanes != nil:
		w.list.Emit(asm.VMOVUPS, r, w.list.Const(c.lanes))
	case c.bits == 0 && r.Num() < 16:
		w.list.Emit(asm.VXORPS, r.X(), r.X(), r.X())
	case c.bits == 0:
		w.list.Emit(asm.VPXORD, r.X(), r.X(), r.X())
	case c.size == 8:
		w.list.Emit(asm.VBROADCASTSD, r, w.list.Const64(c.bits))
	default:
		w.list.Emit(asm.VBROADCASTSS, r, w.list.Const32(uint32(c.bits)))
	}
}

// fmaForms are the other orders of the operands of each instruction: 213 and 132.
var fmaForms = map[asm.Op][2]asm.Op{
	asm.VFMADD231PS: {asm.VFMADD213PS, asm.VFMADD132PS}, asm.VFMADD231PD: {asm.VFMADD213PD, asm.VFMADD132PD},
}

// fma picks the form by the operand whose register the result has.
func (w *writer) fma(in *inst) {
	forms := fmaForms[in.op]
	to, a := w.reg(in.args[0]), w.reg(in.args[1])
	if in.args[3].kind == isMem {
		b, c := w.reg(in.args[2]), w.arg(in.args[3])
		if to == b {
			a, b = b, a
		}
		w.move(to, a, vec)
		w.list.Emit(forms[0], to, b, c)
		return
	}
	c := w.reg(in.args[3])
	if in.args[2].kind == isMem {
		b := w.arg(in.args[2])
		if to == a && to != c {
			w.list.Emit(forms[1], to, c, b)
			return
		}
		w.move(to, c, vec)
		w.list.Emit(in.op, to, a, b)
		return
	}
	b := w.reg(in.args[2])
	switch {
	case to == c:
		w.list.Emit(in.op, to, a, b)
	case to == a:
		w.list.Emit(forms[0], to, b, c)
	case to == b:
		w.list.Emit(forms[0], to, a, c)
	default:
		w.move(to, c, vec)
		w.list.Emit(in.op, to, a, b)
	}
}

// divide puts the dividend where the machine wants it.
func (w *writer) divide(in *inst) {
	by := w.reg(in.args[2])
	w.list.Emit(asm.MOVQ, asm.AX, w.reg(in.args[1]))
	if in.op == asm.IDIVQ {
		w.list.Emit(asm.CQO)
	} else {
		w.list.Emit(asm.XORL, asm.DX.L(), asm.DX.L())
	}
	if in.op == asm.DIVL {
		by = by.L()
	}
	w.list.Emit(in.op, by)
	from := asm.AX
	if in.rest {
		from = asm.DX
	}
	w.list.Emit(asm.MOVQ, w.reg(in.args[0]), from)
}
