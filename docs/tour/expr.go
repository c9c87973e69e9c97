package main

import "weft/frontend/tensor"

// device is where the tour's tensors are: the back end that every platform has.
const device = "cpu:interp"

// inputs makes a small batch, a weight and a bias of numbers that are easy to follow.
func inputs() (x, w, b *tensor.Tensor) {
	x = tensor.NewOn(device, ramp(8*64, 5), 8, 64)
	w = tensor.NewOn(device, ramp(64, 3), 64).RequireGrad()
	b = tensor.NewOn(device, ramp(64, 2), 64).RequireGrad()
	return x, w, b
}

// ramp counts 0, 1, ... n-1, 0, 1, ... less the middle.
func ramp(length, n int) []float32 {
	data := make([]float32, length)
	for i := range data {
		data[i] = float32(i%n) - float32(n-1)/2
	}
	return data
}

// expression is what the tour follows.
func expression(x, w, b *tensor.Tensor) *tensor.Tensor {
	return x.Mul(w).Add(b).Relu().Sum()
}
