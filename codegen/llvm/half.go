package llvm

import (
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"weft/ops"
)

// fromHalf widens a 16-bit float exactly. A bfloat16 is the upper half of a float32.
func (ph *phase) fromHalf(x value.Value, d ops.DType) value.Value {
	b := ph.block
	if d == ops.Float16 {
		return ph.fence(b.NewFPExt(b.NewBitCast(x, like(x, types.Half)), like(x, types.Float)))
	}
	wide := b.NewZExt(x, like(x, types.I32))
	return b.NewBitCast(b.NewShl(wide, splatInt(wide.Type(), 16)), like(x, types.Float))
}

// fence hides where a float came from. LLVM would compare the 16-bit numbers behind two widened ones instead, which the
// machines cannot: it takes vectors apart for that, or calls a function of the C library.
func (ph *phase) fence(x value.Value) value.Value {
	return ph.math("arithmetic.fence", x)
}

// toHalf rounds a float32 to a 16-bit float, to nearest even.
func (ph *phase) toHalf(x value.Value, d ops.DType) value.Value {
	if d == ops.BFloat16 {
		return ph.toBFloat(x)
	}
	if y := ph.toHalfX86(x); y != nil {
		return y
	}
	return ph.block.NewBitCast(ph.block.NewFPTrunc(x, like(x, types.Half)), like(x, types.I16))
}

// mxcsr is the rounding operand of the conversions below: as the processor is set, which is to nearest even.
const mxcsr = 4

// toHalfX86 rounds a whole vector with the machine's instruction, nil where it has none for this shape. LLVM 14 would
// take the vector apart instead, and all that leads to it.
func (ph *phase) toHalfX86(x value.Value) value.Value {
	if !ph.x86 {
		return nil
	}
	mode := constant.NewInt(types.I32, mxcsr)
	switch n := lanesOf(x.Type()); {
	case n == 4:
		wide := ph.intrinsic("llvm.x86.vcvtps2ph.128", widen(types.I16, 8), x, mode)
		return ph.half(wide, 0, 4)
	case n == 8:
		return ph.intrinsic("llvm.x86.vcvtps2ph.256", widen(types.I16, 8), x, mode)
	case n == 16 && ph.target.Name == "avx512":
		t := widen(types.I16, 16)
		return ph.intrinsic("llvm.x86.avx512.mask.vcvtps2ph.512", t, x, mode, splatInt(t, 0), constant.NewInt(types.I16, -1))
	}
	return nil
}

// toBFloat rounds with integers: half of the last kept bit, less one if that bit is even, is added before the lower half
// is cut off. A NaN must not turn into an infinity so; it is cut off with a bit set that stays.
func (ph *phase) toBFloat(x value.Value) value.Value {
	b := ph.block
	t := like(x, types.I32)
	bits := b.NewBitCast(x, t)
	sixteen := splatInt(t, 16)
	odd := b.NewAnd(b.NewLShr(bits, sixteen), splatInt(t, 1))
	rounded := b.NewLShr(b.NewAdd(bits, b.NewAdd(odd, splatInt(t, 0x7fff))), sixteen)
	quiet := b.NewOr(b.NewLShr(bits, sixteen), splatInt(t, 0x40))
	nan := b.NewFCmp(enum.FPredUNO, x, x)
	return b.NewTrunc(b.NewSelect(nan, quiet, rounded), like(x, types.I16))
}
