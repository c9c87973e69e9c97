package asm

import (
	"fmt"
	"strings"
)

// Code is an encoded list.
type Code struct {
	// Bytes are the instructions and, from Pool on, the constants. They are good at any address that is a multiple of 64.
	Bytes []byte
	Pool  int
	// Starts are the offsets of the instructions and, last, of their end.
	Starts []int32
	// AVX512 is set if any instruction needs it.
	AVX512 bool
}

// maxCode keeps every distance far below what an instruction can hold.
const maxCode = 1 << 28

// Encode gives the machine code of a list.
func Encode(l *List) (*Code, error) {
	if l.err != nil {
		return nil, l.err
	}
	e := encoder{list: l, buf: make([]byte, 0, 8*len(l.insts)+len(l.pool.bytes)+64), starts: make([]int32, 0, len(l.insts)+1)}
	for i := range l.insts {
		e.starts = append(e.starts, int32(len(e.buf)))
		if err := e.inst(&l.insts[i]); err != nil {
			return nil, fmt.Errorf("asm: instruction %d: %w", i, err)
		}
	}
	e.starts = append(e.starts, int32(len(e.buf)))
	if len(e.buf)+len(l.pool.bytes) > maxCode {
		return nil, fmt.Errorf("asm: a list of %d instructions is too long", len(l.insts))
	}
	e.relax()
	return e.finish(), nil
}

// encoder is the state of one Encode.
type encoder struct {
	list    *List
	buf     []byte
	starts  []int32
	elastic []elastic
	refs    []ref
	avx512  bool
}

// ref is a place in the code that holds the distance from the end of its instruction to a constant.
type ref struct {
	at   int32 // of its 4 bytes
	end  int32 // of the instruction
	inst int32
}

// finish puts the pool behind the code and fills in the distances to it.
func (e *encoder) finish() *Code {
	c := &Code{Starts: e.starts, AVX512: e.avx512}
	c.Bytes = pad(e.buf, poolAlign)
	if len(e.list.pool.bytes) == 0 {
		c.Bytes = e.buf
	}
	c.Pool = len(c.Bytes)
	c.Bytes = append(c.Bytes, e.list.pool.bytes...)
	for _, r := range e.refs {
		put32(c.Bytes[r.at:], get32(c.Bytes[r.at:])+int32(c.Pool)-r.end)
	}
	return c
}

func put32(b []byte, v int32) {
	_ = b[3]
	b[0], b[1], b[2], b[3] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
}

func get32(b []byte) int32 {
	_ = b[3]
	return int32(b[0]) | int32(b[1])<<8 | int32(b[2])<<16 | int32(b[3])<<24
}

// inst encodes one instruction.
func (e *encoder) inst(in *Inst) error {
	f, ok := find(in)
	if !ok {
		return in.misfit()
	}
	switch {
	case f.args[0] == relative:
		return e.jump(in, &f)
	case in.Op == PCALIGN:
		return e.align(in)
	}
	p := f.sort(in)
	e.avx512 = e.avx512 || f.evex || p.mask
	switch {
	case f.evex:
		e.evexPrefix(in, &f, &p)
	case f.enc&vex != 0:
		e.vexPrefix(&f, &p)
	default:
		e.legacyPrefix(&f, &p)
	}
	e.buf = append(e.buf, f.code+p.low)
	e.modRM(&p)
	e.immediates(in, &f, &p)
	return nil
}

// misfit says that no row takes the instruction.
func (in *Inst) misfit() error {
	if in.Op == noOp || in.Op >= numOps {
		return fmt.Errorf("there is no operation %d", in.Op)
	}
	return fmt.Errorf("%v does not take the operands %s", in.Op, in.operands())
}

// operands lists the operands with their widths, the destination first.
func (in *Inst) operands() string {
	var list []string
	for i := range in.args() {
		o := &in.Args[i]
		s := o.String()
		if o.Kind == IsReg && o.Reg.IsGP() {
			s += map[Class]string{GP64: ":64", GP32: ":32"}[o.Reg.Class()]
		}
		if o.Bcst {
			s += ".BCST"
		}
		list = append(list, s)
	}
	if in.Mask != NoReg || in.Zero {
		list = append(list, fmt.Sprintf("mask %v zero %v", in.Mask, in.Zero))
	}
	return strings.Join(list, ", ")
}
