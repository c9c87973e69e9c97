package nn

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// NewAdaptiveAvgPool1d makes a pooling to size elements; -1 keeps the axis, here and in all adaptive poolings.
func NewAdaptiveAvgPool1d(size int) *AdaptiveAvgPool1d {
	return &AdaptiveAvgPool1d{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return functional.AdaptiveAvgPool1d(x, size) })}
}

// NewAdaptiveAvgPool2d makes a pooling to the given lengths: one number for both axes, or one an axis.
func NewAdaptiveAvgPool2d(size ...int) *AdaptiveAvgPool2d {
	return &AdaptiveAvgPool2d{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return functional.AdaptiveAvgPool2d(x, size...) })}
}

// NewAdaptiveAvgPool3d makes a pooling to the given lengths: one number for all three axes, or one an axis.
func NewAdaptiveAvgPool3d(size ...int) *AdaptiveAvgPool3d {
	return &AdaptiveAvgPool3d{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return functional.AdaptiveAvgPool3d(x, size...) })}
}

// NewAdaptiveMaxPool1d makes a pooling to size elements.
func NewAdaptiveMaxPool1d(size int) *AdaptiveMaxPool1d {
	return &AdaptiveMaxPool1d{values(func(x *tensor.Tensor) (v, at *tensor.Tensor) { return functional.AdaptiveMaxPool1d(x, size) })}
}

// NewAdaptiveMaxPool2d makes a pooling to the given lengths: one number for both axes, or one an axis.
func NewAdaptiveMaxPool2d(size ...int) *AdaptiveMaxPool2d {
	return &AdaptiveMaxPool2d{values(func(x *tensor.Tensor) (v, at *tensor.Tensor) { return functional.AdaptiveMaxPool2d(x, size...) })}
}

// NewAdaptiveMaxPool3d makes a pooling to the given lengths: one number for all three axes, or one an axis.
func NewAdaptiveMaxPool3d(size ...int) *AdaptiveMaxPool3d {
	return &AdaptiveMaxPool3d{values(func(x *tensor.Tensor) (v, at *tensor.Tensor) { return functional.AdaptiveMaxPool3d(x, size...) })}
}

// values is a pooling without the places that it also gives.
func values(pool func(x *tensor.Tensor) (v, at *tensor.Tensor)) function {
	return functionOf(func(x *tensor.Tensor) *tensor.Tensor {
		v, _ := pool(x)
		return v
	})
}

// NewLPPool1d makes windows of size elements, one beside the other unless Stride says else, and takes (sum of x^p)^(1/p). CeilMode
// applies too.
func NewLPPool1d(p float64, size int, opts ...Option) *LPPool1d {
	return &LPPool1d{pool(func(x *tensor.Tensor, w functional.Window) *tensor.Tensor { return functional.LpPool1d(x, p, w) }, size, opts)}
}

// NewLPPool2d makes windows of size by size elements as NewLPPool1d does; KernelSize gives others.
func NewLPPool2d(p float64, size int, opts ...Option) *LPPool2d {
	return &LPPool2d{pool(func(x *tensor.Tensor, w functional.Window) *tensor.Tensor { return functional.LpPool2d(x, p, w) }, size, opts)}
}

type unpoolFunc = func(x, at *tensor.Tensor, w functional.Window, size ...int) *tensor.Tensor

// unpooling puts values back to where a max pooling found them.
type unpooling struct {
	Base
	window functional.Window
	call   unpoolFunc
}

// Forward puts the values x to the places at that a max pooling with the same windows gave, among zeros. The lengths of the pooled axes
// may follow; without them they are the least that the pooling can have come from.
func (m *unpooling) Forward(x, at *tensor.Tensor, size ...int) *tensor.Tensor {
	return m.two(x, at, func(x, at *tensor.Tensor) *tensor.Tensor { return m.call(x, at, m.window, size...) })
}

// MaxUnpool1d is the way back of a max pooling over the last axis of (n, c, l) or (c, l).
type MaxUnpool1d struct{ unpooling }

// MaxUnpool2d is the way back of a max pooling over the last two axes of images (n, c, h, w) or (c, h, w).
type MaxUnpool2d struct{ unpooling }

// MaxUnpool3d is the way back of a max pooling over the last three axes of volumes (n, c, d, h, w) or (c, d, h, w).
type MaxUnpool3d struct{ unpooling }

// NewMaxUnpool1d makes the way back of windows of size elements. Stride and Padding are those of the pooling.
func NewMaxUnpool1d(size int, opts ...Option) *MaxUnpool1d {
	return &MaxUnpool1d{unpooling{window: gather(opts).window(size), call: functional.MaxUnpool1d}}
}

// NewMaxUnpool2d makes the way back of windows of size by size elements; KernelSize gives others. Stride and Padding are those of the
// pooling.
func NewMaxUnpool2d(size int, opts ...Option) *MaxUnpool2d {
	return &MaxUnpool2d{unpooling{window: gather(opts).window(size), call: functional.MaxUnpool2d}}
}

// NewMaxUnpool3d makes the way back of cubic windows; KernelSize gives others. Stride and Padding are those of the pooling.
func NewMaxUnpool3d(size int, opts ...Option) *MaxUnpool3d {
	return &MaxUnpool3d{unpooling{window: gather(opts).window(size), call: functional.MaxUnpool3d}}
}
