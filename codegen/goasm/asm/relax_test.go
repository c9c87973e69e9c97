package asm

import (
	"math/rand/v2"
	"testing"
)

// jumps is a list with labels at random places and jumps between them, most of them about as far as a short one reaches; some places
// are aligned.
func jumps(r *rand.Rand, n int, aligned bool) *List {
	l := &List{}
	labels := make([]Label, 1+r.IntN(n))
	at := map[int][]Label{}
	for i := range labels {
		labels[i] = l.NewLabel()
		inst := r.IntN(n)
		at[inst] = append(at[inst], labels[i])
	}
	for i := range n {
		if aligned && r.IntN(30) == 0 {
			l.Emit(PCALIGN, Imm(8<<r.IntN(4)))
		}
		for _, label := range at[i] {
			l.Bind(label)
		}
		switch k := r.IntN(8); {
		case k < 3:
			l.Emit(JOS+Op(r.IntN(16)), labels[r.IntN(len(labels))])
		case k == 3:
			l.Emit(JMP, labels[r.IntN(len(labels))])
		case k == 4:
			l.Emit(VADDPS, Y(0), Y(1), l.Const32(uint32(r.IntN(4))))
		default:
			l.Emit(ADDQ, GP(r.IntN(4)), Imm(r.IntN(256)))
		}
	}
	l.Emit(RET)
	for i := range l.insts {
		if in := &l.insts[i]; in.Op == JMP {
			if _, ok := l.follow(int32(i)); !ok {
				in.Op = JEQ // out of a ring of jumps
			}
		}
	}
	return l
}

// Jumps have the lengths that Go's assembler chooses, and their distances and those of constants hold.
func TestJumpsAgainstLibrary(t *testing.T) {
	o, long := newOracle(), 0
	for seed := range uint64(300) {
		l := jumps(rand.New(rand.NewPCG(seed, 0)), 4+int(seed), false)
		c, err := Encode(l)
		if err != nil {
			t.Fatal(err)
		}
		same(t, l, c, o.assemble(t, l, c.Pool))
		for i := range l.Len() {
			if l.At(i).Op >= JMP && c.Starts[i+1]-c.Starts[i] > 2 {
				long++
			}
		}
	}
	if long == 0 {
		t.Error("no jump was long")
	}
}

// A label may stand at the end, behind the last instruction.
func TestLabelAtEnd(t *testing.T) {
	var l List
	end := l.NewLabel()
	l.Emit(JMP, end)
	for range 130 {
		l.Emit(RET)
	}
	l.Bind(end)
	c, err := Encode(&l)
	if err != nil {
		t.Fatal(err)
	}
	if have := string(c.Bytes[:5]); have != "\xe9\x82\x00\x00\x00" {
		t.Errorf("% x", have)
	}
}
