package ops

import "math"

// The reference functions say what each operation computes; back ends are held against them. Floats are computed in
// float64 and rounded to the result's type: of the five basic operations that gives the correctly rounded float32,
// since 53 bits are more than twice 24 plus two. The 16-bit floats round to float32 first, as their arithmetic does.

// Ref is the shape of a reference function.
type Ref = func(args []Value, out DType) Value

func float1(f func(float64) float64) Ref {
	return func(a []Value, out DType) Value { return FloatValue(out, f(math.Float64frombits(a[0].Bits))) }
}

func float2(f func(x, y float64) float64) Ref {
	return func(a []Value, out DType) Value {
		return FloatValue(out, f(math.Float64frombits(a[0].Bits), math.Float64frombits(a[1].Bits)))
	}
}

// number1 and number2 choose by the operand's type between a float function and one on integer bits, whose result is
// wrapped to the type.
func number1(f func(float64) float64, i func(d DType, x uint64) uint64) Ref {
	onFloat := float1(f)
	return func(a []Value, out DType) Value {
		if a[0].DType.IsFloat() {
			return onFloat(a, out)
		}
		return Value{out, wrap(out, i(out, a[0].Bits))}
	}
}

func number2(f func(x, y float64) float64, i func(d DType, x, y uint64) uint64) Ref {
	onFloat := float2(f)
	return func(a []Value, out DType) Value {
		if a[0].DType.IsFloat() {
			return onFloat(a, out)
		}
		return Value{out, wrap(out, i(out, a[0].Bits, a[1].Bits))}
	}
}

func bits2(i func(d DType, x, y uint64) uint64) Ref {
	return func(a []Value, out DType) Value { return Value{out, wrap(out, i(out, a[0].Bits, a[1].Bits))} }
}

// compare makes a comparison from what it says of less, equal and greater; with NaN it is unordered.
func compare(less, equal, greater, unordered bool) Ref {
	return func(a []Value, out DType) Value {
		switch order(a[0], a[1]) {
		case -1:
			return BoolValue(less)
		case 0:
			return BoolValue(equal)
		case 1:
			return BoolValue(greater)
		}
		return BoolValue(unordered)
	}
}

// order is -1, 0 or 1, or 2 where one of the values is NaN.
func order(x, y Value) int {
	switch x.DType.Kind() {
	case KindFloat:
		return orderOf(math.Float64frombits(x.Bits), math.Float64frombits(y.Bits))
	case KindInt:
		return orderOf(int64(x.Bits), int64(y.Bits))
	}
	return orderOf(x.Bits, y.Bits)
}

func orderOf[T float64 | int64 | uint64](x, y T) int {
	switch {
	case x < y:
		return -1
	case x == y:
		return 0
	case x > y:
		return 1
	}
	return 2
}

func refWhere(a []Value, out DType) Value {
	if a[0].Bits != 0 {
		return a[1]
	}
	return a[2]
}

func refNot(a []Value, out DType) Value {
	if out == Bool {
		return BoolValue(a[0].Bits == 0)
	}
	return Value{out, wrap(out, ^a[0].Bits)}
}

func refCast(a []Value, out DType) Value { return a[0].Cast(out) }

func refBitcast(a []Value, out DType) Value { return a[0].Bitcast(out) }

// refMax and refMin let NaN win and put -0 below +0.
func refMax(a []Value, out DType) Value { return pick(a[0], a[1], 1) }

func refMin(a []Value, out DType) Value { return pick(a[0], a[1], -1) }

func pick(x, y Value, want int) Value {
	switch order(x, y) {
	case want:
		return x
	case -want:
		return y
	case 0: // equal but for the sign of zero, whose bits order the other way round
		if (x.Bits > y.Bits) == (want < 0) {
			return x
		}
		return y
	}
	if x.Float() != x.Float() {
		return x
	}
	return y
}
