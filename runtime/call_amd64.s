//go:build linux

#include "textflag.h"
#include "funcdata.h"

#define CANARY 0x5765667453746163

// func callKernel(entry uintptr, bufs *unsafe.Pointer, vars *int64, lo, hi int64) bool
//
// Calls a kernel by the System V convention on the goroutine's own stack: the prologue that the assembler puts before this
// frame checks that the stack has room and lets the scheduler preempt. The kernel gets the frame as its stack, aligned
// to 64. BX is the callee's to keep, so it brings SP back. The word at the frame's bottom tells if the kernel went past it.
TEXT ·callKernel(SB), 0, $16384-41
	NO_LOCAL_POINTERS
	MOVQ entry+0(FP), AX
	MOVQ bufs+8(FP), DI
	MOVQ vars+16(FP), SI
	MOVQ lo+24(FP), DX
	MOVQ hi+32(FP), CX
	MOVQ $CANARY, R8
	MOVQ R8, canary-16384(SP)
	MOVQ SP, BX
	LEAQ 16384(SP), R9
	ANDQ $~63, R9
	MOVQ R9, SP
	CALL AX
	MOVQ BX, SP
	CMPB ·hasAVX(SB), $0
	JEQ  check
	VZEROUPPER

check:
	MOVQ  $CANARY, R8
	CMPQ  R8, canary-16384(SP)
	SETEQ ret+40(FP)
	RET

// func pause(n int64)
TEXT ·pause(SB), NOSPLIT, $0-8
	MOVQ n+0(FP), CX

again:
	PAUSE
	SUBQ $1, CX
	JGT  again
	RET
