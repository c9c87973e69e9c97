package llvm

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/codegen"
	"weft/codegen/internal/programs"
	"weft/ops"
)

var update = flag.Bool("update", false, "write the golden files anew")

var generic = codegen.Target{Name: "generic", VL: 4}

// The text of small programs, to be read: what a chain, a tile, a row and a lookup become.
func TestGolden(t *testing.T) {
	for _, p := range []*codegen.Program{programs.Chain(4, 64), programs.MatmulTile(4, 4, 8, 3, 2, 1), programs.RowMax(4, 2, 16), programs.Lookup(4, 16, 10), programs.Tail(4, ops.Float16, 7)} {
		text, symbols, err := emit(p, generic)
		if err != nil {
			t.Fatal(err)
		}
		if len(symbols) != len(p.Phases) || symbols[0] != "k0" {
			t.Errorf("%s: symbols %v", p.Name, symbols)
		}
		file := filepath.Join("testdata", p.Name+".ll")
		if *update {
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if text != string(want) {
			t.Errorf("%s differs from %s (run with -update and read the change):\n%s", p.Name, file, text)
		}
		if again, _, _ := emit(p, generic); again != text {
			t.Errorf("%s: the same program gave another text", p.Name)
		}
	}
}

// A program that no verifier passed is an error, not a crash.
func TestBadPrograms(t *testing.T) {
	const f32 = ops.Float32
	cases := []struct {
		says  string
		build func(b *programs.Builder)
	}{
		{"used before it is defined", func(b *programs.Builder) { b.ALU(ops.Neg, f32, false, b.Value()) }},
		{"no primitive exp", func(b *programs.Builder) { b.ALU(ops.Exp, f32, false, b.Const(ops.FloatValue(f32, 1), false)) }},
		{"no primitive mod", func(b *programs.Builder) {
			x := b.Const(ops.FloatValue(f32, 1), false)
			b.ALU(ops.Mod, f32, false, x, x)
		}},
		{"has lanes", func(b *programs.Builder) { b.ALU(ops.Neg, f32, false, b.Const(ops.FloatValue(f32, 1), true)) }},
		{"outside its loop", func(b *programs.Builder) { b.Load(f32, false, programs.At(b.Buf(f32, 1), b.Variable(), 1, 0)) }},
		{"unknown instruction", func(b *programs.Builder) { b.Add(codegen.Instr{Code: 99}) }},
	}
	for _, c := range cases {
		b := programs.New("bad", 4)
		c.build(b)
		_, _, err := emit(b.Program(1), generic)
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "program bad") {
			t.Errorf("want %q, got %v", c.says, err)
		}
	}
}
