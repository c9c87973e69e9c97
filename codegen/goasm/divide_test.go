//go:build linux && amd64

package goasm_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"weft/codegen"
	"weft/codegen/internal/programs"
	"weft/ops"
)

// byConstants divides each element by constants, and takes the remainders.
func byConstants(vl int, d ops.DType, n int64, divisors []int64) *codegen.Program {
	b := programs.New("divide", vl)
	in, out := b.Buf(d, n), b.Buf(d, n*2*int64(len(divisors)))
	b.Tiles(func(v int) {
		x := b.Load(d, true, programs.At(in, v, int64(vl), 1))
		for i, by := range divisors {
			c := b.Const(ops.IntValue(d, by), true)
			for j, op := range []ops.Op{ops.Div, ops.Mod} {
				a := programs.At(out, v, int64(vl), 1)
				a.Base = int64(2*i+j) * n
				b.Store(d, true, b.ALU(op, d, true, x, c), a)
			}
		}
	})
	return b.Program(n / int64(vl))
}

// Dividing by constants gives what dividing gives, at the ends of the types as well.
func TestDivideByConstants(t *testing.T) {
	divisors := []int64{1, -1, 2, -2, 3, -3, 7, 10, -10, 64, -64, 100, 127, -128, 255, 641, 65535, math.MaxInt32, math.MinInt32, math.MaxUint32, math.MinInt64}
	eachTarget(t, func(t *testing.T, target codegen.Target) {
		for _, d := range []ops.DType{ops.Int8, ops.Uint8, ops.Int16, ops.Uint16, ops.Int32, ops.Uint32, ops.Int64, ops.Uint64} {
			p := byConstants(target.VL, d, 320, divisors)
			way(target).Hold(t, p, len(p.Bufs), programs.Values(p, uint64(d), edge), nil)
		}
	})
}

// edge is a value of any size, often one beside a power of 2.
func edge(d ops.DType, rnd *rand.Rand) ops.Value {
	if rnd.IntN(2) == 0 {
		return programs.RandomValue(d, rnd)
	}
	return ops.IntValue(d, (1<<rnd.IntN(64)+rnd.Int64N(3)-1)*(1-2*rnd.Int64N(2)))
}

// Positions are divided by shifts where they can be, and never by the machine's division of floats.
func TestPositionsAreNotDividedAsFloats(t *testing.T) {
	for _, target := range targets {
		for _, by := range []int64{32, 50} {
			b := programs.New("digits", target.VL)
			out := b.Buf(ops.Int32, 4096)
			b.Tiles(func(v int) {
				i := b.Add(codegen.Instr{Code: codegen.Var, DType: ops.Int64, Int: v})
				lane := b.Add(codegen.Instr{Code: codegen.Lanes, DType: ops.Int64, Vec: true})
				x := b.ALU(ops.Add, ops.Int64, true, b.Splat(ops.Int64, i), lane)
				q := b.ALU(ops.Div, ops.Int64, true, x, b.Const(ops.IntValue(ops.Int64, by), true))
				b.Store(ops.Int32, true, b.ALU(ops.Cast, ops.Int32, true, q), programs.At(out, v, int64(target.VL), 1))
			})
			text := assembly(t, b.Program(4096/int64(target.VL)), target)
			if strings.Contains(text, "DIV") || by == 32 && strings.Contains(text, "VPMUL") {
				t.Errorf("%s by %d:\n%s", target.Name, by, text)
			}
		}
	}
}
