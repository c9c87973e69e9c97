package tests

import (
	"testing"

	"weft/frontend/tensor"
)

// A sum of 2^24+2 ones in float32 is exact along lanes and across rows: no accumulator runs so far that one is lost.
func TestLongSumsOfOnes(t *testing.T) {
	const n = 1<<24 + 2
	for name, x := range map[string]*tensor.Tensor{
		"row":     tensor.Ones(n).Realize().Sum(),
		"column":  tensor.Ones(n, 1).Realize().Sum(0),
		"columns": tensor.Ones(n/2, 2).Realize().Sum(0, 1),
		"product": tensor.Ones(n).Realize().Dot(tensor.Ones(n).Realize()),
	} {
		if got := tensor.MustData[float32](x)[0]; got != n {
			t.Errorf("%s: %v ones, want %d", name, got, n)
		}
	}
}
