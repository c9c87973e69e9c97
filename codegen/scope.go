package codegen

import (
	"slices"

	"weft/schedule"
)

// binding says where a range stands while code inside its scope is emitted: at sum(terms) + off + u*step + lane for
// instance u of n. Of the last instance only valid lanes are positions of the range.
type binding struct {
	r         *schedule.Range
	terms     []Term
	off, step int64
	n         int
	slot      int // of the instance number in an inst; used where n > 1
	lane      bool
	valid     int
}

// inst numbers the copy of an unrolled tile that a value belongs to: eight bits for the instance of each unrolled range.
type inst uint64

func (i inst) at(b *binding) int64 {
	if b.n <= 1 {
		return 0
	}
	return int64(i>>(8*b.slot)) & 0xff
}

func (b *binding) bits() inst {
	if b.n <= 1 {
		return 0
	}
	return 0xff << (8 * b.slot)
}

type valueKind uint8

const (
	plainValue valueKind = iota
	splatValue           // the value in all lanes
	indexValue           // the non-affine part of an index
	maskValue            // the mask of a partly used vector
	stepsValue           // a multiple of the lanes' numbers
)

type cacheKey struct {
	e    *schedule.Expr
	i    inst
	kind valueKind
	k    int64
}

// scope is a block that is open for emission: a loop's body, an if's body, or a stretch of the enclosing block in which
// some ranges have a fixed place. Values are cached in the scope they were put in.
type scope struct {
	up    *scope
	list  *[]Instr
	bound []*binding
	cache map[cacheKey]Value
	loop  *Loop
	cond  bool // an if's body: what its enclosing scope would hold is put here
	slots int
	done  map[*schedule.Stage]bool
	fused map[*schedule.Stage]bool // stages that are stored as they are computed in this reduction
}

// child opens a scope inside s with a list of its own.
func (s *scope) child() *scope {
	c := s.stretch()
	c.list = new([]Instr)
	return c
}

// stretch opens a scope in s's own list.
func (s *scope) stretch() *scope {
	return &scope{up: s, list: s.list, cache: map[cacheKey]Value{}, slots: s.slots}
}

func (s *scope) bind(b *binding) {
	if b.n > 1 {
		b.slot = s.slots
		s.slots++
		if s.slots > 8 {
			fail("more than 8 unrolled ranges around one another")
		}
	}
	s.bound = append(s.bound, b)
}

// bindAs binds another range to the place of one just bound.
func (s *scope) bindAs(b *binding, r *schedule.Range) {
	if b.r == r {
		return
	}
	c := *b
	c.r = r
	s.bound = append(s.bound, &c)
}

func (s *scope) binds(free []int) bool {
	for _, b := range s.bound {
		if slices.Contains(free, b.r.ID) {
			return true
		}
	}
	return false
}

// find is the binding of a range, nil if it is not open.
func (s *scope) find(id int) *binding {
	for ; s != nil; s = s.up {
		for _, b := range s.bound {
			if b.r.ID == id {
				return b
			}
		}
	}
	return nil
}

// home is the shallowest open scope in which every range of free that is open at all is open. Inside an if it is the if's
// body rather than the scope that holds the if.
func (s *scope) home(free []int) *scope {
	h, _ := s.homes(free)
	return h
}

// homes is home and the scope beyond which a cached value need not be looked for.
func (s *scope) homes(free []int) (home, limit *scope) {
	var cond *scope
	for ; s.up != nil; s = s.up {
		if s.cond && cond == nil {
			cond = s
		}
		if len(s.bound) == 0 {
			continue
		}
		if s.binds(free) {
			if cond != nil {
				return cond, s
			}
			return s, s
		}
		cond = nil
	}
	return s, s
}

// lane is the lane range among free, nil if the value is the same in all lanes. A range that is bound again inside, as
// where a scratch tile is filled, has its inner place.
func (s *scope) lane(free []int) *binding {
	for at := s; at != nil; at = at.up {
		for _, b := range at.bound {
			if b.lane && slices.Contains(free, b.r.ID) && s.find(b.r.ID) == b {
				return b
			}
		}
	}
	return nil
}

// project clears the instance numbers of ranges that free does not hold.
func (s *scope) project(free []int, i inst) inst {
	var keep inst
	for ; s != nil; s = s.up {
		for _, b := range s.bound {
			if b.n > 1 && slices.Contains(free, b.r.ID) {
				keep |= b.bits()
			}
		}
	}
	return i & keep
}

// instances lists the copies of a value over the unrolled ranges of free, outermost range first.
func (s *scope) instances(free []int) []inst {
	all := []inst{0}
	for _, b := range s.unrolled(free) {
		next := make([]inst, 0, len(all)*b.n)
		for _, i := range all {
			for u := 0; u < b.n; u++ {
				next = append(next, i|inst(u)<<(8*b.slot))
			}
		}
		all = next
	}
	return all
}

func (s *scope) unrolled(free []int) []*binding {
	var found []*binding
	for at := s; at != nil; at = at.up {
		for _, b := range at.bound {
			if b.n > 1 && slices.Contains(free, b.r.ID) && s.find(b.r.ID) == b &&
				!slices.ContainsFunc(found, func(o *binding) bool { return o.slot == b.slot }) {
				found = append(found, b)
			}
		}
	}
	slices.SortFunc(found, func(a, b *binding) int { return a.slot - b.slot })
	return found
}

// lookup finds a cached value between s and an enclosing scope.
func (s *scope) lookup(key cacheKey, limit *scope) (Value, bool) {
	for ; ; s = s.up {
		if v, ok := s.cache[key]; ok {
			return v, true
		}
		if s == limit {
			return NoValue, false
		}
	}
}
