package functional

import (
	"weft/frontend/tensor"
	"weft/lazy"
)

// ConvTranspose1d is the transpose (the gradient by the input) of Conv1d: x is (n, in, l) or (in, l), w (in, out/groups, k), and bias
// (out) may be nil. OutputPadding must be less than the stride or the dilation.
func ConvTranspose1d(x, w, bias *tensor.Tensor, c Conv) *tensor.Tensor {
	return convTranspose("conv_transpose1d", 1, x, w, bias, c)
}

// ConvTranspose2d is the transpose of Conv2d: w is (in, out/groups, kh, kw).
func ConvTranspose2d(x, w, bias *tensor.Tensor, c Conv) *tensor.Tensor {
	return convTranspose("conv_transpose2d", 2, x, w, bias, c)
}

// ConvTranspose3d is the transpose of Conv3d: w is (in, out/groups, kd, kh, kw).
func ConvTranspose3d(x, w, bias *tensor.Tensor, c Conv) *tensor.Tensor {
	return convTranspose("conv_transpose3d", 3, x, w, bias, c)
}

// convTranspose spreads the input by the stride, pads it, and convolves it with the flipped filters, whose roles of input
// and output are exchanged within each group.
func convTranspose(op string, n int, x, w, bias *tensor.Tensor, c Conv) *tensor.Tensor {
	x, unbatched := batched(op, n, x, w)
	s := c.slide(op, n, w)
	extra := each(op, "output padding", c.OutputPadding, n, 0)
	s.checkTransposed(x, w, extra, c.Same)
	before, after := make([]int, n), make([]int, n)
	for i := range n {
		reach := s.dilation[i] * (w.Dim(2+i) - 1)
		before[i], after[i] = reach-s.padding[i], reach-s.padding[i]+extra[i]
		x = spreadAxis(x, 2+i, s.stride[i])
	}
	s.stride = ones(n)
	y := s.contract(padSpatial(x, before, after, 0), s.flipped(w))
	return unbatch(addBias(op, y, bias, n), unbatched)
}

func (s slide) checkTransposed(x, w *tensor.Tensor, extra []int, same bool) {
	operands := []*tensor.Tensor{x, w}
	switch {
	case same:
		fail(lazy.ErrValue, s.op, operands, "has no padding to the same size")
	case x.Dim(1) != w.Dim(0) || w.Dim(0)%s.groups != 0:
		fail(lazy.ErrShape, s.op, operands, "filters for %d channels in %d groups, the input has %d", w.Dim(0), s.groups, x.Dim(1))
	}
	for i, e := range extra {
		if e != 0 && e >= max(s.stride[i], s.dilation[i]) {
			fail(lazy.ErrValue, s.op, operands, "output padding %d must be less than stride %d or dilation %d", e, s.stride[i], s.dilation[i])
		}
	}
}

// flipped is the filters of the convolution that a transposed one is: input and output exchanged, in each group.
func (s slide) flipped(w *tensor.Tensor) *tensor.Tensor {
	g := s.groups
	w = w.Reshape(shape(g, w.Dim(0)/g, w.Dim(1), w.Shape()[2:])...).Transpose(1, 2)
	w = w.Reshape(shape(g*w.Dim(1), w.Dim(2), w.Shape()[3:])...)
	for i := range s.n {
		w = w.Flip(2 + i)
	}
	return w
}

// spreadAxis puts stride-1 zeros between neighbours.
func spreadAxis(x *tensor.Tensor, axis, stride int) *tensor.Tensor {
	if stride == 1 || x.Dim(axis) == 0 {
		return x
	}
	n := x.Dim(axis)
	s := x.Shape()
	split := shape(s[:axis], n, 1, s[axis+1:])
	x = padAxis(x.Reshape(split...), axis+1, 0, stride-1, 0)
	return x.Reshape(shape(s[:axis], n*stride, s[axis+1:])...).Narrow(axis, 0, (n-1)*stride+1)
}
