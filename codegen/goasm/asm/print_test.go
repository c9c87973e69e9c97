package asm

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Notes stand before the instruction that follows them, and what belongs to a loop is deeper.
func TestNotes(t *testing.T) {
	var l List
	l.Comment("first\nsecond")
	l.Enter("for i < 8")
	l.Emit(INCQ, AX)
	l.Enter("for j < 4")
	l.Emit(INCQ, CX)
	l.Leave()
	l.Leave()
	l.Leave()
	l.Emit(RET)
	l.Comment("end")
	want := "TEXT ·f(SB), NOSPLIT|NOFRAME, $0-16\n\tMOVQ args+0(FP), DI\n\tMOVQ n+8(FP), R9\n" +
		"\t// first\n\t// second\n\t// for i < 8\n\t\tINCQ AX\n\t\t// for j < 4\n\t\t\tINCQ CX\n\tRET\n\t// end\n"
	if have := Print(&l, "f", arguments...); have != want {
		t.Errorf("have\n%s\nwant\n%s", have, want)
	}
}

func TestPrintBytes(t *testing.T) {
	var l List
	l.Emit(VADDPS, Z(1), Z(2), l.Const([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9}).Broadcast())
	l.Emit(RET)
	c, err := Encode(&l)
	if err != nil {
		t.Fatal(err)
	}
	have := PrintBytes(&l, c, "f")
	for _, want := range []string{
		"\tVADDPS.BCST f_pool<>+0(SB), Z2, Z1\t// 62 f1 6c 58 58 0d 36 00 00 00\n", "\tRET\t// c3\n",
		"DATA f_pool<>+0(SB)/8, $0x0807060504030201\nDATA f_pool<>+8(SB)/8, $0x0000000000000009\nGLOBL f_pool<>(SB), RODATA|NOPTR, $16\n",
	} {
		if !strings.Contains(have, want) {
			t.Errorf("have\n%s\nwant\n%s", have, want)
		}
	}
}

// Below the stack pointer a printed list has a frame.
func TestPrintFrame(t *testing.T) {
	var l List
	l.Emit(VMOVUPS, Mem{Base: SP, Disp: -120}, Z(0))
	l.Emit(VADDPS, Z(0), Z(1), Mem{Base: SP, Disp: -120})
	l.Emit(MOVQ, AX, Mem{Base: SP, Index: CX, Scale: 8, Disp: -8})
	l.Emit(RET)
	want := "TEXT ·f(SB), 0, $128-0\n\tVMOVUPS Z0, slot-120(SP)\n\tVADDPS slot-120(SP), Z1, Z0\n" +
		"\tMOVQ slot-8(SP)(CX*8), AX\n\tRET\n"
	if have := Print(&l, "f"); have != want {
		t.Errorf("have\n%s\nwant\n%s", have, want)
	}
}

// Whole lists with loops, jumps of both lengths, padding and constants, bytes and notes included, assemble to their bytes.
func TestPrintedListsAssemble(t *testing.T) {
	lists := []*List{kernel()}
	for seed := range uint64(4) {
		lists = append(lists, jumps(rand.New(rand.NewPCG(seed, 1)), 300, seed > 0))
	}
	for _, l := range lists {
		c, err := Encode(l)
		if err != nil {
			t.Fatal(err)
		}
		same(t, l, c, goTool(t, l, c))
	}
}
