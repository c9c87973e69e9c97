package codegen_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"weft/codegen/internal/kernels"
)

// TestRandomKernels holds random kernels against the evaluator, to the bit, on every target. WEFT_LONG=1 makes more.
func TestRandomKernels(t *testing.T) {
	n := 300
	if os.Getenv("WEFT_LONG") == "1" {
		n = 10000
	}
	for seed := range n {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			k := kernels.Random(rand.New(rand.NewPCG(uint64(seed), 7)))
			for _, target := range targets {
				hold(t, k, target, []string{"interp"}, uint64(seed))
			}
		})
	}
}
