//go:build linux && amd64

package llvm

import (
	"testing"

	"weft/codegen"
	"weft/codegen/internal/kernels"
)

// Every primitive gives the interpreter's bits, on every type, for all special values.
func TestPrimitives(t *testing.T) {
	eachTarget(t, func(t *testing.T, l *library, target codegen.Target) {
		thorough := l.version[:2] == "19" && target.Name == targets[0].Name && !testing.Short()
		way(l, target).HoldPrimitives(t, thorough)
	})
}

// Programs made at random leave the same memory behind from LLVM's code and from the interpreter.
func TestRandomPrograms(t *testing.T) {
	eachTarget(t, func(t *testing.T, l *library, target codegen.Target) { way(l, target).HoldRandom(t, 10) })
}

// What codegen lowers leaves the same bits in every buffer, compiled or interpreted.
func TestLoweredKernels(t *testing.T) {
	eachTarget(t, func(t *testing.T, l *library, target codegen.Target) { way(l, target).HoldKernels(t, kernels.Common()) })
}
