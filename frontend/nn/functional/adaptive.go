package functional

import (
	"weft/frontend/tensor"
	"weft/lazy"
)

// AdaptiveAvgPool1d averages the last axis of x (n, c, l) or (c, l) to the length size.
func AdaptiveAvgPool1d(x *tensor.Tensor, size int) *tensor.Tensor {
	return adaptiveAvgPool("adaptive_avg_pool1d", 1, x, []int{size})
}

// AdaptiveAvgPool2d averages the last two axes of x (n, c, h, w) or (c, h, w) to the lengths size: one number for both, or one an
// axis; -1 keeps an axis.
func AdaptiveAvgPool2d(x *tensor.Tensor, size ...int) *tensor.Tensor {
	return adaptiveAvgPool("adaptive_avg_pool2d", 2, x, size)
}

// AdaptiveAvgPool3d averages the last three axes of x (n, c, d, h, w) or (c, d, h, w), as AdaptiveAvgPool2d does two.
func AdaptiveAvgPool3d(x *tensor.Tensor, size ...int) *tensor.Tensor {
	return adaptiveAvgPool("adaptive_avg_pool3d", 3, x, size)
}

func adaptiveAvgPool(op string, n int, x *tensor.Tensor, size []int) *tensor.Tensor {
	for i, length := range adaptedTo(op, n, x, size) {
		if axis := x.Rank() - n + i; length != x.Dim(axis) {
			x = adaptAxis(x, axis, length)
		}
	}
	return x
}

// adaptedTo is the lengths of the last n axes of the output.
func adaptedTo(op string, n int, x *tensor.Tensor, size []int) []int {
	checkPool(op, n, x)
	out := append([]int(nil), each(op, "output size", size, n, -1)...)
	for i, length := range out {
		in := x.Dim(x.Rank() - n + i)
		switch {
		case length < -1 || length > 0 && in == 0:
			fail(lazy.ErrValue, op, []*tensor.Tensor{x}, "an axis of %d elements does not become %d", in, length)
		case length == -1:
			out[i] = in
		}
	}
	return out
}

// part is the elements of an axis of length that part i of n covers: parts are as even as can be, and may overlap.
func part(i, n, length int) (start, end int) { return i * length / n, ((i+1)*length + n - 1) / n }

// adaptAxis averages an axis in n parts.
func adaptAxis(x *tensor.Tensor, axis, n int) *tensor.Tensor {
	parts := make([]*tensor.Tensor, n)
	for i := range n {
		start, end := part(i, n, x.Dim(axis))
		parts[i] = x.Narrow(axis, start, end-start).Mean(axis, tensor.KeepDim)
	}
	if n == 0 {
		return x.Narrow(axis, 0, 0)
	}
	return tensor.Cat(parts, axis)
}

// AdaptiveMaxPool1d takes maxima over the last axis of x (n, c, l) or (c, l) so that it gets the length size, and where they were
// found, as int64.
func AdaptiveMaxPool1d(x *tensor.Tensor, size int) (values, indices *tensor.Tensor) {
	return adaptiveMaxPool("adaptive_max_pool1d", 1, x, []int{size})
}

// AdaptiveMaxPool2d takes maxima over the last two axes of x (n, c, h, w) or (c, h, w) so that they get the lengths size (one number
// for both, or one an axis; -1 keeps an axis), and where they were found in the two axes, flattened, as int64.
func AdaptiveMaxPool2d(x *tensor.Tensor, size ...int) (values, indices *tensor.Tensor) {
	return adaptiveMaxPool("adaptive_max_pool2d", 2, x, size)
}

// AdaptiveMaxPool3d takes maxima over the last three axes of x (n, c, d, h, w) or (c, d, h, w), as AdaptiveMaxPool2d does over two.
func AdaptiveMaxPool3d(x *tensor.Tensor, size ...int) (values, indices *tensor.Tensor) {
	return adaptiveMaxPool("adaptive_max_pool3d", 3, x, size)
}

func adaptiveMaxPool(op string, n int, x *tensor.Tensor, size []int) (values, indices *tensor.Tensor) {
	out := adaptedTo(op, n, x, size)
	lengths := x.Shape()[x.Rank()-n:]
	pieces := make([][][2]int, n)
	for i := range n {
		for j := range out[i] {
			start, end := part(j, out[i], lengths[i])
			pieces[i] = append(pieces[i], [2]int{start, end})
		}
	}
	return maxOfPieces(x, pieces)
}

// maxOfPieces takes the maximum of every combination of pieces of the last axes, and where it was found.
func maxOfPieces(x *tensor.Tensor, pieces [][][2]int) (values, indices *tensor.Tensor) {
	n := len(pieces)
	lead, lengths := x.Shape()[:x.Rank()-n], x.Shape()[x.Rank()-n:]
	out := make([]int, n)
	for i := range out {
		out[i] = len(pieces[i])
	}
	place := arange(x, product(lengths)).Reshape(lengths...)
	if product(out) == 0 {
		empty := shape(lead, out)
		return tensor.Options{DType: x.DType(), Device: x.Device()}.Zeros(empty...), arange(x, 0).Reshape(empty...)
	}
	var vs, is []*tensor.Tensor
	for at := range product(out) {
		piece, where, rest := x, place, at
		for i := n - 1; i >= 0; i-- {
			p := pieces[i][rest%out[i]]
			rest /= out[i]
			piece = piece.Narrow(len(lead)+i, p[0], p[1]-p[0])
			where = where.Narrow(i, p[0], p[1]-p[0])
		}
		v, k := piece.Flatten(len(lead), -1).MaxDim(-1)
		vs = append(vs, v)
		is = append(is, where.Flatten(0, -1).IndexSelect(0, k.Flatten(0, -1)).Reshape(lead...))
	}
	return tensor.Stack(vs, -1).Reshape(shape(lead, out)...), tensor.Stack(is, -1).Reshape(shape(lead, out)...)
}
