package runtime

import (
	"strings"
	"testing"

	"weft/codegen"
	"weft/ops"
)

func TestRecompileNotes(t *testing.T) {
	notes := recompileNotes{seen: map[recompileKey]*recompileNote{}}
	said := 0
	for i := range 64 {
		text := notes.note("train.go:7", addProgram(int64(100+i), 1))
		if text == "" {
			continue
		}
		said++
		if !strings.Contains(text, "train.go:7") || !strings.Contains(text, "Bufs[0].Elems: ") {
			t.Errorf("said %q", text)
		}
	}
	if said != 4 { // at 8, 16, 32 and 64
		t.Errorf("said something %d times", said)
	}
}

func TestRecompileNotesTellWorkApart(t *testing.T) {
	notes := recompileNotes{seen: map[recompileKey]*recompileNote{}}
	for op := ops.Op(1); op < 40; op++ {
		p := addProgram(8, 1)
		p.Phases[0].Body = []codegen.Instr{{Code: codegen.ALU, Op: op, DType: ops.Float32}}
		if text := notes.note("train.go:7", p); text != "" {
			t.Errorf("said %q", text)
		}
	}
}

func TestFirstDifference(t *testing.T) {
	a, b := addProgram(8, 1), addProgram(8, 1)
	if got := firstDifference(a, b); got != "nothing but the device" {
		t.Error(got)
	}
	b.Phases = append(b.Phases, codegen.Phase{})
	if got := firstDifference(a, b); got != "Phases: 1 and 2 entries" {
		t.Error(got)
	}
}
