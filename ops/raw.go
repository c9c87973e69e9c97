package ops

import (
	"encoding/binary"
	"math"
)

// Raw is v as it lies in memory: the low Size bytes of the result hold its bits.
func (v Value) Raw() uint64 {
	switch v.DType {
	case Float16:
		return uint64(Float32ToHalf(float32(v.Float())))
	case BFloat16:
		return uint64(Float32ToBFloat(float32(v.Float())))
	case Float32:
		return uint64(math.Float32bits(float32(v.Float())))
	}
	if size := v.DType.Size(); size < 8 {
		return v.Bits & (1<<(8*size) - 1)
	}
	return v.Bits
}

// FromRaw reads the low bits of raw as a value of d; a bool is true unless they are zero.
func FromRaw(d DType, raw uint64) Value {
	switch d {
	case Bool:
		return BoolValue(uint8(raw) != 0)
	case Float16:
		return Value{d, math.Float64bits(float64(HalfToFloat32(uint16(raw))))}
	case BFloat16:
		return Value{d, math.Float64bits(float64(BFloatToFloat32(uint16(raw))))}
	case Float32:
		return Value{d, math.Float64bits(float64(math.Float32frombits(uint32(raw))))}
	}
	return Value{d, wrap(d, raw)}
}

// Load reads a value of d from the first bytes of b, little-endian as every machine we run on.
func Load(d DType, b []byte) Value {
	switch d.Size() {
	case 1:
		return FromRaw(d, uint64(b[0]))
	case 2:
		return FromRaw(d, uint64(binary.LittleEndian.Uint16(b)))
	case 4:
		return FromRaw(d, uint64(binary.LittleEndian.Uint32(b)))
	}
	return FromRaw(d, binary.LittleEndian.Uint64(b))
}

// Store writes v to the first bytes of b.
func (v Value) Store(b []byte) {
	raw := v.Raw()
	switch v.DType.Size() {
	case 1:
		b[0] = byte(raw)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(raw))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(raw))
	default:
		binary.LittleEndian.PutUint64(b, raw)
	}
}

// Bitcast reads the memory of v as a value of d, which has the same size.
func (v Value) Bitcast(d DType) Value { return FromRaw(d, v.Raw()) }
