package ops

import "math"

// Float32ToHalf rounds f to IEEE binary16, to nearest even; what is too large becomes infinity.
func Float32ToHalf(f float32) uint16 {
	b := math.Float32bits(f)
	sign := uint16(b>>16) & 0x8000
	b &= 0x7fffffff
	switch {
	case b > 0x7f800000:
		return sign | 0x7e00
	case b >= 0x47800000: // 65536 and above, infinity too
		return sign | 0x7c00
	case b < 0x38800000: // below the smallest normal: adding 0.5 lets the FPU shift and round
		return sign | uint16(math.Float32bits(math.Float32frombits(b)+0.5)-0x3f000000)
	}
	b += 0xc8000000 + 0xfff + (b>>13)&1 // rebias the exponent by -112 and round half to even
	return sign | uint16(b>>13)
}

// HalfToFloat32 widens an IEEE binary16 exactly.
func HalfToFloat32(h uint16) float32 {
	sign, rest := uint32(h&0x8000)<<16, uint32(h&0x7fff)
	switch {
	case rest >= 0x7c00:
		return math.Float32frombits(sign | 0x7f800000 | (rest&0x3ff)<<13)
	case rest < 0x400:
		f := float32(rest) * (1.0 / (1 << 24))
		return math.Float32frombits(sign | math.Float32bits(f))
	}
	return math.Float32frombits(sign | (rest<<13 + 0x38000000))
}

// Float32ToBFloat rounds f to bfloat16, to nearest even.
func Float32ToBFloat(f float32) uint16 {
	b := math.Float32bits(f)
	if b&0x7fffffff > 0x7f800000 {
		return uint16(b>>16) | 0x40
	}
	return uint16((b + 0x7fff + (b>>16)&1) >> 16)
}

// BFloatToFloat32 widens a bfloat16 exactly.
func BFloatToFloat32(h uint16) float32 { return math.Float32frombits(uint32(h) << 16) }
