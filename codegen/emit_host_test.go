package codegen_test

import (
	"testing"

	"weft/codegen"
	"weft/codegen/internal/kernels"
	"weft/schedule"
)

// TestHosts tells which scratch rows live in the output: those whose elements are read for the last time where they are
// written over.
func TestHosts(t *testing.T) {
	for _, c := range []struct {
		k       *schedule.Kernel
		scratch int
	}{
		{kernels.Softmax(64, 100), 0},
		{kernels.Normalise(20, 128), 0},
		{kernels.Mirror(5, 40), 1},
		{kernels.Nested(3, 5, 9), 1},
	} {
		p, err := codegen.Lower(c.k, targets[0])
		if err != nil {
			t.Fatal(err)
		}
		if got := len(p.Bufs) - p.NumParams; got != c.scratch {
			t.Errorf("%s has %d rows of scratch, not %d:\n%s", c.k.Name, got, c.scratch, p.Text())
		}
	}
}
