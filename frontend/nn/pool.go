package nn

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// MaxPool2d takes maxima of windows over the last two axes.
type MaxPool2d struct{ functional.Window }

// MaxPool1d takes maxima of windows over the last axis.
type MaxPool1d struct{ functional.Window }

// AvgPool2d takes means of windows over the last two axes.
type AvgPool2d struct{ functional.Window }

// AvgPool1d takes means of windows over the last axis.
type AvgPool1d struct{ functional.Window }

// NewMaxPool1d makes windows of size elements, one beside the other unless Stride says else. Padding, Dilation and
// CeilMode apply too.
func NewMaxPool1d(size int, opts ...Option) *MaxPool1d { return &MaxPool1d{window(size, opts)} }

// NewMaxPool2d makes windows of size by size elements, one beside the other unless Stride says else; KernelSize gives
// others. Padding, Dilation and CeilMode apply too.
func NewMaxPool2d(size int, opts ...Option) *MaxPool2d { return &MaxPool2d{window(size, opts)} }

// NewAvgPool1d makes windows as NewMaxPool1d does; ExcludePad applies too.
func NewAvgPool1d(size int, opts ...Option) *AvgPool1d { return &AvgPool1d{window(size, opts)} }

// NewAvgPool2d makes windows as NewMaxPool2d does; ExcludePad and Divisor apply too.
func NewAvgPool2d(size int, opts ...Option) *AvgPool2d { return &AvgPool2d{window(size, opts)} }

func window(size int, opts []Option) functional.Window {
	o := gather(opts)
	if o.kernel == nil {
		o.kernel = []int{size}
	}
	return functional.Window{Size: o.kernel, Stride: o.stride, Padding: o.padding, Dilation: o.dilation,
		Ceil: o.ceil, ExcludePad: o.excludePad, Divisor: o.divisor}
}

// Forward pools x.
func (p *MaxPool1d) Forward(x *tensor.Tensor) *tensor.Tensor {
	return functional.MaxPool1d(x, p.Window)
}

// Forward pools x.
func (p *MaxPool2d) Forward(x *tensor.Tensor) *tensor.Tensor {
	return functional.MaxPool2d(x, p.Window)
}

// Forward pools x.
func (p *AvgPool1d) Forward(x *tensor.Tensor) *tensor.Tensor {
	return functional.AvgPool1d(x, p.Window)
}

// Forward pools x.
func (p *AvgPool2d) Forward(x *tensor.Tensor) *tensor.Tensor {
	return functional.AvgPool2d(x, p.Window)
}
