//go:build linux && amd64

package goasm_test

import (
	"testing"

	"weft/codegen"
)

// Every primitive gives the interpreter's bits, on every type, for all special values.
func TestPrimitives(t *testing.T) {
	eachTarget(t, func(t *testing.T, target codegen.Target) { way(target).HoldPrimitives(t, !testing.Short()) })
}

// The programs of common kernels leave the interpreter's bits.
func TestShapes(t *testing.T) {
	eachTarget(t, func(t *testing.T, target codegen.Target) { way(target).HoldShapes(t) })
}

// Programs made at random leave the same memory behind from machine code and from the interpreter.
func TestRandomPrograms(t *testing.T) {
	eachTarget(t, func(t *testing.T, target codegen.Target) { way(target).HoldRandom(t, 60) })
}
