package goasm

import (
	"slices"

	"weft/codegen"
	"weft/codegen/goasm/asm"
)

// address is the place of an access's lane 0. What all but the last loop variable add to a buffer's pointer is kept in a
// register, made where the last of them is known and shared by all accesses that need it; the last variable and the
// constant are part of the addressing mode.
func (l *lowering) address(a *codegen.Access) place {
	size := int64(l.prog.Bufs[a.Buf].DType.Size())
	terms, disp := l.terms(a, size)
	p := nowhere()
	if a.Index != codegen.NoValue && !l.get(a.Index).vec {
		p.base = l.base(a.Buf, terms)
		if v := l.get(a.Index); v.known != nil {
			disp += gpBits(v) * size
		} else {
			p.index, p.scale = l.gp(v), uint8(size)
		}
	} else if n := len(terms); n == 0 {
		p.base = l.base(a.Buf, nil)
	} else {
		p.base = l.base(a.Buf, terms[:n-1])
		p.index, p.scale = l.scaled(terms[n-1].v, terms[n-1].step)
	}
	p.disp = disp
	const far = 1 << 30
	if disp > far || disp < -far {
		c := l.copyOf(p.base)
		l.update(asm.ADDQ, g8(c), g8(l.number(disp)))
		p.base, p.disp = c, 0
	}
	return p
}

// plainBase is an address without an index register.
func (l *lowering) plainBase(a *codegen.Access) place {
	p := l.address(a)
	if p.index == noReg {
		return p
	}
	sum := p
	sum.disp = 0
	return base(l.g(asm.LEAQ, at(sum))).plus(p.disp)
}

// term is a loop variable's share of an address in bytes.
type term struct {
	v    int
	step int64
}

// terms are those of variables, the outermost first, and what the others come to.
func (l *lowering) terms(a *codegen.Access, size int64) ([]term, int64) {
	var ts []term
	disp := a.Base * size
	for _, t := range a.Terms {
		x := &l.vars[t.Var]
		if !x.open {
			fail("loop variable %d is used outside its loop", t.Var)
		}
		at := slices.IndexFunc(ts, func(o term) bool { return o.v == t.Var })
		switch {
		case x.known:
			disp += x.value * t.Stride * size
		case t.Stride == 0:
		case at >= 0:
			fail("loop variable %d counts twice in an access", t.Var)
		default:
			ts = append(ts, term{t.Var, t.Stride * size})
		}
	}
	slices.SortStableFunc(ts, func(a, b term) int { return l.vars[a.v].depth - l.vars[b.v].depth })
	return ts, disp
}

// basis is a buffer's pointer and what some terms add to it, in a register.
type basis struct {
	buf   int
	terms []term
	r     reg
}

// forget drops what was made of a loop variable that is opened again.
func (l *lowering) forget(v int) {
	l.bases = slices.DeleteFunc(l.bases, func(b basis) bool {
		return slices.ContainsFunc(b.terms, func(t term) bool { return t.v == v })
	})
}

// base is a buffer's pointer and what these terms add to it.
func (l *lowering) base(buf int, terms []term) reg {
	for _, b := range l.bases {
		if b.buf == buf && slices.Equal(b.terms, terms) {
			return b.r
		}
	}
	here := l.at
	defer func() { l.at = here }()
	var r reg
	if n := len(terms); n == 0 {
		l.at = l.first
		r = l.g(asm.MOVQ, at(base(l.table[0]).plus(int64(8*buf))))
	} else {
		last := terms[n-1]
		p := base(l.base(buf, terms[:n-1]))
		p.index, p.scale = l.scaled(last.v, last.step)
		l.at = l.vars[last.v].anchor
		r = l.g(asm.LEAQ, at(p))
	}
	l.bases = append(l.bases, basis{buf, slices.Clone(terms), r})
	return r
}
