package asm

import "fmt"

// jump is a jump as first encoded, in two bytes.
type jump struct {
	at    int32 // in the code of short jumps
	label int32
	long  bool
}

// jump appends a short jump. Its distance is filled in by relax.
func (e *encoder) jump(in *Inst, f *form) error {
	label := in.Args[0].Val
	if label < 0 || label >= int64(len(e.list.labels)) || e.list.labels[label] == unbound {
		return fmt.Errorf("%v to the label L%d, which is not bound", in.Op, label)
	}
	e.jumps = append(e.jumps, jump{at: int32(len(e.buf)), label: int32(label)})
	e.buf = append(e.buf, f.code, 0)
	return nil
}

// jmpShort is the code of JMP with one byte of distance; the others are conditional.
const jmpShort = 0xEB

// growth is how much longer a jump is with four bytes of distance.
func (e *encoder) growth(j *jump) int32 {
	switch {
	case !j.long:
		return 0
	case e.buf[j.at] == jmpShort:
		return 3
	}
	return 4
}

// relax decides which jumps are long: none at first, then those whose distance is too large, until all fit. Jumps only
// grow, so this ends, with as few long ones as can be.
func (e *encoder) relax() error {
	grown := make([]int32, len(e.jumps)+1) // what the jumps before each one have grown
	before := e.jumpsBefore()
	for changed := true; changed; {
		changed = false
		for i := range e.jumps {
			grown[i+1] = grown[i] + e.growth(&e.jumps[i])
		}
		for i := range e.jumps {
			j := &e.jumps[i]
			if d := e.distance(i, grown, before); !j.long && d != int32(int8(d)) {
				j.long, changed = true, true
			}
		}
	}
	e.fill(grown, before)
	return nil
}

// jumpsBefore counts for each label the jumps that stand before it.
func (e *encoder) jumpsBefore() []int32 {
	at := make([]int32, len(e.starts)) // by instruction
	n := int32(0)
	for i, s := range e.starts {
		for int(n) < len(e.jumps) && e.jumps[n].at < s {
			n++
		}
		at[i] = n
	}
	before := make([]int32, len(e.list.labels))
	for i, inst := range e.list.labels {
		if inst != unbound {
			before[i] = at[inst]
		}
	}
	return before
}

// distance is from the end of a jump to its label.
func (e *encoder) distance(i int, grown, before []int32) int32 {
	j := &e.jumps[i]
	to := e.starts[e.list.labels[j.label]] + grown[before[j.label]]
	return to - (j.at + 2 + grown[i] + e.growth(j))
}

// fill writes the distances and moves the code apart where a jump has grown.
func (e *encoder) fill(grown, before []int32) {
	total := grown[len(e.jumps)]
	out := e.buf
	if total > 0 {
		out = make([]byte, 0, len(e.buf)+int(total)+cap(e.list.pool.bytes)+poolAlign)
	}
	from := int32(0)
	for i := range e.jumps {
		j, d := &e.jumps[i], e.distance(i, grown, before)
		if total == 0 {
			out[j.at+1] = byte(d)
			continue
		}
		out = append(out, e.buf[from:j.at]...)
		out = appendJump(out, e.buf[j.at], d, j.long)
		from = j.at + 2
	}
	if total > 0 {
		e.buf, _ = append(out, e.buf[from:]...), e.shift(grown)
	}
}

// appendJump appends a jump of either length.
func appendJump(out []byte, code byte, d int32, long bool) []byte {
	switch {
	case !long:
		return append(out, code, byte(d))
	case code == jmpShort:
		out = append(out, 0xE9)
	default:
		out = append(out, 0x0F, code+0x10)
	}
	return append(out, byte(d), byte(d>>8), byte(d>>16), byte(d>>24))
}

// shift moves what is known of places in the code by the growth of the jumps before them.
func (e *encoder) shift(grown []int32) bool {
	n := 0
	old := make([]int32, len(e.starts))
	copy(old, e.starts)
	for i, s := range old {
		for n < len(e.jumps) && e.jumps[n].at < s {
			n++
		}
		e.starts[i] = s + grown[n]
	}
	for i := range e.refs {
		r := &e.refs[i]
		by := e.starts[r.inst] - old[r.inst]
		r.at, r.end = r.at+by, r.end+by
	}
	return true
}
