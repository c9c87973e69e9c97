package llvm

import (
	"math"

	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"weft/ops"
)

var nanValue = math.NaN()

func signbit(f float64) bool { return math.Signbit(f) }

// cast converts a value from one type to another as the primitives say. The 16-bit floats go by way of float32.
func (ph *phase) cast(x value.Value, from, to ops.DType) value.Value {
	switch {
	case from == to:
		return x
	case from.IsHalf():
		return ph.cast(ph.fromHalf(x, from), ops.Float32, to)
	case to.IsHalf():
		return ph.toHalf(ph.cast(x, from, ops.Float32), to)
	case to == ops.Bool:
		return ph.truth(x, from)
	case from.IsFloat() && to.IsFloat():
		return ph.resize(x, to)
	case from.IsFloat():
		return ph.saturate(x, to)
	case to.IsFloat():
		return ph.floatOf(x, from, to)
	}
	return ph.wrap(x, from, to)
}

// truth tests for not zero; NaN is true.
func (ph *phase) truth(x value.Value, from ops.DType) value.Value {
	if from.IsFloat() {
		return ph.block.NewFCmp(enum.FPredUNE, x, splatFloat(x.Type(), 0))
	}
	return ph.block.NewICmp(enum.IPredNE, x, splatInt(x.Type(), 0))
}

// resize goes between float32 and float64.
func (ph *phase) resize(x value.Value, to ops.DType) value.Value {
	if to == ops.Float64 {
		return ph.block.NewFPExt(x, like(x, types.Double))
	}
	return ph.block.NewFPTrunc(x, like(x, types.Float))
}

func (ph *phase) floatOf(x value.Value, from, to ops.DType) value.Value {
	t := like(x, scalarType(to))
	if from.Kind() == ops.KindInt {
		return ph.block.NewSIToFP(x, t)
	}
	return ph.block.NewUIToFP(x, t)
}

// wrap keeps the low bits of an integer, or widens it with its sign or with zeros.
func (ph *phase) wrap(x value.Value, from, to ops.DType) value.Value {
	t := like(x, scalarType(to))
	switch {
	case from == ops.Bool:
		return ph.block.NewZExt(x, t)
	case from.Size() == to.Size():
		return x
	case from.Size() > to.Size():
		return ph.block.NewTrunc(x, t)
	case from.Kind() == ops.KindInt:
		return ph.block.NewSExt(x, t)
	}
	return ph.block.NewZExt(x, t)
}

// saturate makes an integer of a float: truncated, with what does not fit at the nearer end, and NaN as 0. LLVM's own
// conversion is undefined for those, so its result is used for the others alone.
func (ph *phase) saturate(x value.Value, to ops.DType) value.Value {
	b, t := ph.block, like(x, scalarType(to))
	lo, hi := rangeOf(to)
	var y value.Value
	if to.Kind() == ops.KindInt {
		y = b.NewFPToSI(x, t)
	} else {
		y = b.NewFPToUI(x, t)
	}
	above := b.NewFCmp(enum.FPredOGE, x, splatFloat(x.Type(), hi))
	below := b.NewFCmp(enum.FPredOLE, x, splatFloat(x.Type(), lo))
	largest, smallest := integerEnds(to)
	y = b.NewSelect(above, splatInt(t, largest), y)
	y = b.NewSelect(below, splatInt(t, smallest), y)
	return b.NewSelect(b.NewFCmp(enum.FPredUNO, x, x), splatInt(t, 0), y)
}

// rangeOf gives the float at or below which a conversion gives the smallest value, and the one at or above which it
// gives the largest: both are powers of two, so exact in every float type.
func rangeOf(d ops.DType) (lo, hi float64) {
	bits := 8 * d.Size()
	if d.IsUnsigned() {
		return 0, math.Ldexp(1, bits)
	}
	return -math.Ldexp(1, bits-1), math.Ldexp(1, bits-1)
}

// integerEnds gives the largest and smallest value of an integer type, as LLVM's constants spell them.
func integerEnds(d ops.DType) (largest, smallest int64) {
	if d == ops.Uint64 {
		return -1, 0
	}
	smallest, largest = ops.IntRange(d)
	return largest, smallest
}
