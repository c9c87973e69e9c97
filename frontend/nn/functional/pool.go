package functional

import (
	"math"

	"weft/frontend/tensor"
	"weft/lazy"
)

// Window says how pooling slides. Lists of one number hold for all axes; no Stride means Size.
type Window struct {
	Size, Stride, Padding, Dilation []int
	Ceil                            bool // a last window may hang over the end
	ExcludePad                      bool // averages do not count padding
	Divisor                         int  // averages divide by this; 0: by the elements of the window
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
	f.size = each(op, "window size", w.Size, n, 1)
	f.stride = f.size
	if len(w.Stride) > 0 {
		f.stride = each(op, "stride", w.Stride, n, 1)
	}
	f.padding = each(op, "padding", w.Padding, n, 0)
	f.dilation = each(op, "dilation", w.Dilation, n, 1)
	for i := range n {
		f.fit(x, i, w.Ceil)
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

// MaxPool1d takes the maximum of sliding windows over the last axis of (n, c, l) or (c, l).
func MaxPool1d(x *tensor.Tensor, w Window) *tensor.Tensor { return maxPool("max_pool1d", 1, x, w) }

// MaxPool2d takes the maximum of sliding windows over the last two axes. Among equal elements the gradient goes to the first.
func MaxPool2d(x *tensor.Tensor, w Window) *tensor.Tensor { return maxPool("max_pool2d", 2, x, w) }

// MaxPool3d takes the maximum of sliding windows over the last three axes.
func MaxPool3d(x *tensor.Tensor, w Window) *tensor.Tensor { return maxPool("max_pool3d", 3, x, w) }

// MaxPoolIndices is max pooling over the last n axes that also gives where each maximum was found: the place in the
// flattened last n axes of x.
func MaxPoolIndices(n int, x *tensor.Tensor, w Window) (values, indices *tensor.Tensor) {
	checkPool("max_pool", n, x)
	f := w.frame("max_pool", n, x)
	values, inside := f.windows(x, math.Inf(-1)).MaxDim(-1)
	return values, f.place(inside)
}

func checkPool(op string, n int, x *tensor.Tensor) {
	if x.Rank() != n+1 && x.Rank() != n+2 {
		fail(lazy.ErrShape, op, []*tensor.Tensor{x}, "the input must have %d axes, or %d without a batch", n+2, n+1)
	}
}

func maxPool(op string, n int, x *tensor.Tensor, w Window) *tensor.Tensor {
	checkPool(op, n, x)
	f := w.frame(op, n, x)
	win := f.windows(x, math.Inf(-1))
	if !x.RequiresGrad() || !tensor.GradEnabled() {
		return win.Amax(-1) // without a gradient it does not matter which of equal elements is chosen
	}
	values, _ := win.MaxDim(-1)
	return values
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

// AvgPool1d takes the mean of sliding windows over the last axis.
func AvgPool1d(x *tensor.Tensor, w Window) *tensor.Tensor { return avgPool("avg_pool1d", 1, x, w) }

// AvgPool2d takes the mean of sliding windows over the last two axes.
func AvgPool2d(x *tensor.Tensor, w Window) *tensor.Tensor { return avgPool("avg_pool2d", 2, x, w) }

// AvgPool3d takes the mean of sliding windows over the last three axes.
func AvgPool3d(x *tensor.Tensor, w Window) *tensor.Tensor { return avgPool("avg_pool3d", 3, x, w) }

func avgPool(op string, n int, x *tensor.Tensor, w Window) *tensor.Tensor {
	checkPool(op, n, x)
	f := w.frame(op, n, x)
	sum := f.windows(x, 0).Sum(-1)
	if !x.DType().IsFloat() { // PyTorch averages integers too, rounding toward zero
		sum = sum.Cast(x.DType())
	}
	if w.Divisor != 0 {
		return share(sum, w.Divisor)
	}
	for i := range n {
		per := make([]float64, f.count[i])
		uneven := false
		for j := range per {
			per[j] = float64(f.elements(i, j, w.ExcludePad))
			uneven = uneven || per[j] != per[0]
		}
		if uneven {
			counts := tensor.NewOn(x.Device(), per, shape(f.count[i], ones(n-1-i))...)
			sum = share(sum, counts.Cast(x.DType()))
		} else {
			sum = share(sum, int(per[0]))
		}
	}
	return sum
}

// share divides a sum; integers are rounded toward zero.
func share(sum *tensor.Tensor, n any) *tensor.Tensor {
	if sum.DType().IsFloat() {
		return sum.Div(n)
	}
	return sum.DivTrunc(n)
}

// elements counts what window j of axis i averages: padding too unless it is excluded, what hangs over the end never.
func (f *frame) elements(i, j int, excludePad bool) int {
	start := j*f.stride[i] - f.padding[i]
	end := min(start+f.size[i], f.length[i]+f.padding[i])
	if excludePad {
		start, end = max(start, 0), min(end, f.length[i])
	}
	return end - start
}
