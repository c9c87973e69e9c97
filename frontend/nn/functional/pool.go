package functional

import (
	"math"

	"weft/frontend/tensor"
	"weft/lazy"
)

// Window says how pooling slides: PyTorch's arguments, whose defaults are the zero values. Lists of one number hold for all axes.
type Window struct {
	KernelSize      []int
	Stride          []int // none: KernelSize
	Padding         []int // on both sides, at most half of KernelSize: zeros for averages, minus infinity for maxima
	Dilation        []int // of maxima: the distance of a window's elements
	CeilMode        bool  // a last window may hang over the end
	ExcludePad      bool  // averages do not count padding (PyTorch's count_include_pad=False)
	DivisorOverride int   // averages divide by this; 0: by the elements of the window
}

// frame is a Window with everything filled in for the axes of an input.
type frame struct {
	op                              string
	n                               int
	size, stride, padding, dilation []int
	length, count                   []int // of the input and the output, an axis
	over                            []int // elements that the last window needs beyond the padding
}

func (w Window) frame(op string, n int, x *tensor.Tensor) frame {
	f := frame{op: op, n: n}
	f.size = each(op, "window size", w.KernelSize, n, 1)
	f.stride = f.size
	if len(w.Stride) > 0 {
		f.stride = each(op, "stride", w.Stride, n, 1)
	}
	f.padding = each(op, "padding", w.Padding, n, 0)
	f.dilation = each(op, "dilation", w.Dilation, n, 1)
	for i := range n {
		f.fit(x, i, w.CeilMode)
	}
	return f
}

// fit counts the windows of axis i.
func (f *frame) fit(x *tensor.Tensor, i int, ceil bool) {
	if f.size[i] < 1 || f.stride[i] < 1 || f.dilation[i] < 1 || f.padding[i] < 0 || 2*f.padding[i] > f.size[i] {
		fail(lazy.ErrValue, f.op, []*tensor.Tensor{x},
			"window size %d, stride %d and dilation %d must be positive and padding %d at most half the size",
			f.size[i], f.stride[i], f.dilation[i], f.padding[i])
	}
	length := x.Dim(x.Rank() - f.n + i)
	room := length + 2*f.padding[i] - f.dilation[i]*(f.size[i]-1) - 1
	count := room/f.stride[i] + 1
	if ceil {
		count = (room+f.stride[i]-1)/f.stride[i] + 1
		if (count-1)*f.stride[i] >= length+f.padding[i] { // a window must begin inside the input or the padding before it
			count--
		}
	}
	if room < 0 || count < 1 {
		fail(lazy.ErrShape, f.op, []*tensor.Tensor{x}, "a window of %d elements does not fit %d with %d of padding",
			f.dilation[i]*(f.size[i]-1)+1, length, f.padding[i])
	}
	f.length, f.count = append(f.length, length), append(f.count, count)
	f.over = append(f.over, max(0, (count-1)*f.stride[i]+f.dilation[i]*(f.size[i]-1)+1-length-2*f.padding[i]))
}

// windows pads x with value and shows its windows, the elements of a window along one last axis.
func (f *frame) windows(x *tensor.Tensor, value float64) *tensor.Tensor {
	after, axes := make([]int, f.n), make([]int, f.n)
	for i := range f.n {
		after[i], axes[i] = f.padding[i]+f.over[i], x.Rank()-f.n+i
	}
	w := padSpatial(x, f.padding, after, value).Windows(axes, f.size, f.stride, f.dilation)
	for i := range f.n { // a last partial stride may leave room for one window more
		w = w.Narrow(axes[i], 0, f.count[i])
	}
	return w.Reshape(shape(w.Shape()[:x.Rank()], product(f.size))...)
}

func product(xs []int) int {
	n := 1
	for _, x := range xs {
		n *= x
	}
	return n
}

// MaxPool1d takes the maximum of sliding windows over the last axis of x (n, c, l) or (c, l). Padding is never the maximum, and
// among equal elements the gradient goes to the first; so it is in all max poolings. A window that does not fit panics with
// *Error.
func MaxPool1d(x *tensor.Tensor, w Window) *tensor.Tensor { return maxPool("max_pool1d", 1, x, w) }

// MaxPool2d takes the maximum of sliding windows over the last two axes of x (n, c, h, w) or (c, h, w).
func MaxPool2d(x *tensor.Tensor, w Window) *tensor.Tensor { return maxPool("max_pool2d", 2, x, w) }

// MaxPool3d takes the maximum of sliding windows over the last three axes of x (n, c, d, h, w) or (c, d, h, w).
func MaxPool3d(x *tensor.Tensor, w Window) *tensor.Tensor { return maxPool("max_pool3d", 3, x, w) }

// MaxPool1dWithIndices is MaxPool1d and where each maximum was found on the last axis, as int64 (PyTorch's return_indices).
func MaxPool1dWithIndices(x *tensor.Tensor, w Window) (values, indices *tensor.Tensor) {
	return maxPoolWithIndices("max_pool1d", 1, x, w)
}

// MaxPool2dWithIndices is MaxPool2d and where each maximum was found in the last two axes, flattened, as int64.
func MaxPool2dWithIndices(x *tensor.Tensor, w Window) (values, indices *tensor.Tensor) {
	return maxPoolWithIndices("max_pool2d", 2, x, w)
}

// MaxPool3dWithIndices is MaxPool3d and where each maximum was found in the last three axes, flattened, as int64.
func MaxPool3dWithIndices(x *tensor.Tensor, w Window) (values, indices *tensor.Tensor) {
	return maxPoolWithIndices("max_pool3d", 3, x, w)
}

func checkPool(op string, n int, x *tensor.Tensor) {
	if x.Rank() != n+1 && x.Rank() != n+2 {
		fail(lazy.ErrShape, op, []*tensor.Tensor{x}, "the input must have %d axes, or %d without a batch", n+2, n+1)
	}
}

func maxPool(op string, n int, x *tensor.Tensor, w Window) *tensor.Tensor {
	if !x.RequiresGrad() || !tensor.GradEnabled() {
		checkPool(op, n, x)
		f := w.frame(op, n, x)
		return f.windows(x, math.Inf(-1)).Amax(-1) // without a gradient it does not matter which of equal elements is chosen
	}
	values, _ := maxPoolWithIndices(op, n, x, w)
	return values
}

func maxPoolWithIndices(op string, n int, x *tensor.Tensor, w Window) (values, indices *tensor.Tensor) {
	checkPool(op, n, x)
	f := w.frame(op, n, x)
	values, inside := f.windows(x, math.Inf(-1)).MaxDim(-1)
	return values, f.place(inside)
}

// place turns positions inside windows into positions in the flattened input axes.
func (f *frame) place(inside *tensor.Tensor) *tensor.Tensor {
	var at *tensor.Tensor
	rest := product(f.size)
	for i := range f.n {
		rest /= f.size[i]
		k := inside.FloorDiv(rest).Remainder(f.size[i])
		start := arange(inside, f.count[i]).Mul(f.stride[i]).Sub(f.padding[i])
		start = start.Reshape(shape(f.count[i], ones(f.n-1-i))...)
		pos := k.Mul(f.dilation[i]).Add(start)
		if at == nil {
			at = pos
		} else {
			at = at.Mul(f.length[i]).Add(pos)
		}
	}
	return at
}
