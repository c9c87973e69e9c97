package differential

import (
	"fmt"
	"math"

	"weft/lazy"
	"weft/ops"
)

// sameBits says where two values differ first; NaN equals NaN.
func sameBits(a, b *lazy.Array) error {
	for i, x := range a.Bits {
		if y := b.Bits[i]; x != y && !(a.DType.IsFloat() && isNaN(x) && isNaN(y)) {
			return fmt.Errorf("element %d of %v %v: %v against %v", i, a.DType, lazy.ShapeString(a.Shape), a.At(i), b.At(i))
		}
	}
	return nil
}

func isNaN(bits uint64) bool { return math.IsNaN(math.Float64frombits(bits)) }

// ulps bounds a function that is not rounded exactly, in units of the last place of float32 and of float64, beside
// what the reference itself is off. near is an absolute bound, in the same units of 1, for functions with zeros where
// no relative bound can hold; four times that in float64, where the reference is what is off.
type ulps struct{ single, double, near float64 }

var inexact = map[ops.Op]ulps{
	ops.Exp: {2, 4, 0}, ops.Exp2: {2, 4, 0}, ops.Expm1: {2, 4, 0}, ops.Log: {2, 4, 0}, ops.Log2: {2, 4, 0},
	ops.Log1p: {2, 4, 0}, ops.Sin: {2, 4, 0}, ops.Cos: {2, 4, 0}, ops.Tan: {2, 4, 0}, ops.Asin: {2, 4, 0},
	ops.Acos: {2, 4, 0}, ops.Atan: {2, 4, 0}, ops.Sinh: {2, 4, 0}, ops.Cosh: {2, 4, 0}, ops.Tanh: {2, 4, 0},
	ops.Asinh: {2, 4, 0}, ops.Acosh: {2, 4, 0}, ops.Atanh: {2, 4, 0}, ops.Erf: {2, 4, 0}, ops.Erfc: {2, 4, 0},
	ops.Erfinv: {4, 16, 0}, ops.Lgamma: {8, 64, 8}, ops.Digamma: {8, 64, 8}, ops.Pow: {2, 4, 0}, ops.Atan2: {2, 4, 0},
}

// referenceSlack is what the reference functions themselves may be off in float64.
const referenceSlack = 2

// checkNode holds what a run computed for n against n's reference function on what the run computed for its operands.
func checkNode(n *lazy.Node, got *lazy.Array, operands []*lazy.Array) error {
	src := make([]*lazy.Node, len(operands))
	for i, a := range operands {
		src[i] = bufferOf(a)
	}
	want, err := lazy.Evaluate([]*lazy.Node{withSources(n, src)}, Read)
	if err != nil {
		return err
	}
	bound := boundOf(n, operands)
	for i := range got.Bits {
		g, w := got.At(i), want[0].At(i)
		if g == w || n.DType.IsFloat() && isNaN(g.Bits) && isNaN(w.Bits) {
			continue
		}
		most := bound(i, w.Float())
		if off := math.Abs(g.Float() - w.Float()); !n.DType.IsFloat() || !(off <= most || math.IsInf(most, 1)) {
			return fmt.Errorf("%v: element %d of %v %v is %v, the reference gives %v, bound %.3g%s", n.Op, i, n.DType,
				lazy.ShapeString(n.Shape), g, w, most, argsAt(n, operands, i))
		}
	}
	return nil
}

func argsAt(n *lazy.Node, operands []*lazy.Array, i int) string {
	s := ""
	if n.Op.Family() == ops.Elementwise {
		for _, a := range operands {
			s += " of " + a.At(i).String()
		}
	}
	return s
}

// boundOf gives how far element i of n may be from want.
func boundOf(n *lazy.Node, operands []*lazy.Array) func(i int, want float64) float64 {
	if n.Op.Family() == ops.Reduce {
		return reduceBound(n, operands[0])
	}
	u, ok := inexact[n.Op]
	if !ok || !n.DType.IsFloat() {
		return func(int, float64) float64 { return 0 }
	}
	return func(i int, want float64) float64 {
		if n.DType == ops.Float64 {
			return (u.double+referenceSlack)*ulp(ops.Float64, want) + 4*u.near*0x1p-52 + mathSlack(n.Op, operands, i, want)
		}
		bound := u.single*ulp(ops.Float32, want) + u.near*0x1p-23
		if n.DType.IsHalf() {
			bound += ulp(n.DType, want)
		}
		return bound
	}
}

// mathSlack is what functions of package math are off beyond an ulp or two: math.Sin and its kin keep too few bits of an
// angle near a multiple of pi/2, math.Tan gives small x itself, math.Pow multiplies its way up to the exponent.
func mathSlack(op ops.Op, operands []*lazy.Array, i int, want float64) float64 {
	x := operands[0].At(i).Float()
	switch {
	case op == ops.Pow:
		return ulp(ops.Float64, want) * math.Min(math.Abs(operands[1].At(i).Float()), 2000) / 2
	case op != ops.Sin && op != ops.Cos && op != ops.Tan:
		return 0
	case op == ops.Tan && math.Abs(x) < 1e-6: // math.Tan gives x itself
		return math.Abs(x * x * x)
	case math.Abs(x) < 1<<20:
		return 0x1p-98 * math.Abs(x) * (1 + want*want)
	}
	return 0x1p-52 * (1 + want*want)
}

// ulp is the distance of float64, float32 or 16-bit numbers near x; infinity has none.
func ulp(d ops.DType, x float64) float64 {
	bits, least := 52, -1074
	switch d {
	case ops.Float32:
		bits, least = 23, -149
	case ops.Float16:
		bits, least = 10, -24
	case ops.BFloat16:
		bits, least = 7, -133
	}
	if x == 0 {
		return math.Ldexp(1, least)
	}
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return 0
	}
	_, e := math.Frexp(x)
	return math.Ldexp(1, max(e-1-bits, least))
}

// run is the most elements that one accumulator takes before it is added to others.
const run = 1 << 14

// reduceBound allows for the rounding of sums and products in another order: of a sum, in proportion to the sum of
// magnitudes; of a product, in proportion to its length. Where partial results may overflow, anything goes.
func reduceBound(n *lazy.Node, x *lazy.Array) func(i int, want float64) float64 {
	if !n.DType.IsFloat() || n.Op == ops.ReduceMax {
		return func(int, float64) float64 { return 0 }
	}
	size, logs := reduceSizes(n, x)
	length := float64(len(x.Bits)) / math.Max(1, float64(n.Numel()))
	d := n.DType.Compute()
	most, unit := math.MaxFloat32, 0x1p-24
	if d == ops.Float64 {
		most, unit = math.MaxFloat64, 0x1p-53
	}
	return func(i int, want float64) float64 {
		rounded := 0.0
		if n.DType.IsHalf() {
			rounded = ulp(n.DType, want)
		}
		if n.Op == ops.ReduceMul {
			if logs[i] > 120 {
				return math.Inf(1)
			}
			return rounded + (length+2)*unit*math.Abs(want)*2
		}
		overflown := isContraction(n) && math.IsNaN(want-want) // a product that is infinite only when it is rounded
		if !(size[i] < most/4) || overflown {
			return math.Inf(1)
		}
		return rounded + (min(length, run)/2+math.Log2(length+1)+4)*unit*size[i] + length*ulp(d, 0)
	}
}
