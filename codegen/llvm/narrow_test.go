//go:build linux && amd64

package llvm

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"weft/codegen"
	"weft/ops"
)

// positions makes a program of index arithmetic at random, on lanes, loop variables, loaded indices and constants of all
// sizes, and stores every value that it makes.
func positions(seed uint64, vl int) *codegen.Program {
	const i64 = ops.Int64
	rnd := rand.New(rand.NewPCG(seed, 9))
	b := newBuilder(fmt.Sprintf("positions%d", seed), vl)
	index := b.buf(ops.Int32, int64(8*vl))
	b.tiles(func(v int) {
		values := []codegen.Value{
			b.add(codegen.Instr{Code: codegen.Lanes, DType: i64, Vec: true}),
			b.splat(i64, b.add(codegen.Instr{Code: codegen.Var, DType: i64, Int: v})),
			b.alu(ops.Cast, i64, true, b.load(ops.Int32, true, at(index, v, int64(vl), 1))),
		}
		bools := []codegen.Value{b.alu(ops.CmpLT, ops.Bool, true, values[0], values[1])}
		some := func(vs []codegen.Value) codegen.Value { return vs[rnd.IntN(len(vs))] }
		number := func() codegen.Value {
			n := []int64{0, 1, -1, 2, 3, 7, 10, 100, 65536, math.MaxInt32, math.MinInt32, 1 << 40}[rnd.IntN(12)]
			return b.constant(ops.IntValue(i64, n), true)
		}
		for range 30 {
			x, y := some(values), some(values)
			if rnd.IntN(2) == 0 {
				y = number()
			}
			switch op := []ops.Op{ops.Add, ops.Sub, ops.Mul, ops.Max, ops.Min, ops.And, ops.Div, ops.Mod, ops.Neg, ops.Where, ops.CmpLT, ops.CmpLE, ops.CmpEQ, ops.CmpNE, ops.Cast, ops.Shr}[rnd.IntN(16)]; op {
			case ops.Neg:
				values = append(values, b.alu(op, i64, true, x))
			case ops.Where:
				values = append(values, b.alu(op, i64, true, some(bools), x, y))
			case ops.Cast:
				d := []ops.DType{ops.Int32, ops.Int8, ops.Uint32, ops.Uint64, ops.Bool}[rnd.IntN(5)]
				values = append(values, b.alu(ops.Cast, i64, true, b.alu(ops.Cast, d, true, x)))
			case ops.CmpLT, ops.CmpLE, ops.CmpEQ, ops.CmpNE:
				bools = append(bools, b.alu(op, ops.Bool, true, x, y))
			default:
				values = append(values, b.alu(op, i64, true, x, y))
			}
		}
		for _, d := range []ops.DType{ops.Float32, ops.Float64, ops.Float16} {
			b.store(d, true, b.alu(ops.Cast, d, true, some(values)), at(b.buf(d, int64(8*vl)), v, int64(vl), 1))
		}
		for _, x := range values {
			b.store(i64, true, x, at(b.buf(i64, int64(8*vl)), v, int64(vl), 1))
		}
		for _, x := range bools {
			b.store(ops.Bool, true, x, at(b.buf(ops.Bool, int64(8*vl)), v, int64(vl), 1))
		}
	})
	return b.program(8)
}

// Index arithmetic is the interpreter's, though most of it is done on narrower integers.
func TestPositions(t *testing.T) {
	eachTarget(t, func(t *testing.T, l *library, target codegen.Target) {
		for seed := range uint64(5) {
			p := positions(seed, target.VL)
			got, want := bothWays(t, l, target, p, func(buf int, b []byte) {
				rnd := rand.New(rand.NewPCG(seed, 1))
				for i := range len(b) / 4 {
					if buf == 0 {
						put(b[4*i:], ops.IntValue(ops.Int32, int64(int32(rnd.Uint32()))>>rnd.IntN(32)))
					}
				}
			}, nil)
			for i := range got {
				if !bytes.Equal(got[i], want[i]) {
					text, _, _ := emit(p, target)
					t.Fatalf("seed %d: buffer %d differs: %x, not %x\n%s", seed, i, got[i], want[i], text)
				}
			}
		}
	})
}

// A gate made of small positions is compared as int32, and so is a division of them.
func TestNarrowText(t *testing.T) {
	const i64 = ops.Int64
	b := newBuilder("gate", 4)
	out := b.buf(ops.Bool, 64)
	b.tiles(func(v int) {
		start := b.add(codegen.Instr{Code: codegen.Var, DType: i64, Int: v})
		start = b.alu(ops.Mul, i64, false, start, b.constant(ops.IntValue(i64, 4), false))
		lanes := b.add(codegen.Instr{Code: codegen.Lanes, DType: i64, Vec: true})
		pos := b.alu(ops.Add, i64, true, b.splat(i64, start), lanes)
		row := b.alu(ops.Div, i64, true, pos, b.constant(ops.IntValue(i64, 7), true))
		b.store(ops.Bool, true, b.alu(ops.CmpLT, ops.Bool, true, row, b.constant(ops.IntValue(i64, 3), true)), at(out, v, 4, 1))
	})
	text, _, err := emit(b.program(16), generic)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"add <4 x i32>", "udiv <4 x i32>", "icmp slt <4 x i32>"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, "<4 x i64>") {
		t.Errorf("wide vectors in\n%s", text)
	}
}
