package ops

import (
	"math"
	"strconv"
)

// Value is one scalar of any data type, comparable with ==. Bits holds a float as the bits of a float64 (the types
// below float64 embed exactly), an integer as its two's complement (sign or zero extended), a bool as 0 or 1.
type Value struct {
	DType DType
	Bits  uint64
}

// FloatValue makes a value of d from f, rounded or truncated as a cast to d does.
func FloatValue(d DType, f float64) Value {
	return Value{Float64, math.Float64bits(f)}.Cast(d)
}

// IntValue makes a value of d from i, wrapped or rounded as a cast to d does.
func IntValue(d DType, i int64) Value { return Value{Int64, uint64(i)}.Cast(d) }

// BoolValue makes a bool.
func BoolValue(b bool) Value {
	if b {
		return Value{Bool, 1}
	}
	return Value{Bool, 0}
}

// Float reads v as a float64.
func (v Value) Float() float64 {
	switch v.DType.Kind() {
	case KindFloat:
		return math.Float64frombits(v.Bits)
	case KindInt:
		return float64(int64(v.Bits))
	}
	return float64(v.Bits)
}

// floatFor is v as a float64 that rounds to d as v itself does: a large integer goes to float32 in one step.
func (v Value) floatFor(d DType) float64 {
	if d != Float64 && v.DType.Kind() == KindInt {
		return float64(float32(int64(v.Bits)))
	}
	if d != Float64 && v.DType.Kind() == KindUint {
		return float64(float32(v.Bits))
	}
	return v.Float()
}

// Int reads v as an int64: floats truncate and saturate, NaN is 0.
func (v Value) Int() int64 {
	if v.DType.Kind() == KindFloat {
		return FloatToInt(math.Float64frombits(v.Bits))
	}
	return int64(v.Bits)
}

// IsTrue says whether v is not zero; NaN is true.
func (v Value) IsTrue() bool {
	if v.DType.Kind() == KindFloat {
		return math.Float64frombits(v.Bits) != 0
	}
	return v.Bits != 0
}

// Cast converts v to d: to a float it rounds to nearest even, from a float to an integer it truncates and saturates
// (NaN is 0), between integers it wraps, to bool it tests for not zero.
func (v Value) Cast(d DType) Value {
	switch d.Kind() {
	case KindBool:
		return BoolValue(v.IsTrue())
	case KindFloat:
		return Value{d, math.Float64bits(roundTo(d, v.floatFor(d)))}
	}
	if v.DType.Kind() == KindFloat {
		return Value{d, saturate(d, math.Float64frombits(v.Bits))}
	}
	return Value{d, wrap(d, v.Bits)}
}

// roundTo makes all NaNs one, so that values which are equal to a user are equal to ==.
func roundTo(d DType, f float64) float64 {
	if f != f {
		return math.NaN()
	}
	switch d {
	case Float16:
		return float64(HalfToFloat32(Float32ToHalf(float32(f))))
	case BFloat16:
		return float64(BFloatToFloat32(Float32ToBFloat(float32(f))))
	case Float32:
		return float64(float32(f))
	}
	return f
}

func wrap(d DType, b uint64) uint64 {
	switch d {
	case Int8:
		return uint64(int64(int8(b)))
	case Int16:
		return uint64(int64(int16(b)))
	case Int32:
		return uint64(int64(int32(b)))
	case Uint8:
		return uint64(uint8(b))
	case Uint16:
		return uint64(uint16(b))
	case Uint32:
		return uint64(uint32(b))
	}
	return b
}

// FloatToInt truncates f toward zero and saturates at the ends of int64; NaN is 0.
func FloatToInt(f float64) int64 {
	switch {
	case f != f:
		return 0
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	}
	return int64(f)
}

func saturate(d DType, f float64) uint64 {
	if f != f {
		return 0
	}
	if d == Uint64 {
		switch {
		case f <= 0:
			return 0
		case f >= math.MaxUint64:
			return math.MaxUint64
		}
		return uint64(f)
	}
	lo, hi := IntRange(d)
	i := FloatToInt(f)
	return uint64(min(max(i, lo), hi))
}

// IntRange gives the smallest and largest value of an integer type or bool; for Uint64 the largest is that of int64.
func IntRange(d DType) (lo, hi int64) {
	if d == Bool {
		return 0, 1
	}
	bits := uint(d.Size() * 8)
	if d.IsUnsigned() {
		if bits == 64 {
			return 0, math.MaxInt64
		}
		return 0, 1<<bits - 1
	}
	return -1 << (bits - 1), 1<<(bits-1) - 1
}

// String prints v so that ParseValue reads the same bits back.
func (v Value) String() string {
	switch v.DType.Kind() {
	case KindFloat:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	case KindUint, KindBool:
		return strconv.FormatUint(v.Bits, 10)
	}
	return strconv.FormatInt(int64(v.Bits), 10)
}

// ParseValue reads the text of a value of type d.
func ParseValue(d DType, s string) (Value, error) {
	if d.IsFloat() {
		f, err := strconv.ParseFloat(s, 64)
		return FloatValue(d, f), err
	}
	if d.Kind() == KindInt {
		i, err := strconv.ParseInt(s, 10, 64)
		return IntValue(d, i), err
	}
	u, err := strconv.ParseUint(s, 10, 64)
	return Value{Uint64, u}.Cast(d), err
}
