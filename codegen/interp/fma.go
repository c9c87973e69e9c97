package interp

import (
	"math"

	"weft/codegen"
	"weft/ops"
)

// fma makes a fused multiply-add. A factor that is the same in all lanes is read from its uniform register.
func (f *frame) fma(in *codegen.Instr) step {
	switch in.DType {
	case ops.Float32:
		return fmaOf(f, in, fmaLanes32, fmaUniform32)
	case ops.Float64:
		return fmaOf(f, in, fmaLanes64, fmaUniform64)
	}
	panic(unknown(in))
}

func fmaOf[T real](f *frame, in *codegen.Instr, all func(d, a, b, c []T), one func(d []T, a T, b, c []T)) step {
	d, c := reg[T](f, in.Out), reg[T](f, in.Args[2])
	if i := f.phase.splatFactor(in); i >= 0 {
		a, b := reg[T](f, f.phase.values[in.Args[i]].def.Args[0]), reg[T](f, in.Args[1-i])
		return func() { one(d, a[0], b, c) }
	}
	a, b := reg[T](f, in.Args[0]), reg[T](f, in.Args[1])
	return func() { all(d, a, b, c) }
}

func fmaLanes64(d, a, b, c []float64) {
	a, b, c = a[:len(d)], b[:len(d)], c[:len(d)]
	for i := range d {
		d[i] = math.FMA(a[i], b[i], c[i])
	}
}

func fmaUniform64(d []float64, a float64, b, c []float64) {
	b, c = b[:len(d)], c[:len(d)]
	for i := range d {
		d[i] = math.FMA(a, b[i], c[i])
	}
}

// The product of two float32 is exact in float64, so only the sum rounds: once to float64 and again to float32. The second
// rounding goes wrong only where the first one landed on, or hid, a tie; there the sum is done again by roundOdd. That is
// where the 29 bits a normal float32 drops are exactly half a unit, and wherever a denormal, which drops more, comes out.
const (
	dropped = 1<<29 - 1
	half    = 1 << 28
	denorm  = (1023-126)<<53 - 1 // twice the bits of the smallest normal float32, less one
)

func fmaLanes32(d, a, b, c []float32) {
	a, b, c = a[:len(d)], b[:len(d)], c[:len(d)]
	for i := range d {
		p, w := float64(a[i])*float64(b[i]), float64(c[i])
		s := float64(p) + w
		if bits := math.Float64bits(s); bits&dropped == half || bits<<1-1 < denorm {
			s = roundOdd(p, w, s)
		}
		d[i] = float32(s)
	}
}

func fmaUniform32(d []float32, a float32, b, c []float32) {
	b, c = b[:len(d)], c[:len(d)]
	wa := float64(a)
	for i := range d {
		p, w := wa*float64(b[i]), float64(c[i])
		s := float64(p) + w
		if bits := math.Float64bits(s); bits&dropped == half || bits<<1-1 < denorm {
			s = roundOdd(p, w, s)
		}
		d[i] = float32(s)
	}
}

// roundOdd gives the sum x+y, known to round to s, rounded to odd instead: toward zero, with the last bit set if anything was
// lost. A second rounding to a shorter format is then right.
//
//go:noinline
func roundOdd(x, y, s float64) float64 {
	t := s - x
	lost := (x - (s - t)) + (y - t) // exact: the two-sum of Knuth
	if lost == 0 || s != s || math.IsInf(s, 0) {
		return s
	}
	bits := math.Float64bits(s)
	if (lost > 0) != (s > 0) {
		bits-- // s was rounded away from zero
	}
	return math.Float64frombits(bits | 1)
}
