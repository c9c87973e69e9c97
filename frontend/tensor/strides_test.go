package tensor_test

import (
	"testing"

	. "weft/frontend/tensor"
)

// TestViewRefusesCopies holds which tensors View shows in another shape: those that PyTorch's view does.
func TestViewRefusesCopies(t *testing.T) {
	x := Arange(24).Reshape(2, 3, 4)
	for name, f := range map[string]func() *Tensor{
		"whole":               func() *Tensor { return x.View(6, 4) },
		"with unknown":        func() *Tensor { return x.View(2, -1) },
		"outer slice":         func() *Tensor { return x.Slice(1, 2).View(12) },
		"split of a slice":    func() *Tensor { return x.SliceAxis(2, 0, 2).View(6, 2) },
		"permuted, ones":      func() *Tensor { return x.Permute(1, 0, 2).View(3, 1, 2, 2, 2) },
		"copied by Reshape":   func() *Tensor { return x.Permute(2, 0, 1).Reshape(6, 4).View(24) },
		"computed":            func() *Tensor { return x.Transpose(0, 1).Add(1).View(24) },
		"contiguous":          func() *Tensor { return x.Transpose(0, 1).Contiguous().View(24) },
		"expanded, kept":      func() *Tensor { return Ones(1, 3).Expand(2, 3).View(2, 3, 1) },
		"every other, kept":   func() *Tensor { return Arange(8).Slice(0, 8, 2).View(2, 2) },
		"empty":               func() *Tensor { return Zeros(2, 0).Transpose(0, 1).View(0, 5) },
		"scalar":              func() *Tensor { return Ones(1).Select(0, 0).View(1, 1) },
		"transposed back":     func() *Tensor { return x.Transpose(0, 1).Transpose(0, 1).View(24) },
		"flipped, a copy":     func() *Tensor { return x.Flip(0).View(24) },
		"rows of a transpose": func() *Tensor { return x.Transpose(0, 2).Select(2, 0).View(4, 3, 1) },
	} {
		if got := mistakeOf(t, func() { f() }); got != "no error: <nil>" && got != "" {
			t.Errorf("%s: %s", name, got)
		}
	}
	for name, f := range map[string]func() *Tensor{
		"transposed": func() *Tensor { return Ones(2, 3).T().View(6) },
		"cut inside": func() *Tensor { return x.SliceAxis(2, 0, 2).View(12) },
		"expanded":   func() *Tensor { return Ones(1, 3).Expand(2, 3).View(6) },
		"permuted":   func() *Tensor { return x.Permute(1, 0, 2).View(3, 8) },
		"mixed":      func() *Tensor { return x.Transpose(0, 1).View(6, 4) },
	} {
		if Try(func() { f() }) == nil {
			t.Errorf("%s: shown without a copy", name)
		}
	}
	want := "view: (3, 2) float32: the tensor shows another in another order, in parts or repeated, and has no shape (6) without a copy; use Reshape"
	if got := mistakeOf(t, func() { Ones(2, 3).T().View(6) }); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
