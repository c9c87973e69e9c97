package interp

import (
	"math"

	"weft/codegen"
	"weft/ops"
)

// realOp makes a primitive on floats. Rounding functions and square roots of float32 go through float64, which is exact for
// the former and correctly rounded for the latter.
func realOp[T real](f *frame, in *codegen.Instr) step {
	o := operandsOf[T](f, in)
	if s := numberOp(in.Op, o); s != nil {
		return s
	}
	d := o.d
	switch in.Op {
	case ops.Div:
		return func() {
			a, b := o.a[:len(d)], o.b[:len(d)]
			for i := range d {
				d[i] = a[i] / b[i]
			}
		}
	case ops.Abs:
		return func() {
			a := o.a[:len(d)]
			for i := range d {
				d[i] = T(math.Abs(float64(a[i])))
			}
		}
	case ops.Sqrt:
		return func() {
			a := o.a[:len(d)]
			for i := range d {
				d[i] = T(math.Sqrt(float64(a[i])))
			}
		}
	case ops.Floor:
		return func() {
			a := o.a[:len(d)]
			for i := range d {
				d[i] = T(math.Floor(float64(a[i])))
			}
		}
	case ops.Ceil:
		return func() {
			a := o.a[:len(d)]
			for i := range d {
				d[i] = T(math.Ceil(float64(a[i])))
			}
		}
	case ops.Trunc:
		return func() {
			a := o.a[:len(d)]
			for i := range d {
				d[i] = T(math.Trunc(float64(a[i])))
			}
		}
	case ops.Round:
		return func() {
			a := o.a[:len(d)]
			for i := range d {
				d[i] = T(math.RoundToEven(float64(a[i])))
			}
		}
	}
	panic(unknown(in))
}
