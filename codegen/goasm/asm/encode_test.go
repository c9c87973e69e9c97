package asm

import (
	"bytes"
	"testing"
)

func TestEncode(t *testing.T) {
	var l List
	loop := l.NewLabel()
	l.Enter("for i < 4")
	l.Bind(loop)
	l.Emit(VMOVUPS, Y(0), Mem{Base: DI, Index: AX, Scale: 4})
	l.Emit(VADDPS, Y(0), Y(0), l.Const32(0x3f800000).Broadcast())
	l.Emit(VFMADD231PS, Z(17), Z(1), Mem{Base: R12, Disp: 64})
	l.Emit(VMOVUPS, Mem{Base: DI, Index: AX, Scale: 4, Disp: 1024}, Z(0)).Masked(K(1))
	l.Emit(ADDQ, AX, Imm(8))
	l.Emit(CMPQ, AX, Imm(1000))
	l.Emit(JLT, loop)
	l.Leave()
	l.Emit(VZEROUPPER)
	l.Emit(RET)
	c, err := Encode(&l)
	if err != nil {
		t.Fatal(err)
	}
	for i := range l.Len() {
		t.Logf("% x\t%v", c.Bytes[c.Starts[i]:c.Starts[i+1]], l.At(i))
	}
	t.Log("\n" + Print(&l, "f"))
	if !bytes.HasSuffix(c.Bytes, []byte{0, 0, 0x80, 0x3f}) {
		t.Error("no pool")
	}
}
