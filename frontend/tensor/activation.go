package tensor

import (
	"math"

	"weft/lazy"
	"weft/ops"
)

// Relu is max(t, 0) in t's dtype. Its gradient at 0 is 0. Bools panic with *Error.
func (t *Tensor) Relu() *Tensor {
	return t.unary("relu", ops.PolicyNoBool, func(x node) node { return where(lec(x, 0), intLike(x, 0), x) })
}

// Relu6 is t held between 0 and 6, with gradient 0 at both ends.
func (t *Tensor) Relu6() *Tensor { return t.Hardtanh(0, 6) }

// Hardtanh is t held between low and high, in t's dtype, with gradient 0 outside and at both ends; PyTorch's are -1 and
// 1. NaN stays.
func (t *Tensor) Hardtanh(low, high float64) *Tensor {
	low = min(low, high)
	if t.DType().IsUnsigned() && low < 0 {
		bad("hardtanh", t).fail(lazy.ErrDType, "%s has nothing below 0, where the lower bound %v lies", t.DType(), low)
	}
	return t.unary("hardtanh", ops.PolicyNoBool, func(x node) node {
		outside := where(lec(x, low), constLike(x, low), where(gec(x, high), constLike(x, high), constLike(x, math.NaN())))
		return where(and(gtc(x, low), ltc(x, high)), x, outside)
	})
}

// LeakyRelu is t where positive, slope*t elsewhere, for floats; PyTorch's slope is 0.01. The gradient at 0 is slope.
func (t *Tensor) LeakyRelu(slope float64) *Tensor {
	return t.unary("leaky_relu", ops.PolicyMean, func(x node) node { return where(gtc(x, 0), x, mulc(x, slope)) })
}

// Elu is t where positive, alpha*(exp(t)-1) elsewhere, for floats; PyTorch's alpha is 1.
func (t *Tensor) Elu(alpha float64) *Tensor { return t.elu("elu", alpha, 1, 1) }

// Selu is the self-normalizing Elu, for floats: 1.0507 times t where positive, 1.7581*(exp(t)-1) elsewhere (Klambauer et
// al. 2017).
func (t *Tensor) Selu() *Tensor {
	return t.elu("selu", 1.6732632423543772848170429916717, 1.0507009873554804934193349852946, 1)
}

// Celu is t where positive, alpha*(exp(t/alpha)-1) elsewhere, for floats; PyTorch's alpha is 1.
func (t *Tensor) Celu(alpha float64) *Tensor { return t.elu("celu", alpha, 1, 1/alpha) }

// elu is scale*t where positive, scale*alpha*(exp(inner*t)-1) elsewhere. The exponent of the branch not taken is held
// at 0, so that it cannot overflow into the gradient.
func (t *Tensor) elu(op string, alpha, scale, inner float64) *Tensor {
	return t.unary(op, ops.PolicyMean, func(x node) node {
		positive := gtc(x, 0)
		low := where(positive, constLike(x, 0), x)
		if inner != 1 {
			low = mulc(low, inner)
		}
		low = mulc(lazy.Elementwise(ops.Expm1, low), alpha*scale)
		high := x
		if scale != 1 {
			high = mulc(x, scale)
		}
		return where(positive, high, low)
	})
}

// Sigmoid is 1/(1+exp(-t)), a float, without overflow at either end.
func (t *Tensor) Sigmoid() *Tensor { return t.unary("sigmoid", ops.PolicyFloat, sigmoid) }

// sigmoid uses exp(-|x|), which never overflows: the result and its gradient are exact at both ends.
func sigmoid(x node) node {
	e := exp(negAbs(x))
	return div(where(ltc(x, 0), e, constLike(x, 1)), addc(e, 1))
}

// LogSigmoid is log(sigmoid(t)), for floats, without underflow.
func (t *Tensor) LogSigmoid() *Tensor {
	return t.unary("logsigmoid", ops.PolicyMean, func(x node) node {
		return sub(where(ltc(x, 0), x, constLike(x, 0)), log1p(exp(negAbs(x))))
	})
}

// Silu is t*sigmoid(t), for floats; also known as swish.
func (t *Tensor) Silu() *Tensor {
	return t.unary("silu", ops.PolicyMean, func(x node) node { return mul(x, sigmoid(x)) })
}

// Mish is t*tanh(softplus(t)), for floats.
func (t *Tensor) Mish() *Tensor {
	return t.unary("mish", ops.PolicyMean, func(x node) node {
		return mul(x, lazy.Elementwise(ops.Tanh, softplus(x, 1, 20)))
	})
}

// Softplus is log(1+exp(beta*t))/beta, and t itself where beta*t exceeds threshold, for floats. PyTorch's are 1 and 20.
func (t *Tensor) Softplus(beta, threshold float64) *Tensor {
	return t.unary("softplus", ops.PolicyMean, func(x node) node { return softplus(x, beta, threshold) })
}

func softplus(x node, beta, threshold float64) node {
	scaled := x
	if beta != 1 {
		scaled = mulc(x, beta)
	}
	big := gtc(scaled, threshold)
	soft := log1p(exp(where(big, constLike(x, 0), scaled)))
	if beta != 1 {
		soft = divc(soft, beta)
	}
	return where(big, x, soft)
}

// Softsign is t/(1+|t|), a float.
func (t *Tensor) Softsign() *Tensor {
	t.mustCount("softsign")
	return t.unary("softsign", ops.PolicyFloat, func(x node) node {
		return div(x, addc(lazy.Elementwise(ops.Abs, x), 1))
	})
}

// Gelu is t times the normal distribution's cumulative function, by Erf, for floats.
func (t *Tensor) Gelu() *Tensor {
	return t.unary("gelu", ops.PolicyMean, func(x node) node {
		return mul(mulc(x, 0.5), addc(lazy.Elementwise(ops.Erf, mulc(x, math.Sqrt2/2)), 1))
	})
}

// GeluTanh is Gelu's approximation by tanh, PyTorch's gelu(approximate="tanh"), for floats.
func (t *Tensor) GeluTanh() *Tensor {
	return t.unary("gelu", ops.PolicyMean, func(x node) node {
		cubic := addc(mulc(mul(x, x), 0.044715), 1)
		inner := mul(mulc(x, math.Sqrt(2/math.Pi)), cubic)
		return mul(mulc(x, 0.5), addc(lazy.Elementwise(ops.Tanh, inner), 1))
	})
}

// Hardsigmoid is t/6 + 1/2 held between 0 and 1, for floats, with gradient 0 at both ends.
func (t *Tensor) Hardsigmoid() *Tensor {
	return t.unary("hardsigmoid", ops.PolicyMean, func(x node) node {
		outside := where(lec(x, -3), constLike(x, 0), where(gec(x, 3), constLike(x, 1), constLike(x, math.NaN())))
		return where(and(gtc(x, -3), ltc(x, 3)), divc(addc(x, 3), 6), outside)
	})
}

// Hardswish is t*hardsigmoid(t), for floats; with gradient 0 below -3 and 1 above 3.
func (t *Tensor) Hardswish() *Tensor {
	return t.unary("hardswish", ops.PolicyMean, func(x node) node {
		low, high := ltc(x, -3), gtc(x, 3)
		none := mulc(detached(x), 0)                     // NaN for minus infinity, as PyTorch's product
		whole := divc(mulc(x, 6), 6)                     // overflows where PyTorch's does
		safe := where(or(low, high), constLike(x, 0), x) // the branch not taken must not meet an infinity
		middle := divc(mul(safe, addc(safe, 3)), 6)
		return where(low, none, where(high, whole, middle))
	})
}

// Hardshrink is t where |t| exceeds lambda, 0 elsewhere, for floats; PyTorch's lambda is 0.5.
func (t *Tensor) Hardshrink(lambda float64) *Tensor {
	return t.unary("hardshrink", ops.PolicyMean, func(x node) node {
		inside := mulc(detached(x), 0) // 0, or NaN without a gradient
		return where(or(ltc(x, -lambda), gtc(x, lambda)), x, inside)
	})
}

// Softshrink moves t toward 0 by lambda, and to 0 where it is nearer or NaN, for floats; PyTorch's lambda is 0.5. A
// negative one panics with *Error.
func (t *Tensor) Softshrink(lambda float64) *Tensor {
	if lambda < 0 {
		bad("softshrink", t).fail(lazy.ErrValue, "lambda must not be negative, got %v", lambda)
	}
	return t.unary("softshrink", ops.PolicyMean, func(x node) node {
		low := where(ltc(x, -lambda), addc(x, lambda), constLike(x, 0))
		return where(gtc(x, lambda), subc(x, lambda), low)
	})
}

// Tanhshrink is t - tanh(t), a float.
func (t *Tensor) Tanhshrink() *Tensor {
	t.mustCount("tanhshrink")
	return t.unary("tanhshrink", ops.PolicyFloat, func(x node) node { return sub(x, lazy.Elementwise(ops.Tanh, x)) })
}

// Threshold is t where it exceeds threshold, value elsewhere, in t's dtype; the gradient flows where t exceeds it.
func (t *Tensor) Threshold(threshold, value float64) *Tensor {
	return t.unary("threshold", ops.PolicyAny, func(x node) node {
		return where(lec(x, threshold), constLike(x, value), x)
	})
}

// Prelu is t where positive, weight*t elsewhere, for floats; weight holds one number, or one for each position of axis 1
// (else it panics with *Error). Its gradient is summed to its shape.
func (t *Tensor) Prelu(weight *Tensor) *Tensor {
	w := weight
	if weight.Numel() != 1 && t.Rank() > 1 {
		if weight.Numel() != t.n().Shape[1] {
			bad("prelu", t, weight).at(1).
				fail(lazy.ErrShape, "%d weights for %d channels", weight.Numel(), t.n().Shape[1])
		}
		shape := append([]int{weight.Numel()}, keepAxes(t.n().Shape, count(t.Rank()))[2:]...)
		w = weight.Reshape(shape...)
	} else if weight.Numel() == 1 {
		w = weight.Reshape()
	}
	return elementwise("prelu", ops.PolicyMean, func(x []node) node {
		return where(gtc(x[0], 0), x[0], mul(x[0], x[1]))
	}, t, w)
}

// Glu is the first half of t along axis times the sigmoid of the second, for floats; the axis has half its length. An odd
// length panics with *Error.
func (t *Tensor) Glu(axis int) *Tensor {
	axis = t.axis("glu", axis)
	if t.Rank() == 0 || t.n().Shape[axis]%2 != 0 {
		bad("glu", t).at(axis).fail(lazy.ErrShape, "the axis must have an even length")
	}
	half := t.n().Shape[axis] / 2
	return t.unary("glu", ops.PolicyMean, func(x node) node {
		return mul(shrinkAxis(x, axis, 0, half), sigmoid(shrinkAxis(x, axis, half, 2*half)))
	})
}
