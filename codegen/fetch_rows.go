package codegen

import "slices"

// A register tile of a contraction reads an element of each of its rows at every step. Where the rows of the next tile are not in the
// cache, the processor that notices only when they begin waits at the head of every page; so the loop fetches them while it has the
// ports of memory to spare, one place a step, evenly over what lies up to them.

// nextRows has a loop that folds along rows fetch those of the next step of the loop around it.
func (f *fetcher) nextRows(l, around *Loop, derived []*Derived) {
	var first *Instr
	for n := range l.Body {
		if in := &l.Body[n]; in.Code == LoadMem && f.walks(in, l) && (first == nil || in.Mem.Base < first.Mem.Base) {
			first = in
		}
	}
	if first == nil {
		return
	}
	by := coefOf(first.Mem, around.Var) * max(1, around.Step)
	for _, d := range derived {
		if d.Of == around.Var && d.Div == 1 {
			by += coefOf(first.Mem, d.Var) * d.Mul
		}
	}
	steps := (l.End - l.Start) / l.Step
	stride := (by + steps - 1) / steps
	if by <= 0 || stride*int64(first.DType.Size()) > fetchLine {
		return
	}
	m := *first.Mem
	m.Base += by
	m.Terms = slices.Clone(m.Terms)
	for n := range m.Terms {
		if m.Terms[n].Var == l.Var {
			m.Terms[n].Stride = stride / l.Step
		}
	}
	l.Body = append(l.Body, Instr{Code: Prefetch, DType: first.DType, Out: NoValue, Mem: &m})
}

// walks says whether a load takes one element after another of an array that the cache does not hold.
func (f *fetcher) walks(in *Instr, l *Loop) bool {
	m, b := in.Mem, f.p.Bufs[in.Mem.Buf]
	return !in.Vec && m.Index == NoValue && m.Gate == NoValue && !b.Written && coefOf(m, l.Var) == 1 &&
		b.Elems*int64(in.DType.Size()) > f.t.L2
}
