package functional

import (
	"weft/frontend/tensor"
	"weft/lazy"
)

// CosineSimilarity is the cosine of the angle between x and y, broadcast together, along an axis (PyTorch's is 1); lengths below eps
// (PyTorch's is 1e-8) count as eps.
func CosineSimilarity(x, y *tensor.Tensor, axis int, eps float64) *tensor.Tensor {
	both := tensor.BroadcastAll(x, y)
	x, y = both[0], both[1]
	return x.Div(lengths(x, axis, eps)).Mul(y.Div(lengths(y, axis, eps))).Sum(axis)
}

// lengths is the lengths of vectors along an axis, at least eps; the gradient is that of the length, also where it counts as eps.
func lengths(x *tensor.Tensor, axis int, eps float64) *tensor.Tensor {
	square := x.Mul(x).Sum(axis, tensor.KeepDim)
	lack := tensor.Where(square.Detach().Lt(eps*eps), square.Detach().RSub(eps*eps), 0.0)
	return square.Add(lack).Sqrt()
}

// PairwiseDistance is the p-norm of x - y + eps along the last axis, which stays with length 1 where keep says so. PyTorch's p is 2
// and eps 1e-6.
func PairwiseDistance(x, y *tensor.Tensor, p, eps float64, keep bool) *tensor.Tensor {
	axes := []int{-1}
	if keep {
		axes = append(axes, tensor.KeepDim)
	}
	return x.Sub(y).Add(eps).Norm(p, axes...)
}

// Pdist is the p-norm of the difference of each pair of rows of x (n, d), (n*(n-1)/2): the first row with the second, third, ...,
// then the second with the third. PyTorch's p is 2. The distances of all rows of two matrices are the method Cdist.
func Pdist(x *tensor.Tensor, p float64) *tensor.Tensor {
	if x.Rank() != 2 {
		fail(lazy.ErrShape, "pdist", []*tensor.Tensor{x}, "wants a matrix")
	}
	var first, second []int
	for i := range x.Dim(0) {
		for j := i + 1; j < x.Dim(0); j++ {
			first, second = append(first, i), append(second, j)
		}
	}
	pick := func(rows []int) *tensor.Tensor { return x.IndexSelect(0, tensor.NewOn(x.Device(), rows, len(rows))) }
	return pick(first).Sub(pick(second)).Norm(p, -1)
}

// ChannelShuffle deals the channels of x (n, c, ...) out of groups in turn: the first of each group, then the second, ... A number of
// channels that groups does not divide panics with *Error.
func ChannelShuffle(x *tensor.Tensor, groups int) *tensor.Tensor {
	if x.Rank() < 3 || groups < 1 || x.Dim(1)%groups != 0 {
		fail(lazy.ErrShape, "channel_shuffle", []*tensor.Tensor{x}, "wants (n, c, ...) with channels that divide into %d groups", groups)
	}
	s := x.Shape()
	return x.Reshape(shape(s[0], groups, s[1]/groups, s[2:])...).Transpose(1, 2).Reshape(s...)
}
