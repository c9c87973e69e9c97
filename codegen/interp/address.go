package interp

import (
	"unsafe"

	"weft/codegen"
)

// address computes the place of an access that all lanes share.
type address struct {
	base  int64
	terms []term
	index []int64 // one lane, or nil
}

type term struct {
	v      *int64
	stride int64
}

func addressOf(f *frame, m *codegen.Access) *address {
	a := &address{base: m.Base}
	for _, t := range m.Terms {
		a.terms = append(a.terms, term{&f.vars[t.Var], t.Stride})
	}
	if m.Index != codegen.NoValue {
		if index := reg[int64](f, m.Index); len(index) == 1 {
			a.index = index
		}
	}
	return a
}

// at is the element that lane 0 touches, as far as it is the same for all lanes.
func (a *address) at() int {
	p := a.base
	for _, t := range a.terms {
		p += *t.v * t.stride
	}
	if a.index != nil {
		p += a.index[0]
	}
	return int(p)
}

// lanes is what differs from lane to lane in an access.
type lanes struct {
	step  int
	index []int64 // VL lanes, or nil
	gate  []uint8 // one lane or VL lanes, or nil
}

func lanesOfAccess(f *frame, m *codegen.Access) lanes {
	l := lanes{step: int(m.Lane)}
	if m.Index != codegen.NoValue && f.phase.values[m.Index].vec {
		l.index = reg[int64](f, m.Index)
	}
	if m.Gate != codegen.NoValue {
		l.gate = reg[uint8](f, m.Gate)
	}
	return l
}

// open says whether lane i of a gated access happens.
func (l *lanes) open(i int) bool {
	if l.gate == nil {
		return true
	}
	if len(l.gate) == 1 {
		i = 0
	}
	return l.gate[i] != 0
}

// place is the element that lane i touches, relative to lane 0's.
func (l *lanes) place(i int) int {
	p := i * l.step
	if l.index != nil {
		p += int(l.index[i])
	}
	return p
}

// asBits views a register as unsigned integers of its size, for bitcasts. Sound since both types have the same size and
// alignment and neither holds pointers.
func asBits[U, T elem](s []T) []U { return unsafe.Slice((*U)(unsafe.Pointer(&s[0])), len(s)) }
