package asm

// fields are an instruction's operands by where they go.
type fields struct {
	reg, vvvv   byte // numbers of registers
	base, index byte // of memory, or of the register in ModRM.rm or the code
	rm          *Operand
	hasRM       bool
	scale       int  // by which a displacement of one byte is counted
	low         byte // added to the code
	high        byte // the register in the last immediate
	hasHigh     bool
	mask        bool // there is a mask register
	ref         int  // of the constant, in refs; -1 is none
}

// place4 sorts the operands of an instruction.
func place4(in *Inst, f *form) fields {
	p := fields{scale: 1, ref: -1}
	for i := range in.N {
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
				p.scale = f.disp8(o, f.args[i])
			}
		}
	}
	if d, ok := f.enc.digit(); ok {
		p.reg, p.hasRM = d, true
	}
	return p
}

// disp8 is the unit of a one-byte displacement in EVEX: what the instruction reads.
func (f *form) disp8(o *Operand, p place) int {
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
		e.disp32(disp)
	case p.rm.Reg == NoReg:
		e.buf = append(e.buf, reg|4, e.sib(p)|5)
		e.disp32(disp)
	default:
		e.based(p, reg, disp)
	}
}

// sib is that byte without its base.
func (e *encoder) sib(p *fields) byte {
	if p.rm.Index == NoReg {
		return 4 << 3
	}
	log := map4[p.rm.Scale&15]
	return log<<6 | p.index&7<<3
}

var map4 = [16]byte{2: 1, 4: 2, 8: 3}

// based is memory with a base register: the shortest displacement that holds, where that of one byte counts in units.
func (e *encoder) based(p *fields, reg byte, disp int32) {
	base, mod := p.base&7, byte(0x80)
	short := int32(0)
	switch {
	case disp == 0 && base != 5:
		mod = 0
	case disp%int32(p.scale) == 0 && disp/int32(p.scale) == int32(int8(disp/int32(p.scale))):
		mod, short = 0x40, disp/int32(p.scale)
	}
	if p.rm.Index != NoReg || base == 4 {
		e.buf = append(e.buf, mod|reg|4, e.sib(p)|base)
	} else {
		e.buf = append(e.buf, mod|reg|base)
	}
	switch mod {
	case 0x40:
		e.buf = append(e.buf, byte(short))
	case 0x80:
		e.disp32(disp)
	}
}

func (e *encoder) disp32(v int32) {
	e.buf = append(e.buf, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
}

// immediates append the constants and the register that hides among them.
func (e *encoder) immediates(in *Inst, f *form, p *fields) {
	for i := range in.N {
		v := in.Args[i].Val
		switch f.args[i] {
		case immByte, immSigned:
			e.buf = append(e.buf, byte(v))
		case immWord:
			e.buf = append(e.buf, byte(v), byte(v>>8))
		case imm32, immWrap, immZero:
			e.disp32(int32(v))
		case imm64:
			e.disp32(int32(v))
			e.disp32(int32(v >> 32))
		}
	}
	if p.hasHigh {
		e.buf = append(e.buf, p.high)
	}
	if p.ref >= 0 {
		e.refs[p.ref].end = int32(len(e.buf))
	}
}
