package asm

// vexPrefix appends the prefix of AVX, in two bytes where they can say it.
func (e *encoder) vexPrefix(f *form, p *fields) {
	r, x, b := p.reg>>3&1, p.index>>3&1, p.base>>3&1
	w := byte(0)
	if f.enc&vW != 0 {
		w = 1
	}
	tail := ^p.vvvv&15<<3 | byte(f.length)<<2 | f.enc.prefix()
	if x|b|w == 0 && f.enc.opmap() == 1 {
		e.buf = append(e.buf, 0xC5, (1^r)<<7|tail)
		return
	}
	e.buf = append(e.buf, 0xC4, (1^r)<<7|(1^x)<<6|(1^b)<<5|f.enc.opmap(), w<<7|tail)
}
