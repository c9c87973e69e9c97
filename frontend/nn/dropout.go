package nn

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// Dropout sets elements to zero with probability P while training and scales the others by 1/(1-P) (Hinton and others, 2012).
type Dropout struct{ dropping }

// NewDropout makes a layer that drops elements with probability p; PyTorch's is 0.5 where none is given. A p outside [0, 1] panics with
// *tensor.Error, here and in all dropouts.
func NewDropout(p float64) *Dropout {
	return &Dropout{dropping{P: probability(p), drop: functional.Dropout}}
}

func probability(p float64) float64 {
	if !(p >= 0 && p <= 1) {
		fail("dropout", "the probability must lie between 0 and 1, got %v", p)
	}
	return p
}

// dropFunc is a dropout of package functional.
type dropFunc = func(x *tensor.Tensor, p float64, training bool) *tensor.Tensor

// dropping drops parts of its input in training, and is its input in evaluation.
type dropping struct {
	Base
	P    float64
	drop dropFunc
}

// Dropout1d drops whole channels of (n, c, l) or (c, l), as Dropout drops elements (Tompson and others, 2014).
type Dropout1d struct{ dropping }

// Dropout2d drops whole channels of images (n, c, h, w), as Dropout drops elements. As in PyTorch, three axes are (n, c, l).
type Dropout2d struct{ dropping }

// Dropout3d drops whole channels of volumes (n, c, d, h, w) or (c, d, h, w), as Dropout drops elements.
type Dropout3d struct{ dropping }

// NewDropout1d makes a layer that drops channels with probability p; PyTorch's is 0.5 where none is given.
func NewDropout1d(p float64) *Dropout1d {
	return &Dropout1d{dropping{P: probability(p), drop: functional.Dropout1d}}
}

// NewDropout2d makes a layer that drops channels with probability p; PyTorch's is 0.5 where none is given.
func NewDropout2d(p float64) *Dropout2d {
	return &Dropout2d{dropping{P: probability(p), drop: functional.Dropout2d}}
}

// NewDropout3d makes a layer that drops channels with probability p; PyTorch's is 0.5 where none is given.
func NewDropout3d(p float64) *Dropout3d {
	return &Dropout3d{dropping{P: probability(p), drop: functional.Dropout3d}}
}

// Forward drops parts of x in training and passes x in evaluation.
func (m *dropping) Forward(x *tensor.Tensor) *tensor.Tensor {
	return m.Call(x, func(x *tensor.Tensor) *tensor.Tensor { return m.drop(x, m.P, m.Training()) })
}

// AlphaDropout is the dropout for SELU (Klambauer and others, 2017): dropped elements get SELU's lowest value, and all are scaled and
// shifted so that mean 0 and variance 1 stay.
type AlphaDropout struct{ dropping }

// FeatureAlphaDropout drops whole channels of (n, c, ...) as AlphaDropout drops elements.
type FeatureAlphaDropout struct{ dropping }

// NewAlphaDropout makes a layer that drops elements with probability p; PyTorch's is 0.5 where none is given.
func NewAlphaDropout(p float64) *AlphaDropout {
	return &AlphaDropout{dropping{P: probability(p), drop: functional.AlphaDropout}}
}

// NewFeatureAlphaDropout makes a layer that drops channels with probability p; PyTorch's is 0.5 where none is given.
func NewFeatureAlphaDropout(p float64) *FeatureAlphaDropout {
	return &FeatureAlphaDropout{dropping{P: probability(p), drop: functional.FeatureAlphaDropout}}
}
