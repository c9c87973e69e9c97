package asm

// evexPrefix appends the prefix of AVX-512. Registers have a fifth bit there: that of ModRM.rm stands where the index's
// fourth is otherwise, that of a gather's index where vvvv's is.
func (e *encoder) evexPrefix(in *Inst, f *form, p *fields) {
	x, v := p.index>>3&1, p.vvvv>>4&1
	if p.rm != nil && p.rm.Kind == IsReg {
		x = p.base >> 4 & 1
	} else if p.index != 0 && p.rm.Index.IsVector() {
		v = p.index >> 4 & 1
	}
	w := byte(0)
	if f.enc&eW != 0 {
		w = 1
	}
	e.buf = append(e.buf, 0x62,
		(1^p.reg>>3&1)<<7|(1^x)<<6|(1^p.base>>3&1)<<5|(1^p.reg>>4&1)<<4|f.enc.opmap(),
		w<<7|^p.vvvv&15<<3|4|f.enc.prefix(),
		flag(in.Zero)<<7|byte(f.length)<<5|flag(p.rm != nil && p.rm.Bcst)<<4|(1^v)<<3|byte(in.Mask.Num()))
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}
