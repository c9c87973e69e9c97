package goasm_test

import (
	"strings"
	"testing"

	"weft/codegen"
	_ "weft/codegen/goasm"
	"weft/codegen/internal/programs"
	"weft/ops"
)

// The targets that tests compile for.
var targets = []codegen.Target{
	{Name: "avx512", VL: 16, Regs: 32, L1: 32 << 10, L2: 1 << 20},
	{Name: "avx2", VL: 8, Regs: 16, L1: 32 << 10, L2: 1 << 20},
}

// assembly is what a program becomes. It need not be able to run here.
func assembly(t *testing.T, p *codegen.Program, target codegen.Target) string {
	t.Helper()
	c, err := codegen.Lookup("goasm").Compile(p, target, true)
	if err != nil {
		t.Fatalf("%v\n%s", err, p.Text())
	}
	return c.Texts["go assembly"]
}

// innermost are the loops of a text that have none inside.
func innermost(text string) (loops []string) {
	lines, label, start := strings.Split(text, "\n"), "", 0
	for n, line := range lines {
		if name, ok := strings.CutSuffix(line, ":"); ok {
			label, start = name, n+1
		}
		if f := strings.Fields(line); len(f) == 2 && f[0][0] == 'J' && f[1] == label && label != "" {
			loops, label = append(loops, strings.Join(lines[start:n+1], "\n")+"\n"), ""
		}
	}
	return loops
}

// step is a tile of a product whose results are used as an optimizer's step does it: with values that stay the same, each
// used once a result, so often that together with the accumulators there are not registers enough.
func step(target codegen.Target) *codegen.Program {
	const f32 = ops.Float32
	vl, k := int64(target.VL), int64(64)
	rows, vecs := target.Regs/5, 4
	if target.Regs == 16 {
		vecs = 3
	}
	b := programs.New("step", target.VL)
	out, x, y := b.Buf(f32, int64(rows*vecs)*vl), b.Buf(f32, int64(rows)*k), b.Buf(f32, k*int64(vecs)*vl)
	var same []codegen.Value
	for range 8 {
		same = append(same, b.Splat(f32, b.Scalar(f32)))
	}
	accs := make([]codegen.Acc, rows*vecs)
	for i := range accs {
		accs[i] = codegen.Acc{Init: b.Const(ops.FloatValue(f32, 0), true), DType: f32, Vec: true}
	}
	b.Tiles(func(v int) {
		sums := b.Loop(codegen.Fold, 0, k, 1, accs, func(p int, phis []codegen.Value) []codegen.Value {
			next := make([]codegen.Value, len(phis))
			for i := range phis {
				left := b.Splat(f32, b.Load(f32, false, programs.Spot(x, int64(i/vecs)*k, 0, v, 0, p, 1)))
				right := b.Load(f32, true, programs.Spot(y, int64(i%vecs)*vl, 1, v, 0, p, int64(vecs)*vl))
				next[i] = b.Fma(f32, true, left, right, phis[i])
			}
			return next
		})
		for i, s := range sums {
			for _, c := range same {
				s = b.ALU(ops.Mul, f32, true, s, c)
			}
			b.Store(f32, true, s, programs.Spot(out, int64(i)*vl, 1, v, 0, v, 0))
		}
	})
	return b.Program(1)
}

// What waits for the end of a loop is in memory rather than what the loop needs.
func TestLoopHasTheRegisters(t *testing.T) {
	for _, target := range targets {
		loops := innermost(assembly(t, step(target), target))
		if len(loops) != 1 || strings.Contains(loops[0], "SP") {
			t.Errorf("%s: the loop spills\n%s", target.Name, strings.Join(loops, "\n"))
		}
	}
}
