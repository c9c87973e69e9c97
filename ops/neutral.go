package ops

import "math"

// The neutral elements. -0 is the one float that addition of anything leaves alone: +0 would turn -0 into +0.

func neutralAdd(d DType) Value {
	if d.IsFloat() {
		return Value{d, math.Float64bits(math.Copysign(0, -1))}
	}
	return Value{DType: d}
}

func neutralMul(d DType) Value { return IntValue(d, 1) }

func neutralMax(d DType) Value { return Lowest(d) }

func neutralMin(d DType) Value { return Highest(d) }

func neutralAnd(d DType) Value {
	if d == Bool {
		return BoolValue(true)
	}
	return Value{d, wrap(d, math.MaxUint64)}
}

func neutralOr(d DType) Value { return Value{DType: d} }

// Lowest is the smallest value of d: minus infinity for floats.
func Lowest(d DType) Value {
	if d.IsFloat() {
		return Value{d, math.Float64bits(math.Inf(-1))}
	}
	lo, _ := IntRange(d)
	return Value{d, uint64(lo)}
}

// Highest is the largest value of d: infinity for floats.
func Highest(d DType) Value {
	switch {
	case d.IsFloat():
		return Value{d, math.Float64bits(math.Inf(1))}
	case d == Uint64:
		return Value{d, math.MaxUint64}
	}
	_, hi := IntRange(d)
	return Value{d, uint64(hi)}
}
