package nn

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// ELU is x where positive and alpha (exp(x) - 1) elsewhere (Clevert and others, 2015).
type ELU struct{ function }

// NewELU makes an exponential unit; PyTorch's alpha is 1 where none is given.
func NewELU(alpha float64) *ELU {
	return &ELU{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return x.Elu(alpha) })}
}

// CELU is x where positive and alpha (exp(x/alpha) - 1) elsewhere: ELU without a kink (Barron, 2017).
type CELU struct{ function }

// NewCELU makes a unit without a kink; PyTorch's alpha is 1 where none is given.
func NewCELU(alpha float64) *CELU {
	return &CELU{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return x.Celu(alpha) })}
}

// LeakyReLU is x where positive and slope times x elsewhere.
type LeakyReLU struct{ function }

// NewLeakyReLU makes a unit that lets a part of negative elements through; PyTorch's slope is 0.01 where none is given.
func NewLeakyReLU(slope float64) *LeakyReLU {
	return &LeakyReLU{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return x.LeakyRelu(slope) })}
}

// Hardtanh cuts at two bounds.
type Hardtanh struct{ function }

// NewHardtanh makes a cut at two bounds; PyTorch's are -1 and 1 where none are given. Bounds that do not grow panic with *tensor.Error.
func NewHardtanh(low, high float64) *Hardtanh {
	if !(low < high) {
		fail("hardtanh", "the bounds %v and %v do not grow", low, high)
	}
	return &Hardtanh{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return x.Hardtanh(low, high) })}
}

// Hardshrink sets elements of at most lambda, whatever their sign, to zero.
type Hardshrink struct{ function }

// NewHardshrink makes a hard shrinkage; PyTorch's lambda is 0.5 where none is given.
func NewHardshrink(lambda float64) *Hardshrink {
	return &Hardshrink{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return x.Hardshrink(lambda) })}
}

// Softshrink moves elements towards zero by lambda, as far as zero.
type Softshrink struct{ function }

// NewSoftshrink makes a soft shrinkage; PyTorch's lambda is 0.5 where none is given. A negative one panics with *tensor.Error.
func NewSoftshrink(lambda float64) *Softshrink {
	return &Softshrink{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return x.Softshrink(lambda) })}
}

// Softplus is log(1 + exp(beta x))/beta, and x where beta x is above the threshold.
type Softplus struct{ function }

// NewSoftplus makes a smooth rectifier; PyTorch's beta is 1 and threshold 20 where none are given.
func NewSoftplus(beta, threshold float64) *Softplus {
	return &Softplus{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return x.Softplus(beta, threshold) })}
}

// Threshold replaces elements that are not above a threshold by a value.
type Threshold struct{ function }

// NewThreshold makes a module that puts value where x is not above threshold.
func NewThreshold(threshold, value float64) *Threshold {
	return &Threshold{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return x.Threshold(threshold, value) })}
}

// GLU is the first half of an axis times the sigmoid of the second (Dauphin and others, 2016).
type GLU struct{ function }

// NewGLU makes a gate along an axis; PyTorch's is -1 where none is given. An odd length of the axis panics with *tensor.Error in
// Forward.
func NewGLU(axis int) *GLU {
	return &GLU{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return x.Glu(axis) })}
}

// LogSoftmax is the logarithm of the softmax along an axis, exact for large elements.
type LogSoftmax struct{ function }

// NewLogSoftmax makes the logarithm of the softmax along an axis.
func NewLogSoftmax(axis int) *LogSoftmax {
	return &LogSoftmax{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return x.LogSoftmax(axis) })}
}

// Softmin is the softmax of -x along an axis.
type Softmin struct{ function }

// NewSoftmin makes the softmax of -x along an axis.
func NewSoftmin(axis int) *Softmin {
	return &Softmin{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return x.Softmin(axis) })}
}

// GELU is x times the normal distribution's share below x; Approximate uses tanh for it (Hendrycks and Gimpel, 2016).
type GELU struct {
	Base
	Approximate bool
}

// Forward applies the function to every element of x.
func (m *GELU) Forward(x *tensor.Tensor) *tensor.Tensor {
	if m.Approximate {
		return m.Call(x, (*tensor.Tensor).GeluTanh)
	}
	return m.Call(x, (*tensor.Tensor).Gelu)
}

// Softmax makes the elements along an axis positive with sum one: exp(x) over its sum.
type Softmax struct {
	Base
	Axis int
}

// Forward applies the function along the axis.
func (m *Softmax) Forward(x *tensor.Tensor) *tensor.Tensor {
	return m.Call(x, func(x *tensor.Tensor) *tensor.Tensor { return x.Softmax(m.Axis) })
}

// PReLU is x where positive and x times a learned slope elsewhere: one slope, or one a channel (He and others, 2015).
type PReLU struct {
	Base
	Weight *tensor.Tensor // (n)
}

// NewPReLU makes n slopes of 0.25: one, or one for each channel, axis 1 of the input. Create applies.
func NewPReLU(n int, opts ...Option) *PReLU { return &PReLU{Weight: gather(opts).filled(0.25, n)} }

// Forward applies the function to every element of x.
func (m *PReLU) Forward(x *tensor.Tensor) *tensor.Tensor {
	return m.Call(x, func(x *tensor.Tensor) *tensor.Tensor { return x.Prelu(m.Weight) })
}

// RReLU is x where positive and x times a slope elsewhere, drawn evenly from Lower to Upper for each element while training; in evaluation
// it is their mean (Xu and others, 2015).
type RReLU struct {
	Base
	Lower, Upper float64
}

// NewRReLU makes a unit with random slopes; PyTorch's bounds are 1/8 and 1/3 where none are given.
func NewRReLU(lower, upper float64) *RReLU { return &RReLU{Lower: lower, Upper: upper} }

// Forward applies the function to every element of x.
func (m *RReLU) Forward(x *tensor.Tensor) *tensor.Tensor {
	return m.Call(x, func(x *tensor.Tensor) *tensor.Tensor { return functional.RReLU(x, m.Lower, m.Upper, m.Training()) })
}
