package codegen_test

import (
	"strings"
	"testing"

	"weft/codegen"
	"weft/codegen/internal/kernels"
	"weft/ops"
	"weft/schedule"
)

// TestFold: two reductions over the same window of strided places, whose loops are unrolled, gather each place once, at places that
// are known without a division.
func TestFold(t *testing.T) {
	m := kernels.New("windows")
	x, y := m.Buf(ops.Float32, 100000), m.Buf(ops.Float32, 48000)
	i, a, b := m.Out(48000), m.Red(4), m.Red(4)
	read := func(r *schedule.Range) *schedule.Expr {
		two := m.Int(2)
		at := m.Add(m.Mul(m.Var(i), 2), m.Add(m.Mul(m.ALU(ops.Div, ops.Int64, m.Var(r), two), 1000), m.ALU(ops.Mod, ops.Int64, m.Var(r), two)))
		return m.Read(x, at)
	}
	most := m.Fold(ops.ReduceMax, kernels.Down(), read(a), a)
	sum := m.Fold(ops.ReduceAdd, kernels.Down(), m.Op(ops.Sub, read(b), most), b)
	k := m.Nest([]*schedule.Range{i}, m.Write(y, m.Var(i), sum)).K
	p, err := codegen.LowerWith(k, targets[0], codegen.LowerOptions{Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	text := p.Text()
	if copies := strings.Count(text, "b1["); strings.Count(text, " div ") > 0 || strings.Count(text, "b0[") != 4*copies {
		t.Errorf("%d stores, and\n%s", copies, text)
	}
	hold(t, k, targets[0], backendsFor(targets[0]), 1)
}
