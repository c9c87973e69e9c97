package codegen

import "slices"

// A row that is gone over several times is in the cache from the second time on, and memory stands idle. The second loop over
// it therefore fetches the row of the outer loop's next step.

const (
	fetchLine  = 64      // bytes of a line of the cache
	fetchLeast = 1 << 10 // bytes of a row that are worth it
)

// fetchAhead inserts prefetches into the program's loops.
func (l *lowering) fetchAhead() {
	f := &fetcher{p: l.p, t: l.t}
	for n := range l.p.Phases {
		f.block(l.p.Phases[n].Body, nil)
	}
}

type fetcher struct {
	p *Program
	t Target
}

// rowRead is a load by the loops over a row: where it begins, and whether the next one is being fetched.
type rowRead struct {
	m       *Access
	l       *Loop
	fetched bool
}

func (f *fetcher) block(body []Instr, around *Loop) {
	var seen []*rowRead
	var derived []*Derived
	for n := range body {
		switch in := &body[n]; in.Code {
		case DeriveVar:
			derived = append(derived, in.Derived)
		case LoopOver:
			if around != nil && in.Loop.Kind == Fold {
				f.nextRows(in.Loop, around, derived)
			}
			if around != nil && (around.Kind == Parallel || around.Kind == Outer) {
				seen = f.loop(in.Loop, around, seen)
			}
			f.block(in.Loop.Body, in.Loop)
		case IfAny:
			f.block(in.If.Body, around)
		}
	}
}

// loop notes what a loop over rows reads, and has it fetch ahead what one before it has read.
func (f *fetcher) loop(l, around *Loop, seen []*rowRead) []*rowRead {
	step := max(1, around.Step)
	before := len(seen)
	var body []Instr
	for _, in := range l.Body {
		body = append(body, in)
		if in.Code != LoadMem || !f.streams(&in, l) {
			continue
		}
		now := &rowRead{m: in.Mem, l: l}
		at := slices.IndexFunc(seen, now.same)
		switch stride := coefOf(in.Mem, around.Var); {
		case at < 0:
			seen = append(seen, now)
		case at < before && !seen[at].fetched && stride > 0:
			seen[at].fetched = true
			body = append(body, f.ahead(&in, stride*step)...)
		}
	}
	l.Body = body
	return seen
}

// streams says whether a load goes through a row, vector by vector, of an array that is not in the cache already.
func (f *fetcher) streams(in *Instr, l *Loop) bool {
	m, size := in.Mem, int64(in.DType.Size())
	b := f.p.Bufs[m.Buf]
	return in.Vec && m.Lane == 1 && m.Index == NoValue && m.Gate == NoValue && !b.Written && coefOf(m, l.Var) == 1 &&
		(l.End-l.Start)*size >= fetchLeast && b.Elems*size > f.t.L2
}

// ahead prefetches the lines that a load will touch when everything has moved on by some elements.
func (f *fetcher) ahead(in *Instr, by int64) []Instr {
	size := int64(in.DType.Size())
	var list []Instr
	for off := int64(0); off < int64(f.p.VL)*size; off += fetchLine {
		if in.Mem.Base*size%fetchLine == 0 {
			m := *in.Mem
			m.Base += by + off/size
			list = append(list, Instr{Code: Prefetch, DType: in.DType, Out: NoValue, Mem: &m})
		}
	}
	return list
}

// same says whether two loops read the same elements at their steps.
func (r *rowRead) same(o *rowRead) bool {
	if r.m.Buf != o.m.Buf || r.m.Base != o.m.Base || len(r.m.Terms) != len(o.m.Terms) || r.l.Start != o.l.Start || r.l.End != o.l.End || r.l.Step != o.l.Step {
		return false
	}
	for _, t := range r.m.Terms {
		if t.Var != r.l.Var && coefOf(o.m, t.Var) != t.Stride {
			return false
		}
	}
	return true
}

// coefOf is the stride of a loop variable in an access.
func coefOf(m *Access, v int) int64 {
	for _, t := range m.Terms {
		if t.Var == v {
			return t.Stride
		}
	}
	return 0
}
