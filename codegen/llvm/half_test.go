//go:build linux && amd64

package llvm

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"weft/codegen"
	"weft/codegen/internal/programs"
	"weft/ops"
)

// halfCompare compares widened 16-bit floats, with one another and with what came of rounding.
func halfCompare(d ops.DType, vl int, vec bool) *codegen.Program {
	const f32 = ops.Float32
	n := int64(16 * vl)
	b := programs.New("halfcompare", vl)
	out, x, y, small := b.Buf(ops.Bool, n), b.Buf(d, n), b.Buf(d, n), b.Buf(d, n)
	step, lane := int64(1), int64(0)
	if vec {
		step, lane = int64(vl), 1
	}
	b.Tiles(func(v int) {
		wide := func(buf int) codegen.Value {
			return b.ALU(ops.Cast, f32, vec, b.Load(d, vec, programs.At(buf, v, step, lane)))
		}
		p, q := wide(x), wide(y)
		rounded := b.ALU(ops.Cast, d, vec, b.ALU(ops.Max, f32, vec, b.ALU(ops.Add, f32, vec, p, q), b.Const(ops.FloatValue(f32, 0), vec)))
		less := b.ALU(ops.CmpLT, ops.Bool, vec, p, b.ALU(ops.Cast, f32, vec, rounded))
		less = b.ALU(ops.Xor, ops.Bool, vec, less, b.ALU(ops.CmpLE, ops.Bool, vec, q, b.Const(ops.FloatValue(f32, 0.5), vec)))
		b.Store(ops.Bool, vec, less, programs.At(out, v, step, lane))
		b.Store(d, vec, b.ALU(ops.Where, d, vec, less, rounded, b.Load(d, vec, programs.At(y, v, step, lane))), programs.At(small, v, step, lane))
	})
	return b.Program(n / step)
}

// Comparing 16-bit floats takes no vector apart and calls nothing.
func TestHalfCompare(t *testing.T) {
	eachTarget(t, func(t *testing.T, l *library, target codegen.Target) {
		for _, d := range []ops.DType{ops.Float16, ops.BFloat16} {
			for _, vec := range []bool{true, false} {
				p := halfCompare(d, target.VL, vec)
				got, want := way(l, target).Both(t, p, func(buf int, b []byte) {
					rnd := rand.New(rand.NewPCG(5, uint64(buf)))
					for ; len(b) > 1; b = b[2:] {
						ops.FloatValue(d, rnd.NormFloat64()).Store(b)
					}
				}, nil)
				if !slices.EqualFunc(got, want, bytes.Equal) {
					t.Errorf("%v, vec %v: other bits", d, vec)
				}
				out, err := backend{open: func() (*library, error) { return l, nil }}.Compile(p, target, true)
				if err != nil {
					t.Fatal(err)
				}
				text := out.Texts["assembly"]
				if vec && strings.Contains(text, "vaddss") || strings.Contains(text, "call") {
					t.Errorf("%v, vec %v:\n%s", d, vec, text)
				}
			}
		}
	})
}
