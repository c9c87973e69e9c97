// Package support is what every exported package carries: its text is copied, under the package's own name.
package support

import "math"

// What kernels in plain Go are written with.

type signed interface {
	~int8 | ~int16 | ~int32 | ~int64
}

type integer interface {
	signed | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

type float interface{ ~float32 | ~float64 }

// where is a if c holds, else b.
func where[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}

// number is 1 for true and 0 for false.
func number[T integer | float](b bool) T {
	if b {
		return 1
	}
	return 0
}

// absolute wraps at the smallest value.
func absolute[T signed](a T) T {
	if a < 0 {
		return -a
	}
	return a
}

// quotient truncates; by zero it is 0.
func quotient[T integer](a, b T) T {
	if b == 0 {
		return 0
	}
	return a / b
}

// remainder has the sign of a; by zero it is 0.
func remainder[T integer](a, b T) T {
	if b == 0 {
		return 0
	}
	return a % b
}

// saturate truncates x to an integer type whose values are lo up to but not with end; NaN gives 0.
func saturate[D integer, S float](x S, lo, end float64) D {
	low := D(lo)
	switch v := float64(x); {
	case v >= end:
		return ^low // the largest value is the complement of the smallest
	case v > lo:
		return D(v)
	case v <= lo:
		return low
	}
	return 0
}

// toHalf rounds to IEEE binary16, to nearest even; what is too large becomes infinity.
func toHalf(f float32) uint16 {
	b := math.Float32bits(f)
	sign := uint16(b>>16) & 0x8000
	b &= 0x7fffffff
	switch {
	case b > 0x7f800000:
		return sign | 0x7e00
	case b >= 0x47800000: // 65536 and above, infinity too
		return sign | 0x7c00
	case b < 0x38800000: // below the smallest normal: adding 0.5 lets the processor shift and round
		return sign | uint16(math.Float32bits(math.Float32frombits(b)+0.5)-0x3f000000)
	}
	b += 0xc8000000 + 0xfff + (b>>13)&1 // rebias the exponent by -112 and round half to even
	return sign | uint16(b>>13)
}

// fromHalf widens an IEEE binary16 exactly.
func fromHalf(h uint16) float32 {
	sign, rest := uint32(h&0x8000)<<16, uint32(h&0x7fff)
	switch {
	case rest >= 0x7c00:
		return math.Float32frombits(sign | 0x7f800000 | (rest&0x3ff)<<13)
	case rest < 0x400:
		return math.Float32frombits(sign | math.Float32bits(float32(rest)*(1.0/(1<<24))))
	}
	return math.Float32frombits(sign | (rest<<13 + 0x38000000))
}

// toBrain rounds to bfloat16, to nearest even.
func toBrain(f float32) uint16 {
	b := math.Float32bits(f)
	if b&0x7fffffff > 0x7f800000 {
		return uint16(b>>16) | 0x40
	}
	return uint16((b + 0x7fff + (b>>16)&1) >> 16)
}

// fromBrain widens a bfloat16 exactly.
func fromBrain(h uint16) float32 { return math.Float32frombits(uint32(h) << 16) }
