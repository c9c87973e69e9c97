package goasm

import (
	"encoding/binary"

	"weft/codegen"
	"weft/codegen/goasm/asm"
)

// transpose makes one row of the transposed of two. AVX-512 picks any lanes of two registers; AVX2 has an instruction or two
// for each size of block.
func (l *lowering) transpose(in *codegen.Instr) val {
	a, b := l.part(l.get(in.Args[0]), 0), l.part(l.get(in.Args[1]), 0)
	if l.avx512 {
		return single(in.DType, true, l.permute(a, b, in.Int))
	}
	return single(in.DType, true, l.unpack(a, b, in.Int))
}

// permute overwrites the table that says which lanes it takes, so that it keeps both operands and needs no register for long.
func (l *lowering) permute(a, b reg, w int) reg {
	var lanes []byte
	for i := range l.prog.VL {
		arg, lane := codegen.TransposedLane(w, i)
		lanes = binary.LittleEndian.AppendUint32(lanes, uint32(arg*l.prog.VL+lane))
	}
	table := nowhere()
	table.konst = &konst{size: int(l.full), lanes: lanes}
	r := l.v(asm.VMOVUPS, at(table))
	l.update(asm.VPERMI2PS, l.f(r), l.f(a), l.f(b))
	return r
}

func (l *lowering) unpack(a, b reg, w int) reg {
	const odd = 0xaa
	switch w {
	case 1:
		return l.v(asm.VBLENDPS, l.f(a), l.f(l.v1(asm.VMOVSLDUP, b)), imm(odd))
	case -1:
		return l.v(asm.VBLENDPS, l.f(l.v1(asm.VMOVSHDUP, a)), l.f(b), imm(odd))
	case 2:
		return l.v2(asm.VUNPCKLPD, a, b)
	case -2:
		return l.v2(asm.VUNPCKHPD, a, b)
	case 4:
		return l.v(asm.VPERM2F128, l.f(a), l.f(b), imm(0x20))
	case -4:
		return l.v(asm.VPERM2F128, l.f(a), l.f(b), imm(0x31))
	}
	fail("blocks of %d lanes", w)
	return noReg
}
