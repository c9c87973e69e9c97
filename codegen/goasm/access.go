package goasm

import (
	"weft/codegen"
	"weft/codegen/goasm/asm"
	"weft/ops"
)

// loads are the instructions that read a vector of each size into lanes of 4 bytes, or of 8.
func loadOp(dt ops.DType) asm.Op {
	switch dt {
	case ops.Int8:
		return asm.VPMOVSXBD
	case ops.Uint8, ops.Bool:
		return asm.VPMOVZXBD
	case ops.Int16:
		return asm.VPMOVSXWD
	case ops.Uint16, ops.Float16, ops.BFloat16:
		return asm.VPMOVZXWD
	}
	if dt.Size() == 8 {
		return asm.VMOVUPD
	}
	return asm.VMOVUPS
}

// load lowers a load.
func (l *lowering) load(in *codegen.Instr) val {
	a, dt := in.Mem, in.DType
	switch {
	case !in.Vec && a.Gate == codegen.NoValue:
		return l.loadOne(dt, l.address(a))
	case !in.Vec:
		return l.loadGated(dt, a)
	case !l.contiguous(a):
		return l.gather(dt, a)
	case a.Gate == codegen.NoValue:
		return l.fromMemory(dt, l.loadRow(dt, l.address(a)))
	}
	return l.fromMemory(dt, l.loadMasked(dt, l.address(a), l.maskOf(l.get(a.Gate)), a.Else))
}

// contiguous says whether the lanes of a vector access lie side by side.
func (l *lowering) contiguous(a *codegen.Access) bool {
	return a.Lane == 1 && (a.Index == codegen.NoValue || !l.get(a.Index).vec)
}

// fromMemory makes a mask of lanes that hold bools.
func (l *lowering) fromMemory(dt ops.DType, v val) val {
	if dt != ops.Bool {
		return v
	}
	return single(ops.Bool, true, l.truthOf(v.r[0]))
}

func (l *lowering) truthOf(r reg) reg {
	if l.avx512 {
		return l.truth(r, 4)
	}
	return l.v2(asm.VPCMPGTD, r, l.zero())
}

// lanesType is the type whose lanes a value of dt has: those of bools are numbers until they are made a mask.
func lanesType(dt ops.DType) ops.DType {
	if dt == ops.Bool {
		return ops.Uint8
	}
	return dt
}

func (l *lowering) loadRow(dt ops.DType, p place) val {
	return each(lanesType(dt), true, func(i int) reg { return l.v(loadOp(dt), at(p.plus(int64(i)*int64(l.full)))) })
}

// loadOne reads one element.
func (l *lowering) loadOne(dt ops.DType, p place) val {
	out := l.variableVal(dt, false)
	l.loadInto(out, p)
	return out
}

// loadInto reads one element into registers that exist.
func (l *lowering) loadInto(out val, p place) {
	r := out.r[0]
	switch out.d {
	case ops.Float32:
		l.write(asm.VBROADCASTSS, l.f(r), at(p))
	case ops.Float64:
		l.write(asm.VBROADCASTSD, l.f(r), at(p))
	case ops.Bool:
		l.write(asm.MOVBLZX, g4(r), at(p))
	default:
		l.readGP(out.d, r, p)
	}
}

// readGP reads an integer of memory.
func (l *lowering) readGP(dt ops.DType, r reg, p place) {
	switch dt {
	case ops.Int8:
		l.write(asm.MOVBQSX, g8(r), at(p))
	case ops.Int16:
		l.write(asm.MOVWQSX, g8(r), at(p))
	case ops.Int32:
		l.write(asm.MOVLQSX, g8(r), at(p))
	case ops.Uint8, ops.Bool:
		l.write(asm.MOVBLZX, g4(r), at(p))
	case ops.Uint16, ops.Float16, ops.BFloat16:
		l.write(asm.MOVWLZX, g4(r), at(p))
	case ops.Uint32, ops.Float32:
		l.write(asm.MOVL, g4(r), at(p))
	default:
		l.write(asm.MOVQ, g8(r), at(p))
	}
}

// writeGP writes the low bytes of a general register.
func (l *lowering) writeGP(dt ops.DType, r reg, p place) {
	switch dt.Size() {
	case 1:
		l.effect(asm.MOVB, at(p), g4(r))
	case 2:
		l.effect(asm.MOVW, at(p), g4(r))
	case 4:
		l.effect(asm.MOVL, at(p), g4(r))
	default:
		l.effect(asm.MOVQ, at(p), g8(r))
	}
}

// loadGated reads one element where its gate holds.
func (l *lowering) loadGated(dt ops.DType, a *codegen.Access) val {
	out := l.variableVal(dt, false)
	l.assign(out, constant(elseOf(a, dt), false))
	l.when(l.get(a.Gate), func() { l.loadInto(out, l.address(a)) })
	return out
}

// elseOf is what a shut gate gives.
func elseOf(a *codegen.Access, dt ops.DType) ops.Value {
	if a.Else.DType != dt {
		return a.Else.Cast(dt)
	}
	return a.Else
}

// when does f where a single condition holds.
func (l *lowering) when(cond val, f func()) {
	skip, c := l.newLabel(), l.gp(cond)
	l.effect(asm.TESTQ, g8(c), g8(c))
	l.effect(asm.JEQ, label(skip))
	f()
	l.bind(skip)
}

// loadMasked reads lanes side by side where the mask holds; the others are not touched.
func (l *lowering) loadMasked(dt ops.DType, p place, m reg, other ops.Value) val {
	if !l.avx512 && dt.Size() < 4 {
		return l.loadLanes(dt, m, other, func(i int) place { return p.plus(int64(i * dt.Size())) })
	}
	lanes := lanesType(dt)
	other.DType = lanesType(other.DType)
	otherwise := constant(other, true)
	isZero := laneZero(other)
	out := single(lanes, true, noReg)
	return each(lanes, true, func(i int) reg {
		here, mi := at(p.plus(int64(i)*int64(l.full))), l.half(m, out, i)
		if !l.avx512 {
			return l.loadMaskMove(dt, here, mi, otherwise, isZero, i)
		}
		r := l.fresh(vec)
		if isZero {
			in := l.write(loadOp(dt), l.f(r), here)
			in.mask, in.zero = mi, true
			return r
		}
		l.move(r, l.part(otherwise, i))
		l.update(loadOp(dt), l.f(r), here).mask = mi
		return r
	})
}

func (l *lowering) loadMaskMove(dt ops.DType, here arg, m reg, otherwise val, isZero bool, i int) reg {
	op := asm.VMASKMOVPS
	if dt.Size() == 8 {
		op = asm.VMASKMOVPD
	}
	r := l.v(op, l.f(m), here)
	if isZero {
		return r
	}
	return l.blend(m, r, l.part(otherwise, i), dt.Size())
}
