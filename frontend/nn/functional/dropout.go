package functional

import (
	"weft/frontend/tensor"
	"weft/lazy"
)

// Dropout sets elements to zero with probability p and scales the others by 1/(1-p), while training; else it is x.
func Dropout(x *tensor.Tensor, p float64, training bool) *tensor.Tensor {
	if !(p >= 0 && p <= 1) {
		fail(lazy.ErrValue, "dropout", []*tensor.Tensor{x}, "the probability must lie between 0 and 1, got %v", p)
	}
	switch {
	case !training || p == 0:
		return x
	case p == 1:
		return x.Mul(0)
	}
	keep := tensor.Options{DType: tensor.Float32, Device: x.Device()}.Rand(x.Shape()...).Ge(p)
	return tensor.Where(keep, x.Mul(1/(1-p)), 0)
}
