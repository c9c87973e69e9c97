package codegen

import (
	"slices"

	"weft/ops"
	"weft/schedule"
)

// A scratch tile may live where the nest's result will: when the last of its readers are the stores that write over it,
// element by element. The memory of the result then comes into the cache while the tile is computed, which is long, and
// not while it is read back, which is short.

// tilePlace is where a scratch tile is kept: a buffer of its own, or the part of an output that begins at row. In a buffer of
// its own each element is there once for every lane and copy of the axis of copies, side by side.
type tilePlace struct {
	buf    int
	row    affine
	copies int64
	axis   int // the id of the range, if copies > 1
}

// placeOf is the tile's place, decided when it is first asked for.
func (e *emitter) placeOf(st *schedule.Stage) *tilePlace {
	if at, ok := e.stages[st]; ok {
		return at
	}
	var at *tilePlace
	elems := st.Elems()
	if e.shift != nil && e.shift.tile == st {
		elems = e.shift.elems
	} else {
		at = e.host(st)
	}
	if at == nil {
		at = &tilePlace{buf: len(e.p.Bufs), copies: 1}
		for n := range e.opts.Axes {
			if a := &e.opts.Axes[n]; a.Lane && slices.Contains(stageFree(st), a.r.ID) {
				at.copies, at.axis = a.step(e.t), a.r.ID
			}
		}
		e.p.Bufs = append(e.p.Bufs, Buf{DType: st.DType, Elems: elems * at.copies, Read: true, Written: true, Align: 64, Alias: e.nextAlias()})
	}
	e.stages[st] = at
	return at
}

// inTile makes an access to an element of a tile an access to memory.
func (e *emitter) inTile(m *Access, at *tilePlace, i inst, s *scope) {
	if at.copies > 1 {
		m.Base, m.Lane = m.Base*at.copies, 1
		for n := range m.Terms {
			m.Terms[n].Stride *= at.copies
		}
		b := s.find(at.axis)
		m.Base += i.at(b) * b.step
	}
	m.Base += at.row.constant
	for _, t := range at.row.terms {
		e.addTerm(m, t, i, s)
	}
}

// host finds a store whose output can keep the tile, nil if there is none.
func (e *emitter) host(st *schedule.Stage) *tilePlace {
	row := e.rowOf(st)
	if row == nil || !e.rowsInside(st, row) || !e.readBeforeWritten(st, row) {
		return nil
	}
	for n := range e.facts.nest.Stores {
		if at := e.hostIn(&e.facts.nest.Stores[n], st, row); at != nil {
			e.p.Bufs[at.buf].Read = true
			return at
		}
	}
	return nil
}

// rowOf lists the nest's ranges that run over the tile, in the order of the tile's own; nil if they do not agree with them.
func (e *emitter) rowOf(st *schedule.Stage) []*schedule.Range {
	free, want := stageFree(st), long(st.Ranges)
	row := slices.DeleteFunc(long(e.facts.nest.Ranges), func(r *schedule.Range) bool { return slices.Contains(free, r.ID) })
	if st.Pitch > 0 || len(free)+len(row) < len(long(e.facts.nest.Ranges)) || !slices.EqualFunc(row, want, func(a, b *schedule.Range) bool { return a.Extent == b.Extent }) {
		return nil
	}
	for _, id := range free {
		if !slices.ContainsFunc(e.facts.nest.Ranges, func(r *schedule.Range) bool { return r.ID == id }) {
			return nil
		}
	}
	return row
}

func long(ranges []*schedule.Range) []*schedule.Range {
	return slices.DeleteFunc(slices.Clone(ranges), func(r *schedule.Range) bool { return r.Extent == 1 })
}

// rowsInside says whether every row is computed once and by one tile of the nest: its axes are whole and inside the others.
func (e *emitter) rowsInside(st *schedule.Stage, row []*schedule.Range) bool {
	inside := false
	for n := range e.opts.Axes {
		a := &e.opts.Axes[n]
		switch {
		case slices.Contains(row, a.r):
			inside = true
			if a.Block < a.Extent || a.r.Kind != schedule.Out {
				return false
			}
		case inside:
			return false
		}
	}
	return true
}

// readBeforeWritten says whether all that reads the tile does so before the row is stored, or at the position that is stored.
func (e *emitter) readBeforeWritten(st *schedule.Stage, row []*schedule.Range) bool {
	reads := func(y *schedule.Expr) bool { return y.Code == schedule.StageLoad && y.Stage == st }
	inRow := func(id int) bool { return slices.ContainsFunc(row, func(r *schedule.Range) bool { return r.ID == id }) }
	for _, x := range e.facts.all {
		switch {
		case reads(x) && len(e.affine(x.Src[0]).rest) > 0:
			return false
		case x.Code == schedule.Reduce && slices.ContainsFunc(x.Free, inRow) && len(e.facts.reach(x, true, reads)) > 0,
			x.Code == schedule.StageLoad && x.Stage != st && slices.ContainsFunc(stageFree(x.Stage), inRow):
			return false
		}
	}
	red := &schedule.Reduction{Ranges: row}
	for n := range e.facts.nest.Stores {
		for _, x := range storeReads(&e.facts.nest.Stores[n]) {
			if reads(x) && !identity(e.affine(x.Src[0]), red) {
				return false
			}
		}
	}
	return true
}

// storeReads lists the reductions and scratch reads that a store uses by itself.
func storeReads(st *schedule.Store) []*schedule.Expr {
	var found []*schedule.Expr
	for _, x := range []*schedule.Expr{st.Value, st.Index, st.Gate} {
		if x != nil {
			found = append(found, outermost(x, func(y *schedule.Expr) bool { return y.Code == schedule.Reduce || y.Code == schedule.StageLoad })...)
		}
	}
	return found
}

// hostIn is the tile's place in what a store writes, nil if the store does not write all of the row, or the row in another
// order, or anything else has to do with that memory.
func (e *emitter) hostIn(to *schedule.Store, st *schedule.Stage, row []*schedule.Range) *tilePlace {
	b := e.k.Bufs[to.Buf]
	if to.Acc != ops.NoOp || to.Gate != nil || b.DType != st.DType || b.Read {
		return nil
	}
	for n, other := range e.k.Bufs {
		if n != to.Buf && other.Alias == b.Alias {
			return nil
		}
	}
	for n := range e.facts.nest.Stores {
		if s := &e.facts.nest.Stores[n]; s != to && s.Buf == to.Buf {
			return nil
		}
	}
	for _, at := range e.stages {
		if at.buf == to.Buf {
			return nil
		}
	}
	a := e.affine(to.Index)
	outer := affine{constant: a.constant}
	inner := affine{rest: a.rest}
	for _, t := range a.terms {
		if slices.Contains(row, t.r) {
			inner.terms = append(inner.terms, t)
		} else {
			outer.terms = append(outer.terms, t)
		}
	}
	if !identity(&inner, &schedule.Reduction{Ranges: row}) {
		return nil
	}
	return &tilePlace{buf: to.Buf, row: outer, copies: 1}
}
