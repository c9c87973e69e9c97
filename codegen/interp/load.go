package interp

import "weft/codegen"

// load makes a LoadMem. The index may share the result's register, so the result is written last. The plain forms (one
// element, a row of lanes) are the ones that loops are made of.
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
	case l.index != nil && l.gate == nil:
		return loadIndexed(d, m, a, l)
	case l.index != nil || l.step != 1:
		return loadLanes(d, m, a, l, other)
	case l.gate != nil:
		return loadGatedRow(d, m, a, l, other)
	}
	return loadRow(d, m, a)
}

func loadOne[T elem](d []T, m *memory[T], a *address) step {
	if a.plain() {
		return func() { d[0] = m.s[a.at4()] }
	}
	return func() { d[0] = m.s[a.at()] }
}

func loadRow[T elem](d []T, m *memory[T], a *address) step {
	if a.plain() {
		return func() {
			p := a.at4()
			copy(d, m.s[p:p+len(d)])
		}
	}
	return func() {
		p := a.at()
		copy(d, m.s[p:p+len(d)])
	}
}

// loadGatedRow reads a row whose gate is mostly open everywhere or nowhere.
func loadGatedRow[T elem](d []T, m *memory[T], a *address, l lanes, other T) step {
	return func() {
		none, all := gateState(l.gate)
		if none {
			fill(d, other)
			return
		}
		p := a.at()
		if all {
			copy(d, m.s[p:p+len(d)])
			return
		}
		for i, g := range l.gate[:len(d)] {
			v := other
			if g != 0 {
				v = m.s[p+i]
			}
			d[i] = v
		}
	}
}

func loadIndexed[T elem](d []T, m *memory[T], a *address, l lanes) step {
	return func() {
		p, s, index := a.at(), m.s, l.index[:len(d)]
		for i := range d {
			d[i] = s[p+int(index[i])]
			p += l.step
		}
	}
}

// loadLanes is the general form: gathers and gates.
func loadLanes[T elem](d []T, m *memory[T], a *address, l lanes, other T) step {
	if l.gate == nil {
		return func() { gather(d, m.s, a.at(), l.step) }
	}
	return func() {
		switch none, all := gateState(l.gate); {
		case none:
			fill(d, other)
		case all && l.index == nil:
			gather(d, m.s, a.at(), l.step)
		case l.index == nil:
			gatherGated(d, m.s, l.gate, a.at(), l.step, other)
		default:
			p := a.at()
			for i := range d {
				v := other
				if all || l.gate[i] != 0 {
					v = m.s[p+l.place(i)]
				}
				d[i] = v
			}
		}
	}
}

func gather[T elem](d, s []T, p, step int) {
	for i := range d {
		d[i] = s[p]
		p += step
	}
}

func gatherGated[T elem](d, s []T, gate []uint8, p, step int, other T) {
	gate = gate[:len(d)]
	for i := range d {
		v := other
		if gate[i] != 0 {
			v = s[p]
		}
		d[i] = v
		p += step
	}
}
