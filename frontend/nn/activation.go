package nn

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// ReLU is max(x, 0).
type ReLU struct{}

// Forward applies the function.
func (*ReLU) Forward(x *tensor.Tensor) *tensor.Tensor { return x.Relu() }

// GELU is x times the normal distribution's share below x; Approximate uses tanh for it.
type GELU struct{ Approximate bool }

// Forward applies the function.
func (g *GELU) Forward(x *tensor.Tensor) *tensor.Tensor {
	if g.Approximate {
		return x.GeluTanh()
	}
	return x.Gelu()
}

// Tanh is the hyperbolic tangent.
type Tanh struct{}

// Forward applies the function.
func (*Tanh) Forward(x *tensor.Tensor) *tensor.Tensor { return x.Tanh() }

// Sigmoid is 1/(1+exp(-x)).
type Sigmoid struct{}

// Forward applies the function.
func (*Sigmoid) Forward(x *tensor.Tensor) *tensor.Tensor { return x.Sigmoid() }

// SiLU is x times its sigmoid.
type SiLU struct{}

// Forward applies the function.
func (*SiLU) Forward(x *tensor.Tensor) *tensor.Tensor { return x.Silu() }

// Softmax makes the elements along an axis positive with sum one.
type Softmax struct{ Axis int }

// Forward applies the function.
func (s *Softmax) Forward(x *tensor.Tensor) *tensor.Tensor { return x.Softmax(s.Axis) }

// PReLU is x where positive and x times a learned slope elsewhere: one slope, or one a channel.
type PReLU struct{ Weight *tensor.Tensor }

// NewPReLU makes n slopes of 0.25.
func NewPReLU(n int, opts ...Option) *PReLU { return &PReLU{gather(opts).filled(0.25, n)} }

// Forward applies the function.
func (p *PReLU) Forward(x *tensor.Tensor) *tensor.Tensor { return x.Prelu(p.Weight) }

// Dropout sets elements to zero with probability P while training and scales the others by 1/(1-P).
type Dropout struct {
	Mode
	P float64
}

// NewDropout makes a layer that drops elements with probability p.
func NewDropout(p float64) *Dropout { return &Dropout{P: p} }

// Forward drops elements in training and passes x in evaluation.
func (d *Dropout) Forward(x *tensor.Tensor) *tensor.Tensor {
	return functional.Dropout(x, d.P, d.Training())
}
