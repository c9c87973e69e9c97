package interp

import "weft/codegen"

// load makes a LoadMem. The index may share the result's register, so the result is written last.
// The plain forms (one element, a row of lanes) are the ones that loops are made of.
func load[T elem](f *frame, in *codegen.Instr, other T) step {
	d, m := reg[T](f, in.Out), memoryOf[T](f, in.Mem.Buf)
	a, l := addressOf(f, in.Mem), lanesOfAccess(f, in.Mem)
	switch {
	case len(d) == 1 && l.gate == nil:
		return loadOne(d, m, a)
	case len(d) == 1:
		return func() {
			v := other
			if l.gate[0] != 0 {
				v = m.s[a.at()]
			}
			d[0] = v
		}
	case l.index == nil && l.gate == nil && l.step == 1:
		return loadRow(d, m, a)
	}
	return loadLanes(d, m, a, l, other)
}

func loadOne[T elem](d []T, m *memory[T], a *address) step {
	if len(a.terms) == 2 && a.index == nil {
		base, t0, t1 := a.base, a.terms[0], a.terms[1]
		return func() { d[0] = m.s[base+*t0.v*t0.stride+*t1.v*t1.stride] }
	}
	return func() { d[0] = m.s[a.at()] }
}

func loadRow[T elem](d []T, m *memory[T], a *address) step {
	if len(a.terms) == 2 && a.index == nil {
		base, t0, t1 := a.base, a.terms[0], a.terms[1]
		return func() {
			p := base + *t0.v*t0.stride + *t1.v*t1.stride
			copy(d, m.s[p:p+int64(len(d))])
		}
	}
	return func() {
		p := a.at()
		copy(d, m.s[p:p+len(d)])
	}
}

// loadLanes is the general form: gathers and gates.
func loadLanes[T elem](d []T, m *memory[T], a *address, l lanes, other T) step {
	if l.gate == nil && l.index != nil {
		return func() {
			p, index := a.at(), l.index[:len(d)]
			for i := range d {
				d[i] = m.s[p+int(index[i])+i*l.step]
			}
		}
	}
	return func() {
		p := a.at()
		for i := range d {
			v := other
			if l.open(i) {
				v = m.s[p+l.place(i)]
			}
			d[i] = v
		}
	}
}
