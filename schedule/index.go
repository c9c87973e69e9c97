package schedule

import (
	"math"
	"slices"

	"weft/ops"
)

// Index algebra: int64 expressions are kept as sums of constant multiples of atoms plus a constant, so that what a
// movement op puts together the next one takes apart. Bounds are inclusive; sums that could overflow are left alone.

// maxIndex bounds the numbers the algebra works with, far below the ends of int64.
const maxIndex = int64(1) << 53

type product struct {
	coef int64
	atom *Expr
}

// sum is constant + sum of coef*atom, atoms by rising ID, coefs not 0.
type sum struct {
	constant int64
	terms    []product
}

func sumOf(e *Expr) *sum {
	if e.sum != nil {
		return e.sum
	}
	s := &sum{}
	switch {
	case e.Code == Const:
		s.constant = e.Val.Int()
	case e.Code == ALU && e.DType == ops.Int64 && e.Op == ops.Add:
		s = plus(sumOf(e.Src[0]), sumOf(e.Src[1]), 1)
	case e.Code == ALU && e.DType == ops.Int64 && e.Op == ops.Mul && e.Src[1].Code == Const:
		s = scale(sumOf(e.Src[0]), e.Src[1].Val.Int())
	default:
		s.terms = []product{{1, e}}
	}
	e.sum = s
	return s
}

// plus is a + k*b.
func plus(a, b *sum, k int64) *sum {
	out := &sum{constant: a.constant + k*b.constant, terms: make([]product, 0, len(a.terms)+len(b.terms))}
	x, y := a.terms, b.terms
	for len(x) > 0 || len(y) > 0 {
		switch {
		case len(y) == 0 || len(x) > 0 && x[0].atom.ID < y[0].atom.ID:
			out.terms, x = append(out.terms, x[0]), x[1:]
		case len(x) == 0 || y[0].atom.ID < x[0].atom.ID:
			out.terms, y = append(out.terms, product{k * y[0].coef, y[0].atom}), y[1:]
		default:
			if c := x[0].coef + k*y[0].coef; c != 0 {
				out.terms = append(out.terms, product{c, x[0].atom})
			}
			x, y = x[1:], y[1:]
		}
	}
	return out
}

func scale(a *sum, k int64) *sum {
	if k == 0 {
		return &sum{}
	}
	out := &sum{constant: a.constant * k, terms: slices.Clone(a.terms)}
	for i := range out.terms {
		out.terms[i].coef *= k
	}
	return out
}

// bounds of a sum; ok is false if they leave the safe range.
func (s *sum) bounds() (lo, hi int64, ok bool) {
	lo, hi = s.constant, s.constant
	for _, t := range s.terms {
		if t.atom.Lo < -maxIndex || t.atom.Hi > maxIndex || t.coef > maxIndex || t.coef < -maxIndex {
			return 0, 0, false
		}
		a, ok1 := mulOK(t.coef, t.atom.Lo)
		z, ok2 := mulOK(t.coef, t.atom.Hi)
		if !ok1 || !ok2 {
			return 0, 0, false
		}
		lo, hi = lo+min(a, z), hi+max(a, z)
		if lo < -maxIndex || hi > maxIndex {
			return 0, 0, false
		}
	}
	return lo, hi, true
}

func mulOK(a, b int64) (int64, bool) {
	p := a * b
	if math.Abs(float64(a)*float64(b)) > float64(maxIndex) {
		return 0, false
	}
	return p, true
}

// fromSum builds the canonical expression of s, first putting c*(x/m) + (x mod m) back together.
func (b *Builder) fromSum(s *sum) *Expr {
	s = b.rejoin(s)
	var e *Expr
	for _, t := range s.terms {
		x := t.atom
		if t.coef != 1 {
			x = b.raw(ops.Mul, ops.Int64, x, b.Int(t.coef))
		}
		if e == nil {
			e = x
			continue
		}
		e = b.raw(ops.Add, ops.Int64, e, x)
	}
	if e == nil {
		return b.Int(s.constant)
	}
	if s.constant != 0 {
		e = b.raw(ops.Add, ops.Int64, e, b.Int(s.constant))
	}
	if e.sum == nil {
		e.sum = s
	}
	return e
}

// rejoin applies k*m*(x/m) + k*(x mod m) = k*x, which holds for every floored division.
func (b *Builder) rejoin(s *sum) *sum {
	for i, t := range s.terms {
		if t.atom.Code != ALU || t.atom.Op != ops.Mod {
			continue
		}
		x, m := t.atom.Src[0], t.atom.Src[1].Val.Int()
		for j, u := range s.terms {
			if u.coef == t.coef*m && isQuotient(u.atom, x, m) {
				rest := &sum{constant: s.constant}
				for k, v := range s.terms {
					if k != i && k != j {
						rest.terms = append(rest.terms, v)
					}
				}
				return b.rejoin(plus(rest, sumOf(x), t.coef))
			}
		}
	}
	return s
}

// isQuotient says whether q is x/m, also where x is itself y/n and q was folded to y/(n*m).
func isQuotient(q, x *Expr, m int64) bool {
	if q.Code != ALU || q.Op != ops.Div || q.Src[1].Code != Const {
		return false
	}
	d := q.Src[1].Val.Int()
	if q.Src[0] == x && d == m {
		return true
	}
	return x.Code == ALU && x.Op == ops.Div && x.Src[1].Code == Const && q.Src[0] == x.Src[0] && d == m*x.Src[1].Val.Int()
}

func floorDiv(a, c int64) int64 {
	q := a / c
	if a%c != 0 && (a < 0) != (c < 0) {
		q--
	}
	return q
}

// DivMod is the quotient and remainder of x by c > 0, floored. x must not be negative wherever the result is used; the
// result is then exact.
func (b *Builder) DivMod(x *Expr, c int64) (quotient, rest *Expr) {
	if c == 1 {
		return x, b.Int(0)
	}
	s := sumOf(x)
	if lo, hi, ok := s.bounds(); ok && floorDiv(lo, c) == floorDiv(hi, c) {
		k := floorDiv(lo, c)
		return b.Int(k), b.fromSum(plus(s, &sum{constant: 1}, -k*c))
	}
	q := &sum{constant: floorDiv(s.constant, c)}
	r := &sum{constant: s.constant - floorDiv(s.constant, c)*c}
	for _, t := range s.terms {
		k := t.coef / c // a falling part is split off only where it is a whole multiple: else bounds are lost
		if t.coef < 0 && t.coef%c != 0 {
			k = 0
		}
		if k != 0 {
			q.terms = append(q.terms, product{k, t.atom})
		}
		if t.coef-k*c != 0 {
			r.terms = append(r.terms, product{t.coef - k*c, t.atom})
		}
	}
	lo, hi, ok := r.bounds()
	if ok && floorDiv(lo, c) == floorDiv(hi, c) {
		k := floorDiv(lo, c)
		q.constant += k
		r.constant -= k * c
		return b.fromSum(q), b.fromSum(r)
	}
	if !ok || lo < 0 {
		// A part that may be negative: the machine's division truncates, so keep the whole sum, which is not.
		return b.quotient(s, c), b.remainder(s, c)
	}
	div := b.quotient(r, c)
	return b.fromSum(plus(q, sumOf(div), 1)), b.remainder(r, c)
}

func gcd(a, c int64) int64 {
	for c != 0 {
		a, c = c, a%c
	}
	return max(a, -a)
}

// common is the greatest divisor of c and of every coefficient.
func (s *sum) common(c int64) int64 {
	g := c
	for _, t := range s.terms {
		g = gcd(g, t.coef)
	}
	return g
}

func (b *Builder) quotient(s *sum, c int64) *Expr {
	if g := s.common(c); g > 1 {
		small := &sum{constant: floorDiv(s.constant, g)}
		for _, t := range s.terms {
			small.terms = append(small.terms, product{t.coef / g, t.atom})
		}
		q, _ := b.DivMod(b.fromSum(small), c/g)
		return q
	}
	x := b.fromSum(s)
	if x.Code == ALU && x.Op == ops.Div && x.Src[1].Code == Const {
		return b.quotient(sumOf(x.Src[0]), c*x.Src[1].Val.Int())
	}
	if x.Code == ALU && x.Op == ops.Mod && x.Src[1].Val.Int()%c == 0 {
		q, _ := b.DivMod(x.Src[0], c)
		_, r := b.DivMod(q, x.Src[1].Val.Int()/c)
		return r
	}
	return b.raw(ops.Div, ops.Int64, x, b.Int(c))
}

func (b *Builder) remainder(s *sum, c int64) *Expr {
	if g := s.common(c); g > 1 && g < c && floorDiv(s.constant, g)*g == s.constant {
		small := &sum{constant: s.constant / g}
		for _, t := range s.terms {
			small.terms = append(small.terms, product{t.coef / g, t.atom})
		}
		_, r := b.DivMod(b.fromSum(small), c/g)
		return b.fromSum(scale(sumOf(r), g))
	}
	x := b.fromSum(s)
	if x.Code == ALU && x.Op == ops.Mod && x.Src[1].Val.Int()%c == 0 {
		_, r := b.DivMod(x.Src[0], c)
		return r
	}
	return b.raw(ops.Mod, ops.Int64, x, b.Int(c))
}

// Add, Mul and Sub are index arithmetic.
func (b *Builder) Add(x, y *Expr) *Expr { return b.fromSum(plus(sumOf(x), sumOf(y), 1)) }

// Sub is x - y.
func (b *Builder) Sub(x, y *Expr) *Expr { return b.fromSum(plus(sumOf(x), sumOf(y), -1)) }

// Mul is x*k.
func (b *Builder) Mul(x *Expr, k int64) *Expr { return b.fromSum(scale(sumOf(x), k)) }
