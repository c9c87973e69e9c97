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
	if c.Same {
		fail(lazy.ErrValue, op, []*tensor.Tensor{x, w}, "has no padding to the same size")
	}
	s := c.slide(op, n, w)
	extra := each(op, "output padding", c.OutputPadding, n, 0)
	g := s.groups
	if x.Dim(1) != w.Dim(0) || w.Dim(0)%g != 0 {
		fail(lazy.ErrShape, op, []*tensor.Tensor{x, w}, "filters for %d channels in %d groups, the input has %d", w.Dim(0), g, x.Dim(1))
	}
	before, after := make([]int, n), make([]int, n)
	for i := range n {
		if extra[i] != 0 && extra[i] >= max(s.stride[i], s.dilation[i]) {
			fail(lazy.ErrValue, op, []*tensor.Tensor{x, w}, "output padding %d must be less than stride %d or dilation %d",
				extra[i], s.stride[i], s.dilation[i])
		}
		reach := s.dilation[i] * (w.Dim(2+i) - 1)
		before[i], after[i] = reach-s.padding[i], reach-s.padding[i]+extra[i]
		x = spreadAxis(x, 2+i, s.stride[i])
	}
	filters := w.Reshape(shape(g, w.Dim(0)/g, w.Dim(1), w.Shape()[2:])...).Transpose(1, 2)
	filters = filters.Reshape(shape(g*w.Dim(1), w.Dim(0)/g, w.Shape()[2:])...)
	for i := range n {
		filters = filters.Flip(2 + i)
	}
	s.stride = ones(n)
	y := s.contract(padSpatial(x, before, after, 0), filters)
	return unbatch(addBias(op, y, bias, n), unbatched)
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
