package asm

import (
	"fmt"
	"math"
)

// elastic is an instruction whose length is decided last: a jump, first encoded in two bytes, or the padding before an
// aligned one, first in none.
type elastic struct {
	inst   int32 // its number
	at     int32 // its place in the code as first encoded
	growth int32 // by how much it is longer than at first

	// Of a jump.
	to     int32 // the instruction that it goes to
	before int32 // the elastic ones before that
	code   byte
	long   bool

	align int32 // of padding
}

// shortJMP is the code of JMP with one byte of distance, longJMP with four; those of the conditional jumps differ by a constant.
const (
	shortJMP = 0xEB
	longJMP  = 0xE9
	longJcc  = 0x10
)

// jump appends a short jump. Its distance is filled in by relax.
func (e *encoder) jump(in *Inst, f *form) error {
	label := in.Args[0].Val
	at, ok := e.list.at(label)
	if !ok {
		return fmt.Errorf("%v to the label L%d, which is not bound", in.Op, label)
	}
	to, ok := e.list.follow(at)
	if !ok {
		return fmt.Errorf("%v to the label L%d, from where jumps lead nowhere else", in.Op, label)
	}
	e.stretch(elastic{to: to, code: f.code})
	e.buf = append(e.buf, f.code, 0)
	return nil
}

// align leaves a place for padding.
func (e *encoder) align(in *Inst) error {
	n := in.Args[0].Val
	if n < 8 || n > poolAlign || n&(n-1) != 0 {
		return in.misfit()
	}
	e.stretch(elastic{align: int32(n)})
	return nil
}

func (e *encoder) stretch(s elastic) {
	s.inst, s.at = int32(len(e.starts)-1), int32(len(e.buf))
	e.elastic = append(e.elastic, s)
}

// at is the instruction that a label stands before.
func (l *List) at(label int64) (int32, bool) {
	if label < 0 || label >= int64(len(l.labels)) || l.labels[label] == unbound {
		return 0, false
	}
	return l.labels[label], true
}

// maxChain is how many jumps to jumps are followed.
const maxChain = 1000

// follow gives the instruction that a jump to at arrives at: past jumps to jumps, as Go's assembler has it.
func (l *List) follow(at int32) (int32, bool) {
	for range maxChain {
		if int(at) >= len(l.insts) || l.insts[at].Op != JMP {
			return at, true
		}
		next, ok := l.at(l.insts[at].Args[0].Val)
		if !ok {
			break
		}
		at = next
	}
	return at, false
}

// relax decides which jumps are long. A jump backwards knows its distance when its place is known; one forwards is short at
// first and becomes long if what comes between is too much, after which all is laid out again, until all fit.
func (e *encoder) relax() {
	if len(e.elastic) == 0 {
		return
	}
	e.countBefore()
	grown := make([]int32, len(e.elastic)+1) // by how much those before each one have grown
	e.settle(grown)
	for e.lengthen(grown) {
		e.settle(grown)
	}
	e.fill(grown)
	e.shift(grown)
}

// countBefore counts the elastic instructions before the place that each jump goes to.
func (e *encoder) countBefore() {
	before, n := make([]int32, len(e.starts)), int32(0)
	for i := range before {
		for int(n) < len(e.elastic) && int(e.elastic[n].inst) < i {
			n++
		}
		before[i] = n
	}
	for i := range e.elastic {
		e.elastic[i].before = before[e.elastic[i].to]
	}
}

// settle lays out everything, with the jumps forwards as they are.
func (e *encoder) settle(grown []int32) {
	for i := range e.elastic {
		s := &e.elastic[i]
		s.growth = 0
		if s.align == 0 && !s.forwards() {
			s.long = e.distance(i, grown) < math.MinInt8
		}
		switch {
		case s.align > 0:
			s.growth = -(s.at + grown[i]) & (s.align - 1)
		case s.long && s.code == shortJMP:
			s.growth = 3
		case s.long:
			s.growth = 4
		}
		grown[i+1] = grown[i] + s.growth
	}
}

func (s *elastic) forwards() bool { return s.align == 0 && s.to > s.inst }

// lengthen makes long what is too far for a short jump forwards, and says whether there was any.
func (e *encoder) lengthen(grown []int32) bool {
	any := false
	for i := range e.elastic {
		if s := &e.elastic[i]; s.forwards() && !s.long && e.distance(i, grown) > math.MaxInt8 {
			s.long, any = true, true
		}
	}
	return any
}

// distance is from the end of a jump to where it goes.
func (e *encoder) distance(i int, grown []int32) int32 {
	s := &e.elastic[i]
	return e.starts[s.to] + grown[s.before] - (s.at + 2 + grown[i] + s.growth)
}

// fill writes the code again, with every jump and padding as long as it came to be.
func (e *encoder) fill(grown []int32) {
	first, from := e.buf, int32(0)
	e.buf = make([]byte, 0, cap(first)+int(grown[len(e.elastic)]))
	for i := range e.elastic {
		s := &e.elastic[i]
		e.buf = append(e.buf, first[from:s.at]...)
		from = s.at
		if s.align > 0 {
			e.buf = appendNops(e.buf, int(s.growth))
			continue
		}
		e.buf = s.append(e.buf, e.distance(i, grown))
		from += 2
	}
	e.buf = append(e.buf, first[from:]...)
}

// append appends a jump over the distance d.
func (s *elastic) append(b []byte, d int32) []byte {
	switch {
	case !s.long:
		return append(b, s.code, byte(d))
	case s.code == shortJMP:
		b = append(b, longJMP)
	default:
		b = append(b, 0x0F, s.code+longJcc)
	}
	return append(b, byte(d), byte(d>>8), byte(d>>16), byte(d>>24))
}

// nops are the recommended instructions that do nothing, by their length.
var nops = [...]string{
	"", "\x90", "\x66\x90", "\x0F\x1F\x00", "\x0F\x1F\x40\x00", "\x0F\x1F\x44\x00\x00", "\x66\x0F\x1F\x44\x00\x00",
	"\x0F\x1F\x80\x00\x00\x00\x00", "\x0F\x1F\x84\x00\x00\x00\x00\x00", "\x66\x0F\x1F\x84\x00\x00\x00\x00\x00",
}

// appendNops appends n bytes that do nothing, in as few instructions as can be.
func appendNops(b []byte, n int) []byte {
	for ; n > 0; n -= len(nops) - 1 {
		b = append(b, nops[min(n, len(nops)-1)]...)
	}
	return b
}

// shift moves the starts of instructions, and the references to constants in them, by what has grown before.
func (e *encoder) shift(grown []int32) {
	n, r := 0, 0
	for i := range e.starts {
		for n < len(e.elastic) && int(e.elastic[n].inst) < i {
			n++
		}
		e.starts[i] += grown[n]
		for ; r < len(e.refs) && int(e.refs[r].inst) == i; r++ {
			e.refs[r].at += grown[n]
			e.refs[r].end += grown[n]
		}
	}
}
