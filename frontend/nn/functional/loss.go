package functional

import (
	"slices"

	"weft/frontend/tensor"
	"weft/lazy"
)

// Reduction says how a loss folds its elements; losses without one take the mean, PyTorch's default.
type Reduction int

// The reductions.
const (
	Mean      Reduction = iota // the mean of all elements
	Sum                        // their sum
	None                       // no folding
	BatchMean                  // the sum over the length of the first axis (of KLDiv)
)

func reduce(loss *tensor.Tensor, how []Reduction) *tensor.Tensor {
	if len(how) == 0 {
		return loss.Mean()
	}
	switch how[0] {
	case Sum:
		return loss.Sum()
	case None:
		return loss
	case BatchMean:
		n := 1
		if loss.Rank() > 0 {
			n = loss.Dim(0)
		}
		return loss.Sum().Div(n)
	}
	return loss.Mean()
}

// MSELoss is the squared difference of x and y, broadcast together.
func MSELoss(x, y *tensor.Tensor, how ...Reduction) *tensor.Tensor {
	d := x.Sub(y)
	return reduce(d.Mul(d), how)
}

// L1Loss is the absolute difference of x and y, broadcast together.
func L1Loss(x, y *tensor.Tensor, how ...Reduction) *tensor.Tensor { return reduce(x.Sub(y).Abs(), how) }

// SmoothL1Loss is quadratic, over beta, where the difference of x and y is below beta, and linear beyond (Girshick 2015). PyTorch's
// beta is 1; 0 gives L1Loss, and a negative one panics with *Error.
func SmoothL1Loss(x, y *tensor.Tensor, beta float64, how ...Reduction) *tensor.Tensor {
	if beta < 0 {
		fail(lazy.ErrValue, "smooth_l1_loss", []*tensor.Tensor{x, y}, "beta must not be negative, got %v", beta)
	}
	d := x.Sub(y).Abs()
	if beta == 0 {
		return reduce(d, how)
	}
	return reduce(tensor.Where(d.Lt(beta), d.Mul(d).Mul(0.5/beta), d.Sub(0.5*beta)), how)
}

// HuberLoss is quadratic where the difference of x and y is below delta, and linear beyond (Huber 1964). PyTorch's delta is 1; one
// that is not positive panics with *Error.
func HuberLoss(x, y *tensor.Tensor, delta float64, how ...Reduction) *tensor.Tensor {
	if !(delta > 0) {
		fail(lazy.ErrValue, "huber_loss", []*tensor.Tensor{x, y}, "delta must be positive, got %v", delta)
	}
	d := x.Sub(y).Abs()
	return reduce(tensor.Where(d.Le(delta), d.Mul(d).Mul(0.5), d.Sub(0.5*delta).Mul(delta)), how)
}

// BinaryCrossEntropy is -(y log x + (1-y) log(1-x)) of probabilities x and targets y of one shape; the logarithms count as at least
// -100. weight scales elements and may be nil. A probability outside of [0, 1] is an error when it runs.
func BinaryCrossEntropy(x, y, weight *tensor.Tensor, how ...Reduction) *tensor.Tensor {
	if lazy.ShapeString(x.Shape()) != lazy.ShapeString(y.Shape()) {
		fail(lazy.ErrShape, "binary_cross_entropy", []*tensor.Tensor{x, y}, "input and target differ in shape")
	}
	x = x.Checked(x.Ge(0).LogicalAnd(x.Le(1)), "binary_cross_entropy", "probabilities must lie between 0 and 1")
	positive, negative := x.Log().Clamp(-100, nil), x.Neg().Log1p().Clamp(-100, nil)
	loss := y.Sub(1).Mul(negative).Sub(y.Mul(positive))
	if weight != nil {
		loss = loss.Mul(weight)
	}
	return reduce(loss, how)
}

// BinaryCrossEntropyWithLogits is BinaryCrossEntropy of sigmoid(x), safe for large x. weight scales elements, posWeight the loss
// of positive targets; both broadcast and may be nil.
func BinaryCrossEntropyWithLogits(x, y, weight, posWeight *tensor.Tensor, how ...Reduction) *tensor.Tensor {
	if lazy.ShapeString(x.Shape()) != lazy.ShapeString(y.Shape()) {
		fail(lazy.ErrShape, "binary_cross_entropy_with_logits", []*tensor.Tensor{x, y}, "input and target differ in shape")
	}
	soft := x.LogSigmoid().Neg() // log(1 + exp(-x))
	if posWeight != nil {
		soft = soft.Mul(posWeight.Sub(1).Mul(y).Add(1))
	}
	loss := y.RSub(1).Mul(x).Add(soft)
	if weight != nil {
		loss = loss.Mul(weight)
	}
	return reduce(loss, how)
}

// KLDiv is y (log y - x): the divergence of the distribution x, given as logarithms, from y, given as it is, or with logTarget as
// logarithms. BatchMean gives the divergence as it is defined; the mean is over all elements.
func KLDiv(x, y *tensor.Tensor, logTarget bool, how ...Reduction) *tensor.Tensor {
	if logTarget {
		return reduce(y.Exp().Mul(y.Sub(x)), how)
	}
	return reduce(y.Xlogy(y).Sub(y.Mul(x)), how)
}

// PoissonNLLLoss is the negative log likelihood of counts y under Poisson distributions: exp(x) - y x where x is the logarithm of
// the rate (logInput, PyTorch's default), else x - y log(x + eps), with PyTorch's eps 1e-8. With full the terms of Stirling's
// formula are added where y exceeds 1.
func PoissonNLLLoss(x, y *tensor.Tensor, logInput, full bool, eps float64, how ...Reduction) *tensor.Tensor {
	loss := x.Sub(y.Mul(x.Add(eps).Log()))
	if logInput {
		loss = x.Exp().Sub(y.Mul(x))
	}
	if full {
		stirling := y.Mul(y.Log()).Sub(y).Add(y.Mul(2 * pi).Log().Mul(0.5))
		loss = loss.Add(tensor.Where(y.Gt(1), stirling, 0.0))
	}
	return reduce(loss, how)
}

// GaussianNLLLoss is (log variance + (x - y)²/variance) / 2: the negative log likelihood of y under normal distributions with mean x.
// The variance has the shape of x, or has or lacks a last axis of length 1, and counts as at least eps (PyTorch's is 1e-6), which
// its gradient ignores. With full the constant term is added. A negative variance is an error when it runs.
func GaussianNLLLoss(x, y, variance *tensor.Tensor, full bool, eps float64, how ...Reduction) *tensor.Tensor {
	variance = spreadVariance(x, variance)
	clamped := variance.Add(variance.Detach().RSub(eps).Clamp(0, nil)) // the gradient passes as if it were not clamped
	d := x.Sub(y)
	loss := clamped.Log().Add(d.Mul(d).Div(clamped)).Mul(0.5)
	if full {
		loss = loss.Add(0.5 * log2pi)
	}
	return reduce(loss, how)
}

// spreadVariance checks variances, and gives one for several elements the last axis that it lacks.
func spreadVariance(x, variance *tensor.Tensor) *tensor.Tensor {
	const op = "gaussian_nll_loss"
	own, has := x.Shape(), variance.Shape()
	lead := own[:max(0, len(own)-1)]
	switch {
	case slices.Equal(has, own) || slices.Equal(has, shape(lead, 1)):
	case len(own) > 0 && slices.Equal(has, lead):
		variance = variance.Unsqueeze(-1)
	default:
		fail(lazy.ErrShape, op, []*tensor.Tensor{x, variance}, "the variance must have the input's shape, or its last axis length 1 or none")
	}
	return variance.Checked(variance.Ge(0), op, "variances must not be negative")
}

const (
	pi     = 3.14159265358979323846
	log2pi = 1.83787706640934548356
)
