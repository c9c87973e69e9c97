package main

import "weft/frontend/tensor"

// chain is n elementwise operations, one after another. The same chain is another graph each time it is built, since it starts
// from another tensor.
func chain(n int) func() []*tensor.Tensor {
	next := func() *tensor.Tensor { return tensor.Randn(1000).Realize() }
	y := next()
	return func() []*tensor.Tensor {
		x := next()
		z := x
		for i := range n {
			z = link(i, z, y)
		}
		return []*tensor.Tensor{z}
	}
}

func link(i int, x, y *tensor.Tensor) *tensor.Tensor {
	switch i % 5 {
	case 0:
		return x.Add(y)
	case 1:
		return x.Mul(y)
	case 2:
		return x.Tanh()
	case 3:
		return x.Maximum(y)
	}
	return x.Sub(y)
}

// rnn is a cell unrolled for n steps, and the gradients of its weights.
func rnn(n int) func() []*tensor.Tensor {
	const batch, width = 8, 32
	w := tensor.Randn(width, width).Mul(0.1).Realize().RequireGrad()
	u := tensor.Randn(width, width).Mul(0.1).Realize().RequireGrad()
	next := func() *tensor.Tensor { return tensor.Randn(n, batch, width).Realize() }
	next()
	return func() []*tensor.Tensor {
		x := next()
		h := tensor.Zeros(batch, width)
		for i := range n {
			h = x.Select(0, i).MatMul(u).Add(h.MatMul(w)).Tanh()
		}
		w.ZeroGrad()
		u.ZeroGrad()
		loss := h.Sum()
		loss.Backward()
		return []*tensor.Tensor{loss, w.Grad(), u.Grad()}
	}
}
