package nn

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

type (
	// MaxPool3d takes maxima of windows over the last three axes.
	MaxPool3d struct{ function }
	// AvgPool3d takes means of windows over the last three axes.
	AvgPool3d struct{ function }
	// AdaptiveAvgPool averages the last axes to given lengths: PyTorch's AdaptiveAvgPool1d, 2d and 3d.
	AdaptiveAvgPool struct{ function }
	// AdaptiveMaxPool takes maxima over the last axes so that they get given lengths: PyTorch's AdaptiveMaxPool1d, 2d and 3d.
	AdaptiveMaxPool struct{ function }
)

// NewMaxPool3d makes cubic windows as NewMaxPool2d makes square ones.
func NewMaxPool3d(size int, opts ...Option) *MaxPool3d {
	w := window(size, opts)
	return &MaxPool3d{function{func(x *tensor.Tensor) *tensor.Tensor { return functional.MaxPool3d(x, w) }}}
}

// NewAvgPool3d makes cubic windows as NewAvgPool2d makes square ones.
func NewAvgPool3d(size int, opts ...Option) *AvgPool3d {
	w := window(size, opts)
	return &AvgPool3d{function{func(x *tensor.Tensor) *tensor.Tensor { return functional.AvgPool3d(x, w) }}}
}

// NewAdaptiveAvgPool gives as many last axes as size has numbers these lengths; -1 keeps an axis.
func NewAdaptiveAvgPool(size ...int) *AdaptiveAvgPool {
	return &AdaptiveAvgPool{function{func(x *tensor.Tensor) *tensor.Tensor { return functional.AdaptiveAvgPool(x, size...) }}}
}

// NewAdaptiveMaxPool gives as many last axes as size has numbers these lengths; -1 keeps an axis.
func NewAdaptiveMaxPool(size ...int) *AdaptiveMaxPool {
	return &AdaptiveMaxPool{function{func(x *tensor.Tensor) *tensor.Tensor {
		values, _ := functional.AdaptiveMaxPool(x, size...)
		return values
	}}}
}
