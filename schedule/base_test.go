package schedule

import (
	"testing"

	"weft/lazy"
	"weft/ops"
)

// activated is a product, an activation of it and what the activation's gradient needs, each the operand of another product.
func activated(f func(d *lazy.Node) (value, slope *lazy.Node)) []*lazy.Node {
	d := matmulT(f32(768, 128), f32(512, 128))
	d = ew(ops.Add, d, lazy.ExpandNode(lazy.ReshapeNode(f32(512), 1, 512), 768, 512))
	value, slope := f(d)
	return []*lazy.Node{matmulT(value, f32(128, 512)), matmulT(ew(ops.Mul, slope, f32(768, 512)), f32(128, 512))}
}

// wideMems counts the values of d's shape that a plan keeps in memory.
func wideMems(t *testing.T, roots []*lazy.Node) int {
	t.Helper()
	plan := planFor(t, Options{}, roots...)
	n := 0
	for _, m := range plan.Mems {
		if m.Kind == Internal && m.Elems == 768*512 {
			n++
		}
	}
	return n
}

// TestActivationsAreComputedAgain holds that a backward pass reads what the activation started from, not what it passed through.
func TestActivationsAreComputedAgain(t *testing.T) {
	full := func(f float64) *lazy.Node { return number(f, 768, 512) }
	tanhs := activated(func(d *lazy.Node) (value, slope *lazy.Node) {
		half := ew(ops.Mul, d, full(0.5))
		inner := ew(ops.Tanh, ew(ops.Mul, ew(ops.Mul, d, full(0.8)), ew(ops.Add, ew(ops.Mul, d, d), full(1))))
		up := ew(ops.Add, inner, full(1))
		return ew(ops.Mul, half, up), ew(ops.Add, ew(ops.Mul, up, full(0.5)), ew(ops.Mul, half, ew(ops.Sub, full(1), ew(ops.Mul, inner, inner))))
	})
	// The product with its bias, the activation, and the gradient that the second product takes.
	if n := wideMems(t, tanhs); n != 3 {
		t.Errorf("%d values in memory, want 3", n)
	}
	exps := activated(func(d *lazy.Node) (value, slope *lazy.Node) {
		e := ew(ops.Exp, d)
		return ew(ops.Add, e, full(1)), ew(ops.Mul, e, full(2))
	})
	// Nobody else reads the product: its exponential is kept instead.
	if n := wideMems(t, exps); n != 3 {
		t.Errorf("%d values in memory, want 3", n)
	}
}
