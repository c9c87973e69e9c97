package goasm

import (
	"math"

	"weft/codegen"
	"weft/codegen/goasm/asm"
	"weft/ops"
)

// Gathers and scatters take 4 or 8 bytes a lane; shorter elements, and AVX2's scatters, are done lane by lane.

// index is where lanes lie, counted in elements from a place: one register of int32 or two of int64.
type index struct {
	wide bool
	r    [2]reg
	lane int64 // the step between lanes where it is a constant
	fix  bool
}

func (l *lowering) indexOf(a *codegen.Access) index {
	if a.Index != codegen.NoValue && l.get(a.Index).vec {
		v := l.get(a.Index)
		if v.known != nil {
			v = l.wide(v)
			v.r = [2]reg{l.part(v, 0), l.part(v, 1)}
		}
		return index{wide: !v.narrow, r: v.r}
	}
	if last := a.Lane * int64(l.prog.VL); last == int64(int32(last)) {
		r := l.vector32(func(i int) int32 { return int32(int64(i) * a.Lane) })
		return index{r: [2]reg{r, r}, lane: a.Lane, fix: true}
	}
	n := int64(l.full) / 8
	half := func(from int64) reg { return l.vector64(func(i int) int64 { return (from + int64(i)) * a.Lane }) }
	return index{wide: true, r: [2]reg{half(0), half(n)}, lane: a.Lane, fix: true}
}

// mask is an access's gate, all lanes where there is none.
func (l *lowering) gateOf(a *codegen.Access) reg {
	if a.Gate == codegen.NoValue {
		return l.maskOf(constant(ops.BoolValue(true), true))
	}
	return l.maskOf(l.get(a.Gate))
}

// gather loads lanes that lie apart.
func (l *lowering) gather(dt ops.DType, a *codegen.Access) val {
	ix := l.indexOf(a)
	other := ops.IntValue(dt, 0)
	if a.Gate != codegen.NoValue {
		other = elseOf(a, dt)
	}
	return l.fromMemory(dt, l.gatherFrom(dt, a, ix, other))
}

func (l *lowering) gatherFrom(dt ops.DType, a *codegen.Access, ix index, other ops.Value) val {
	if dt.Size() < 4 {
		m := noReg
		if a.Gate != codegen.NoValue {
			m = l.maskOf(l.get(a.Gate))
		}
		return l.loadLanes(dt, m, other, l.lanePlaces(dt, a, ix))
	}
	p, m := l.plainBase(a), l.gateOf(a)
	p.scale = uint8(dt.Size())
	return l.eachIndexed(dt, ix, p, m, func(r, m reg, p place, op asm.Op) {
		lanes := l.copyOf(m) // the machine empties it
		if l.avx512 {
			l.update(op, l.viewFor(op, r), at(p)).mask = lanes
			return
		}
		l.update(op, l.viewFor(op, r), at(p), l.viewFor(op, lanes))
	}, constant(other, true))
}

// gatherOps are the gathers by size of index and element.
var gatherOps = map[[2]int]asm.Op{
	{4, 4}: asm.VGATHERDPS, {4, 8}: asm.VGATHERDPD, {8, 4}: asm.VGATHERQPS, {8, 8}: asm.VGATHERQPD,
}

var scatterOps = map[[2]int]asm.Op{
	{4, 4}: asm.VSCATTERDPS, {4, 8}: asm.VSCATTERDPD, {8, 4}: asm.VSCATTERQPS, {8, 8}: asm.VSCATTERQPD,
}

// viewFor is how a gather or scatter sees its data: half a register where 4 bytes are found by indices of 8.
func (l *lowering) viewFor(op asm.Op, r reg) arg {
	if op == asm.VGATHERQPS || op == asm.VSCATTERQPS {
		return l.h(r)
	}
	return l.f(r)
}

// eachIndexed runs a gather register by register.
func (l *lowering) eachIndexed(dt ops.DType, ix index, p place, m reg, f func(r, m reg, p place, op asm.Op), other val) val {
	size := dt.Size()
	isize := 4
	if ix.wide {
		isize = 8
	}
	op := gatherOps[[2]int{isize, size}]
	one := func(i int, m reg) reg {
		r := l.fresh(vec)
		l.move(r, l.part(other, min(i, other.parts()-1)))
		f(r, m, l.indexed(p, ix, i, size), op)
		return r
	}
	switch {
	case size == 8:
		return each(dt, true, func(i int) reg { return one(i, l.halfMask(m, i)) })
	case !ix.wide:
		return single(dt, true, one(0, m))
	}
	return single(dt, true, l.join(one(0, l.quarterMask(m, 0)), one(1, l.quarterMask(m, 1))))
}

// quarterMask is the mask of the i'th half of lanes of 4 bytes, for data in half a register.
func (l *lowering) quarterMask(m reg, i int) reg {
	if i == 0 {
		return m
	}
	if l.avx512 {
		return l.halfMask(m, 1)
	}
	return l.upper(m)
}

// indexed puts the i'th register of indices into an address.
func (l *lowering) indexed(p place, ix index, i, size int) place {
	switch {
	case ix.wide:
		p.index, p.wide = ix.r[i], l.full
	case size == 4:
		p.index, p.wide = ix.r[0], l.full
	case i == 0:
		p.index, p.wide = ix.r[0], l.full/2
	default:
		p.index, p.wide = l.upper(ix.r[0]), l.full/2
	}
	return p
}

// lanePlaces says where each lane lies, for code that goes through them one by one.
func (l *lowering) lanePlaces(dt ops.DType, a *codegen.Access, ix index) func(i int) place {
	if ix.fix {
		if last := a.Lane * int64(l.prog.VL*dt.Size()); last < math.MaxInt32/4 && last > math.MinInt32/4 {
			p := l.address(a)
			return func(i int) place { return p.plus(int64(i*dt.Size()) * a.Lane) }
		}
	}
	p := l.plainBase(a)
	v := single(ops.Int64, true, ix.r[0])
	v.narrow, v.r = !ix.wide, ix.r
	spilled := l.spill(v)
	return func(i int) place {
		at8 := p
		n := l.fresh(gp)
		if ix.wide {
			l.write(asm.MOVQ, g8(n), at(spilled.plus(int64(8*i))))
		} else {
			l.write(asm.MOVLQSX, g8(n), at(spilled.plus(int64(4*i))))
		}
		at8.index, at8.scale = n, uint8(dt.Size())
		return at8
	}
}

// loadLanes reads lanes one by one, where a mask holds if there is one.
func (l *lowering) loadLanes(dt ops.DType, m reg, other ops.Value, where func(i int) place) val {
	lanes := lanesType(dt)
	to := single(lanes, true, noReg)
	p := l.frame(to.parts())
	bits := noReg
	if m != noReg {
		other.DType = lanes
		for i := range to.parts() {
			l.effect(asm.VMOVUPS, at(p.plus(int64(i)*int64(l.full))), l.f(l.part(constant(other, true), i)))
		}
		bits = l.bitsOf(m)
	}
	for i := range l.prog.VL {
		l.lane(bits, i, func() {
			r := l.fresh(gp)
			l.readGP(dt, r, where(i))
			if to.size() == 8 {
				l.effect(asm.MOVQ, at(p.plus(int64(8*i))), g8(r))
			} else {
				l.effect(asm.MOVL, at(p.plus(int64(4*i))), g4(r))
			}
		})
	}
	return l.unspill(lanes, true, p)
}

// storeLanes writes lanes one by one; of two at one place the later stays.
func (l *lowering) storeLanes(dt ops.DType, v val, m reg, where func(i int) place) {
	from, bits := l.spill(v), noReg
	if m != noReg {
		bits = l.bitsOf(m)
	}
	for i := range l.prog.VL {
		l.lane(bits, i, func() {
			r := l.fresh(gp)
			if v.size() == 8 {
				l.write(asm.MOVQ, g8(r), at(from.plus(int64(8*i))))
			} else {
				l.write(asm.MOVL, g4(r), at(from.plus(int64(4*i))))
			}
			l.writeGP(dt, r, where(i))
		})
	}
}

// lane does f if the i'th of the bits is set, always where there are none.
func (l *lowering) lane(bits reg, i int, f func()) {
	if bits == noReg {
		f()
		return
	}
	skip := l.newLabel()
	l.effect(asm.TESTL, g4(bits), imm(1<<i))
	l.effect(asm.JEQ, label(skip))
	f()
	l.bind(skip)
}

// scatter stores lanes that lie apart; of two lanes at one place the later stays.
func (l *lowering) scatter(in *codegen.Instr, v val) {
	a, dt, ix := in.Mem, in.DType, l.indexOf(in.Mem)
	if in.Op != ops.NoOp {
		v = l.binary(in.Op, l.fromMemory(dt, l.gatherFrom(dt, a, ix, ops.IntValue(dt, 0))), v)
	}
	if dt == ops.Bool {
		v = single(ops.Uint8, true, l.numbers(l.maskOf(v)))
	}
	if !l.avx512 || dt.Size() < 4 {
		m := noReg
		if a.Gate != codegen.NoValue {
			m = l.maskOf(l.get(a.Gate))
		}
		l.storeLanes(dt, v, m, l.lanePlaces(dt, a, ix))
		return
	}
	p, m := l.plainBase(a), l.gateOf(a)
	p.scale = uint8(dt.Size())
	l.scatterParts(dt, v, ix, p, m)
}

func (l *lowering) scatterParts(dt ops.DType, v val, ix index, p place, m reg) {
	isize := 4
	if ix.wide {
		isize = 8
	}
	op := scatterOps[[2]int{isize, dt.Size()}]
	put := func(r, m reg, i int) {
		lanes, to := l.copyOf(m), at(l.indexed(p, ix, i, dt.Size()))
		l.effect(op, to, l.viewFor(op, r)).mask = lanes
	}
	switch {
	case dt.Size() == 8:
		put(l.part(v, 0), l.halfMask(m, 0), 0)
		put(l.part(v, 1), l.halfMask(m, 1), 1)
	case !ix.wide:
		put(l.part(v, 0), m, 0)
	default:
		put(l.part(v, 0), m, 0)
		put(l.upper(l.part(v, 0)), l.halfMask(m, 1), 1)
	}
}
