package codegen

import (
	"math"

	"weft/ops"
	"weft/schedule"
)

// ex is a scalar value of a kernel.
type ex = *schedule.Expr

// The classes of accuracy that a decomposition is made for.
const (
	single = iota // float32
	middle        // float64 with about 40 good bits, on the way to a float32
	double        // float64
)

// coeffs is a table of numbers for each class, lowest power first.
type coeffs [3][]float64

// maths writes formulas over the primitives in one float format.
type maths struct {
	b     *schedule.Builder
	t     Target
	class int
	d, u  ops.DType // the float type, and the unsigned integers of its size
	mant  uint      // bits of the fraction
	bias  int
}

func newMaths(b *schedule.Builder, t Target, class int) *maths {
	if class == single {
		return &maths{b, t, class, ops.Float32, ops.Uint32, 23, 127}
	}
	return &maths{b, t, class, ops.Float64, ops.Uint64, 52, 1023}
}

func (d *decomposer) maths(class int) *maths { return newMaths(d.b, d.t, class) }

// num is a constant.
func (m *maths) num(f float64) ex { return m.b.Const(ops.FloatValue(m.d, f)) }

func (m *maths) inf() ex { return m.num(math.Inf(1)) }
func (m *maths) nan() ex { return m.num(math.NaN()) }

// word is an unsigned constant of the format's size.
func (m *maths) word(w uint64) ex { return m.b.Const(ops.Value{DType: m.u, Bits: w}) }

func (m *maths) op(op ops.Op, src ...ex) ex { return m.b.ALU(op, src[0].DType, src...) }

func (m *maths) add(x, y ex) ex { return m.op(ops.Add, x, y) }
func (m *maths) sub(x, y ex) ex { return m.op(ops.Sub, x, y) }
func (m *maths) mul(x, y ex) ex { return m.op(ops.Mul, x, y) }
func (m *maths) div(x, y ex) ex { return m.op(ops.Div, x, y) }
func (m *maths) neg(x ex) ex    { return m.op(ops.Neg, x) }
func (m *maths) abs(x ex) ex    { return m.op(ops.Abs, x) }
func (m *maths) sqrt(x ex) ex   { return m.op(ops.Sqrt, x) }
func (m *maths) floor(x ex) ex  { return m.op(ops.Floor, x) }
func (m *maths) trunc(x ex) ex  { return m.op(ops.Trunc, x) }
func (m *maths) round(x ex) ex  { return m.op(ops.Round, x) }
func (m *maths) max(x, y ex) ex { return m.op(ops.Max, x, y) }
func (m *maths) min(x, y ex) ex { return m.op(ops.Min, x, y) }
func (m *maths) and(x, y ex) ex { return m.op(ops.And, x, y) }
func (m *maths) or(x, y ex) ex  { return m.op(ops.Or, x, y) }
func (m *maths) xor(x, y ex) ex { return m.op(ops.Xor, x, y) }
func (m *maths) not(x ex) ex    { return m.op(ops.Not, x) }
func (m *maths) shl(x ex, n uint) ex {
	return m.op(ops.Shl, x, m.b.Const(ops.Value{DType: x.DType, Bits: uint64(n)}))
}
func (m *maths) shr(x ex, n uint) ex {
	return m.op(ops.Shr, x, m.b.Const(ops.Value{DType: x.DType, Bits: uint64(n)}))
}

func (m *maths) fma(x, y, z ex) ex { return m.b.Fma(x, y, z) }

func (m *maths) lt(x, y ex) ex { return m.b.ALU(ops.CmpLT, ops.Bool, x, y) }
func (m *maths) le(x, y ex) ex { return m.b.ALU(ops.CmpLE, ops.Bool, x, y) }
func (m *maths) eq(x, y ex) ex { return m.b.ALU(ops.CmpEQ, ops.Bool, x, y) }
func (m *maths) ne(x, y ex) ex { return m.b.ALU(ops.CmpNE, ops.Bool, x, y) }

func (m *maths) where(c, x, y ex) ex { return m.b.ALU(ops.Where, x.DType, c, x, y) }

// bits and float reinterpret.
func (m *maths) bits(x ex) ex  { return m.b.ALU(ops.Bitcast, m.u, x) }
func (m *maths) float(u ex) ex { return m.b.ALU(ops.Bitcast, m.d, u) }

// coef picks the class's table.
func (m *maths) coef(c coeffs) []float64 {
	if c[m.class] == nil {
		return c[double]
	}
	return c[m.class]
}

// part is the i-th part of a constant that is kept in several numbers.
func (m *maths) part(c coeffs, i int) ex { return m.num(c[m.class][i]) }

// poly evaluates a polynomial by Horner's rule.
func (m *maths) poly(x ex, c coeffs) ex {
	cs := m.coef(c)
	sum := m.num(cs[len(cs)-1])
	for i := len(cs) - 2; i >= 0; i-- {
		sum = m.fma(sum, x, m.num(cs[i]))
	}
	return sum
}

// clamp keeps x in lo..hi; NaN stays NaN.
func (m *maths) clamp(x ex, lo, hi float64) ex { return m.min(m.max(x, m.num(lo)), m.num(hi)) }

// wide applies f in another class and comes back.
func (m *maths) wide(class int, f func(m *maths, x ...ex) ex, x ...ex) ex {
	w := newMaths(m.b, m.t, class)
	wx := make([]ex, len(x))
	for i := range x {
		wx[i] = m.b.Cast(x[i], w.d)
	}
	return m.b.Cast(f(w, wx...), m.d)
}
