package codegen

import (
	"weft/ops"
	"weft/schedule"
)

// threefry is the 20-round Threefry generator on two words of 32 bits, packed with the first word in the low half.
func threefry(b *schedule.Builder, counter, key ex) ex {
	word := func(w uint32) ex { return b.Const(ops.Value{DType: ops.Uint32, Bits: uint64(w)}) }
	op := func(op ops.Op, x, y ex) ex { return b.ALU(op, ops.Uint32, x, y) }
	half := func(x ex, shift uint64) ex {
		return b.Cast(b.ALU(ops.Shr, ops.Uint64, x, b.Const(ops.Value{DType: ops.Uint64, Bits: shift})), ops.Uint32)
	}
	k0, k1 := half(key, 0), half(key, 32)
	k := [3]ex{k0, k1, op(ops.Xor, word(0x1bd11bda), op(ops.Xor, k0, k1))}
	x0, x1 := op(ops.Add, half(counter, 0), k0), op(ops.Add, half(counter, 32), k1)
	rotations := [8]uint32{13, 15, 26, 6, 17, 29, 16, 24}
	for i := range 20 {
		r := rotations[i%8]
		x0 = op(ops.Add, x0, x1)
		x1 = op(ops.Xor, op(ops.Or, op(ops.Shl, x1, word(r)), op(ops.Shr, x1, word(32-r))), x0)
		if i%4 == 3 {
			s := i/4 + 1
			x0 = op(ops.Add, x0, k[s%3])
			x1 = op(ops.Add, x1, op(ops.Add, k[(s+1)%3], word(uint32(s))))
		}
	}
	high := b.ALU(ops.Shl, ops.Uint64, b.Cast(x1, ops.Uint64), b.Const(ops.Value{DType: ops.Uint64, Bits: 32}))
	return b.ALU(ops.Or, ops.Uint64, b.Cast(x0, ops.Uint64), high)
}
