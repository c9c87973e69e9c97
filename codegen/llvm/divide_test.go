//go:build linux && amd64

package llvm

import (
	"bytes"
	"testing"

	"weft/codegen"
	"weft/codegen/internal/programs"
	"weft/ops"
)

// someZero divides by divisors of which some lanes are zero, and known to be, under a condition.
func someZero(vl int, condition func(b *programs.Builder, lanes, a codegen.Value) codegen.Value) *codegen.Program {
	const i64 = ops.Int64
	b := programs.New("somezero", vl)
	n := int64(4 * vl)
	x := b.Buf(ops.Int32, n)
	outs := []int{b.Buf(i64, n), b.Buf(i64, n), b.Buf(i64, n)}
	b.Tiles(func(v int) {
		put := func(i int, x codegen.Value) { b.Store(i64, true, x, programs.At(outs[i], v, int64(vl), 1)) }
		lanes := b.Add(codegen.Instr{Code: codegen.Lanes, DType: i64, Vec: true})
		a := b.ALU(ops.Cast, i64, true, b.Load(ops.Int32, true, programs.At(x, v, int64(vl), 1)))
		less := b.ALU(ops.Sub, i64, true, a, b.Const(ops.IntValue(i64, 1), true))
		d := b.ALU(ops.Where, i64, true, condition(b, lanes, less), lanes, less)
		put(0, b.ALU(ops.Mod, i64, true, a, d))
		put(1, b.ALU(ops.Div, i64, true, a, d))
		put(2, d)
	})
	return b.Program(4)
}

// A divisor that is zero in some lanes does not take the others with it, whatever LLVM can tell of the condition.
func TestDivisorZeroInSomeLanes(t *testing.T) {
	conditions := []func(b *programs.Builder, lanes, a codegen.Value) codegen.Value{
		func(b *programs.Builder, lanes, a codegen.Value) codegen.Value {
			return b.ALU(ops.CmpLT, ops.Bool, true, lanes, a)
		},
		func(b *programs.Builder, lanes, a codegen.Value) codegen.Value {
			return b.ALU(ops.CmpNE, ops.Bool, true, a, b.Const(ops.IntValue(ops.Int64, 1<<40), true))
		},
		func(b *programs.Builder, lanes, a codegen.Value) codegen.Value {
			return b.ALU(ops.CmpNE, ops.Bool, true, a, b.Const(ops.IntValue(ops.Int64, 5), true))
		},
	}
	eachTarget(t, func(t *testing.T, l *library, target codegen.Target) {
		for i, c := range conditions {
			got, want := way(l, target).Both(t, someZero(target.VL, c), func(buf int, b []byte) {
				for i := range len(b) / 4 {
					ops.IntValue(ops.Int32, int64(i*37%41-9)).Store(b[4*i:])
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
