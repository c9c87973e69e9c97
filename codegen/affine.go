package codegen

import (
	"weft/ops"
	"weft/schedule"
)

// affine is an index taken apart: constant + sum of coef*range + sum of coef*rest, where the rest is what is no multiple
// of a range. The first two parts cost no instruction: they go into the addresses of an access.
type affine struct {
	constant int64
	terms    []rangeTerm
	rest     []restTerm
}

type rangeTerm struct {
	r    *schedule.Range
	coef int64
}

type restTerm struct {
	e    *schedule.Expr
	coef int64
}

// coef is the multiple of r in a.
func (a *affine) coef(r *schedule.Range) int64 {
	for _, t := range a.terms {
		if t.r == r {
			return t.coef
		}
	}
	return 0
}

// affineOf takes an int64 expression apart.
func affineOf(e *schedule.Expr) *affine {
	a := &affine{}
	a.add(e, 1)
	return a
}

func (a *affine) add(e *schedule.Expr, k int64) {
	switch {
	case e.Code == schedule.Const:
		a.constant += k * e.Val.Int()
		return
	case e.Code == schedule.RangeVar:
		a.addRange(e.Range, k)
		return
	case e.Code == schedule.ALU && e.DType == ops.Int64:
		if a.addALU(e, k) {
			return
		}
	}
	a.addRest(e, k)
}

func (a *affine) addALU(e *schedule.Expr, k int64) bool {
	switch e.Op {
	case ops.Add:
		a.add(e.Src[0], k)
		a.add(e.Src[1], k)
	case ops.Sub:
		a.add(e.Src[0], k)
		a.add(e.Src[1], -k)
	case ops.Neg:
		a.add(e.Src[0], -k)
	case ops.Mul:
		x, y := e.Src[0], e.Src[1]
		if x.Code == schedule.Const {
			x, y = y, x
		}
		if y.Code != schedule.Const {
			return false
		}
		a.add(x, k*y.Val.Int())
	default:
		return false
	}
	return true
}

func (a *affine) addRange(r *schedule.Range, k int64) {
	for i := range a.terms {
		if a.terms[i].r == r {
			a.terms[i].coef += k
			return
		}
	}
	a.terms = append(a.terms, rangeTerm{r, k})
}

func (a *affine) addRest(e *schedule.Expr, k int64) {
	for i := range a.rest {
		if a.rest[i].e == e {
			a.rest[i].coef += k
			return
		}
	}
	a.rest = append(a.rest, restTerm{e, k})
}
