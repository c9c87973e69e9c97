package asm

import "fmt"

// jump is a jump as first encoded, in two bytes.
type jump struct {
	at     int32 // in the code of short jumps
	inst   int32 // that its label stands before
	before int32 // the jumps before its label
	code   byte
	long   bool
}

// shortJMP is the code of JMP with one byte of distance, longJMP with four; those of the conditional jumps differ by a constant.
const (
	shortJMP = 0xEB
	longJMP  = 0xE9
	longJcc  = 0x10
)

// jump appends a short jump. Its distance is filled in by relax.
func (e *encoder) jump(in *Inst, f *form) error {
	at, ok := e.list.at(in.Args[0].Val)
	if !ok {
		return fmt.Errorf("%v to the label L%d, which is not bound", in.Op, in.Args[0].Val)
	}
	e.jumps = append(e.jumps, jump{at: int32(len(e.buf)), inst: e.list.follow(at), code: f.code})
	e.buf = append(e.buf, f.code, 0)
	return nil
}

// at is the instruction that a label stands before.
func (l *List) at(label int64) (int32, bool) {
	if label < 0 || label >= int64(len(l.labels)) || l.labels[label] == unbound {
		return 0, false
	}
	return l.labels[label], true
}

// maxChain is how many jumps to jumps are followed; as many lead nowhere.
const maxChain = 5000

// follow gives the instruction that a jump to at arrives at: past jumps to jumps, as Go's assembler has it.
func (l *List) follow(at int32) int32 {
	to, ok := at, true
	for range maxChain {
		if int(to) >= len(l.insts) || l.insts[to].Op != JMP {
			return to
		}
		if to, ok = l.at(l.insts[to].Args[0].Val); !ok {
			break
		}
	}
	return at
}

// growth is how much longer than two bytes a jump is.
func (j *jump) growth() int32 {
	switch {
	case !j.long:
		return 0
	case j.code == shortJMP:
		return 3
	}
	return 4
}

// relax decides which jumps are long: none at first, then those whose distance is too large, until all fit. Jumps only
// grow, so this ends, with as few long ones as can be.
func (e *encoder) relax() {
	if len(e.jumps) == 0 {
		return
	}
	e.countBefore()
	grown := make([]int32, len(e.jumps)+1) // by how much the jumps before each one have grown
	for changed := true; changed; {
		changed = false
		for i := range e.jumps {
			j := &e.jumps[i]
			if d := e.distance(j, grown[i], grown); !j.long && d != int32(int8(d)) {
				j.long, changed = true, true
			}
		}
		for i := range e.jumps {
			grown[i+1] = grown[i] + e.jumps[i].growth()
		}
	}
	e.fill(grown)
	e.shift(grown)
}

// countBefore counts the jumps before each label that a jump goes to.
func (e *encoder) countBefore() {
	at, n := make([]int32, len(e.starts)), int32(0) // by instruction
	for i, s := range e.starts {
		for int(n) < len(e.jumps) && e.jumps[n].at < s {
			n++
		}
		at[i] = n
	}
	for i := range e.jumps {
		e.jumps[i].before = at[e.jumps[i].inst]
	}
}

// distance is from the end of a jump to its label; moved is by how much the jump itself is.
func (e *encoder) distance(j *jump, moved int32, grown []int32) int32 {
	return e.starts[j.inst] + grown[j.before] - (j.at + 2 + moved + j.growth())
}

// fill writes the distances, with the code moved apart where jumps have grown.
func (e *encoder) fill(grown []int32) {
	short, from := e.buf, int32(0)
	e.buf = make([]byte, 0, cap(short)+int(grown[len(e.jumps)]))
	for i := range e.jumps {
		j := &e.jumps[i]
		e.buf = append(e.buf, short[from:j.at]...)
		e.buf = j.append(e.buf, e.distance(j, grown[i], grown))
		from = j.at + 2
	}
	e.buf = append(e.buf, short[from:]...)
}

// append appends the jump as it is in the end.
func (j *jump) append(b []byte, d int32) []byte {
	switch {
	case !j.long:
		return append(b, j.code, byte(d))
	case j.code == shortJMP:
		b = append(b, longJMP)
	default:
		b = append(b, 0x0F, j.code+longJcc)
	}
	return append(b, byte(d), byte(d>>8), byte(d>>16), byte(d>>24))
}

// shift moves the starts of instructions, and the references to constants in them, by the growth of the jumps before.
func (e *encoder) shift(grown []int32) {
	n, r := 0, 0
	for i, s := range e.starts {
		for n < len(e.jumps) && e.jumps[n].at < s {
			n++
		}
		e.starts[i] += grown[n]
		for ; r < len(e.refs) && int(e.refs[r].inst) == i; r++ {
			e.refs[r].at += grown[n]
			e.refs[r].end += grown[n]
		}
	}
}
