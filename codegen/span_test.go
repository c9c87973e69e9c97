package codegen

import (
	"testing"

	"weft/ops"
	"weft/schedule"
)

// TestSpansHoldEveryValue computes each operation on all numbers of small spans: its span holds all results, and is no wider
// than what the schedule knows, or an index that the schedule has proven inside would be refused.
func TestSpansHoldEveryValue(t *testing.T) {
	spans := spansOf(-9, -3, 0, 1, 2, 7)
	for _, op := range []ops.Op{ops.Add, ops.Sub, ops.Mul, ops.Div, ops.Mod, ops.Max, ops.Min, ops.And, ops.Or, ops.Xor} {
		for _, x := range spans {
			for _, y := range spans {
				if y.lo <= 0 && (op == ops.Div || op == ops.Mod) {
					continue
				}
				got, want, known := spanOf(op, x, y), valuesOf(op, x, y), scheduled(op, x, y)
				if got.lo > want.lo || got.hi < want.hi {
					t.Fatalf("%v of %v and %v: %v, but there are values %v", op, x, y, got, want)
				}
				if got.lo < known.lo || got.hi > known.hi {
					t.Fatalf("%v of %v and %v: %v, the schedule knows %v", op, x, y, got, known)
				}
			}
		}
	}
}

// scheduled is what the schedule knows of an operation on two indices.
func scheduled(op ops.Op, x, y span) span {
	b := schedule.NewBuilder()
	index := func(s span) *schedule.Expr {
		if s.lo == s.hi {
			return b.Int(s.lo)
		}
		return b.Add(b.Var(b.Range(schedule.Out, s.hi-s.lo+1)), b.Int(s.lo))
	}
	e := b.ALU(op, ops.Int64, index(x), index(y))
	return span{e.Lo, e.Hi}
}

func spansOf(ends ...int64) (all []span) {
	for i, lo := range ends {
		for _, hi := range ends[i:] {
			all = append(all, span{lo, hi})
		}
	}
	return all
}

func spanOf(op ops.Op, x, y span) span {
	return aluSpan(op, []*valueFact{{dtype: ops.Int64, span: x}, {dtype: ops.Int64, span: y}})
}

func valuesOf(op ops.Op, x, y span) span {
	s := span{1 << 40, -1 << 40}
	for a := x.lo; a <= x.hi; a++ {
		for b := y.lo; b <= y.hi; b++ {
			v := op.Info().Ref([]ops.Value{ops.IntValue(ops.Int64, a), ops.IntValue(ops.Int64, b)}, ops.Int64).Int()
			s = span{min(s.lo, v), max(s.hi, v)}
		}
	}
	return s
}
