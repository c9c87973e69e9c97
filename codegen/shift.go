package codegen

import (
	"slices"

	"weft/ops"
	"weft/schedule"
)

// The gate of a whole product may do no more than say which places of a window lie inside what the window moves over, as in the
// gradient of what a convolution reads. Gone through by results, the folds of a border are for nothing. Gone through by the places
// that are inside, none is: the results wait in a tile, and each position of the folded ranges that move the window adds to those
// that its places shift to. Every result still adds the same terms in the same order.

// shift is a contraction that goes over the places of its windows.
type shift struct {
	c     *contraction
	side  int             // whose ranges have the lanes
	lanes *schedule.Range // of them, block positions are in the tile
	block int64
	moves []*move
	// tile is what the nest reads: its value is the reduction over places and lanes, to be added up at at. It is kept in a buffer
	// of elems elements, and filled by register tiles of copies.
	tile   *schedule.Stage
	at     *schedule.Expr
	elems  int64
	copies []int
}

// move is a range of the results that a folded one moves along: the gate is open where r + step*k is from lo to hi.
type move struct {
	r, k   *schedule.Range
	step   int64
	lo, hi int64
}

const (
	openPart   = 0.9 // the part of the folds under open gates beyond which it does not pay to leave out the others
	leastTiles = 8   // to share out
)

// chooseShift is the best way to go over places, nil if the product has no such gate or it costs more than least.
func chooseShift(c *contraction, t Target, least float64) *shift {
	if c.gate == nil {
		return nil
	}
	var best *shift
	for side := range c.side {
		if s := newShift(c, side, t); s != nil {
			if cost := s.cost(t); cost < least {
				best, least = s, cost
			}
		}
	}
	return best
}

// newShift is nil where the gate does anything else, most of it is open, or the tile would be too small or too large.
func newShift(c *contraction, side int, t Target) *shift {
	s := &shift{c: c, side: side}
	if len(c.own[side]) != 1 || !s.findMoves() || !s.findBounds() || s.open() > openPart {
		return nil
	}
	s.lanes = c.own[side][0]
	folded, outside := extentOf(c.x.Red.Ranges), s.outside()
	for block := min(s.lanes.Extent, panelLanes); block >= int64(t.VL); block-- {
		if s.block = block; s.lanes.Extent%block == 0 && outside*s.lanes.Extent/block >= leastTiles && 4*block*s.places() <= t.L2/4 && 4*block*folded <= t.L2/2 {
			s.chooseCopies(t)
			return s
		}
	}
	return nil
}

// findMoves finds for each range that the gate depends on what moves along it. The folded ranges that do are the outermost ones.
func (s *shift) findMoves() bool {
	folded := s.c.x.Red.Ranges
	for _, r := range s.c.own[1-s.side] {
		if !dependsOn(s.c.gate, r) {
			continue
		}
		for _, k := range folded {
			if step, ok := s.c.slides(1-s.side, r, k); ok && max(step, -step) <= r.Extent {
				s.moves = append(s.moves, &move{r: r, k: k, step: step})
				break
			}
		}
		if len(s.moves) == 0 || s.moves[len(s.moves)-1].r != r {
			return false
		}
	}
	for n, k := range folded {
		if s.moved(k) != (n < len(s.moves)) {
			return false
		}
	}
	return len(s.moves) > 0
}

// moved says whether a range is one that moves or is moved along.
func (s *shift) moved(r *schedule.Range) bool {
	return slices.ContainsFunc(s.moves, func(m *move) bool { return m.r == r || m.k == r })
}

// findBounds reads off the gate from where to where it is open. It must say nothing else.
func (s *shift) findBounds() bool {
	b := schedule.NewBuilder()
	at, sums := map[int]*schedule.Expr{}, make([]*schedule.Range, len(s.moves))
	for n, m := range s.moves {
		m.lo, m.hi = min(0, m.step*(m.k.Extent-1)), m.r.Extent-1+max(0, m.step*(m.k.Extent-1))
		sums[n] = &schedule.Range{ID: -1 - n, Extent: m.hi - m.lo + 1, Kind: schedule.Red}
		at[m.r.ID] = m.position(b, sums[n])
	}
	for _, g := range conjuncts(substitute(b, at).expr(s.c.gate)) {
		if !s.narrow(g, sums) {
			return false
		}
	}
	return !slices.ContainsFunc(s.moves, func(m *move) bool { return m.lo > m.hi })
}

// position is that of the results to which the place at of a window belongs, where at counts from the first open one.
func (m *move) position(b *schedule.Builder, at *schedule.Range) *schedule.Expr {
	return b.Sub(b.Add(b.Var(at), b.Int(m.lo)), b.Mul(b.Var(m.k), m.step))
}

func conjuncts(g *schedule.Expr) []*schedule.Expr {
	if g.Code == schedule.ALU && g.Op == ops.And {
		return append(conjuncts(g.Src[0]), conjuncts(g.Src[1])...)
	}
	return []*schedule.Expr{g}
}

// narrow takes a bound of a move from a comparison.
func (s *shift) narrow(g *schedule.Expr, sums []*schedule.Range) bool {
	if g.Code != schedule.ALU || g.Op != ops.CmpLE && g.Op != ops.CmpLT || g.Src[0].DType != ops.Int64 {
		return false
	}
	a := affineOf(g.Src[0])
	a.add(g.Src[1], -1)
	if g.Op == ops.CmpLT {
		a.constant++
	}
	terms := slices.DeleteFunc(slices.Clone(a.terms), func(t rangeTerm) bool { return t.coef == 0 })
	if len(a.rest) > 0 || len(terms) != 1 {
		return false
	}
	n := slices.Index(sums, terms[0].r)
	if n < 0 {
		return false
	}
	m := s.moves[n]
	first := min(0, m.step*(m.k.Extent-1)) // what sums count from
	switch terms[0].coef {
	case 1:
		m.hi = min(m.hi, first-a.constant)
	case -1:
		m.lo = max(m.lo, first+a.constant)
	default:
		return false
	}
	return true
}

// outside is the number of tiles that lanes do not tell apart.
func (s *shift) outside() int64 {
	n := extentOf(s.c.shared)
	for _, r := range s.c.own[1-s.side] {
		if !s.moved(r) {
			n *= r.Extent
		}
	}
	return n
}

// open is the part of the folds of results that lie under open gates.
func (s *shift) open() float64 {
	part := 1.0
	for _, m := range s.moves {
		part *= float64(m.hi-m.lo+1) / float64(m.r.Extent)
	}
	return part
}

// reach is from where to where results are that places shift to, with all that are asked for.
func (m *move) reach() (first, end int64) {
	far := m.step * (m.k.Extent - 1)
	return min(0, m.lo-max(0, far)), max(m.r.Extent, m.hi-min(0, far)+1)
}

// places is the number of positions of the tile for each of its lanes.
func (s *shift) places() int64 {
	n := int64(1)
	for _, m := range s.moves {
		first, end := m.reach()
		n *= end - first
	}
	return n
}
