package asm

import (
	"fmt"
	"strconv"
)

// Arg is what [List.Emit] takes as an operand: a Reg, a Mem, an Imm or a Label.
type Arg interface{ operand() Operand }

// Imm is a constant in an instruction.
type Imm int64

// Label is a place in a list, made by [List.NewLabel].
type Label int32

// Mem is the memory at Base + Index*Scale + Disp. In a gather or scatter Index is a vector register, and Base may be NoReg.
type Mem struct {
	Base, Index Reg
	Scale       uint8 // 1, 2, 4 or 8; 0 is 1
	Disp        int32
	// Bcst reads one element and puts it into all lanes, where an instruction in EVEX can.
	Bcst bool
}

// Plus is the memory so many bytes on.
func (m Mem) Plus(bytes int32) Mem {
	m.Disp += bytes
	return m
}

// Broadcast is the one element at m in all lanes.
func (m Mem) Broadcast() Mem {
	m.Bcst = true
	return m
}

// Kind says what an Operand is.
type Kind uint8

// The kinds of operands.
const (
	NoOperand Kind = iota
	IsReg          // Reg
	IsMem          // Reg is the base; Index, Scale, Bcst; Val is the displacement
	IsImm          // Val
	IsLabel        // Val is the label's number
)

// Operand is an operand as an instruction holds it.
type Operand struct {
	Kind       Kind
	Reg, Index Reg
	Scale      uint8
	Bcst       bool
	Val        int64
}

func (r Reg) operand() Operand   { return Operand{Kind: IsReg, Reg: r} }
func (i Imm) operand() Operand   { return Operand{Kind: IsImm, Val: int64(i)} }
func (l Label) operand() Operand { return Operand{Kind: IsLabel, Val: int64(l)} }
func (m Mem) operand() Operand {
	return Operand{Kind: IsMem, Reg: m.Base, Index: m.Index, Scale: m.Scale, Bcst: m.Bcst, Val: int64(m.Disp)}
}

// pack is a's operand. The cases are spelled out so that an argument need not live on the heap.
func pack(a Arg) Operand {
	switch a := a.(type) {
	case Reg:
		return a.operand()
	case Mem:
		return a.operand()
	case Imm:
		return a.operand()
	case Label:
		return a.operand()
	}
	return Operand{}
}

// text is the operand in Go assembly; pool names the constants.
func (o Operand) text(pool string) string {
	switch o.Kind {
	case IsReg:
		return o.Reg.String()
	case IsImm:
		return "$" + strconv.FormatInt(o.Val, 10)
	case IsLabel:
		return "L" + strconv.FormatInt(o.Val, 10)
	case IsMem:
		return o.memory(pool)
	}
	return "?"
}

func (o Operand) memory(pool string) string {
	s := ""
	if o.Reg == pc {
		return fmt.Sprintf("%s<>+%d(SB)", pool, o.Val)
	}
	if o.inFrame() {
		s = "slot"
	}
	if o.Val != 0 {
		s += strconv.FormatInt(o.Val, 10)
	}
	if o.Reg != NoReg {
		s += "(" + o.Reg.String() + ")"
	}
	if o.Index != NoReg {
		s += fmt.Sprintf("(%v*%d)", o.Index, max(o.Scale, 1))
	}
	if s == "" {
		s = "0"
	}
	return s
}

// inFrame says whether the operand lies below the stack pointer.
func (o Operand) inFrame() bool { return o.Kind == IsMem && o.Reg == SP && o.Val < 0 }

// String is the operand in Go assembly.
func (o Operand) String() string { return o.text("pool") }
