package nn

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// function is a module without parameters and state: what it does is one function of its input.
type function struct {
	apply func(x *tensor.Tensor) *tensor.Tensor
}

// Forward applies the function.
func (f function) Forward(x *tensor.Tensor) *tensor.Tensor { return f.apply(x) }

// Identity passes its input.
type Identity struct{}

// Forward is x.
func (*Identity) Forward(x *tensor.Tensor) *tensor.Tensor { return x }

type (
	// ReLU6 cuts at 0 and 6.
	ReLU6 struct{ function }
	// ELU is x where positive and alpha (exp(x) - 1) elsewhere.
	ELU struct{ function }
	// CELU is x where positive and alpha (exp(x/alpha) - 1) elsewhere.
	CELU struct{ function }
	// SELU is ELU with the two constants that keep mean 0 and variance 1.
	SELU struct{ function }
	// LeakyReLU is x where positive and slope times x elsewhere.
	LeakyReLU struct{ function }
	// Hardtanh cuts at two bounds.
	Hardtanh struct{ function }
	// Hardsigmoid is x/6 + 1/2, cut at 0 and 1.
	Hardsigmoid struct{ function }
	// Hardswish is x times its hard sigmoid.
	Hardswish struct{ function }
	// Hardshrink sets elements of at most lambda to zero.
	Hardshrink struct{ function }
	// Softshrink moves elements towards zero by lambda, as far as zero.
	Softshrink struct{ function }
	// Softplus is log(1 + exp(beta x))/beta, and x where beta x is above the threshold.
	Softplus struct{ function }
	// Softsign is x/(1 + |x|).
	Softsign struct{ function }
	// Tanhshrink is x - tanh(x).
	Tanhshrink struct{ function }
	// LogSigmoid is the logarithm of the sigmoid.
	LogSigmoid struct{ function }
	// Threshold replaces elements that are not above a threshold by a value.
	Threshold struct{ function }
	// Mish is x tanh(softplus(x)).
	Mish struct{ function }
	// GLU is the first half of an axis times the sigmoid of the second.
	GLU struct{ function }
	// LogSoftmax is the logarithm of the softmax along an axis.
	LogSoftmax struct{ function }
	// Softmin is the softmax of -x along an axis.
	Softmin struct{ function }
)

// NewReLU6 makes a module that cuts at 0 and 6.
func NewReLU6() *ReLU6 { return &ReLU6{function{(*tensor.Tensor).Relu6}} }

// NewSELU makes a scaled exponential unit.
func NewSELU() *SELU { return &SELU{function{(*tensor.Tensor).Selu}} }

// NewHardsigmoid makes a sigmoid of straight lines.
func NewHardsigmoid() *Hardsigmoid { return &Hardsigmoid{function{(*tensor.Tensor).Hardsigmoid}} }

// NewHardswish makes x times its hard sigmoid.
func NewHardswish() *Hardswish { return &Hardswish{function{(*tensor.Tensor).Hardswish}} }

// NewSoftsign makes x/(1 + |x|).
func NewSoftsign() *Softsign { return &Softsign{function{(*tensor.Tensor).Softsign}} }

// NewTanhshrink makes x - tanh(x).
func NewTanhshrink() *Tanhshrink { return &Tanhshrink{function{(*tensor.Tensor).Tanhshrink}} }

// NewLogSigmoid makes the logarithm of the sigmoid.
func NewLogSigmoid() *LogSigmoid { return &LogSigmoid{function{(*tensor.Tensor).LogSigmoid}} }

// NewMish makes x tanh(softplus(x)).
func NewMish() *Mish { return &Mish{function{(*tensor.Tensor).Mish}} }

// NewELU makes an exponential unit; PyTorch's alpha is 1 where none is given.
func NewELU(alpha float64) *ELU {
	return &ELU{function{func(x *tensor.Tensor) *tensor.Tensor { return x.Elu(alpha) }}}
}

// NewCELU makes a unit without a kink; PyTorch's alpha is 1 where none is given.
func NewCELU(alpha float64) *CELU {
	return &CELU{function{func(x *tensor.Tensor) *tensor.Tensor { return x.Celu(alpha) }}}
}

// NewLeakyReLU makes a unit that lets a part of negative elements through; PyTorch's slope is 0.01 where none is given.
func NewLeakyReLU(slope float64) *LeakyReLU {
	return &LeakyReLU{function{func(x *tensor.Tensor) *tensor.Tensor { return x.LeakyRelu(slope) }}}
}

// NewHardtanh makes a cut at two bounds; PyTorch's are -1 and 1 where none are given.
func NewHardtanh(low, high float64) *Hardtanh {
	return &Hardtanh{function{func(x *tensor.Tensor) *tensor.Tensor { return x.Hardtanh(low, high) }}}
}

// NewHardshrink makes a hard shrinkage; PyTorch's lambda is 0.5 where none is given.
func NewHardshrink(lambda float64) *Hardshrink {
	return &Hardshrink{function{func(x *tensor.Tensor) *tensor.Tensor { return x.Hardshrink(lambda) }}}
}

// NewSoftshrink makes a soft shrinkage; PyTorch's lambda is 0.5 where none is given.
func NewSoftshrink(lambda float64) *Softshrink {
	return &Softshrink{function{func(x *tensor.Tensor) *tensor.Tensor { return x.Softshrink(lambda) }}}
}

// NewSoftplus makes a smooth rectifier; PyTorch's beta is 1 and threshold 20 where none are given.
func NewSoftplus(beta, threshold float64) *Softplus {
	return &Softplus{function{func(x *tensor.Tensor) *tensor.Tensor { return x.Softplus(beta, threshold) }}}
}

// NewThreshold makes a module that puts value where x is not above threshold.
func NewThreshold(threshold, value float64) *Threshold {
	return &Threshold{function{func(x *tensor.Tensor) *tensor.Tensor { return x.Threshold(threshold, value) }}}
}

// NewGLU makes a gate along an axis; PyTorch's is -1 where none is given.
func NewGLU(axis int) *GLU {
	return &GLU{function{func(x *tensor.Tensor) *tensor.Tensor { return x.Glu(axis) }}}
}

// NewLogSoftmax makes the logarithm of the softmax along an axis.
func NewLogSoftmax(axis int) *LogSoftmax {
	return &LogSoftmax{function{func(x *tensor.Tensor) *tensor.Tensor { return x.LogSoftmax(axis) }}}
}

// NewSoftmin makes the softmax of -x along an axis.
func NewSoftmin(axis int) *Softmin {
	return &Softmin{function{func(x *tensor.Tensor) *tensor.Tensor { return x.Softmin(axis) }}}
}

// LocalResponseNorm divides each element by what the channels around it hold.
type LocalResponseNorm struct{ function }

// NewLocalResponseNorm makes a norm over size channels; PyTorch's alpha is 1e-4, beta 0.75 and k 1 where none are given.
func NewLocalResponseNorm(size int, alpha, beta, k float64) *LocalResponseNorm {
	return &LocalResponseNorm{function{func(x *tensor.Tensor) *tensor.Tensor {
		return functional.LocalResponseNorm(x, size, alpha, beta, k)
	}}}
}
