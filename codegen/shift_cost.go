package codegen

import "slices"

const (
	waitCost   = 1.5 // of a vector of results that is taken from its place and put back, in folds
	shiftTiles = 2   // results that share a panel, at least
)

// chooseCopies decides the register tile: vectors of lanes and places along the innermost move.
func (s *shift) chooseCopies(t Target) {
	least := 0.0
	for lanes := 1; lanes <= 4; lanes++ {
		for rows := 1; rows <= 12; rows++ {
			if rows*lanes+lanes+t.Regs/10 > t.Regs {
				break
			}
			copies := slices.Repeat([]int{1}, len(s.moves)+1)
			copies[len(s.moves)-1], copies[len(s.moves)] = rows, lanes
			if c := s.foldTime(copies, t); least == 0 || c < least {
				s.copies, least = copies, c
			}
		}
	}
}

// foldTime is the time of the register tiles, in folds of a vector: the folds, and the results' way to their place and back.
func (s *shift) foldTime(copies []int, t Target) float64 {
	inner := s.moves[len(s.moves)-1]
	up, left := splitAxis(inner.hi-inner.lo+1, copies[len(copies)-2], 1, false)
	full, rest := splitAxis((s.block+int64(t.VL)-1)/int64(t.VL), copies[len(copies)-1], 1, false)
	outer, moving, folds, waits := 1.0, 1.0, 0.0, 0.0
	for _, m := range s.moves {
		outer *= float64(m.hi - m.lo + 1)
		moving *= float64(m.k.Extent)
	}
	outer /= float64(inner.hi - inner.lo + 1)
	for _, m := range []part{up, left} {
		for _, n := range []part{full, rest} {
			folds += float64(m.count*n.count) * (max(float64(m.n*n.n), latency) + 0.5*float64(m.n+n.n))
			waits += float64(m.count*n.count) * float64(m.n*n.n) * waitCost
		}
	}
	return outer * (folds*float64(extentOf(s.c.x.Red.Ranges)) + waits*moving)
}

// cost is about the time of a fold of a vector of results, as that of a panel.
func (s *shift) cost(t Target) float64 {
	folded, results := float64(extentOf(s.c.x.Red.Ranges)), float64(s.block)
	for _, m := range s.moves {
		results *= float64(m.r.Extent)
	}
	pack := float64(s.block) / float64(t.VL) * folded * packCost / shiftTiles
	for _, ld := range s.c.loads(s.side) {
		pack *= spreadLanes(affineOf(ld.Src[0]), s.lanes, t)
	}
	read := 0.0
	for _, st := range s.c.f.nest.Stores {
		if affineOf(st.Index).coef(s.lanes) != 1 {
			read += results
		}
	}
	return (s.foldTime(s.copies, t) + pack + read) / (folded * results)
}
