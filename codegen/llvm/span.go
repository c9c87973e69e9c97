package llvm

import (
	"math"

	"weft/codegen"
	"weft/ops"
)

// span is what is known of an integer: it lies in lo..hi. Without ok nothing is known. Positions in memory come from
// loops whose bounds are known, so most of them have one.
type span struct {
	lo, hi int64
	ok     bool
}

// exactly is the span of one value, between that of two ends.
func exactly(i int64) span        { return span{i, i, true} }
func between(lo, hi int64) span   { return span{lo, hi, lo <= hi} }
func (s span) within(t span) bool { return s.ok && t.ok && s.lo >= t.lo && s.hi <= t.hi }

var (
	span32 = span{math.MinInt32, math.MaxInt32, true}
	// safe spans can be added to one another without overflow, small ones multiplied.
	safe  = span{math.MinInt64 / 4, math.MaxInt64 / 4, true}
	small = span32
)

// dtypeSpan is what the type alone says.
func dtypeSpan(d ops.DType) span {
	if d.IsFloat() || d == ops.Uint64 {
		return span{}
	}
	return between(ops.IntRange(d))
}

// union holds what either holds.
func (s span) union(t span) span { return span{min(s.lo, t.lo), max(s.hi, t.hi), s.ok && t.ok} }

// loopSpan is the range of a loop's variable.
func (ph *phase) loopSpan(l *codegen.Loop) span {
	if l.Kind == codegen.Parallel {
		return between(0, max(ph.source.Tiles-1, 0))
	}
	if l.End <= l.Start {
		return exactly(l.Start)
	}
	return between(l.Start, l.Start+(l.End-1-l.Start)/l.Step*l.Step)
}

// derivedSpan is the range of a derived variable.
func derivedSpan(of span, d *codegen.Derived) span {
	most := d.Mod - 1
	if of.ok {
		most = min(most, of.hi/d.Div)
	}
	return between(0, most*d.Mul)
}

// spanOf is what is known of an instruction's integer result.
func (ph *phase) spanOf(in *codegen.Instr) span {
	switch in.Code {
	case codegen.Var:
		return ph.spans[in.Int]
	case codegen.Lanes:
		return between(0, int64(ph.prog.VL-1))
	case codegen.ALU:
		if s := ph.spanALU(in); s.ok && s.within(dtypeSpan(in.DType)) {
			return s
		}
	}
	return dtypeSpan(in.DType)
}

// spanALU follows the operations that positions are made of, as if integers had no bounds; where they could wrap,
// nothing is known.
func (ph *phase) spanALU(in *codegen.Instr) span {
	var x, y span
	x = ph.arg(in, 0).span
	if len(in.Args) > 1 {
		y = ph.arg(in, 1).span
	}
	switch in.Op {
	case ops.Cast:
		if ph.arg(in, 0).dtype.IsFloat() {
			return span{}
		}
		return x
	case ops.Where:
		return y.union(ph.arg(in, 2).span)
	case ops.Max:
		return span{max(x.lo, y.lo), max(x.hi, y.hi), x.ok && y.ok}
	case ops.Min:
		return span{min(x.lo, y.lo), min(x.hi, y.hi), x.ok && y.ok}
	case ops.And:
		return spanAnd(x, y)
	case ops.Add, ops.Sub, ops.Mul, ops.Neg:
		return spanArith(in.Op, x, y)
	case ops.Div, ops.Mod:
		return spanDivide(in.Op, x, y)
	}
	return span{}
}

func spanArith(op ops.Op, x, y span) span {
	switch {
	case op == ops.Neg && x.within(safe):
		return span{-x.hi, -x.lo, true}
	case op == ops.Add && x.within(safe) && y.within(safe):
		return span{x.lo + y.lo, x.hi + y.hi, true}
	case op == ops.Sub && x.within(safe) && y.within(safe):
		return span{x.lo - y.hi, x.hi - y.lo, true}
	case op == ops.Mul && x.within(small) && y.within(small):
		a, b, c, d := x.lo*y.lo, x.lo*y.hi, x.hi*y.lo, x.hi*y.hi
		return span{min(a, b, c, d), max(a, b, c, d), true}
	}
	return span{}
}

// spanAnd knows that bits can only go: with an operand that is not negative the result lies below it.
func spanAnd(x, y span) span {
	switch {
	case x.ok && x.lo >= 0 && y.ok && y.lo >= 0:
		return between(0, min(x.hi, y.hi))
	case x.ok && x.lo >= 0:
		return between(0, x.hi)
	case y.ok && y.lo >= 0:
		return between(0, y.hi)
	}
	return span{}
}

// spanDivide knows divisors that are one positive number.
func spanDivide(op ops.Op, x, y span) span {
	if !x.ok || !y.ok || y.lo != y.hi || y.lo <= 0 {
		return span{}
	}
	d := y.lo
	switch {
	case op == ops.Div:
		return span{x.lo / d, x.hi / d, true}
	case x.lo >= 0:
		return span{0, min(x.hi, d-1), true}
	}
	return span{-(d - 1), d - 1, true}
}
