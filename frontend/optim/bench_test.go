package optim

import (
	"testing"

	"weft/frontend/tensor"
)

// BenchmarkLinreg is a whole step of the smallest model: forward, backward, update and reading the loss.
func BenchmarkLinreg(b *testing.B) {
	x := tensor.New([]float32{1, 2, 3, 4}, 4, 1)
	y := tensor.New([]float32{3, 5, 7, 9}, 4, 1)
	w, c := tensor.Zeros(1, 1).RequireGrad(), tensor.Zeros(1).RequireGrad()
	opt := NewSGD([]*tensor.Tensor{w, c}, 0.01)
	b.ReportAllocs()
	for range b.N {
		opt.ZeroGrad()
		d := x.MatMul(w).Add(c).Sub(y)
		loss := d.Mul(d).Mean()
		loss.Backward()
		opt.MustStep()
		loss.Item()
	}
}
