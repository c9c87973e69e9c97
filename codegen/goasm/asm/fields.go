package asm

// fields are an instruction's operands by where they go.
type fields struct {
	reg, vvvv   byte // numbers of registers
	base, index byte // of memory, or of the register in ModRM.rm or the code
	rm          *Operand
	hasRM       bool
	unit        int  // of a displacement of one byte
	low         byte // added to the code
	high        byte // the register in the last immediate
	hasHigh     bool
	mask        bool // there is a mask register
	ref         int  // of the constant, in refs; -1 is none
}

// sort tells where the operands of an instruction go.
func (f *form) sort(in *Inst) fields {
	p := fields{unit: 1, ref: -1}
	for i := range in.args() {
		o := &in.Args[i]
		n := byte(o.Reg.Num())
		p.mask = p.mask || o.Kind == IsReg && o.Reg.Class() == Mask
		switch f.args[i] & fieldMask {
		case inReg:
			p.reg = n
		case inVex:
			p.vvvv = n
		case inHigh:
			p.high, p.hasHigh = n<<4, true
		case inCode:
			p.base, p.low = n, n&7
		case inRM:
			p.base, p.index, p.rm, p.hasRM = n, byte(o.Index.Num()), o, true
			if o.Kind == IsMem && f.evex {
				p.unit = f.unit(o, f.args[i])
			}
		}
	}
	if d, ok := f.enc.digit(); ok {
		p.reg, p.hasRM = d, true
	}
	return p
}

// unit is that of a one-byte displacement in EVEX: what the instruction reads.
func (f *form) unit(o *Operand, p place) int {
	switch {
	case !o.Bcst:
		return p.bytes(f.length)
	case f.enc&b32 != 0:
		return 4
	}
	return 8
}

// modRM appends the byte of that name with all of a memory operand.
func (e *encoder) modRM(p *fields) {
	if !p.hasRM {
		return
	}
	reg := p.reg & 7 << 3
	if p.rm == nil || p.rm.Kind == IsReg {
		e.buf = append(e.buf, 0xC0|reg|p.base&7)
		return
	}
	switch disp := int32(p.rm.Val); {
	case p.rm.Reg == pc:
		e.buf = append(e.buf, reg|5)
		p.ref = len(e.refs)
		e.refs = append(e.refs, ref{at: int32(len(e.buf)), inst: int32(len(e.starts) - 1)})
		e.word(disp)
	case p.rm.Reg == NoReg:
		e.buf = append(e.buf, reg|4, e.sib(p)|5)
		e.word(disp)
	default:
		e.based(p, reg, disp)
	}
}

// sib is that byte without its base.
func (e *encoder) sib(p *fields) byte {
	if p.rm.Index == NoReg {
		return 4 << 3
	}
	return scaleBits[p.rm.Scale&15]<<6 | p.index&7<<3
}

var scaleBits = [16]byte{2: 1, 4: 2, 8: 3}

// How much of a displacement follows, in ModRM.
const (
	disp0  = 0x00
	disp8  = 0x40
	disp32 = 0x80
)

// based is memory with a base register, with the shortest displacement that holds it.
func (e *encoder) based(p *fields, reg byte, disp int32) {
	mod, base, unit := byte(disp32), p.base&7, int32(p.unit)
	switch short := disp / unit; {
	case disp == 0 && base != BP.low():
		mod = disp0
	case short*unit == disp && short == int32(int8(short)):
		mod, disp = disp8, short
	}
	if p.rm.Index != NoReg || base == SP.low() {
		e.buf = append(e.buf, mod|reg|4, e.sib(p)|base)
	} else {
		e.buf = append(e.buf, mod|reg|base)
	}
	switch mod {
	case disp8:
		e.buf = append(e.buf, byte(disp))
	case disp32:
		e.word(disp)
	}
}

// low is the part of a register's number outside the prefix. SP and R12 share theirs, as do BP and R13: the first mean that
// a byte for the index follows, the second that there is no base.
func (r Reg) low() byte { return byte(r & 7) }

// word appends four bytes.
func (e *encoder) word(v int32) {
	e.buf = append(e.buf, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
}

// immediates append the constants and the register that hides among them.
func (e *encoder) immediates(in *Inst, f *form, p *fields) {
	for i := range in.args() {
		v := in.Args[i].Val
		switch f.args[i] {
		case immByte, immSigned:
			e.buf = append(e.buf, byte(v))
		case immWord:
			e.buf = append(e.buf, byte(v), byte(v>>8))
		case imm32, immWrap, immZero:
			e.word(int32(v))
		case imm64:
			e.word(int32(v))
			e.word(int32(v >> 32))
		}
	}
	if p.hasHigh {
		e.buf = append(e.buf, p.high)
	}
	if p.ref >= 0 {
		e.refs[p.ref].end = int32(len(e.buf))
	}
}
