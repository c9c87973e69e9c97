//go:build linux && amd64

package goasm_test

import (
	"testing"
	"unsafe"

	"weft/codegen"
	_ "weft/codegen/goasm"
	"weft/codegen/internal/programs"
	rt "weft/runtime"
)

// way is this back end on a target.
func way(target codegen.Target) programs.Way {
	return programs.Way{Name: "goasm", Target: target, Compile: func(t testing.TB, p *codegen.Program) []codegen.Func {
		t.Helper()
		return compile(t, p, target)
	}}
}

// compile gives a program's phases as functions.
func compile(t testing.TB, p *codegen.Program, target codegen.Target) []codegen.Func {
	t.Helper()
	c, err := codegen.Lookup("goasm").Compile(p, target, false)
	if err != nil {
		t.Fatalf("%v\n%s", err, p.Text())
	}
	code, err := rt.LoadCompiled(c)
	if err != nil {
		t.Fatal(err)
	}
	var funcs []codegen.Func
	for _, s := range c.Symbols {
		entry, _ := code.Entry(s)
		funcs = append(funcs, func(bufs []unsafe.Pointer, scalars []int64, lo, hi int64) {
			code.Call(entry, unsafe.SliceData(bufs), unsafe.SliceData(scalars), lo, hi)
		})
	}
	return funcs
}

// eachTarget runs f on every target that this processor can run.
func eachTarget(t *testing.T, f func(t *testing.T, target codegen.Target)) {
	t.Helper()
	for _, target := range targets {
		if target.Name == "avx512" && rt.Target().Name != "avx512" {
			continue
		}
		t.Run(target.Name, func(t *testing.T) { f(t, target) })
	}
}
