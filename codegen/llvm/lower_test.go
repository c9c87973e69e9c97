//go:build linux && amd64

package llvm

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"weft/codegen"
	"weft/codegen/internal/kernels"
	"weft/ops"
	"weft/schedule"
)

// lowered are kernels of every kind that codegen lowers, in sizes that leave remainders and ones that do not.
func lowered() []*schedule.Kernel {
	return []*schedule.Kernel{
		kernels.Elementwise(1), kernels.Elementwise(100), kernels.Elementwise(1 << 14),
		kernels.SumRows(3, 100, kernels.Across(4)), kernels.SumRows(40, 7, kernels.Across(2)), kernels.SumRows(40, 33, kernels.Down()),
		kernels.SumCols(33, 70), kernels.SumCols(5, 1000),
		kernels.Normalise(3, 50), kernels.Normalise(20, 128), kernels.LayerNorm(4, 64), kernels.LayerNorm(3, 37),
		kernels.MatMul(5, 7, 9, kernels.Down()), kernels.MatMul(33, 70, 20, kernels.Down()), kernels.MatMul(64, 64, 16, kernels.Down()),
		kernels.MatMul(9, 11, 40, kernels.Across(1)), kernels.MatMul(13, 6, 17, kernels.Across(2)),
		kernels.CumSum(9, 20), kernels.CumSum(30, 1), kernels.ScatterAdd(50, 7, 20), kernels.ScatterAdd(50, 7, 1),
		kernels.Gather(50, 7, 20), kernels.Gather(50, 7, 1), kernels.Transpose(20, 33), kernels.Window(100, 3),
		kernels.Nested(3, 20, 33), kernels.Halves(6, 20), kernels.InPlace(1000),
	}
}

// What codegen lowers leaves the same bits in every buffer, compiled or interpreted.
func TestLoweredKernels(t *testing.T) {
	eachTarget(t, func(t *testing.T, l *library, target codegen.Target) {
		for n, k := range lowered() {
			p, err := codegen.Lower(k, target)
			if err != nil {
				t.Fatal(err)
			}
			got, want := bothWays(t, l, target, p, func(buf int, b []byte) {
				rnd := rand.New(rand.NewPCG(uint64(n), uint64(buf)))
				for d := p.Bufs[buf].DType; len(b) > 0; b = b[d.Size():] {
					if d.IsFloat() {
						put(b, ops.FloatValue(d, rnd.NormFloat64()))
					} else {
						put(b, ops.IntValue(d, rnd.Int64N(40)-8))
					}
				}
			}, nil)
			for i := range p.NumParams {
				if string(got[i]) != string(want[i]) {
					t.Errorf("%s of %s: buffer %d differs\n%s", k.Name, sizes(p), i, p.Text())
				}
			}
		}
	})
}

func sizes(p *codegen.Program) (s string) {
	for _, b := range p.Bufs {
		s += fmt.Sprint(b.Elems, " ")
	}
	return s
}
