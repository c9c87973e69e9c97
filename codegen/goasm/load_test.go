//go:build linux && amd64

package goasm_test

import (
	"fmt"
	"testing"
	"unsafe"

	"weft/codegen"
	_ "weft/codegen/goasm"
	rt "weft/runtime"
)

// runGoasm compiles a program and gives its phases as functions.
func runGoasm(t testing.TB, p *codegen.Program, target codegen.Target) []codegen.Func {
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

// runInterp is the same through the interpreter.
func runInterp(t testing.TB, p *codegen.Program, target codegen.Target) []codegen.Func {
	t.Helper()
	c, err := codegen.Lookup("interp").Compile(p, target, false)
	if err != nil {
		t.Fatal(err)
	}
	return c.Funcs
}

// The targets that tests compile for.
var targets = []codegen.Target{
	{Name: "avx512", VL: 16, Regs: 32, L1: 32 << 10, L2: 1 << 20},
	{Name: "avx2", VL: 8, Regs: 16, L1: 32 << 10, L2: 1 << 20},
}

// eachTarget runs f on every target that this processor can run.
func eachTarget(t *testing.T, f func(t *testing.T, target codegen.Target)) {
	for _, target := range targets {
		if target.Name == "avx512" && rt.Target().Name != "avx512" {
			continue
		}
		t.Run(target.Name, func(t *testing.T) { f(t, target) })
	}
}

// memory makes one block of bytes a buffer, with a canary behind each.
func memory(p *codegen.Program, fill func(buf int, b []byte)) [][]byte {
	mem := make([][]byte, len(p.Bufs))
	for i, b := range p.Bufs {
		raw := make([]byte, int(b.Elems)*b.DType.Size()+64+canary)
		start := int(-uintptr(unsafe.Pointer(&raw[0])) & 63)
		n := int(b.Elems) * b.DType.Size()
		mem[i] = raw[start : start+n : start+n+canary]
		for k := range canary {
			mem[i][:n+canary][n+k] = 0xA5
		}
		if fill != nil {
			fill(i, mem[i])
		}
	}
	return mem
}

const canary = 64

// runAll runs every phase over all its tiles, in chunks.
func runAll(p *codegen.Program, funcs []codegen.Func, mem [][]byte, scalars []int64) error {
	ptrs := make([]unsafe.Pointer, len(mem))
	for i := range mem {
		ptrs[i] = unsafe.Pointer(unsafe.SliceData(mem[i][:1]))
	}
	for i, ph := range p.Phases {
		half := ph.Tiles / 2
		if half > 0 {
			funcs[i](ptrs, scalars, 0, half)
		}
		funcs[i](ptrs, scalars, half, ph.Tiles)
	}
	for i, m := range mem {
		for k, c := range m[:cap(m)][len(m):] {
			if c != 0xA5 {
				return fmt.Errorf("buffer %d: byte %d past its end was written", i, k)
			}
		}
	}
	return nil
}
