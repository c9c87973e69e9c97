package functional

import (
	"weft/frontend/tensor"
	"weft/lazy"
)

// Conv says how a convolution slides: PyTorch's arguments, whose defaults are the zero values. A list of one number holds for all axes.
type Conv struct {
	Stride        []int // the distance of windows; none: 1
	Padding       []int // zeros on both sides; none: 0 (PyTorch's "valid")
	Dilation      []int // the distance of a window's elements; none: 1
	Groups        int   // of channels that do not see one another; 0: 1
	Same          bool  // pad so that the output is as large as the input (PyTorch's "same"); stride must be 1
	OutputPadding []int // transposed convolutions: elements added at the end of the output
}

// Conv1d slides filters w (out, in/groups, k) over x (n, in, l) or (in, l), of one dtype: the sum of products, plus bias (out)
// unless it is nil. Shapes that do not fit panic with *Error, as in all convolutions.
func Conv1d(x, w, bias *tensor.Tensor, c Conv) *tensor.Tensor {
	return conv("conv1d", 1, x, w, bias, c)
}

// Conv2d slides filters w (out, in/groups, kh, kw) over x (n, in, h, w) or (in, h, w); bias (out) may be nil.
func Conv2d(x, w, bias *tensor.Tensor, c Conv) *tensor.Tensor {
	return conv("conv2d", 2, x, w, bias, c)
}

// Conv3d slides filters w (out, in/groups, kd, kh, kw) over x (n, in, d, h, w) or (in, d, h, w); bias (out) may be nil.
func Conv3d(x, w, bias *tensor.Tensor, c Conv) *tensor.Tensor {
	return conv("conv3d", 3, x, w, bias, c)
}

// slide is a Conv with everything filled in for n axes.
type slide struct {
	op                        string
	n, groups                 int
	stride, padding, dilation []int
	after                     []int // padding at the end of each axis
}

func (c Conv) slide(op string, n int, w *tensor.Tensor) slide {
	s := slide{op: op, n: n, groups: max(c.Groups, 1)}
	s.stride = each(op, "stride", c.Stride, n, 1)
	s.dilation = each(op, "dilation", c.Dilation, n, 1)
	s.padding = each(op, "padding", c.Padding, n, 0)
	s.after = s.padding
	if c.Same {
		s.padding, s.after = make([]int, n), make([]int, n)
		for i := range n {
			if s.stride[i] != 1 {
				fail(lazy.ErrValue, op, nil, "padding to the same size needs stride 1, not %d", s.stride[i])
			}
			total := s.dilation[i] * (w.Dim(2+i) - 1)
			s.padding[i], s.after[i] = total/2, total-total/2
		}
	}
	for i := range s.n {
		if s.stride[i] < 1 || s.dilation[i] < 1 || s.padding[i] < 0 {
			fail(lazy.ErrValue, op, nil, "stride %d and dilation %d must be positive and padding %d not negative",
				s.stride[i], s.dilation[i], s.padding[i])
		}
	}
	return s
}

// conv writes out[n, o, y...] = sum over (c, k...) of x[n, c, y*s+k*d...] * w[o, c, k...] as one product and one sum.
func conv(op string, n int, x, w, bias *tensor.Tensor, c Conv) *tensor.Tensor {
	x, unbatched := batched(op, n, x, w)
	s := c.slide(op, n, w)
	g, out, in := s.groups, w.Dim(0), w.Dim(1)
	switch {
	case x.DType() != w.DType():
		fail(lazy.ErrDType, op, []*tensor.Tensor{x, w}, "input and filters differ in dtype")
	case x.Dim(1) != in*g:
		fail(lazy.ErrShape, op, []*tensor.Tensor{x, w}, "filters in %d groups want %d channels, the input has %d", g, in*g, x.Dim(1))
	case out%g != 0:
		fail(lazy.ErrShape, op, []*tensor.Tensor{x, w}, "%d filters do not divide into %d groups", out, g)
	}
	y := s.contract(padSpatial(x, s.padding, s.after, 0), w)
	return unbatch(addBias(op, y, bias, n), unbatched)
}

// contract multiplies the windows of x by the filters and sums over channels and window positions.
func (s slide) contract(x, w *tensor.Tensor) *tensor.Tensor {
	n, g := s.n, s.groups
	axes := make([]int, n)
	for i := range axes {
		axes[i] = 2 + i
	}
	win := x.Windows(axes, w.Shape()[2:], s.stride, s.dilation) // (batch, channels, places..., kernel...)
	places := win.Shape()[2 : 2+n]
	batch, in, out := x.Dim(0), w.Dim(1), w.Dim(0)
	// (batch, g, 1, in, places..., kernel...) to (batch, g, 1, places..., in, kernel...)
	win = win.Reshape(shape(batch, g, 1, in, places, w.Shape()[2:])...)
	perm := []int{0, 1, 2}
	for i := range n {
		perm = append(perm, 4+i)
	}
	perm = append(perm, 3)
	for i := range n {
		perm = append(perm, 4+n+i)
	}
	win = win.Permute(perm...)
	filters := w.Reshape(shape(1, g, out/g, ones(n), in, w.Shape()[2:])...)
	sum := make([]int, n+1)
	for i := range sum {
		sum[i] = 3 + n + i
	}
	return win.Mul(filters).Sum(sum...).Reshape(shape(batch, out, places)...)
}

// batched gives x a batch axis if it has none.
func batched(op string, n int, x, w *tensor.Tensor) (_ *tensor.Tensor, unbatched bool) {
	if x.Rank() != n+1 && x.Rank() != n+2 {
		fail(lazy.ErrShape, op, []*tensor.Tensor{x, w}, "the input must have %d axes, or %d without a batch", n+2, n+1)
	}
	if w != nil && w.Rank() != n+2 {
		fail(lazy.ErrShape, op, []*tensor.Tensor{x, w}, "the filters must have %d axes", n+2)
	}
	if x.Rank() == n+1 {
		return x.Unsqueeze(0), true
	}
	return x, false
}

func unbatch(x *tensor.Tensor, yes bool) *tensor.Tensor {
	if yes {
		return x.Squeeze(0)
	}
	return x
}

func addBias(op string, y, bias *tensor.Tensor, n int) *tensor.Tensor {
	if bias == nil {
		return y
	}
	if bias.Rank() != 1 || bias.Dim(0) != y.Dim(1) {
		fail(lazy.ErrShape, op, []*tensor.Tensor{y, bias}, "the bias must hold one number for each of %d output channels", y.Dim(1))
	}
	return y.Add(bias.Reshape(shape(y.Dim(1), ones(n))...))
}

// shape joins lengths and lists of lengths.
func shape(parts ...any) []int {
	var out []int
	for _, p := range parts {
		switch p := p.(type) {
		case int:
			out = append(out, p)
		case []int:
			out = append(out, p...)
		}
	}
	return out
}

func ones(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = 1
	}
	return out
}
