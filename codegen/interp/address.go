package interp

import (
	"unsafe"

	"weft/codegen"
)

// address computes the place of an access that all lanes share. The first terms stand in an array, so that the usual access
// is straight code; what it does not use are products of noVar.
type address struct {
	base  int64
	first [4]term
	rest  []term
	index []int64 // one lane, or nil
}

type term struct {
	v      *int64
	stride int64
}

var noVar int64

func addressOf(f *frame, m *codegen.Access) *address {
	a := &address{base: m.Base}
	for i := range a.first {
		a.first[i].v = &noVar
	}
	for i, t := range m.Terms {
		made := term{&f.vars[t.Var], t.Stride}
		if i < len(a.first) {
			a.first[i] = made
		} else {
			a.rest = append(a.rest, made)
		}
	}
	if m.Index != codegen.NoValue {
		if index := reg[int64](f, m.Index); len(index) == 1 {
			a.index = index
		}
	}
	return a
}

// plain says whether at4 is all there is to the address.
func (a *address) plain() bool { return a.rest == nil && a.index == nil }

// at4 is the part of the address that its first terms make.
func (a *address) at4() int {
	t := &a.first
	return int(a.base + *t[0].v*t[0].stride + *t[1].v*t[1].stride + *t[2].v*t[2].stride + *t[3].v*t[3].stride)
}

// at is the element that lane 0 touches, as far as it is the same for all lanes.
func (a *address) at() int {
	p := a.at4()
	for _, t := range a.rest {
		p += int(*t.v * t.stride)
	}
	if a.index != nil {
		p += int(a.index[0])
	}
	return p
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

// place is the element that lane i touches, relative to lane 0's.
func (l *lanes) place(i int) int {
	p := i * l.step
	if l.index != nil {
		p += int(l.index[i])
	}
	return p
}

// gated is gateState of the access's gate; without one all lanes are open.
func (l *lanes) gated() (none, all bool) {
	if l.gate == nil {
		return false, true
	}
	return gateState(l.gate)
}

// gateState says how many lanes of a gate are open: none, all or some.
func gateState(gate []uint8) (none, all bool) {
	var or, and uint8 = 0, 1
	for _, g := range gate {
		or, and = or|g, and&g
	}
	return or == 0, and != 0
}

// asBits views a register as unsigned integers of its size, for bitcasts. Sound since both types have the same size and
// alignment and neither holds pointers.
func asBits[U, T elem](s []T) []U { return unsafe.Slice((*U)(unsafe.Pointer(&s[0])), len(s)) }
