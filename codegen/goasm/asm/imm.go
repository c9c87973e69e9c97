package asm

// Predicates of VCMPPS and its like. None signals a NaN that is quiet; with NaN all are false but CmpNE and CmpUnordered.
const (
	CmpEQ        Imm = 0x00
	CmpUnordered Imm = 0x03
	CmpNE        Imm = 0x04
	CmpOrdered   Imm = 0x07
	CmpLT        Imm = 0x11
	CmpLE        Imm = 0x12
	CmpGE        Imm = 0x1D
	CmpGT        Imm = 0x1E
)

// Predicates of VPCMPD and its like.
const (
	IntEQ Imm = 0
	IntLT Imm = 1
	IntLE Imm = 2
	IntNE Imm = 4
	IntGE Imm = 5
	IntGT Imm = 6
)

// Directions of VROUNDPS and, to whole numbers, of VRNDSCALEPS. No inexact result is signalled.
const (
	RoundNearest Imm = 8 // half to even
	RoundDown    Imm = 9
	RoundUp      Imm = 10
	RoundZero    Imm = 11
)
