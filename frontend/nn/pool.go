package nn

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

type (
	// MaxPool1d takes maxima of windows over the last axis of (n, c, l) or (c, l).
	MaxPool1d struct{ function }
	// MaxPool2d takes maxima of windows over the last two axes of images (n, c, h, w) or (c, h, w).
	MaxPool2d struct{ function }
	// MaxPool3d takes maxima of windows over the last three axes of volumes (n, c, d, h, w) or (c, d, h, w).
	MaxPool3d struct{ function }
	// AvgPool1d takes means of windows over the last axis of (n, c, l) or (c, l).
	AvgPool1d struct{ function }
	// AvgPool2d takes means of windows over the last two axes of images (n, c, h, w) or (c, h, w).
	AvgPool2d struct{ function }
	// AvgPool3d takes means of windows over the last three axes of volumes (n, c, d, h, w) or (c, d, h, w).
	AvgPool3d struct{ function }
	// AdaptiveAvgPool1d averages the last axis of (n, c, l) or (c, l) to a given length.
	AdaptiveAvgPool1d struct{ function }
	// AdaptiveAvgPool2d averages the last two axes of images (n, c, h, w) or (c, h, w) to given lengths.
	AdaptiveAvgPool2d struct{ function }
	// AdaptiveAvgPool3d averages the last three axes of volumes (n, c, d, h, w) or (c, d, h, w) to given lengths.
	AdaptiveAvgPool3d struct{ function }
	// AdaptiveMaxPool1d takes maxima over the last axis of (n, c, l) or (c, l) so that it gets a given length.
	AdaptiveMaxPool1d struct{ function }
	// AdaptiveMaxPool2d takes maxima over the last two axes of images (n, c, h, w) or (c, h, w) so that they get given lengths.
	AdaptiveMaxPool2d struct{ function }
	// AdaptiveMaxPool3d takes maxima over the last three axes of volumes (n, c, d, h, w) or (c, d, h, w) so that they get given lengths.
	AdaptiveMaxPool3d struct{ function }
	// LPPool1d takes p-norms of windows over the last axis of (n, c, l) or (c, l).
	LPPool1d struct{ function }
	// LPPool2d takes p-norms of windows over the last two axes of images (n, c, h, w) or (c, h, w).
	LPPool2d struct{ function }
)

type poolFunc = func(x *tensor.Tensor, w functional.Window) *tensor.Tensor

// pool is a pooling over windows of size elements on each axis, or of KernelSize.
func pool(call poolFunc, size int, opts []Option) function {
	w := gather(opts).window(size)
	return functionOf(func(x *tensor.Tensor) *tensor.Tensor { return call(x, w) })
}

func (o *options) window(size int) functional.Window {
	if o.kernel == nil {
		o.kernel = []int{size}
	}
	return functional.Window{KernelSize: o.kernel, Stride: o.stride, Padding: o.padding, Dilation: o.dilation, CeilMode: o.ceil,
		ExcludePad: o.excludePad, DivisorOverride: o.divisor}
}

// NewMaxPool1d makes windows of size elements, one beside the other unless Stride says else. Padding, Dilation and
// CeilMode apply too.
func NewMaxPool1d(size int, opts ...Option) *MaxPool1d {
	return &MaxPool1d{pool(functional.MaxPool1d, size, opts)}
}

// NewMaxPool2d makes windows of size by size elements, one beside the other unless Stride says else; KernelSize gives
// others. Padding, Dilation and CeilMode apply too.
func NewMaxPool2d(size int, opts ...Option) *MaxPool2d {
	return &MaxPool2d{pool(functional.MaxPool2d, size, opts)}
}

// NewMaxPool3d makes cubic windows as NewMaxPool2d makes square ones.
func NewMaxPool3d(size int, opts ...Option) *MaxPool3d {
	return &MaxPool3d{pool(functional.MaxPool3d, size, opts)}
}

// NewAvgPool1d makes windows as NewMaxPool1d does, without Dilation; ExcludePad applies too.
func NewAvgPool1d(size int, opts ...Option) *AvgPool1d {
	return &AvgPool1d{pool(functional.AvgPool1d, size, opts)}
}

// NewAvgPool2d makes windows as NewMaxPool2d does, without Dilation; ExcludePad and Divisor apply too.
func NewAvgPool2d(size int, opts ...Option) *AvgPool2d {
	return &AvgPool2d{pool(functional.AvgPool2d, size, opts)}
}

// NewAvgPool3d makes cubic windows as NewAvgPool2d makes square ones.
func NewAvgPool3d(size int, opts ...Option) *AvgPool3d {
	return &AvgPool3d{pool(functional.AvgPool3d, size, opts)}
}
