//go:build linux && amd64

package goasm_test

import (
	"math/rand/v2"
	"testing"

	"weft/codegen"
	"weft/ops"
)

// The programs of common kernels leave the interpreter's bits.
func TestShapes(t *testing.T) {
	eachTarget(t, func(t *testing.T, target codegen.Target) {
		vl := target.VL
		for _, p := range []*codegen.Program{chain(vl, int64(vl)*4*7), matmulTile(vl, 12, int64(vl)*4, 9, 6, 2), rowMax(vl, 5, int64(vl)*6), lookup(vl, int64(vl)*5, 50), tail(vl, ops.Float32, 37), tail(vl, ops.Int8, 37), tail(vl, ops.Float64, 37)} {
			if err := codegen.Verify(p, target); err != nil {
				t.Error(err)
			}
			got, want := bothWays(t, target, p, func(buf int, b []byte) {
				rnd := rand.New(rand.NewPCG(3, uint64(buf)))
				d := p.Bufs[buf].DType
				for i := range int(p.Bufs[buf].Elems) {
					put(b[i*d.Size():], randomValue(d, rnd))
				}
			}, nil)
			for i := range got {
				if string(got[i]) != string(want[i]) {
					t.Errorf("%s: buffer %d differs", p.Name, i)
				}
			}
		}
	})
}
