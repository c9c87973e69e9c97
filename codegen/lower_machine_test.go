package codegen_test

import (
	"testing"
	"unsafe"

	"weft/codegen"
	_ "weft/codegen/llvm"
	rt "weft/runtime"
)

// loaded makes machine code runnable and calls its phases.
func loaded(t *testing.T, c *codegen.Compiled) func(phase int, bufs []unsafe.Pointer, lo, hi int64) {
	t.Helper()
	code, err := rt.LoadCompiled(c)
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

// backendsFor names the back ends that make code for a target that runs here. LLVM takes long, so it is asked for one of them.
func backendsFor(target codegen.Target) []string {
	names := []string{"interp"}
	if _, err := rt.Open("cpu:goasm:" + target.Name); err == nil {
		names = append(names, "goasm")
	}
	if _, err := rt.Open("cpu:llvm"); err == nil && target.Name == rt.Target().Name {
		names = append(names, "llvm")
	}
	return names
}
