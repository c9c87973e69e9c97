package schedule

import (
	"math"

	"weft/ops"
)

// simplifyIndex handles arithmetic and comparisons of int64 expressions with known bounds, nil if nothing is gained.
// Values that may wrap are not touched.
func (b *Builder) simplifyIndex(op ops.Op, x, y *Expr) *Expr {
	k := int64(1)
	switch op {
	case ops.Sub, ops.CmpLT, ops.CmpLE, ops.CmpEQ, ops.CmpNE:
		k = -1
	case ops.Mul:
		if y.Code != Const {
			x, y = y, x
		}
		if y.Code != Const {
			return nil
		}
		if s := scale(sumOf(x), y.Val.Int()); safe(x) && safeSum(s) {
			return b.fromSum(s)
		}
		return nil
	case ops.Add:
	default:
		return nil
	}
	if !safe(x) || !safe(y) {
		return nil
	}
	s := plus(sumOf(x), sumOf(y), k)
	lo, hi, ok := s.bounds()
	if !ok {
		return nil
	}
	switch op {
	case ops.Add, ops.Sub:
		return b.fromSum(s)
	case ops.CmpLT:
		return b.decided(hi < 0, lo >= 0)
	case ops.CmpLE:
		return b.decided(hi <= 0, lo > 0)
	case ops.CmpEQ:
		return b.decided(lo == 0 && hi == 0, lo > 0 || hi < 0)
	}
	return b.decided(lo > 0 || hi < 0, lo == 0 && hi == 0)
}

func (b *Builder) decided(yes, no bool) *Expr {
	switch {
	case yes:
		return b.Bool(true)
	case no:
		return b.Bool(false)
	}
	return nil
}

func safe(e *Expr) bool { return e.Lo >= -maxIndex && e.Hi <= maxIndex }

func safeSum(s *sum) bool {
	_, _, ok := s.bounds()
	return ok
}

// InRange is the gate 0 <= x < n.
func (b *Builder) InRange(x *Expr, n int64) *Expr {
	return b.And(b.ALU(ops.CmpLE, ops.Bool, b.Int(0), x), b.ALU(ops.CmpLT, ops.Bool, x, b.Int(n)))
}

// boundsOf sets Lo and Hi of a new expression.
func boundsOf(e *Expr) {
	e.Lo, e.Hi = math.MinInt64, math.MaxInt64
	if e.DType == ops.Bool {
		e.Lo, e.Hi = 0, 1
	}
	switch {
	case e.Code == Const && (e.DType.IsInt() && e.DType != ops.Uint64 || e.DType == ops.Bool):
		e.Lo, e.Hi = e.Val.Int(), e.Val.Int()
	case e.Code == RangeVar:
		e.Lo, e.Hi = 0, e.Range.Extent-1
	case e.DType == ops.Int64 && e.Code == ALU:
		intBounds(e)
	case e.DType.IsInt() && e.DType != ops.Uint64:
		e.Lo, e.Hi = ops.IntRange(e.DType)
	}
}

func intBounds(e *Expr) {
	a := e.Src[0]
	switch e.Op {
	case ops.Cast:
		if a.DType.IsInt() && a.DType != ops.Uint64 || a.DType == ops.Bool {
			e.Lo, e.Hi = a.Lo, a.Hi
		}
	case ops.Add, ops.Mul:
		if lo, hi, ok := sumOf(e).bounds(); ok && sumOf(e).terms != nil && !(len(sumOf(e).terms) == 1 && sumOf(e).terms[0].atom == e) {
			e.Lo, e.Hi = lo, hi
		}
	case ops.Div:
		if c := e.Src[1]; c.Code == Const && c.Val.Int() > 0 && safe(a) {
			e.Lo, e.Hi = a.Lo/c.Val.Int(), a.Hi/c.Val.Int()
		}
	case ops.Mod:
		if c := e.Src[1]; c.Code == Const && c.Val.Int() > 0 {
			e.Lo, e.Hi = 0, c.Val.Int()-1
			if a.Lo < 0 {
				e.Lo = 1 - c.Val.Int()
			}
			if a.Lo >= 0 {
				e.Hi = min(e.Hi, a.Hi)
			}
		}
	case ops.And: // no bit more than an operand has; a sign bit only where both have it
		for _, x := range e.Src {
			if x.Lo >= 0 {
				e.Lo, e.Hi = 0, min(e.Hi, x.Hi)
			}
		}
	case ops.Max:
		e.Lo, e.Hi = max(a.Lo, e.Src[1].Lo), max(a.Hi, e.Src[1].Hi)
	case ops.Min:
		e.Lo, e.Hi = min(a.Lo, e.Src[1].Lo), min(a.Hi, e.Src[1].Hi)
	case ops.Where:
		e.Lo, e.Hi = min(e.Src[1].Lo, e.Src[2].Lo), max(e.Src[1].Hi, e.Src[2].Hi)
	}
}
