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
	"weft/codegen/internal/programs"
	"weft/ops"
)

// positions makes a program of index arithmetic at random, on lanes, loop variables, loaded indices and constants of all
// sizes, and stores every value that it makes.
func positions(seed uint64, vl int) *codegen.Program {
	const i64 = ops.Int64
	rnd := rand.New(rand.NewPCG(seed, 9))
	b := programs.New(fmt.Sprintf("positions%d", seed), vl)
	index := b.Buf(ops.Int32, int64(8*vl))
	b.Tiles(func(v int) {
		values := []codegen.Value{
			b.Add(codegen.Instr{Code: codegen.Lanes, DType: i64, Vec: true}),
			b.Splat(i64, b.Add(codegen.Instr{Code: codegen.Var, DType: i64, Int: v})),
			b.ALU(ops.Cast, i64, true, b.Load(ops.Int32, true, programs.At(index, v, int64(vl), 1))),
		}
		bools := []codegen.Value{b.ALU(ops.CmpLT, ops.Bool, true, values[0], values[1])}
		some := func(vs []codegen.Value) codegen.Value { return vs[rnd.IntN(len(vs))] }
		number := func() codegen.Value {
			n := []int64{0, 1, -1, 2, 3, 7, 10, 100, 65536, math.MaxInt32, math.MinInt32, 1 << 40}[rnd.IntN(12)]
			return b.Const(ops.IntValue(i64, n), true)
		}
		for range 30 {
			x, y := some(values), some(values)
			if rnd.IntN(2) == 0 {
				y = number()
			}
			switch op := []ops.Op{ops.Add, ops.Sub, ops.Mul, ops.Max, ops.Min, ops.And, ops.Div, ops.Mod, ops.Neg, ops.Where, ops.CmpLT, ops.CmpLE, ops.CmpEQ, ops.CmpNE, ops.Cast, ops.Shr}[rnd.IntN(16)]; op {
			case ops.Neg:
				values = append(values, b.ALU(op, i64, true, x))
			case ops.Where:
				values = append(values, b.ALU(op, i64, true, some(bools), x, y))
			case ops.Cast:
				d := []ops.DType{ops.Int32, ops.Int8, ops.Uint32, ops.Uint64, ops.Bool}[rnd.IntN(5)]
				values = append(values, b.ALU(ops.Cast, i64, true, b.ALU(ops.Cast, d, true, x)))
			case ops.CmpLT, ops.CmpLE, ops.CmpEQ, ops.CmpNE:
				bools = append(bools, b.ALU(op, ops.Bool, true, x, y))
			default:
				values = append(values, b.ALU(op, i64, true, x, y))
			}
		}
		for _, d := range []ops.DType{ops.Float32, ops.Float64, ops.Float16} {
			b.Store(d, true, b.ALU(ops.Cast, d, true, some(values)), programs.At(b.Buf(d, int64(8*vl)), v, int64(vl), 1))
		}
		for _, x := range values {
			b.Store(i64, true, x, programs.At(b.Buf(i64, int64(8*vl)), v, int64(vl), 1))
		}
		for _, x := range bools {
			b.Store(ops.Bool, true, x, programs.At(b.Buf(ops.Bool, int64(8*vl)), v, int64(vl), 1))
		}
	})
	return b.Program(8)
}

// Index arithmetic is the interpreter's, though most of it is done on narrower integers.
func TestPositions(t *testing.T) {
	eachTarget(t, func(t *testing.T, l *library, target codegen.Target) {
		for seed := range uint64(5) {
			p := positions(seed, target.VL)
			got, want := way(l, target).Both(t, p, func(buf int, b []byte) {
				rnd := rand.New(rand.NewPCG(seed, 1))
				for i := range len(b) / 4 {
					if buf == 0 {
						ops.IntValue(ops.Int32, int64(int32(rnd.Uint32()))>>rnd.IntN(32)).Store(b[4*i:])
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
	b := programs.New("gate", 4)
	out := b.Buf(ops.Bool, 64)
	b.Tiles(func(v int) {
		start := b.Add(codegen.Instr{Code: codegen.Var, DType: i64, Int: v})
		start = b.ALU(ops.Mul, i64, false, start, b.Const(ops.IntValue(i64, 4), false))
		lanes := b.Add(codegen.Instr{Code: codegen.Lanes, DType: i64, Vec: true})
		pos := b.ALU(ops.Add, i64, true, b.Splat(i64, start), lanes)
		row := b.ALU(ops.Div, i64, true, pos, b.Const(ops.IntValue(i64, 7), true))
		b.Store(ops.Bool, true, b.ALU(ops.CmpLT, ops.Bool, true, row, b.Const(ops.IntValue(i64, 3), true)), programs.At(out, v, 4, 1))
	})
	text, _, err := emit(b.Program(16), generic)
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
