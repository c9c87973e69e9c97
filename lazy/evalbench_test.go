package lazy

import (
	"testing"

	"weft/ops"
)

func BenchmarkEvaluateMatmul(b *testing.B) {
	n := matmul(count(ops.Float32, 64, 64), count(ops.Float32, 64, 64))
	b.SetBytes(64 * 64 * 64) // "bytes" are products
	for b.Loop() {
		if _, err := Evaluate([]*Node{n}, readMemory); err != nil {
			b.Fatal(err)
		}
	}
}
