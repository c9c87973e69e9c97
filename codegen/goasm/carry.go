package goasm

import (
	"weft/codegen"
	"weft/codegen/goasm/asm"
	"weft/ops"
)

// carried is a value in registers of its own.
func (l *lowering) carried(a *codegen.Acc) val { return l.variableVal(a.DType, a.Vec) }

func (l *lowering) variableVal(dt ops.DType, vector bool) val {
	switch {
	case !vector && inGP(dt):
		return single(dt, false, l.fresh(gp))
	case dt == ops.Bool && l.avx512:
		return single(dt, true, l.fresh(mask))
	}
	return each(dt, vector, func(int) reg { return l.fresh(vec) })
}

// assign writes a value to the registers of another.
func (l *lowering) assign(to, from val) {
	from = l.wide(from)
	switch {
	case !to.vec && inGP(to.d):
		l.move(to.r[0], l.gp(from))
	case to.d == ops.Bool:
		l.move(to.r[0], l.maskOf(from))
	default:
		for i := range to.parts() {
			l.move(to.r[i], l.part(from, i))
		}
	}
}

// leave writes an accumulator to the registers that hold it after its loop. They are others, so that it may be in memory
// from there on where many wait for their turn, and in a register while the loop runs; else they become the same ones.
func (l *lowering) leave(to, from val) {
	first := len(l.at.parts)
	l.assign(to, from)
	for _, p := range l.at.parts[first:] {
		p.in.apart = p.in.do == move
	}
}

// derive computes a loop variable from another. Nothing in it is negative.
func (l *lowering) derive(dv *codegen.Derived) {
	of := &l.vars[dv.Of]
	if !of.open {
		fail("loop variable %d is derived outside the loop of %d", dv.Var, dv.Of)
	}
	if of.known {
		l.vars[dv.Var] = variable{open: true, known: true, value: of.value / dv.Div % dv.Mod * dv.Mul, depth: l.openVars()}
		return
	}
	most := l.mosts[dv.Of]
	r := l.gp(l.variable(dv.Of))
	if dv.Div != 1 {
		r = l.divideDown(r, dv.Div, false, most < 1<<32)
	}
	if most/dv.Div >= dv.Mod {
		r = l.divideDown(r, dv.Mod, true, most/dv.Div < 1<<32)
	}
	l.openVar(dv.Var, func(u int64) reg {
		if u*dv.Mul == 1 {
			return r
		}
		if f := u * dv.Mul; f == int64(int32(f)) {
			return l.g(asm.IMUL3Q, g8(r), imm(f))
		}
		c := l.copyOf(r)
		l.update(asm.IMULQ, g8(c), g8(l.number(u*dv.Mul)))
		return c
	})
	l.vars[dv.Var].anchor = l.at.open()
	l.mosts[dv.Var] = min(most/dv.Div, dv.Mod-1) * dv.Mul
}

// rare is the share of iterations that are taken to enter a block for which some lane must ask.
const rare = 1. / 64

// ifAny lowers a block that runs only if some lane needs it.
func (l *lowering) ifAny(f *codegen.If) {
	outs := make([]val, len(f.Results))
	for i, r := range f.Results {
		outs[i] = l.variableVal(r.DType, r.Vec)
		l.assign(outs[i], l.get(r.Else))
	}
	skip, cond := l.newLabel(), l.get(f.Cond)
	if cond.vec {
		l.jumpNone(l.maskOf(cond), skip)
	} else {
		c := l.gp(cond)
		l.effect(asm.TESTQ, g8(c), g8(c))
		l.effect(asm.JEQ, label(skip))
	}
	outer := l.at
	l.at = outer.open()
	if cond.vec { // some lane needs it, which is rare
		l.at.often *= rare
	}
	l.body(f.Body)
	for i, r := range f.Results {
		l.assign(outs[i], l.get(r.Then))
	}
	l.at = outer
	l.bind(skip)
	for i, r := range f.Results {
		l.vals[r.Out] = outs[i]
	}
}
