package llvm

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/codegen"
	"weft/ops"
)

var update = flag.Bool("update", false, "write the golden files anew")

var generic = codegen.Target{Name: "generic", VL: 4}

// The text of small programs, to be read: what a chain, a tile, a row and a lookup become.
func TestGolden(t *testing.T) {
	for _, p := range []*codegen.Program{chain(4, 64), matmulTile(4, 4, 8, 3, 2, 1), rowMax(4, 2, 16), lookup(4, 16, 10), tail(4, ops.Float16, 7)} {
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
		build func(b *builder)
	}{
		{"used before it is defined", func(b *builder) { b.alu(ops.Neg, f32, false, b.value()) }},
		{"no primitive exp", func(b *builder) { b.alu(ops.Exp, f32, false, b.constant(ops.FloatValue(f32, 1), false)) }},
		{"no primitive mod", func(b *builder) {
			x := b.constant(ops.FloatValue(f32, 1), false)
			b.alu(ops.Mod, f32, false, x, x)
		}},
		{"has lanes", func(b *builder) { b.alu(ops.Neg, f32, false, b.constant(ops.FloatValue(f32, 1), true)) }},
		{"outside its loop", func(b *builder) { b.load(f32, false, at(b.buf(f32, 1), b.variable(), 1, 0)) }},
		{"unknown instruction", func(b *builder) { b.add(codegen.Instr{Code: 99}) }},
	}
	for _, c := range cases {
		b := newBuilder("bad", 4)
		c.build(b)
		_, _, err := emit(b.program(1), generic)
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "program bad") {
			t.Errorf("want %q, got %v", c.says, err)
		}
	}
}
