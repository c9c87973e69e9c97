#include "textflag.h"

// func GoroutineKey() uintptr
//
// The address of the goroutine's descriptor, which Go keeps in thread-local storage. It never moves.
TEXT ·GoroutineKey(SB), NOSPLIT, $0-8
	MOVQ (TLS), AX
	MOVQ AX, ret+0(FP)
	RET
