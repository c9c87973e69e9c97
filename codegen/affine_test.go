package codegen

import (
	"fmt"
	"strings"
	"testing"

	"weft/ops"
	"weft/schedule"
)

// text prints a linear form as it is taken apart.
func (a *affine) text() string {
	parts := []string{fmt.Sprint(a.constant)}
	for _, t := range a.terms {
		parts = append(parts, fmt.Sprintf("%d*r%d", t.coef, t.r.ID))
	}
	for _, t := range a.rest {
		parts = append(parts, fmt.Sprintf("%d*%s", t.coef, t.e.Op))
	}
	return strings.Join(parts, " + ")
}

func TestAffine(t *testing.T) {
	b := schedule.NewBuilder()
	i, j := b.Range(schedule.Out, 10), b.Range(schedule.Out, 7)
	x, y := b.Var(i), b.Var(j)
	quotient, rest := b.DivMod(x, 4)
	clamped := b.ALU(ops.Max, ops.Int64, b.Load(0, ops.Int64, x, nil, ops.Value{}), b.Int(0))
	for _, c := range []struct {
		x    *schedule.Expr
		want string
	}{
		{b.Int(5), "5"},
		{b.Add(b.Mul(x, 7), y), "0 + 7*r0 + 1*r1"},
		{b.Sub(b.Int(9), x), "9 + -1*r0"},
		{b.Add(b.Add(x, y), b.Add(x, b.Int(3))), "3 + 2*r0 + 1*r1"},
		{b.Add(b.Mul(quotient, 8), b.Add(rest, y)), "0 + 1*r1 + 8*div + 1*mod"},
		{b.Add(b.Mul(clamped, 7), y), "0 + 1*r1 + 7*max"},
	} {
		if got := affineOf(c.x).text(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
