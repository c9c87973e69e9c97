package interp

import (
	"math"

	"weft/codegen"
	"weft/ops"
)

// scale makes a multiplication by a power of two.
func (f *frame) scale(in *codegen.Instr) step {
	if in.DType == ops.Float32 {
		d, y, n := reg[float32](f, in.Out), reg[float32](f, in.Args[0]), reg[float32](f, in.Args[1])
		return func() {
			y, n := y[:len(d)], n[:len(d)]
			for i := range d {
				d[i] = float32(float64(y[i]) * power(int(n[i]))) // the product is exact
			}
		}
	}
	d, y, n := reg[float64](f, in.Out), reg[float64](f, in.Args[0]), reg[float64](f, in.Args[1])
	return func() {
		y, n := y[:len(d)], n[:len(d)]
		for i := range d {
			k := int(n[i])
			d[i] = float64(y[i]*power(k>>1)) * power(k-k>>1) // the first product is exact
		}
	}
}

// power is 2^n for an n whose power is a normal number; anything for others, as where NaN is scaled.
func power(n int) float64 { return math.Float64frombits(uint64(n+1023) << 52) }
