package nn

import (
	"math"

	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// Dropout sets elements to zero with probability P while training and scales the others by 1/(1-P) (Hinton and others, 2012).
type Dropout struct {
	Base
	P float64
}

// NewDropout makes a layer that drops elements with probability p; PyTorch's is 0.5 where none is given. A p outside [0, 1] panics with
// *tensor.Error, here and in all dropouts.
func NewDropout(p float64) *Dropout { return &Dropout{P: probability(p)} }

func probability(p float64) float64 {
	if !(p >= 0 && p <= 1) {
		fail("dropout", "the probability must lie between 0 and 1, got %v", p)
	}
	return p
}

// Forward drops elements in training and passes x in evaluation.
func (m *Dropout) Forward(x *tensor.Tensor) *tensor.Tensor {
	return m.Call(x, func(x *tensor.Tensor) *tensor.Tensor { return functional.Dropout(x, m.P, m.Training()) })
}

// channelDropout drops whole channels: axis 1, or axis 0 of an input without a batch.
type channelDropout struct {
	Base
	P    float64
	axes int // of an input with a batch
}

// Dropout1d drops whole channels of (n, c, l) or (c, l), as Dropout drops elements (Tompson and others, 2014).
type Dropout1d struct{ channelDropout }

// Dropout2d drops whole channels of images (n, c, h, w), as Dropout drops elements. As in PyTorch, three axes are (n, c, l).
type Dropout2d struct{ channelDropout }

// Dropout3d drops whole channels of volumes (n, c, d, h, w) or (c, d, h, w), as Dropout drops elements.
type Dropout3d struct{ channelDropout }

// NewDropout1d makes a layer that drops channels with probability p; PyTorch's is 0.5 where none is given.
func NewDropout1d(p float64) *Dropout1d {
	return &Dropout1d{channelDropout{P: probability(p), axes: 3}}
}

// NewDropout2d makes a layer that drops channels with probability p; PyTorch's is 0.5 where none is given.
func NewDropout2d(p float64) *Dropout2d { return &Dropout2d{channelDropout{P: probability(p)}} }

// NewDropout3d makes a layer that drops channels with probability p; PyTorch's is 0.5 where none is given.
func NewDropout3d(p float64) *Dropout3d {
	return &Dropout3d{channelDropout{P: probability(p), axes: 5}}
}

// Forward drops channels in training and passes x in evaluation.
func (m *channelDropout) Forward(x *tensor.Tensor) *tensor.Tensor {
	return m.Call(x, func(x *tensor.Tensor) *tensor.Tensor {
		if !m.Training() || m.P == 0 {
			return x
		}
		checkRank("dropout", x, 2, 5)
		shape := x.Shape()
		channel := 1
		if x.Rank() == m.axes-1 {
			channel = 0
		}
		for i := channel + 1; i < len(shape); i++ {
			shape[i] = 1
		}
		kept := tensor.Options{DType: x.DType(), Device: x.Device()}.Ones(shape...)
		return x.Mul(functional.Dropout(kept, m.P, true))
	})
}

// AlphaDropout is the dropout for SELU (Klambauer and others, 2017): dropped elements get SELU's lowest value, and all are scaled and
// shifted so that mean 0 and variance 1 stay.
type AlphaDropout struct {
	Base
	P float64
}

// NewAlphaDropout makes a layer that drops elements with probability p; PyTorch's is 0.5 where none is given.
func NewAlphaDropout(p float64) *AlphaDropout { return &AlphaDropout{P: probability(p)} }

// seluLow is what SELU goes to at minus infinity: minus its scale times its alpha.
const seluLow = -1.0507009873554804934193349852946 * 1.6732632423543772848170429916717

// Forward drops elements in training and passes x in evaluation.
func (m *AlphaDropout) Forward(x *tensor.Tensor) *tensor.Tensor {
	return m.Call(x, func(x *tensor.Tensor) *tensor.Tensor {
		switch {
		case !m.Training() || m.P == 0:
			return x
		case m.P == 1:
			return x.Mul(0)
		}
		scale := 1 / math.Sqrt((seluLow*seluLow*m.P+1)*(1-m.P))
		keep := tensor.Options{DType: tensor.Float32, Device: x.Device()}.Rand(x.Shape()...).Ge(m.P)
		return tensor.Where(keep, x, seluLow).Mul(scale).Sub(scale * m.P * seluLow)
	})
}
