package schedule

import (
	"testing"

	"weft/ops"
)

// TestBoundsOfMasks: what a mask leaves lies in it, whatever is masked; so a masked position needs no gate.
func TestBoundsOfMasks(t *testing.T) {
	b := NewBuilder()
	i, unknown := b.Var(b.Range(Out, 6)), b.Param(0, ops.Int64)
	and := func(x, y *Expr) *Expr { return b.ALU(ops.And, ops.Int64, x, y) }
	for name, c := range map[string]struct {
		e      *Expr
		lo, hi int64
	}{
		"unknown by 7":       {and(unknown, b.Int(7)), 0, 7},
		"7 by unknown":       {and(b.Int(7), unknown), 0, 7},
		"a range by 7":       {and(i, b.Int(7)), 0, 5},
		"exchanged by 7":     {and(b.ALU(ops.Xor, ops.Int64, i, unknown), b.Int(7)), 0, 7},
		"unknown by unknown": {and(unknown, b.Param(1, ops.Int64)), unknown.Lo, unknown.Hi},
		"unknown by -8":      {and(unknown, b.Int(-8)), unknown.Lo, unknown.Hi},
	} {
		if c.e.Lo != c.lo || c.e.Hi != c.hi {
			t.Errorf("%s: in [%d, %d], want [%d, %d]", name, c.e.Lo, c.e.Hi, c.lo, c.hi)
		}
	}
	if in := b.InRange(and(unknown, b.Int(7)), 8); in.Code != Const || !in.Val.IsTrue() {
		t.Error("a masked position is not proven inside")
	}
}
