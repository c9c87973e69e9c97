package lazy

import (
	"testing"

	"weft/ops"
)

func BenchmarkBuild(b *testing.B) {
	x, y := count(ops.Float32, 4), count(ops.Float32, 4)
	b.Run("new", func(b *testing.B) {
		b.ReportAllocs()
		for n, i := x, 0; b.Loop(); i++ {
			if i%1000 == 0 { // a program drops a step's graph before the next
				n, y = x, count(ops.Float32, 4)
			}
			n = Elementwise(ops.Add, n, y)
		}
	})
	b.Run("known", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Elementwise(ops.Add, x, y)
		}
	})
}
