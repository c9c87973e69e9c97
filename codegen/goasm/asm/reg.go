package asm

import "strconv"

// Reg is a register: a number in one of the register files, and the view of it that an instruction takes. The zero Reg is
// none.
type Reg uint8

// Class is a register file or, for general and vector registers, the width at which it is seen.
type Class uint8

// The classes.
const (
	NoClass Class = iota
	GP64          // AX ... R15
	GP32          // their low halves
	VecX          // X0-X31, 128 bits; above 15 with AVX-512 only
	VecY          // Y0-Y31, 256 bits
	VecZ          // Z0-Z31, 512 bits
	Mask          // K0-K7
	pcClass       // the base of constants that lie behind the code
)

// NoReg stands where there is no register.
const NoReg Reg = 0

// The general registers.
const (
	AX Reg = Reg(GP64)<<5 + iota
	CX
	DX
	BX
	SP
	BP
	SI
	DI
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
)

// pc is the base of an operand in the pool of constants; its displacement is the offset there.
const pc = Reg(pcClass) << 5

// GP is the n'th general register; it and its like give NoReg where there is none.
func GP(n int) Reg { return reg(GP64, n) }

// X is the n'th 128-bit vector register.
func X(n int) Reg { return reg(VecX, n) }

// Y is the n'th 256-bit vector register.
func Y(n int) Reg { return reg(VecY, n) }

// Z is the n'th 512-bit vector register.
func Z(n int) Reg { return reg(VecZ, n) }

// K is the n'th mask register. As a mask of an instruction K0 is not allowed: its encoding means no mask.
func K(n int) Reg { return reg(Mask, n) }

// counts are the sizes of the register files.
var counts = [8]int{NoClass: 1, GP64: 16, GP32: 16, VecX: 32, VecY: 32, VecZ: 32, Mask: 8}

func reg(c Class, n int) Reg {
	if n < 0 || n >= counts[c] {
		return NoReg
	}
	return Reg(c)<<5 | Reg(n)
}

// valid says whether the register exists.
func (r Reg) valid() bool { return r.Num() < counts[r.Class()] }

// Class is the file and view of r.
func (r Reg) Class() Class { return Class(r >> 5) }

// Num is the number of r in its file.
func (r Reg) Num() int { return int(r & 31) }

// L is the 32-bit view of a general register. Writing it clears the upper half.
func (r Reg) L() Reg { return r.as(GP32, r.IsGP()) }

// Q is the 64-bit view of a general register.
func (r Reg) Q() Reg { return r.as(GP64, r.IsGP()) }

// X is the 128-bit view of a vector register.
func (r Reg) X() Reg { return r.as(VecX, r.IsVector()) }

// Y is the 256-bit view of a vector register.
func (r Reg) Y() Reg { return r.as(VecY, r.IsVector()) }

// Z is the 512-bit view of a vector register.
func (r Reg) Z() Reg { return r.as(VecZ, r.IsVector()) }

// as is r seen as another class of the same file, NoReg where that has no meaning.
func (r Reg) as(c Class, ok bool) Reg {
	if !ok {
		return NoReg
	}
	return Reg(c)<<5 | r&31
}

// IsGP says whether r is a general register.
func (r Reg) IsGP() bool { return r.Class() == GP64 || r.Class() == GP32 }

// IsVector says whether r is a vector register.
func (r Reg) IsVector() bool { return r.Class() >= VecX && r.Class() <= VecZ }

var gpNames = [16]string{"AX", "CX", "DX", "BX", "SP", "BP", "SI", "DI", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15"}

// String is the name in Go assembly, where the views of a general register share one.
func (r Reg) String() string {
	switch c := r.Class(); c {
	case GP64, GP32:
		return gpNames[r&15]
	case VecX, VecY, VecZ:
		return "XYZ"[c-VecX:c-VecX+1] + strconv.Itoa(r.Num())
	case Mask:
		return "K" + strconv.Itoa(r.Num())
	case pcClass:
		return "PC"
	}
	return "NoReg"
}
