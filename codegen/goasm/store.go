package goasm

import (
	"weft/codegen"
	"weft/codegen/goasm/asm"
	"weft/ops"
)

// store lowers a plain or an accumulating store.
func (l *lowering) store(in *codegen.Instr) {
	a, v := in.Mem, l.wide(l.get(in.Args[0]))
	switch {
	case in.Vec && l.contiguous(a):
		l.storeVector(in, v)
	case in.Vec:
		l.scatter(in, v)
	case a.Gate == codegen.NoValue:
		l.storeOne(in, v)
	default:
		l.when(l.get(a.Gate), func() { l.storeOne(in, v) })
	}
}

func (l *lowering) storeOne(in *codegen.Instr, v val) {
	p, dt := l.address(in.Mem), in.DType
	if in.Op != ops.NoOp {
		v = l.binary(in.Op, l.loadOne(dt, p), v)
	}
	switch {
	case dt == ops.Float32:
		l.effect(asm.VMOVSS, at(p), xmm(l.part(v, 0)))
	case dt == ops.Float64:
		l.effect(asm.VMOVSD, at(p), xmm(l.part(v, 0)))
	default:
		l.writeGP(dt, l.gp(v), p)
	}
}

func (l *lowering) storeVector(in *codegen.Instr, v val) {
	a, dt := in.Mem, in.DType
	p := l.address(a)
	m := noReg
	if a.Gate != codegen.NoValue {
		m = l.maskOf(l.get(a.Gate))
	}
	if in.Op != ops.NoOp {
		old := l.loadRowOr(dt, p, m)
		v = l.binary(in.Op, old, v)
	}
	if dt == ops.Bool {
		v = single(ops.Uint8, true, l.numbers(l.maskOf(v)))
	}
	if m != noReg && !l.avx512 && dt.Size() < 4 {
		l.storeLanes(dt, v, m, func(i int) place { return p.plus(int64(i * dt.Size())) })
		return
	}
	for i := range v.parts() {
		mi := m
		if m != noReg {
			mi = l.half(m, v, i)
		}
		l.storePart(dt, l.part(v, i), mi, p.plus(int64(i)*int64(l.full)))
	}
}

// loadRowOr reads what an accumulating store adds to.
func (l *lowering) loadRowOr(dt ops.DType, p place, m reg) val {
	if m == noReg {
		return l.fromMemory(dt, l.loadRow(dt, p))
	}
	return l.fromMemory(dt, l.loadMasked(dt, p, m, ops.IntValue(dt, 0)))
}

// storePart writes one register's lanes, those of the mask if there is one.
func (l *lowering) storePart(dt ops.DType, r, m reg, p place) {
	switch {
	case dt.Size() >= 4 && m != noReg && !l.avx512:
		op := asm.VMASKMOVPS
		if dt.Size() == 8 {
			op = asm.VMASKMOVPD
		}
		l.effect(op, at(p), l.f(m), l.f(r))
		return
	case dt.Size() < 4 && !l.avx512:
		l.storeShort(dt, r, p)
		return
	}
	op := asm.VMOVUPS
	switch dt.Size() {
	case 1:
		op = asm.VPMOVDB
	case 2:
		op = asm.VPMOVDW
	case 8:
		op = asm.VMOVUPD
	}
	l.effect(op, at(p), l.f(r)).mask = m
}

// storeShort packs lanes to 1 or 2 bytes with AVX2. They are within their type, so that packing cuts nothing off.
func (l *lowering) storeShort(dt ops.DType, r reg, p place) {
	words, bytes := asm.VPACKUSDW, asm.VPACKUSWB
	if dt.Kind() == ops.KindInt {
		words, bytes = asm.VPACKSSDW, asm.VPACKSSWB
	}
	w := l.as(b16, words, xmm(r), xmm(l.upper(r)))
	if dt.Size() == 2 {
		l.effect(asm.VMOVUPS, at(p), xmm(w))
		return
	}
	l.effect(asm.VMOVQ, at(p), xmm(l.as(b16, bytes, xmm(w), xmm(w))))
}
