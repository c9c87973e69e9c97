package asm

import (
	"errors"
	"slices"
)

// MaxArgs is the largest number of operands.
const MaxArgs = 4

// Inst is one instruction.
type Inst struct {
	Op Op
	N  uint8 // of Args
	// Mask is K1-K7 where only some lanes are written, NoReg for all. The lanes that are not written keep what they were, or
	// become 0 if Zero is set. A comparison into a mask register gives false there.
	Mask Reg
	Zero bool
	Args [MaxArgs]Operand
}

// Masked makes in write the lanes of k only.
func (in *Inst) Masked(k Reg) *Inst {
	in.Mask = k
	return in
}

// Zeroed makes in write 0 to the lanes that k has not.
func (in *Inst) Zeroed(k Reg) *Inst {
	in.Mask, in.Zero = k, true
	return in
}

// args are the operands that in has.
func (in *Inst) args() []Operand { return in.Args[:min(in.N, MaxArgs)] }

// List is a sequence of instructions with labels, constants and notes. The zero List is empty and ready for use.
type List struct {
	insts  []Inst
	labels []int32 // the instruction that a label stands before, or unbound
	notes  []note
	pool   pool
	err    error
}

const unbound = -1

// note is something for the reader of the printed list, before the instruction at.
type note struct {
	at   int32
	kind noteKind
	text string
}

type noteKind uint8

const (
	comment noteKind = iota
	enter
	leave
)

var (
	errArgs  = errors.New("asm: an instruction has more operands than any takes")
	errBound = errors.New("asm: a label is bound twice or belongs to no list")
)

// Emit adds an instruction. The pointer serves to set its mask and is good until the next Emit.
func (l *List) Emit(op Op, args ...Arg) *Inst {
	in := Inst{Op: op, N: uint8(min(len(args), MaxArgs))}
	if len(args) > MaxArgs {
		l.err = errArgs
	}
	for i := range in.N {
		in.Args[i] = pack(args[i])
	}
	l.insts = append(l.insts, in)
	return &l.insts[len(l.insts)-1]
}

// Grow makes room for n more instructions.
func (l *List) Grow(n int) { l.insts = slices.Grow(l.insts, n) }

// Len is the number of instructions.
func (l *List) Len() int { return len(l.insts) }

// At is the i'th instruction.
func (l *List) At(i int) *Inst { return &l.insts[i] }

// NewLabel makes a label that a jump may name before it is bound.
func (l *List) NewLabel() Label {
	l.labels = append(l.labels, unbound)
	return Label(len(l.labels) - 1)
}

// Bind puts a label before the next instruction.
func (l *List) Bind(label Label) {
	if int(label) < 0 || int(label) >= len(l.labels) || l.labels[label] != unbound {
		l.err = errBound
		return
	}
	l.labels[label] = int32(len(l.insts))
}

// Comment adds a line of text before the next instruction. It has no effect on the code.
func (l *List) Comment(text string) { l.note(comment, text) }

// Enter begins a loop or another part of the code, which its title names; what follows until the matching Leave belongs to
// it and is printed deeper.
func (l *List) Enter(title string) { l.note(enter, title) }

// Leave ends the part that the last Enter began.
func (l *List) Leave() { l.note(leave, "") }

func (l *List) note(kind noteKind, text string) {
	l.notes = append(l.notes, note{int32(len(l.insts)), kind, text})
}
