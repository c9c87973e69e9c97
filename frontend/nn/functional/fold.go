package functional

import (
	"weft/frontend/tensor"
	"weft/lazy"
)

// Unfold lists the windows, kernel elements large, of images x (n, c, h, w) or (c, h, w) as columns: (n, c*kh*kw, windows).
// Stride, Padding and Dilation of c apply.
func Unfold(x *tensor.Tensor, kernel []int, c Conv) *tensor.Tensor {
	x, unbatched := batched("unfold", 2, x, nil)
	size := each("unfold", "window size", kernel, 2, 1)
	s := c.slide("unfold", 2, nil)
	w := padSpatial(x, s.padding, s.after, 0).Windows([]int{2, 3}, size, s.stride, s.dilation)
	d := w.Shape()
	return unbatch(w.Permute(0, 1, 4, 5, 2, 3).Reshape(d[0], d[1]*d[4]*d[5], d[2]*d[3]), unbatched)
}

// Fold adds columns x (n, c*kh*kw, windows), or without n, up to images (n, c, h, w) of the given size: the transpose of Unfold.
// Columns that do not make such images panic with *Error.
func Fold(x *tensor.Tensor, size, kernel []int, c Conv) *tensor.Tensor {
	unbatched := x.Rank() == 2
	if unbatched {
		x = x.Unsqueeze(0)
	}
	k := each("fold", "window size", kernel, 2, 1)
	s := c.slide("fold", 2, nil)
	size = each("fold", "output size", size, 2, 1)
	n, channels := x.Dim(0), x.Dim(1)/(k[0]*k[1])
	padded := []int{size[0] + 2*s.padding[0], size[1] + 2*s.padding[1]}
	places := make([]int, 2)
	for i := range places {
		places[i] = (padded[i]-s.dilation[i]*(k[i]-1)-1)/s.stride[i] + 1
	}
	if channels*k[0]*k[1] != x.Dim(1) || places[0]*places[1] != x.Dim(2) {
		fail(lazy.ErrShape, "fold", []*tensor.Tensor{x}, "%d windows of %d by %d elements do not make images of %d by %d",
			x.Dim(2), k[0], k[1], size[0], size[1])
	}
	sum := s.overlaid(x.Reshape(n, channels, k[0], k[1], places[0], places[1]), padded)
	sum = sum.Narrow(2, s.padding[0], size[0]).Narrow(3, s.padding[1], size[1])
	return unbatch(sum, unbatched)
}

// overlaid adds up windows x (n, c, kh, kw, places...): each position inside the window is an image whose elements lie stride apart.
func (s slide) overlaid(x *tensor.Tensor, size []int) (sum *tensor.Tensor) {
	for i := range x.Dim(2) {
		for j := range x.Dim(3) {
			part := spreadAxis(spreadAxis(x.Select(2, i).Select(2, j), 2, s.stride[0]), 3, s.stride[1])
			top, left := i*s.dilation[0], j*s.dilation[1]
			sum = plus(sum, part.Pad([]int{left, size[1] - left - part.Dim(3), top, size[0] - top - part.Dim(2)}, 0))
		}
	}
	return sum
}
