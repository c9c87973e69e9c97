package functional

import (
	"math"

	"weft/frontend/tensor"
	"weft/lazy"
)

// Dropout sets elements to zero with probability p and scales the others by 1/(1-p), while training; else it is x (Hinton and
// others 2012). PyTorch's p is 0.5. A p outside of [0, 1] panics with *Error, here and in all dropouts.
func Dropout(x *tensor.Tensor, p float64, training bool) *tensor.Tensor {
	return drop("dropout", x, x.Shape(), p, training)
}

// Dropout1d sets whole channels of x (n, c, l) or (c, l) to zero, as Dropout does elements (Tompson and others 2015).
func Dropout1d(x *tensor.Tensor, p float64, training bool) *tensor.Tensor {
	return drop("dropout1d", x, perChannel("dropout1d", x, 1, x.Rank() == 2), p, training)
}

// Dropout2d sets whole channels of x (n, c, h, w) to zero, as Dropout does elements. As in PyTorch, three axes are (n, c, l).
func Dropout2d(x *tensor.Tensor, p float64, training bool) *tensor.Tensor {
	return drop("dropout2d", x, perChannel("dropout2d", x, 2, false), p, training)
}

// Dropout3d sets whole channels of x (n, c, d, h, w) or (c, d, h, w) to zero, as Dropout does elements.
func Dropout3d(x *tensor.Tensor, p float64, training bool) *tensor.Tensor {
	return drop("dropout3d", x, perChannel("dropout3d", x, 3, x.Rank() == 4), p, training)
}

// perChannel is the shape of one number a channel of x: axis 1, or axis 0 of an input without a batch.
func perChannel(op string, x *tensor.Tensor, n int, unbatched bool) []int {
	if x.Rank() != n+2 && x.Rank() != n+1 {
		fail(lazy.ErrShape, op, []*tensor.Tensor{x}, "the input must have %d or %d axes", n+2, n+1)
	}
	lead := 2
	if unbatched {
		lead = 1
	}
	return shape(x.Shape()[:lead], ones(x.Rank()-lead))
}

// drop decides once for each element of a shape that broadcasts to x's.
func drop(op string, x *tensor.Tensor, each []int, p float64, training bool) *tensor.Tensor {
	checkProbability(op, x, p)
	switch {
	case !training || p == 0:
		return x
	case !x.DType().IsFloat():
		fail(lazy.ErrDType, op, []*tensor.Tensor{x}, "not defined on %s; cast to a floating point type", x.DType())
	case p == 1:
		return x.Mul(0)
	}
	return tensor.Where(kept(x, each, p), x.Mul(1/(1-p)), 0)
}

func checkProbability(op string, x *tensor.Tensor, p float64) {
	if !(p >= 0 && p <= 1) {
		fail(lazy.ErrValue, op, []*tensor.Tensor{x}, "the probability must lie between 0 and 1, got %v", p)
	}
}

func kept(x *tensor.Tensor, each []int, p float64) *tensor.Tensor {
	return tensor.Options{DType: tensor.Float32, Device: x.Device()}.Rand(each...).Ge(p)
}

// AlphaDropout is the dropout for Selu (Klambauer and others 2017): with probability p elements get Selu's lowest value, and all
// are scaled and shifted so that mean 0 and variance 1 stay, while training; else it is x. PyTorch's p is 0.5.
func AlphaDropout(x *tensor.Tensor, p float64, training bool) *tensor.Tensor {
	return dropAlpha("alpha_dropout", x, x.Shape(), p, training)
}

// FeatureAlphaDropout is AlphaDropout of whole channels of x (n, c, ...).
func FeatureAlphaDropout(x *tensor.Tensor, p float64, training bool) *tensor.Tensor {
	if x.Rank() < 2 {
		fail(lazy.ErrShape, "feature_alpha_dropout", []*tensor.Tensor{x}, "the input must be (n, c, ...)")
	}
	return dropAlpha("feature_alpha_dropout", x, shape(x.Shape()[:2], ones(x.Rank()-2)), p, training)
}

// seluLow is what Selu goes to at minus infinity: minus its scale times its alpha.
const seluLow = -1.0507009873554804934193349852946 * 1.6732632423543772848170429916717

func dropAlpha(op string, x *tensor.Tensor, each []int, p float64, training bool) *tensor.Tensor {
	checkProbability(op, x, p)
	switch {
	case !training || p == 0:
		return x
	case p == 1:
		return x.Mul(0)
	}
	scale := 1 / math.Sqrt((seluLow*seluLow*p+1)*(1-p))
	return tensor.Where(kept(x, each, p), x, seluLow).Mul(scale).Sub(scale * p * seluLow)
}

// GumbelSoftmax draws from the distributions that logits, floats, describe along an axis (PyTorch's is -1), as softmaxes of the
// logits with Gumbel noise, at the temperature tau (PyTorch's is 1). With hard the answers are one-hot, with the softmax's
// gradient (Jang and others 2017).
func GumbelSoftmax(logits *tensor.Tensor, tau float64, hard bool, axis int) *tensor.Tensor {
	soft := logits.Add(gumbel(logits)).Div(tau).Softmax(axis)
	if !hard {
		return soft
	}
	_, best := soft.Detach().MaxDim(axis, tensor.KeepDim)
	return soft.ZerosLike().Scatter(axis, best, 1.0).Sub(soft.Detach()).Add(soft)
}

// gumbel is noise -log(e) of x's shape, for exponential e, which is held above zero so that the noise is finite.
func gumbel(x *tensor.Tensor) *tensor.Tensor {
	o := tensor.Options{DType: tensor.Float32, Device: x.Device()}
	if x.DType() == tensor.Float64 {
		o.DType = tensor.Float64
	}
	exponential := o.Rand(x.Shape()...).Neg().Log1p().Neg()
	return exponential.Clamp(1e-30, nil).Log().Neg().Cast(x.DType())
}

// RReLU is x where positive and x times a slope drawn evenly from lower to upper elsewhere, while training; else times their
// mean (Xu and others 2015). PyTorch's bounds are 1/8 and 1/3.
func RReLU(x *tensor.Tensor, lower, upper float64, training bool) *tensor.Tensor {
	if !training {
		return x.LeakyRelu((lower + upper) / 2)
	}
	slope := tensor.Options{DType: x.DType(), Device: x.Device()}.Rand(x.Shape()...).Mul(upper - lower).Add(lower)
	return tensor.Where(x.Gt(0), x, x.Mul(slope))
}
