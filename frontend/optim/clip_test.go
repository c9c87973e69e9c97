package optim

import (
	"context"
	"math"
	"testing"

	"weft/frontend/tensor"
)

// TestClipNorms holds norms of several orders over two gradients, and what becomes of them, against PyTorch's.
func TestClipNorms(t *testing.T) {
	for p, want := range map[float64]float64{2: 13, 1: 19, math.Inf(1): 12, 3: math.Cbrt(27 + 64 + 1728), 0: 2} {
		a, b := tensor.Zeros(2).RequireGrad(), tensor.Zeros(1).RequireGrad()
		a.SetGrad(tensor.New([]float32{3, -4}))
		b.SetGrad(tensor.New([]float32{12}))
		params := []*tensor.Tensor{a, b, tensor.Zeros(1).RequireGrad()}
		if got := ClipGradNorm(params, 1, p).Item(); math.Abs(got-want) > 1e-4 {
			t.Errorf("norm of order %v: %v, want %v", p, got, want)
		}
		if got := b.Grad().Item(); math.Abs(got-12/want) > 1e-4 {
			t.Errorf("order %v: clipped to %v", p, got)
		}
		ClipGradNorm(params, 100, p)
		if got := b.Grad().Item(); math.Abs(got-12/want) > 1e-4 {
			t.Errorf("order %v: a small gradient became %v", p, got)
		}
	}
	if ClipGradNorm(nil, 1, 2).Item() != 0 {
		t.Error("no gradients have a norm")
	}
}

func TestClipValue(t *testing.T) {
	w := tensor.Zeros(2).RequireGrad()
	w.SetGrad(tensor.New([]float32{3, -0.2}))
	ClipGradValue([]*tensor.Tensor{w}, 0.5)
	if got := tensor.MustData[float32](w.Grad()); got[0] != 0.5 || got[1] != -0.2 {
		t.Errorf("clipped to %v", got)
	}
}

// TestNonfinite: an infinite norm is an error of the step, which changes nothing; unasked it spoils the parameters.
func TestNonfinite(t *testing.T) {
	for _, strict := range []bool{true, false} {
		w := tensor.Zeros(2).RequireGrad()
		w.SetGrad(tensor.New([]float32{1, float32(math.Inf(1))}))
		opt := NewSGD([]*tensor.Tensor{w}, 1)
		norm := ClipGradNorm([]*tensor.Tensor{w}, 1, 2, strict)
		err := opt.Step(context.Background())
		if strict != (err != nil) {
			t.Errorf("strict %v: error %v", strict, err)
		}
		if got := tensor.MustData[float32](w); strict && got[1] != 0 || !strict && got[1] == got[1] {
			t.Errorf("strict %v: parameters %v", strict, got)
		}
		if _, err := norm.Value(); strict != (err != nil) {
			t.Errorf("strict %v: error of the norm: %v", strict, err)
		}
	}
}
