package goasm

import (
	"weft/codegen/goasm/asm"
	"weft/ops"
)

// spill rewrites the function so that these registers live in the frame, or are made again where they are needed. Each
// instruction then has registers of its own for them, or reads memory itself.
func (f *function) spill(vs []*interval) {
	home := map[reg]place{}
	loaded := f.loads
	for _, v := range vs {
		if f.fresh[v.r] {
			fail("registers do not suffice for one instruction: class %d of %d", f.class[v.r], len(vs))
		}
		if loaded[v.r] == nil {
			home[v.r] = f.home(f.class[v.r])
		} else {
			p := nowhere()
			p.konst = loaded[v.r].konst
			home[v.r] = p
		}
	}
	old := f.ins
	f.ins = make([]*inst, 0, len(old)+len(old)/4)
	for _, in := range old {
		if r := in.def(); r != noReg && in.do == load && loaded[r] == in {
			if _, gone := home[r]; gone {
				continue
			}
		}
		if in.do != note {
			f.respill(in, home, loaded)
		}
	}
}

// home is a new place in the frame, wherever that will be.
func (f *function) home(c class) place {
	f.homes = append(f.homes, c)
	p := nowhere()
	p.home = int32(len(f.homes))
	return p
}

// respill adds an instruction with what is spilled brought to it and taken from it.
func (f *function) respill(in *inst, home map[reg]place, loaded []*inst) {
	def := in.def()
	if _, gone := home[def]; !gone {
		def = noReg
	}
	f.foldMemory(in, home)
	temps := map[reg]reg{}
	temp := func(r reg) reg {
		if _, ok := temps[r]; !ok {
			temps[r] = f.temp(f.class[r])
		}
		return temps[r]
	}
	in.uses(func(r *reg) {
		p, gone := home[*r]
		if !gone {
			return
		}
		if _, there := temps[*r]; !there {
			f.reload(in, temp(*r), p, loaded[*r])
		}
		*r = temps[*r]
	})
	f.ins = append(f.ins, in)
	if def == noReg {
		return
	}
	in.args[0].r = temp(def)
	f.ins = append(f.ins, f.store(in, temps[def], home[def]))
}

// temp is a register for one instruction.
func (f *function) temp(c class) reg {
	f.class, f.fresh = append(f.class, c), append(f.fresh, true)
	return reg(len(f.class) - 1)
}

func (f *function) whole(r reg) arg {
	switch f.class[r] {
	case gp:
		return g8(r)
	case vec:
		return arg{kind: isReg, view: f.full, r: r}
	}
	return kr(r)
}

// The instructions that move registers of each class to memory and back.
var memoryMoves = [3]asm.Op{gp: asm.MOVQ, vec: asm.VMOVUPS, mask: asm.KMOVW}

func (f *function) reload(in *inst, r reg, p place, konst *inst) {
	out := &inst{do: machine, op: memoryMoves[f.class[r]], n: 2, often: in.often, mask: noReg}
	out.args[0], out.args[1] = f.whole(r), at(p)
	if konst != nil {
		out.do, out.op, out.konst, out.n = load, konst.op, konst.konst, 1
	}
	f.ins = append(f.ins, out)
}

func (f *function) store(in *inst, r reg, p place) *inst {
	out := &inst{do: machine, op: memoryMoves[f.class[r]], role: reads, n: 2, often: in.often, mask: noReg}
	out.args[0], out.args[1] = at(p), f.whole(r)
	return out
}

// foldMemory lets an instruction read what is spilled where its last source may be memory.
func (f *function) foldMemory(in *inst, home map[reg]place) {
	n := foldable(in)
	if n < 0 {
		return
	}
	a := &in.args[n]
	p, gone := home[a.r]
	if !gone {
		return
	}
	for i := range in.n {
		if int(i) != n && (in.args[i].kind == isMem || in.args[i].kind == isReg && in.args[i].r == a.r) {
			return
		}
	}
	if f.class[a.r] == vec && a.view == f.full || f.class[a.r] == gp && a.view == b8 && p.konst == nil {
		*a = at(p)
	}
}

// foldable is the operand of an instruction that may be memory, -1 for none.
func foldable(in *inst) int {
	switch {
	case in.do == fma:
		return 3
	case in.do != machine || in.n < 2 || !folds[in.op]:
		return -1
	}
	n := int(in.n) - 1
	if in.args[n].kind == isImm {
		n--
	}
	if n < 1 || in.args[n].kind != isReg {
		return -1
	}
	return n
}

// folds are the instructions whose last source may be memory.
var folds = foldingOps()

func foldingOps() map[asm.Op]bool {
	m := map[asm.Op]bool{
		asm.VPMULLD: true, asm.VPMULLQ: true, asm.VPMULUDQ: true, asm.VPANDN: true, asm.VPBLENDMD: true, asm.VPBLENDMQ: true,
		asm.VPCMPEQD: true, asm.VPCMPEQQ: true, asm.VPCMPGTD: true, asm.VPCMPGTQ: true,
		asm.VPCMPD: true, asm.VPCMPQ: true, asm.VPCMPUD: true, asm.VPCMPUQ: true,
		asm.VPSRLVD: true, asm.VPSRLVQ: true, asm.VPSRAVD: true, asm.VPSRAVQ: true,
		asm.ADDQ: true, asm.SUBQ: true, asm.ANDQ: true, asm.ORQ: true, asm.XORQ: true, asm.CMPQ: true, asm.IMULQ: true,
	}
	for _, t := range []map[ops.Op]pair{realOps, bitOps, arith} {
		for _, p := range t {
			m[p[0]], m[p[1]] = true, true
		}
	}
	for _, p := range []pair{maxOps, minOps, rangeOps, compareOps, andOps, orOps, xorOps, sqrtOps} {
		m[p[0]], m[p[1]] = true, true
	}
	for _, e := range extremes {
		for _, p := range e {
			m[p[0]], m[p[1]] = true, true
		}
	}
	return m
}
