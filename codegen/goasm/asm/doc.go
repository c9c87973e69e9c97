// Package asm is a list of amd64 instructions that is encoded in the process or printed as Go assembly: the same list gives
// the same bytes either way.
//
// A [List] is built instruction by instruction with [List.Emit]. Operands are in the order of the processor's manuals: the
// destination first, then the sources, then an immediate. Names are those of Go's assembler, sizes included ([ADDQ], [ADDL],
// [VADDPS], [VCVTSI2SSQ]), and each operand is checked: ADDL takes the 32-bit views of registers ([Reg.L]), ADDQ the 64-bit
// ones, and the vectors of one instruction are all X, all Y or all Z, but where it widens or narrows.
//
// Whether a vector instruction is encoded in VEX (AVX, AVX2, FMA, F16C) or in EVEX (AVX-512 F, DQ, BW, VL) follows from its
// operands: EVEX where it has a Z register, a register above 15, a mask or a broadcast, or has no other form. [Code.AVX512]
// says whether a list came to need AVX-512.
//
// Gathers and scatters have a vector register as the index of their memory. In VEX the mask is a third operand, a vector that
// the gather clears; in EVEX it is a mask register ([Inst.Masked]), cleared too.
//
// Nothing here panics: a wrong operand, an unbound label or a list that is too long is an error of [Encode] that names the
// instruction. Lists are not safe for use by several goroutines at once; different lists are.
//
// A form that is missing is a name in op.go (then go generate) and a row in the table of its family: row.go says how rows are
// written. The tests try every row against two other assemblers.
//
// It is an inner package: what it exports serves goasm and changes with it.
package asm

//go:generate go run golang.org/x/tools/cmd/stringer@v0.36.0 -type=Op
