package codegen_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"weft/codegen"
	"weft/codegen/internal/kernels"
	_ "weft/codegen/llvm"
	rt "weft/runtime"
)

// loaded maps an object and calls its symbols.
func loaded(t *testing.T, c *codegen.Compiled) func(phase int, bufs []unsafe.Pointer, lo, hi int64) {
	t.Helper()
	code, err := rt.LoadObject(c.Object)
	if err != nil {
		t.Fatal(err)
	}
	scalars := make([]int64, 1)
	return func(phase int, bufs []unsafe.Pointer, lo, hi int64) {
		entry, ok := code.Entry(c.Symbols[phase])
		if !ok {
			t.Fatalf("no symbol %s", c.Symbols[phase])
		}
		code.Call(entry, &bufs[0], &scalars[0], lo, hi)
	}
}

// TestOnLLVM holds machine code against the evaluator, to the bit.
func TestOnLLVM(t *testing.T) {
	if err := codegen.Lookup("llvm").Available(); err != nil {
		t.Skip(err)
	}
	for n, k := range samples() {
		t.Run(fmt.Sprintf("%d_%s", n, k.Name), func(t *testing.T) { hold(t, k, rt.Target(), "llvm", uint64(n)) })
	}
	for seed := range uint64(60) {
		t.Run(fmt.Sprintf("random_%d", seed), func(t *testing.T) {
			hold(t, kernels.Random(rand.New(rand.NewPCG(seed, 7))), rt.Target(), "llvm", seed)
		})
	}
}
