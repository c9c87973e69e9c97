package asm

import "testing"

// kernel is a list of a hundred instructions such as a kernel has.
func kernel() *List {
	l := &List{}
	loop := l.NewLabel()
	l.Bind(loop)
	for i := range 16 {
		l.Emit(VMOVUPS, Z(i), Mem{Base: SI, Index: AX, Scale: 4, Disp: int32(64 * i)})
		l.Emit(VFMADD231PS, Z(i), Z(31), Mem{Base: DX, Index: AX, Scale: 4, Disp: int32(64 * i)})
		l.Emit(VMULPS, Z(i), Z(i), l.Const32(uint32(i)).Broadcast())
		l.Emit(VRNDSCALEPS, Z(i+16), Z(i), Imm(8))
		l.Emit(VADDPS, Z(i), Z(i), Z(i+16)).Masked(K(1))
		l.Emit(VMOVUPS, Mem{Base: CX, Index: AX, Scale: 4, Disp: int32(64 * i)}, Z(i))
	}
	l.Emit(ADDQ, AX, Imm(256))
	l.Emit(CMPQ, AX, R8)
	l.Emit(JLT, loop)
	l.Emit(RET)
	return l
}

func BenchmarkEncode100(b *testing.B) {
	l := kernel()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Encode(l); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBuild100(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		kernel()
	}
}

func BenchmarkPrint100(b *testing.B) {
	l := kernel()
	for b.Loop() {
		Print(l, "f")
	}
}

// What the package does when a program starts.
func BenchmarkInit(b *testing.B) {
	for b.Loop() {
		byOp(families())
	}
}
