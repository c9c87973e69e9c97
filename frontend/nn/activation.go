package nn

import "weft/frontend/tensor"

// ReLU is max(x, 0).
type ReLU struct{ Base }

// Forward applies the function to every element of x.
func (m *ReLU) Forward(x *tensor.Tensor) *tensor.Tensor { return m.Call(x, (*tensor.Tensor).Relu) }

// ReLU6 is x, cut at 0 and 6.
type ReLU6 struct{ Base }

// Forward applies the function to every element of x.
func (m *ReLU6) Forward(x *tensor.Tensor) *tensor.Tensor { return m.Call(x, (*tensor.Tensor).Relu6) }

// SELU is 1.0507 times x where positive and 1.7581 (exp(x) - 1) elsewhere: the constants keep mean 0 and variance 1 (Klambauer
// and others, 2017).
type SELU struct{ Base }

// Forward applies the function to every element of x.
func (m *SELU) Forward(x *tensor.Tensor) *tensor.Tensor { return m.Call(x, (*tensor.Tensor).Selu) }

// SiLU is x times its sigmoid.
type SiLU struct{ Base }

// Forward applies the function to every element of x.
func (m *SiLU) Forward(x *tensor.Tensor) *tensor.Tensor { return m.Call(x, (*tensor.Tensor).Silu) }

// Mish is x tanh(log(1 + exp(x))) (Misra, 2019).
type Mish struct{ Base }

// Forward applies the function to every element of x.
func (m *Mish) Forward(x *tensor.Tensor) *tensor.Tensor { return m.Call(x, (*tensor.Tensor).Mish) }

// Sigmoid is 1/(1 + exp(-x)).
type Sigmoid struct{ Base }

// Forward applies the function to every element of x.
func (m *Sigmoid) Forward(x *tensor.Tensor) *tensor.Tensor {
	return m.Call(x, (*tensor.Tensor).Sigmoid)
}

// LogSigmoid is the logarithm of the sigmoid, exact for large |x|.
type LogSigmoid struct{ Base }

// Forward applies the function to every element of x.
func (m *LogSigmoid) Forward(x *tensor.Tensor) *tensor.Tensor {
	return m.Call(x, (*tensor.Tensor).LogSigmoid)
}

// Hardsigmoid is x/6 + 1/2, cut at 0 and 1.
type Hardsigmoid struct{ Base }

// Forward applies the function to every element of x.
func (m *Hardsigmoid) Forward(x *tensor.Tensor) *tensor.Tensor {
	return m.Call(x, (*tensor.Tensor).Hardsigmoid)
}

// Hardswish is x times its hard sigmoid (Howard and others, 2019).
type Hardswish struct{ Base }

// Forward applies the function to every element of x.
func (m *Hardswish) Forward(x *tensor.Tensor) *tensor.Tensor {
	return m.Call(x, (*tensor.Tensor).Hardswish)
}

// Tanh is the hyperbolic tangent.
type Tanh struct{ Base }

// Forward applies the function to every element of x.
func (m *Tanh) Forward(x *tensor.Tensor) *tensor.Tensor { return m.Call(x, (*tensor.Tensor).Tanh) }

// Tanhshrink is x - tanh(x).
type Tanhshrink struct{ Base }

// Forward applies the function to every element of x.
func (m *Tanhshrink) Forward(x *tensor.Tensor) *tensor.Tensor {
	return m.Call(x, (*tensor.Tensor).Tanhshrink)
}

// Softsign is x/(1 + |x|).
type Softsign struct{ Base }

// Forward applies the function to every element of x.
func (m *Softsign) Forward(x *tensor.Tensor) *tensor.Tensor {
	return m.Call(x, (*tensor.Tensor).Softsign)
}
