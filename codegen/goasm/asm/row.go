package asm

// row is one form of an operation: what operands it takes, where they go, and its code.
type row struct {
	op   Op
	args args
	code byte
	enc  enc
}

// args are the operands' places. A place is spelled much as in the processor's manuals: the field that it goes to, what it
// takes, and the size of memory where that is not the register's.
//
//	r   ModRM.reg                        V      a vector of the instruction's length L
//	v   VEX.vvvv                         H Q E  a vector of half, a quarter or an eighth of L, X at least
//	u   ModRM.rm, a register alone       X Y    an X or Y register
//	m   ModRM.rm, memory alone           K      a mask register
//	e   ModRM.rm, either                 4 8    a general register of 4 or 8 bytes
//	x   ModRM.rm, memory of a gather     1...   bytes of memory
//	s   the upper half of the last byte
//	o   the code itself
//	i   an immediate: b, w, d, q by size, s widened with its sign, z with zeros, l signed or not
type args [MaxArgs]place

// place is a field, a class of registers and a size of memory.
type place uint16

// field is where an operand goes.
const (
	inReg place = 1 + iota
	inRM
	inVex
	inHigh          // upper half of an immediate byte
	inCode          // lowest three bits of the code
	inNothing       // implied
	immByte         // 0..255
	immSigned       // a byte that is widened with its sign
	immOne          // the constant 1, implied
	immWord         // 2 bytes
	imm32           // 4 bytes, widened with their sign to 8
	immWrap         // 4 bytes of a 32-bit operation, signed or not
	immZero         // 4 bytes, widened with zeros to 8
	imm64           // 8 bytes
	relative        // a label
	fieldMask place = 15
)

// Classes of registers that a place takes; the first five depend on L.
const (
	full place = (1 + iota) << 4
	half
	quarter
	eighth
	classX
	classY
	classK
	class4
	class8
	classAX4 // AX and CX alone
	classAX8
	classCX
	regMask place = 15 << 4
)

// Sizes of memory; the first four depend on L.
const (
	memFull place = (1 + iota) << 8
	memHalf
	memQuarter
	memEighth
	mem1
	mem2
	mem4
	mem8
	mem16
	mem32
	memPlain       // of a general instruction
	memMask  place = 15 << 8
)

// Classes of a gather's index.
const (
	indexFull place = (1 + iota) << 12
	indexHalf
	indexMask place = 3 << 12
)

// The places of vector instructions.
const (
	rV, rH, rQ, rE     = inReg | full, inReg | half, inReg | quarter, inReg | eighth
	rX, rY, rK, r4, r8 = inReg | classX, inReg | classY, inReg | classK, inReg | class4, inReg | class8
	vV, vX, vY, vK     = inVex | full, inVex | classX, inVex | classY, inVex | classK
	v4, v8             = inVex | class4, inVex | class8
	sV                 = inHigh | full
	uV, uX, uK, u4, u8 = inRM | full, inRM | classX, inRM | classK, inRM | class4, inRM | class8
	eV, eH, eQ, eE     = uV | memFull, inRM | half | memHalf, inRM | quarter | memQuarter, inRM | eighth | memEighth
	eX1, eX2, eX4, eX8 = uX | mem1, uX | mem2, uX | mem4, uX | mem8
	eX, eY             = uX | mem16, inRM | classY | mem32
	eK1, eK2, eK4, eK8 = uK | mem1, uK | mem2, uK | mem4, uK | mem8
	mV, mH, m1, m2, m4 = inRM | memFull, inRM | memHalf, inRM | mem1, inRM | mem2, inRM | mem4
	m8, m16, m32       = inRM | mem8, inRM | mem16, inRM | mem32
	ib                 = immByte
	xV4, xV8           = inRM | indexFull | mem4, inRM | indexFull | mem8
	xH8                = inRM | indexHalf | mem8
)

// The places of general instructions.
const (
	e4, e8, em, m  = u4 | memPlain, u8 | memPlain, inRM | memPlain, inRM | memPlain
	o4, o8         = inCode | class4, inCode | class8
	ax4, ax8, cx   = inNothing | classAX4, inNothing | classAX8, inNothing | classCX
	is, i1, iw, id = immSigned, immOne, immWord, imm32
	il, iz, iq     = immWrap, immZero, imm64
)

// enc is how a row is encoded and what it allows.
type enc uint32

const (
	vex      enc = 1 << iota
	evex         // with both, EVEX where the operands need it
	vW           // VEX.W or REX.W
	eW           // EVEX.W
	noX          // not for L of 128 bits
	noY          // nor 256
	noZ          // nor 512
	b32          // broadcasts an element of 4 bytes
	b64          // of 8
	noMask       // takes no mask
	noZero       // takes a mask, but zeroes nothing
	needMask     // takes a mask, never all lanes
	byteReg      // reg is seen as a byte
	byteRM       // rm is
	distinct     // no register may occur twice
	_            // the rest are fields of several bits
)

// The prefix, the map of codes, a length that the operands do not tell, and the part of the code in ModRM.reg.
const (
	np, p66, pF3, pF2  enc = 0 << 16, 1 << 16, 2 << 16, 3 << 16
	m00, m0F, m38, m3A enc = 0 << 18, 1 << 18, 2 << 18, 3 << 18
	l128, l256, l512   enc = 1 << 20, 2 << 20, 3 << 20
	d0, d1, d2, d3     enc = 8 << 22, 9 << 22, 10 << 22, 11 << 22
	d4, d5, d6, d7     enc = 12 << 22, 13 << 22, 14 << 22, 15 << 22
	w1                     = vW | eW
	both                   = vex | evex
)

func (e enc) prefix() byte { return byte(e >> 16 & 3) }
func (e enc) opmap() byte  { return byte(e >> 18 & 3) }

// length is the number of L's class above X, or -1 where the operands tell it.
func (e enc) length() int { return int(e>>20&3) - 1 }

// digit is the part of the code in ModRM.reg, if there is one.
func (e enc) digit() (byte, bool) { return byte(e >> 22 & 7), e>>25&1 != 0 }

// families are all rows by theme.
func families() [][]row {
	return [][]row{moveRows, floatRows, fmaRows(), integerRows, shiftRows, shuffleRows, convertRows, maskRows, generalRows, numberedRows()}
}

// forms are the rows of each operation, in the order in which they are tried.
var forms = byOp(families())

// byOp finds the rows of each operation, which stand one after another in one family.
func byOp(families [][]row) (list [numOps][]row) {
	for _, f := range families {
		for from, to := 0, 0; from < len(f); from = to {
			for to = from + 1; to < len(f) && f[to].op == f[from].op; {
				to++
			}
			list[f[from].op] = f[from:to]
		}
	}
	return list
}
