package asm

var legacyPrefixes = [4]byte{0, 0x66, 0xF3, 0xF2}

// legacyPrefix appends what stands before the code of a general instruction: a prefix, REX where the operands need it, and
// the map of codes.
func (e *encoder) legacyPrefix(f *form, p *fields) {
	if b := legacyPrefixes[f.enc.prefix()]; b != 0 {
		e.buf = append(e.buf, b)
	}
	rex := flag(f.enc&vW != 0)<<3 | p.reg>>3&1<<2 | p.index>>3&1<<1 | p.base>>3&1
	if rex != 0 || f.needsRex(p) {
		e.buf = append(e.buf, 0x40|rex)
	}
	switch f.enc.opmap() {
	case 1:
		e.buf = append(e.buf, 0x0F)
	case 2:
		e.buf = append(e.buf, 0x0F, 0x38)
	case 3:
		e.buf = append(e.buf, 0x0F, 0x3A)
	}
}

// needsRex says whether a byte register is one that only REX can name: the low bytes of SP, BP, SI and DI.
func (f *form) needsRex(p *fields) bool {
	return f.enc&byteReg != 0 && p.reg >= 4 || f.enc&byteRM != 0 && p.rm != nil && p.rm.Kind == IsReg && p.base >= 4
}
