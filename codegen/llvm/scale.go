package llvm

import (
	"fmt"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// scale is y*2^n by AVX-512's instruction for it, in registers of at most 512 bits; a scalar is one lane of a vector.
func (ph *phase) scale(y, n value.Value) value.Value {
	lanes, bits, kind := lanesOf(y.Type()), 32, "ps"
	if element(y.Type()).Equal(types.Double) {
		bits, kind = 64, "pd"
	}
	switch {
	case !ph.x86 || !ph.target.Scales():
		fail("the machine does not scale by powers of two")
	case lanes*bits < 128:
		wide := 128 / bits
		s := ph.scale(ph.firstLane(y, wide), ph.firstLane(n, wide))
		return ph.block.NewExtractElement(s, splatInt(types.I32, 0))
	case lanes*bits > 512:
		lo := ph.scale(ph.half(y, 0, lanes/2), ph.half(n, 0, lanes/2))
		hi := ph.scale(ph.half(y, lanes/2, lanes/2), ph.half(n, lanes/2, lanes/2))
		return ph.block.NewShuffleVector(lo, hi, countUp(types.I32, 0, 1, lanes))
	}
	args := []value.Value{y, n, splatFloat(y.Type(), 0), constant.NewInt(intType(max(8, lanes)/8), -1)}
	if lanes*bits == 512 {
		args = append(args, constant.NewInt(types.I32, mxcsr))
	}
	return ph.intrinsic(fmt.Sprintf("llvm.x86.avx512.mask.scalef.%s.%d", kind, lanes*bits), y.Type(), args...)
}

// firstLane puts a scalar into a vector whose other lanes are zero.
func (ph *phase) firstLane(x value.Value, lanes int) value.Value {
	return ph.block.NewInsertElement(splatFloat(types.NewVector(uint64(lanes), x.Type()), 0), x, splatInt(types.I32, 0))
}
