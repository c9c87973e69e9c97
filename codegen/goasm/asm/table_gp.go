package asm

var generalRows = []row{
	{MOVB, args{em, r4}, 0x88, byteReg},
	{MOVB, args{em, ib}, 0xC6, d0},
	{MOVW, args{em, r4}, 0x89, p66},
	{MOVW, args{em, iw}, 0xC7, p66 | d0},
	{MOVL, args{e4, r4}, 0x89, 0},
	{MOVL, args{r4, em}, 0x8B, 0},
	{MOVL, args{o4, il}, 0xB8, 0},
	{MOVL, args{em, il}, 0xC7, d0},
	{MOVQ, args{e8, r8}, 0x89, vW},
	{MOVQ, args{r8, em}, 0x8B, vW},
	{MOVQ, args{e8, id}, 0xC7, vW | d0},
	{MOVQ, args{o8, iz}, 0xB8, 0},
	{MOVQ, args{o8, iq}, 0xB8, vW},
	{MOVBLZX, args{r4, e4}, 0xB6, m0F | byteRM},
	{MOVBQZX, args{r8, e4}, 0xB6, m0F | vW | byteRM},
	{MOVWLZX, args{r4, e4}, 0xB7, m0F},
	{MOVWQZX, args{r8, e4}, 0xB7, m0F | vW},
	{MOVLQZX, args{r8, e4}, 0x8B, 0},
	{MOVBLSX, args{r4, e4}, 0xBE, m0F | byteRM},
	{MOVBQSX, args{r8, e4}, 0xBE, m0F | vW | byteRM},
	{MOVWLSX, args{r4, e4}, 0xBF, m0F},
	{MOVWQSX, args{r8, e4}, 0xBF, m0F | vW},
	{MOVLQSX, args{r8, e4}, 0x63, vW},
	{LEAL, args{r4, m}, 0x8D, 0},
	{LEAQ, args{r8, m}, 0x8D, vW},

	{CMPB, args{em, ib}, 0x80, d7},
	{TESTB, args{em, ib}, 0xF6, d0},
	{CMPL, args{e4, is}, 0x83, d7},
	{CMPL, args{ax4, il}, 0x3D, 0},
	{CMPL, args{e4, il}, 0x81, d7},
	{CMPL, args{e4, r4}, 0x39, 0},
	{CMPL, args{r4, em}, 0x3B, 0},
	{CMPQ, args{e8, is}, 0x83, vW | d7},
	{CMPQ, args{ax8, id}, 0x3D, vW},
	{CMPQ, args{e8, id}, 0x81, vW | d7},
	{CMPQ, args{e8, r8}, 0x39, vW},
	{CMPQ, args{r8, em}, 0x3B, vW},
	{TESTL, args{ax4, il}, 0xA9, 0},
	{TESTL, args{e4, il}, 0xF7, d0},
	{TESTL, args{e4, r4}, 0x85, 0},
	{TESTQ, args{ax8, id}, 0xA9, vW},
	{TESTQ, args{e8, id}, 0xF7, vW | d0},
	{TESTQ, args{e8, r8}, 0x85, vW},

	{NEGL, args{e4}, 0xF7, d3},
	{NEGQ, args{e8}, 0xF7, vW | d3},
	{NOTL, args{e4}, 0xF7, d2},
	{NOTQ, args{e8}, 0xF7, vW | d2},
	{INCL, args{e4}, 0xFF, d0},
	{INCQ, args{e8}, 0xFF, vW | d0},
	{DECL, args{e4}, 0xFF, d1},
	{DECQ, args{e8}, 0xFF, vW | d1},
	{MULL, args{e4}, 0xF7, d4},
	{MULQ, args{e8}, 0xF7, vW | d4},
	{DIVL, args{e4}, 0xF7, d6},
	{DIVQ, args{e8}, 0xF7, vW | d6},
	{IDIVL, args{e4}, 0xF7, d7},
	{IDIVQ, args{e8}, 0xF7, vW | d7},
	{CDQ, args{}, 0x99, 0},
	{CQO, args{}, 0x99, vW},
	{IMULL, args{r4, e4}, 0xAF, m0F},
	{IMULQ, args{r8, e8}, 0xAF, m0F | vW},
	{IMUL3L, args{r4, e4, is}, 0x6B, 0},
	{IMUL3L, args{r4, e4, il}, 0x69, 0},
	{IMUL3Q, args{r8, e8, is}, 0x6B, vW},
	{IMUL3Q, args{r8, e8, id}, 0x69, vW},

	{SHLXL, args{r4, e4, v4}, 0xF7, vex | p66 | m38 | l128},
	{SHLXQ, args{r8, e8, v8}, 0xF7, vex | p66 | m38 | l128 | vW},
	{SHRXL, args{r4, e4, v4}, 0xF7, vex | pF2 | m38 | l128},
	{SHRXQ, args{r8, e8, v8}, 0xF7, vex | pF2 | m38 | l128 | vW},
	{SARXL, args{r4, e4, v4}, 0xF7, vex | pF3 | m38 | l128},
	{SARXQ, args{r8, e8, v8}, 0xF7, vex | pF3 | m38 | l128 | vW},
	{RORXL, args{r4, e4, ib}, 0xF0, vex | pF2 | m3A | l128},
	{RORXQ, args{r8, e8, ib}, 0xF0, vex | pF2 | m3A | l128 | vW},
	{MULXL, args{r4, v4, e4}, 0xF6, vex | pF2 | m38 | l128},
	{MULXQ, args{r8, v8, e8}, 0xF6, vex | pF2 | m38 | l128 | vW},
	{ANDNL, args{r4, v4, e4}, 0xF2, vex | np | m38 | l128},
	{ANDNQ, args{r8, v8, e8}, 0xF2, vex | np | m38 | l128 | vW},
	{BLSRL, args{v4, e4}, 0xF3, vex | np | m38 | l128 | d1},
	{BLSRQ, args{v8, e8}, 0xF3, vex | np | m38 | l128 | d1 | vW},
	{BZHIL, args{r4, e4, v4}, 0xF5, vex | np | m38 | l128},
	{BZHIQ, args{r8, e8, v8}, 0xF5, vex | np | m38 | l128 | vW},

	{BSFL, args{r4, e4}, 0xBC, m0F},
	{BSFQ, args{r8, e8}, 0xBC, m0F | vW},
	{BSRL, args{r4, e4}, 0xBD, m0F},
	{BSRQ, args{r8, e8}, 0xBD, m0F | vW},
	{LZCNTL, args{r4, e4}, 0xBD, pF3 | m0F},
	{LZCNTQ, args{r8, e8}, 0xBD, pF3 | m0F | vW},
	{TZCNTL, args{r4, e4}, 0xBC, pF3 | m0F},
	{TZCNTQ, args{r8, e8}, 0xBC, pF3 | m0F | vW},
	{POPCNTL, args{r4, e4}, 0xB8, pF3 | m0F},
	{POPCNTQ, args{r8, e8}, 0xB8, pF3 | m0F | vW},

	{PREFETCHNTA, args{m}, 0x18, m0F | d0},
	{PREFETCHT0, args{m}, 0x18, m0F | d1},
	{PREFETCHT1, args{m}, 0x18, m0F | d2},
	{PREFETCHT2, args{m}, 0x18, m0F | d3},
	{SFENCE, args{}, 0xAE, m0F | d7},
	{UD2, args{}, 0x0B, m0F},
	{RET, args{}, 0xC3, 0},
	{JMP, args{relative}, shortJMP, 0},
	{PCALIGN, args{ib}, 0, 0},
}

// arithmetic are the operations that share one shape, with the number that their codes have of it.
var arithmetic = []struct {
	l, q Op
	n    byte
}{{ADDL, ADDQ, 0}, {ORL, ORQ, 1}, {ADCL, ADCQ, 2}, {SBBL, SBBQ, 3}, {ANDL, ANDQ, 4}, {SUBL, SUBQ, 5}, {XORL, XORQ, 6}}

// shifts likewise.
var shifts = []struct {
	l, q Op
	n    byte
}{{ROLL, ROLQ, 0}, {RORL, RORQ, 1}, {SHLL, SHLQ, 4}, {SHRL, SHRQ, 5}, {SARL, SARQ, 7}}

// digit is n as the part of a code in ModRM.reg.
func digit(n byte) enc { return enc(8|n) << 22 }

// numberedRows are those whose codes are made of a number and a shape.
func numberedRows() []row {
	list := make([]row, 0, 10*len(arithmetic)+6*len(shifts)+4*16)
	for _, a := range arithmetic {
		code, d := a.n<<3, digit(a.n)
		list = append(list,
			row{a.l, args{e4, is}, 0x83, d}, row{a.l, args{ax4, il}, code + 5, 0}, row{a.l, args{e4, il}, 0x81, d},
			row{a.l, args{e4, r4}, code + 1, 0}, row{a.l, args{r4, em}, code + 3, 0},
			row{a.q, args{e8, is}, 0x83, vW | d}, row{a.q, args{ax8, id}, code + 5, vW}, row{a.q, args{e8, id}, 0x81, vW | d},
			row{a.q, args{e8, r8}, code + 1, vW}, row{a.q, args{r8, em}, code + 3, vW})
	}
	for _, s := range shifts {
		d := digit(s.n)
		list = append(list,
			row{s.l, args{e4, i1}, 0xD1, d}, row{s.l, args{e4, ib}, 0xC1, d}, row{s.l, args{e4, cx}, 0xD3, d},
			row{s.q, args{e8, i1}, 0xD1, vW | d}, row{s.q, args{e8, ib}, 0xC1, vW | d}, row{s.q, args{e8, cx}, 0xD3, vW | d})
	}
	for c := range byte(16) {
		op := Op(c)
		list = append(list,
			row{JOS + op, args{relative}, 0x70 + c, 0},
			row{SETOS + op, args{e4}, 0x90 + c, m0F | byteRM},
			row{CMOVLOS + op, args{r4, e4}, 0x40 + c, m0F},
			row{CMOVQOS + op, args{r8, e8}, 0x40 + c, m0F | vW})
	}
	return list
}
