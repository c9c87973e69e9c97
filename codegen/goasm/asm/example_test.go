package asm_test

import (
	"fmt"

	"weft/codegen/goasm/asm"
)

// A loop that adds 1 to n floats, eight at a time: func addOne(data *float32, n int).
func Example() {
	var l asm.List
	data, left := asm.SI, asm.CX
	ones, x := asm.Y(0), asm.Y(1)
	l.Emit(asm.VBROADCASTSS, ones, l.Const32(0x3f800000))
	loop := l.NewLabel()
	l.Enter("for i < n, by 8")
	l.Bind(loop)
	l.Emit(asm.VADDPS, x, ones, asm.Mem{Base: data})
	l.Emit(asm.VMOVUPS, asm.Mem{Base: data}, x)
	l.Emit(asm.ADDQ, data, asm.Imm(32))
	l.Emit(asm.SUBQ, left, asm.Imm(8))
	l.Emit(asm.JGT, loop)
	l.Leave()
	l.Emit(asm.VZEROUPPER)
	l.Emit(asm.RET)
	code, err := asm.Encode(&l)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d bytes of code, %d of constants, AVX-512: %v\n", code.Starts[l.Len()], len(code.Bytes)-code.Pool, code.AVX512)
	fmt.Print(asm.Print(&l, "addOne", asm.Param{Name: "data", Reg: data}, asm.Param{Name: "n", Reg: left}))
	// Output:
	// 31 bytes of code, 4 of constants, AVX-512: false
	// TEXT ·addOne(SB), NOSPLIT|NOFRAME, $0-16
	// 	MOVQ data+0(FP), SI
	// 	MOVQ n+8(FP), CX
	// 	VBROADCASTSS addOne_pool<>+0(SB), Y0
	// 	// for i < n, by 8
	// L0:
	// 		VADDPS (SI), Y0, Y1
	// 		VMOVUPS Y1, (SI)
	// 		ADDQ $32, SI
	// 		SUBQ $8, CX
	// 		JGT L0
	// 	VZEROUPPER
	// 	RET
	//
	// DATA addOne_pool<>+0(SB)/8, $0x000000003f800000
	// GLOBL addOne_pool<>(SB), RODATA|NOPTR, $8
}
