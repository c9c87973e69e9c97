package workload

import (
	"context"

	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

func matmul(n int) func() Run {
	return func() Run {
		x, y := randn(n, n), randn(n, n)
		return forward(func() *tensor.Tensor { return x.MatMul(y) })
	}
}

// product multiplies matrices of any shapes, either of them transposed first.
func product(x, y []int, tx, ty bool) func() Run {
	return func() Run {
		a, b := randn(x...), randn(y...)
		return forward(func() *tensor.Tensor {
			left, right := a, b
			if tx {
				left = a.MT()
			}
			if ty {
				right = b.MT()
			}
			return left.MatMul(right)
		})
	}
}

func chain() Run {
	a, b, c, d := randn(million16), randn(million16), randn(million16), randn(million16)
	return forward(func() *tensor.Tensor {
		return a.Mul(b).Add(c).Relu().Mul(d.Neg().Exp()).Add(a.Tanh())
	})
}

func softmax() Run {
	x := randn(4096, 4096)
	return forward(func() *tensor.Tensor { return x.Softmax(-1) })
}

func layerNorm() Run {
	x, w, b := randn(4096, 1024), randn(1024), randn(1024)
	return forward(func() *tensor.Tensor { return functional.LayerNorm(x, []int{1024}, w, b, 1e-5) })
}

func sumAll() Run {
	x := randn(million16)
	return forward(func() *tensor.Tensor { return x.Sum() })
}

func sumAxis(axis int) func() Run {
	return func() Run {
		x := randn(4096, 4096)
		return forward(func() *tensor.Tensor { return x.Sum(axis) })
	}
}

func conv2d() Run {
	x, w := randn(32, 64, 56, 56), randn(64, 64, 3, 3)
	return forward(func() *tensor.Tensor {
		return functional.Conv2d(x, w, nil, functional.Conv{Padding: []int{1}})
	})
}

// attention is causal attention of 8 heads of 64 over t places.
func attention(t int) func() Run {
	return func() Run {
		q, k, v := randn(8, t, 64), randn(8, t, 64), randn(8, t, 64)
		return forward(func() *tensor.Tensor {
			y, _ := functional.ScaledDotProductAttention(q, k, v, functional.Attention{Causal: true})
			return y
		})
	}
}

func attentionBackward(t int) func() Run {
	return func() Run {
		q, k, v, g := randn(8, t, 64).RequireGrad(), randn(8, t, 64).RequireGrad(), randn(8, t, 64).RequireGrad(), randn(8, t, 64)
		return func(ctx context.Context) error {
			y, _ := functional.ScaledDotProductAttention(q, k, v, functional.Attention{Causal: true})
			return tensor.Realize(ctx, tensor.Gradients(y, g, q, k, v)...)
		}
	}
}
