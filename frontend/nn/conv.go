package nn

import (
	"slices"
	"strings"

	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

type convFunc = func(x, w, bias *tensor.Tensor, c functional.Conv) *tensor.Tensor

// convolution is what all convolution layers share.
type convolution struct {
	Base
	Weight *tensor.Tensor
	Bias   *tensor.Tensor // (out), or nil
	conv   functional.Conv
	mode   string
	n      int
	call   convFunc
}

// Conv1d is a convolution over (n, channels, length) or (channels, length): y[o, i] = b[o] + sum over (c, k) of w[o, c, k] x[c, i stride + k
// dilation]. Weight is (out, in/groups, kernel).
type Conv1d struct{ convolution }

// Conv2d is a convolution over images (n, channels, height, width), with or without n. Weight is (out, in/groups, height, width).
type Conv2d struct{ convolution }

// Conv3d is a convolution over volumes (n, channels, depth, height, width), with or without n.
type Conv3d struct{ convolution }

// ConvTranspose1d is the transpose of Conv1d, its gradient by the input: it makes its input longer. Weight is (in, out/groups, kernel).
type ConvTranspose1d struct{ convolution }

// ConvTranspose2d is the transpose of Conv2d: it makes images larger. Weight is (in, out/groups, height, width).
type ConvTranspose2d struct{ convolution }

// ConvTranspose3d is the transpose of Conv3d: it makes volumes larger.
type ConvTranspose3d struct{ convolution }

// NewConv1d makes a layer with windows of kernel elements. Weight and bias are drawn evenly from ±1/sqrt(in/groups * window). Stride,
// Padding, SamePadding, PaddingMode, Dilation, Groups, NoBias and Create apply, to all convolutions.
func NewConv1d(in, out, kernel int, opts ...Option) *Conv1d {
	return &Conv1d{newConv(1, in, out, kernel, opts, functional.Conv1d)}
}

// NewConv2d makes a layer with windows of kernel by kernel elements; KernelSize gives others.
func NewConv2d(in, out, kernel int, opts ...Option) *Conv2d {
	return &Conv2d{newConv(2, in, out, kernel, opts, functional.Conv2d)}
}

// NewConv3d makes a layer with cubic windows; KernelSize gives others.
func NewConv3d(in, out, kernel int, opts ...Option) *Conv3d {
	return &Conv3d{newConv(3, in, out, kernel, opts, functional.Conv3d)}
}

// NewConvTranspose1d makes a transposed layer; OutputPadding applies too, SamePadding and PaddingMode do not.
func NewConvTranspose1d(in, out, kernel int, opts ...Option) *ConvTranspose1d {
	return &ConvTranspose1d{newTransposed(1, in, out, kernel, opts, functional.ConvTranspose1d)}
}

// NewConvTranspose2d makes a transposed layer as NewConvTranspose1d does; KernelSize gives other windows.
func NewConvTranspose2d(in, out, kernel int, opts ...Option) *ConvTranspose2d {
	return &ConvTranspose2d{newTransposed(2, in, out, kernel, opts, functional.ConvTranspose2d)}
}

// NewConvTranspose3d makes a transposed layer as NewConvTranspose1d does; KernelSize gives other windows.
func NewConvTranspose3d(in, out, kernel int, opts ...Option) *ConvTranspose3d {
	return &ConvTranspose3d{newTransposed(3, in, out, kernel, opts, functional.ConvTranspose3d)}
}

func newConv(n, in, out, kernel int, opts []Option, call convFunc) convolution {
	return makeConv(n, out, in, out, kernel, opts, call)
}

func newTransposed(n, in, out, kernel int, opts []Option, call convFunc) convolution {
	if mode := gather(opts).mode; mode != "zeros" {
		fail("conv_transpose", "a transposed convolution pads with zeros, not in the mode %s", mode)
	}
	return makeConv(n, in, out, out, kernel, opts, call)
}

var paddingModes = []string{"zeros", "reflect", "replicate", "circular"}

// makeConv draws filters (first, second/groups, kernel...) and a bias of out numbers.
func makeConv(n, first, second, out, kernel int, opts []Option, call convFunc) convolution {
	o := gather(opts)
	groups := o.groups
	if groups < 1 || first%groups != 0 || second%groups != 0 {
		fail("conv", "%d and %d channels must divide into %d groups", first, second, groups)
	}
	if !slices.Contains(paddingModes, o.mode) {
		fail("conv", "there is no padding mode %q; modes are %s", o.mode, strings.Join(paddingModes, ", "))
	}
	for _, s := range o.stride {
		if o.same && s != 1 {
			fail("conv", "padding to the same size needs stride 1, not %d", s)
		}
	}
	size := o.kernel
	for len(size) < n {
		size = append(size, kernel)
	}
	fan := second / groups
	for _, k := range size {
		fan *= k
	}
	c := convolution{n: n, call: call, mode: o.mode, conv: functional.Conv{Stride: o.stride, Padding: o.padding,
		Dilation: o.dilation, Groups: groups, Same: o.same, OutputPadding: o.outputPadding}}
	c.Weight = o.uniform(fanIn(fan), append([]int{first, second / groups}, size...)...)
	if !o.noBias {
		c.Bias = o.uniform(fanIn(fan), out)
	}
	return c
}

// Forward convolves x. Other channels than the layer's, and windows larger than the padded input, panic with *tensor.Error.
func (c *convolution) Forward(x *tensor.Tensor) *tensor.Tensor {
	return c.Call(x, func(x *tensor.Tensor) *tensor.Tensor {
		settings := c.conv
		if c.mode != "zeros" {
			x = functional.Pad(x, c.mode, 0, c.pads()...)
			settings.Padding, settings.Same = nil, false
		}
		return c.call(x, c.Weight, c.Bias, settings)
	})
}

// pads are what is added before and after each axis, from the last to the first.
func (c *convolution) pads() (pads []int) {
	for axis := c.n - 1; axis >= 0; axis-- {
		before := perAxis(c.conv.Padding, axis, 0)
		after := before
		if c.conv.Same {
			total := perAxis(c.conv.Dilation, axis, 1) * (c.Weight.Dim(2+axis) - 1)
			before, after = total/2, total-total/2
		}
		pads = append(pads, before, after)
	}
	return pads
}

// perAxis is a setting of one axis: none given means def, one number means all axes.
func perAxis(setting []int, axis, def int) int {
	switch len(setting) {
	case 0:
		return def
	case 1:
		return setting[0]
	}
	return setting[axis]
}
