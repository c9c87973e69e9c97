package codegen

import (
	"weft/ops"
	"weft/schedule"
)

// Threefry is Threefry-2x32 with 20 rounds (Salmon, Moraes, Dror, Shaw: Parallel Random Numbers: As Easy as 1, 2, 3, 2011):
// add, rotate, xor, with a word of the key schedule after every four rounds.
var threefryRotations = [2][4]uint64{{13, 15, 26, 6}, {17, 29, 16, 24}}

const threefryParity = 0x1BD11BDA

// threefry encrypts a counter with a key, both two 32-bit words, the first in the low half.
func threefry(b *schedule.Builder, counter, key ex) ex {
	w := words{b}
	k0, k1 := w.low(key), w.high(key)
	ks := [3]ex{k0, k1, w.xor(w.xor(k0, k1), w.num(threefryParity))}
	x0, x1 := w.add(w.low(counter), ks[0]), w.add(w.high(counter), ks[1])
	for i := range 5 {
		for _, r := range threefryRotations[i%2] {
			x0 = w.add(x0, x1)
			x1 = w.xor(w.rotate(x1, r), x0)
		}
		x0 = w.add(x0, ks[(i+1)%3])
		x1 = w.add(w.add(x1, ks[(i+2)%3]), w.num(uint64(i+1)))
	}
	low, high := b.Cast(x0, ops.Uint64), b.Cast(x1, ops.Uint64)
	return b.ALU(ops.Or, ops.Uint64, low, b.ALU(ops.Shl, ops.Uint64, high, b.Const(ops.Value{DType: ops.Uint64, Bits: 32})))
}

// words is arithmetic on uint32.
type words struct{ b *schedule.Builder }

func (w words) num(v uint64) ex { return w.b.Const(ops.Value{DType: ops.Uint32, Bits: v}) }
func (w words) low(x ex) ex     { return w.b.Cast(x, ops.Uint32) }
func (w words) high(x ex) ex {
	return w.low(w.b.ALU(ops.Shr, ops.Uint64, x, w.b.Const(ops.Value{DType: ops.Uint64, Bits: 32})))
}
func (w words) add(x, y ex) ex { return w.b.ALU(ops.Add, ops.Uint32, x, y) }
func (w words) xor(x, y ex) ex { return w.b.ALU(ops.Xor, ops.Uint32, x, y) }
func (w words) rotate(x ex, n uint64) ex {
	return w.b.ALU(ops.Or, ops.Uint32, w.b.ALU(ops.Shl, ops.Uint32, x, w.num(n)), w.b.ALU(ops.Shr, ops.Uint32, x, w.num(32-n)))
}
