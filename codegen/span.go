package codegen

import (
	"math"

	"weft/ops"
)

// whole is the range of a type, and of what is no integer that of int64.
func whole(d ops.DType) span {
	if d == ops.Bool || d.IsInt() && d != ops.Uint64 {
		lo, hi := ops.IntRange(d)
		return span{lo, hi}
	}
	return span{math.MinInt64, math.MaxInt64}
}

// farIndex bounds what spans are computed with; beyond it nothing is known.
const farIndex = int64(1) << 40

func aluSpan(op ops.Op, a []*valueFact) span {
	all := whole(ops.Int64)
	x := a[0].span
	switch op {
	case ops.Cast:
		if a[0].dtype.IsFloat() || a[0].dtype == ops.Uint64 {
			return all
		}
		return x
	case ops.Where:
		return span{min(a[1].span.lo, a[2].span.lo), max(a[1].span.hi, a[2].span.hi)}
	case ops.Neg:
		if !near(x) {
			return all
		}
		return span{-x.hi, -x.lo}
	}
	if len(a) < 2 {
		return all
	}
	y := a[1].span
	switch op {
	case ops.Max:
		return span{max(x.lo, y.lo), max(x.hi, y.hi)}
	case ops.Min:
		return span{min(x.lo, y.lo), min(x.hi, y.hi)}
	case ops.Mod:
		return modSpan(x, y)
	case ops.And:
		return andSpan(x, y)
	}
	if !near(x) || !near(y) {
		return all
	}
	return nearSpan(op, x, y)
}

func near(s span) bool { return s.lo > -farIndex && s.hi < farIndex }

func modSpan(x, y span) span {
	if y.lo < 1 {
		return whole(ops.Int64)
	}
	s := span{0, y.hi - 1}
	if x.lo < 0 {
		s.lo = 1 - y.hi
	} else {
		s.hi = min(s.hi, x.hi)
	}
	return s
}

// andSpan: a result has no bit more than an operand has, and a sign only where both have one.
func andSpan(x, y span) span {
	s := whole(ops.Int64)
	for _, o := range []span{x, y} {
		if o.lo >= 0 {
			s = span{0, min(s.hi, o.hi)}
		}
	}
	return s
}

func nearSpan(op ops.Op, x, y span) span {
	switch op {
	case ops.Add:
		return span{x.lo + y.lo, x.hi + y.hi}
	case ops.Sub:
		return span{x.lo - y.hi, x.hi - y.lo}
	case ops.Mul:
		if max(-x.lo, x.hi) > 1<<20 && max(-y.lo, y.hi) > 1<<20 {
			break
		}
		c := []int64{x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi}
		return span{min(c[0], c[1], c[2], c[3]), max(c[0], c[1], c[2], c[3])}
	case ops.Div:
		if y.lo > 0 {
			c := []int64{x.lo / y.lo, x.lo / y.hi, x.hi / y.lo, x.hi / y.hi}
			return span{min(c[0], c[1], c[2], c[3]), max(c[0], c[1], c[2], c[3])}
		}
	case ops.Shr:
		if y.lo == y.hi && y.lo >= 0 && y.lo < 63 {
			return span{x.lo >> y.lo, x.hi >> y.lo}
		}
	}
	return whole(ops.Int64)
}

// plus is s + k*x, the whole of int64 where that is too far.
func (s span) plus(x span, k int64) span {
	if k == 0 {
		return s
	}
	if !near(s) || !near(x) || k > 1<<22 && max(-x.lo, x.hi) > 1<<22 {
		return whole(ops.Int64)
	}
	lo, hi := x.lo*k, x.hi*k
	return span{s.lo + min(lo, hi), s.hi + max(lo, hi)}
}
