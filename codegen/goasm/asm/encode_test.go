package asm

import (
	"bytes"
	"strings"
	"sync"
	"testing"
)

// What no row takes is an error that names the operation and the operands.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		want  string
		build func(l *List)
	}{
		{"VADDPS does not take the operands Y0, Y1, X2", func(l *List) { l.Emit(VADDPS, Y(0), Y(1), X(2)) }},
		{"VADDPS does not take the operands Y0, Y1", func(l *List) { l.Emit(VADDPS, Y(0), Y(1)) }},
		{"VADDPS does not take the operands Y0, Y1, Y2, Y3", func(l *List) { l.Emit(VADDPS, Y(0), Y(1), Y(2), Y(3)) }},
		{"VADDPS does not take the operands Y0, Y1, ?", func(l *List) { l.Emit(VADDPS, Y(0), Y(1), nil) }},
		{"VADDPS does not take the operands Z0, Z1, Z2, mask K0", func(l *List) { l.Emit(VADDPS, Z(0), Z(1), Z(2)).Masked(K(0)) }},
		{"mask NoReg zero true", func(l *List) { l.Emit(VADDPS, Z(0), Z(1), Z(2)).Zero = true }},
		{"VMOVUPS does not take the operands (DI), Z0, mask K1 zero true", func(l *List) { l.Emit(VMOVUPS, Mem{Base: DI}, Z(0)).Zeroed(K(1)) }},
		{"VPCMPD does not take the operands K1, Z0, Z1, $1, mask K1 zero true", func(l *List) { l.Emit(VPCMPD, K(1), Z(0), Z(1), IntLT).Zeroed(K(1)) }},
		{"VPADDB does not take the operands Z0, Z1, (AX).BCST", func(l *List) { l.Emit(VPADDB, Z(0), Z(1), Mem{Base: AX}.Broadcast()) }},
		{"VMASKMOVPS does not take the operands Y0, Y16, (AX)", func(l *List) { l.Emit(VMASKMOVPS, Y(0), Y(16), Mem{Base: AX}) }},
		{"VBROADCASTF32X8 does not take the operands Y0, (AX)", func(l *List) { l.Emit(VBROADCASTF32X8, Y(0), Mem{Base: AX}) }},
		{"VPERMD does not take the operands X0, X1, X2", func(l *List) { l.Emit(VPERMD, X(0), X(1), X(2)) }},
		{"VGATHERDPS does not take the operands Y0, (AX)(Y1*4), Y1", func(l *List) { l.Emit(VGATHERDPS, Y(0), Mem{Base: AX, Index: Y(1), Scale: 4}, Y(1)) }},
		{"VGATHERDPS does not take the operands Z0, (AX)(Z1*4)", func(l *List) { l.Emit(VGATHERDPS, Z(0), Mem{Base: AX, Index: Z(1), Scale: 4}) }},
		{"VSCATTERDPS does not take the operands (AX)(Z1*4), Z0", func(l *List) { l.Emit(VSCATTERDPS, Mem{Base: AX, Index: Z(1), Scale: 4}, Z(0)) }},
		{"ADDL does not take the operands AX:64, $1", func(l *List) { l.Emit(ADDL, AX, Imm(1)) }},
		{"ADDQ does not take the operands AX:64, CX:32", func(l *List) { l.Emit(ADDQ, AX, CX.L()) }},
		{"ADDQ does not take the operands AX:64, $2147483648", func(l *List) { l.Emit(ADDQ, AX, Imm(1<<31)) }},
		{"SHLQ does not take the operands AX:64, DX:64", func(l *List) { l.Emit(SHLQ, AX, DX) }},
		{"VSHUFPS does not take the operands X0, X1, X2, $-1", func(l *List) { l.Emit(VSHUFPS, X(0), X(1), X(2), Imm(-1)) }},
		{"MOVQ does not take the operands AX:64, 0", func(l *List) { l.Emit(MOVQ, AX, Mem{}) }},
		{"MOVQ does not take the operands AX:64, (CX)(SP*1)", func(l *List) { l.Emit(MOVQ, AX, Mem{Base: CX, Index: SP}) }},
		{"MOVQ does not take the operands AX:64, (CX)(DX*3)", func(l *List) { l.Emit(MOVQ, AX, Mem{Base: CX, Index: DX, Scale: 3}) }},
		{"MOVQ does not take the operands AX:64, (CX)", func(l *List) { l.Emit(MOVQ, AX, Mem{Base: CX.L()}) }},
		{"MOVQ does not take the operands AX:64, NoReg", func(l *List) { l.Emit(MOVQ, AX, GP(16)) }},
		{"there is no operation 60000", func(l *List) { l.Emit(60000) }},
		{"there is no operation 0", func(l *List) { l.Emit(noOp) }},
		{"instruction 1: JMP to the label L0, which is not bound", func(l *List) { l.Emit(RET); l.Emit(JMP, l.NewLabel()) }},
		{"JMP to the label L0, from where jumps lead nowhere else", func(l *List) { x := l.NewLabel(); l.Bind(x); l.Emit(JMP, x) }},
		{"PCALIGN does not take the operands $24", func(l *List) { l.Emit(PCALIGN, Imm(24)) }},
		{"PCALIGN does not take the operands $128", func(l *List) { l.Emit(PCALIGN, Imm(128)) }},
		{"JMP to the label L7, which is not bound", func(l *List) { l.Emit(JMP, Label(7)) }},
		{"JMP does not take the operands AX:64", func(l *List) { l.Emit(JMP, AX) }},
		{"a label is bound twice", func(l *List) { x := l.NewLabel(); l.Bind(x); l.Bind(x) }},
		{"belongs to no list", func(l *List) { l.Bind(3) }},
		{"more operands than any", func(l *List) { l.Emit(VADDPS, X(0), X(1), X(2), X(3), X(4)) }},
	} {
		var l List
		c.build(&l)
		if _, err := Encode(&l); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("have error %v, want %s", err, c.want)
		}
	}
}

// Whether a list needs AVX-512 follows from its operands.
func TestAVX512(t *testing.T) {
	for _, c := range []struct {
		want  bool
		build func(l *List)
	}{
		{false, func(l *List) { l.Emit(VADDPS, Y(15), Y(1), Mem{Base: AX}) }},
		{true, func(l *List) { l.Emit(VADDPS, Z(15), Z(1), Z(2)) }},
		{true, func(l *List) { l.Emit(VADDPS, X(1), X(1), X(16)) }},
		{true, func(l *List) { l.Emit(VADDPS, Y(1), Y(1), Y(2)).Masked(K(2)) }},
		{true, func(l *List) { l.Emit(VADDPS, Y(1), Y(1), Mem{Base: AX}.Broadcast()) }},
		{true, func(l *List) { l.Emit(VPMULLQ, Y(1), Y(1), Y(2)) }},
		{true, func(l *List) { l.Emit(KMOVB, AX.L(), K(1)) }},
		{false, func(l *List) { l.Emit(VGATHERDPS, Y(0), Mem{Base: AX, Index: Y(1)}, Y(2)) }},
	} {
		var l List
		c.build(&l)
		code, err := Encode(&l)
		if err != nil {
			t.Fatal(err)
		}
		if code.AVX512 != c.want {
			t.Errorf("%v: %v, want %v", l.At(0), code.AVX512, c.want)
		}
	}
}

// Lists are encoded by several goroutines at once.
func TestConcurrent(t *testing.T) {
	want, err := Encode(samples(9, 1))
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			have, err := Encode(samples(9, 1))
			if err != nil || !bytes.Equal(have.Bytes, want.Bytes) {
				t.Error("another goroutine's list has other bytes", err)
			}
		})
	}
	wait.Wait()
}
