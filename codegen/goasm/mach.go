package goasm

import "weft/codegen/goasm/asm"

// reg is a virtual register.
type reg int32

const noReg reg = -1

// class is a register file.
type class uint8

const (
	gp class = iota
	vec
	mask
)

// view is how an instruction sees a register: so many bytes of it.
type view uint8

const (
	b4  view = 4
	b8  view = 8
	b16 view = 16
	b32 view = 32
	b64 view = 64
)

// kind says what an operand is.
type kind uint8

const (
	noArg kind = iota
	isReg
	isMem
	isImm
	isLabel
)

// arg is an operand.
type arg struct {
	kind kind
	view view
	r    reg
	imm  int64 // an immediate or a label
	mem  place
}

// place is memory: base + index*scale + disp, bytes of the frame, or a constant.
type place struct {
	base, index reg
	scale       uint8
	wide        view // of index where it is a vector
	disp        int64
	slot        int32  // a cache line of the frame, counted from 1; 0 is none
	home        int32  // of a register that was spilled, counted from 1; a slot once the frame is laid out
	konst       *konst // in the pool
}

// konst is a constant: one element of 4 or 8 bytes that all lanes hold, or a vector of its own.
type konst struct {
	size  int
	bits  uint64
	lanes []byte
}

// pseudo is what an instruction is that is none of the machine's.
type pseudo uint8

const (
	machine pseudo = iota
	move           // args[1] to args[0]
	load           // konst to args[0], again wherever that is cheaper than keeping it
	fma            // args[0] = args[1]*args[2] + args[3], in the form that the registers ask for
	divide         // args[0] = args[1] by args[2]; op is IDIVQ, DIVQ or DIVL; rest gives the remainder
	bind           // a label
	enter          // a part of the code begins, for the reader
	leave
	note  // nothing; it keeps the others' numbers
	entry // args[0] is what the caller left in the machine's register fixed
)

// role is what becomes of args[0].
type role uint8

const (
	writes role = iota
	updates
	reads
)

// inst is an instruction on virtual registers.
type inst struct {
	do    pseudo
	op    asm.Op
	role  role
	early bool // args[0] is written before the sources are read
	zero  bool // lanes that mask has not become 0
	rest  bool
	apart bool // a move whose registers are not made one
	n     uint8
	often float32 // how many times it runs, as far as that is known
	fixed uint8
	mask  reg
	args  [4]arg
	konst *konst
	text  string
}

// seq is a stretch of code that may get instructions after others that stand behind it.
type seq struct {
	often float32
	parts []part
}

type part struct {
	in  *inst
	sub *seq
}

func (s *seq) add(in *inst) *inst {
	in.often = s.often
	s.parts = append(s.parts, part{in: in})
	return in
}

// open adds a stretch that is filled later.
func (s *seq) open() *seq {
	sub := &seq{often: s.often}
	s.parts = append(s.parts, part{sub: sub})
	return sub
}

// flatten appends the instructions in order.
func (s *seq) flatten(to []*inst) []*inst {
	for _, p := range s.parts {
		if p.sub != nil {
			to = p.sub.flatten(to)
		} else {
			to = append(to, p.in)
		}
	}
	return to
}

// imm, label and at are operands.
func imm(i int64) arg  { return arg{kind: isImm, imm: i} }
func label(i int) arg  { return arg{kind: isLabel, imm: int64(i)} }
func at(p place) arg   { return arg{kind: isMem, mem: p} }
func g8(r reg) arg     { return arg{kind: isReg, view: b8, r: r} }
func g4(r reg) arg     { return arg{kind: isReg, view: b4, r: r} }
func xmm(r reg) arg    { return arg{kind: isReg, view: b16, r: r} }
func kr(r reg) arg     { return arg{kind: isReg, r: r} }
func nowhere() place   { return place{base: noReg, index: noReg} }
func base(r reg) place { return place{base: r, index: noReg} }
func (p place) plus(bytes int64) place {
	p.disp += bytes
	return p
}

// regs calls f for every register that an operand reads.
func (a *arg) regs(f func(*reg)) {
	switch a.kind {
	case isReg:
		f(&a.r)
	case isMem:
		if a.mem.base != noReg {
			f(&a.mem.base)
		}
		if a.mem.index != noReg {
			f(&a.mem.index)
		}
	}
}

// uses calls f for every register that an instruction reads.
func (in *inst) uses(f func(*reg)) {
	first := 0
	if in.role == writes && in.args[0].kind == isReg {
		first = 1
	}
	for n := first; n < int(in.n); n++ {
		in.args[n].regs(f)
	}
	if in.mask != noReg {
		f(&in.mask)
	}
}

// def is the register that an instruction writes.
func (in *inst) def() reg {
	if in.role == reads || in.n == 0 || in.args[0].kind != isReg {
		return noReg
	}
	return in.args[0].r
}
