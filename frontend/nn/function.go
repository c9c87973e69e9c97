package nn

import "weft/frontend/tensor"

// function is a module without parameters and state: what it does is one function of its input.
type function struct {
	Base
	apply func(x *tensor.Tensor) *tensor.Tensor
}

// functionOf is a function with its settings filled in.
func functionOf(f func(x *tensor.Tensor) *tensor.Tensor) function { return function{apply: f} }

// Forward applies the function.
func (f *function) Forward(x *tensor.Tensor) *tensor.Tensor { return f.Call(x, f.apply) }

// Identity passes its input.
type Identity struct{ Base }

// Forward is x.
func (m *Identity) Forward(x *tensor.Tensor) *tensor.Tensor {
	return m.Call(x, func(x *tensor.Tensor) *tensor.Tensor { return x })
}
