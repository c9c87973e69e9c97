package tensor_test

import (
	"testing"

	. "weft/frontend/tensor"
)

// BenchmarkBuild measures what one call costs: a node, or a few, and a handle.
func BenchmarkBuild(b *testing.B) {
	x, y := mat(4, 4), mat(4, 4)
	w := mat(4, 4).RequireGrad()
	for _, c := range []struct {
		name string
		f    func(x *Tensor) *Tensor
	}{
		{"add", func(x *Tensor) *Tensor { return x.Add(y) }},
		{"mul_number", func(x *Tensor) *Tensor { return x.Mul(2.5) }},
		{"relu", (*Tensor).Relu},
		{"transpose", (*Tensor).T},
		{"matmul", func(x *Tensor) *Tensor { return x.MatMul(y) }},
		{"softmax", func(x *Tensor) *Tensor { return x.Softmax(-1) }},
		{"add_tracked", func(x *Tensor) *Tensor { return x.Add(w) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			z := x
			for i := 0; b.Loop(); i++ {
				if i%100 == 0 {
					z = x
				}
				z = c.f(z)
			}
		})
	}
}
