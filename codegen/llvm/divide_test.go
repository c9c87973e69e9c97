//go:build linux && amd64

package llvm

import (
	"bytes"
	"testing"

	"weft/codegen"
	"weft/ops"
)

// someZero divides by divisors of which some lanes are zero, and known to be, under a condition.
func someZero(vl int, condition func(b *builder, lanes, a codegen.Value) codegen.Value) *codegen.Program {
	const i64 = ops.Int64
	b := newBuilder("somezero", vl)
	n := int64(4 * vl)
	x := b.buf(ops.Int32, n)
	outs := []int{b.buf(i64, n), b.buf(i64, n), b.buf(i64, n)}
	b.tiles(func(v int) {
		put := func(i int, x codegen.Value) { b.store(i64, true, x, at(outs[i], v, int64(vl), 1)) }
		lanes := b.add(codegen.Instr{Code: codegen.Lanes, DType: i64, Vec: true})
		a := b.alu(ops.Cast, i64, true, b.load(ops.Int32, true, at(x, v, int64(vl), 1)))
		less := b.alu(ops.Sub, i64, true, a, b.constant(ops.IntValue(i64, 1), true))
		d := b.alu(ops.Where, i64, true, condition(b, lanes, less), lanes, less)
		put(0, b.alu(ops.Mod, i64, true, a, d))
		put(1, b.alu(ops.Div, i64, true, a, d))
		put(2, d)
	})
	return b.program(4)
}

// A divisor that is zero in some lanes does not take the others with it, whatever LLVM can tell of the condition.
func TestDivisorZeroInSomeLanes(t *testing.T) {
	conditions := []func(b *builder, lanes, a codegen.Value) codegen.Value{
		func(b *builder, lanes, a codegen.Value) codegen.Value {
			return b.alu(ops.CmpLT, ops.Bool, true, lanes, a)
		},
		func(b *builder, lanes, a codegen.Value) codegen.Value {
			return b.alu(ops.CmpNE, ops.Bool, true, a, b.constant(ops.IntValue(ops.Int64, 1<<40), true))
		},
		func(b *builder, lanes, a codegen.Value) codegen.Value {
			return b.alu(ops.CmpNE, ops.Bool, true, a, b.constant(ops.IntValue(ops.Int64, 5), true))
		},
	}
	eachTarget(t, func(t *testing.T, l *library, target codegen.Target) {
		for i, c := range conditions {
			got, want := bothWays(t, l, target, someZero(target.VL, c), func(buf int, b []byte) {
				for i := range len(b) / 4 {
					put(b[4*i:], ops.IntValue(ops.Int32, int64(i*37%41-9)))
				}
			}, nil)
			for o := range got {
				if !bytes.Equal(got[o], want[o]) {
					t.Errorf("condition %d, buffer %d: %x, not %x", i, o, got[o], want[o])
				}
			}
		}
	})
}
