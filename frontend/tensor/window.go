package tensor

import (
	"weft/lazy"
	"weft/ops"
)

// Windows shows sliding windows over some axes: each of the axes becomes the number of its windows, and as many axes
// are added at the end, which run inside a window. Neighbouring windows start stride apart, elements of a window lie
// dilation apart. It is only movement: convolution and pooling are sums of products and maxima over what it gives. A
// window that does not fit panics with *Error.
func (t *Tensor) Windows(axes, size, stride, dilation []int) *Tensor {
	x := t.n()
	for i, a := range axes {
		a = t.axis("windows", a)
		if size[i] < 1 || stride[i] < 1 || dilation[i] < 1 {
			bad("windows", t).at(a).fail(lazy.ErrValue, "size %d, stride %d and dilation %d must be positive",
				size[i], stride[i], dilation[i])
		}
		if span := dilation[i]*(size[i]-1) + 1; span > x.Shape[a] {
			bad("windows", t).at(a).hinting("pad the tensor or take a smaller window").
				fail(lazy.ErrShape, "a window of %d elements does not fit an axis of %d", span, x.Shape[a])
		}
		x = windowAxis(x, a, size[i], stride[i], dilation[i])
	}
	return derive("windows", x, t)
}

// moved is the permutation of rank axes that takes one of them to the end.
func moved(rank, axis int) []int {
	perm := make([]int, 0, rank)
	for i := range rank {
		if i != axis {
			perm = append(perm, i)
		}
	}
	return append(perm, axis)
}

// windowAxis makes an axis count windows and adds a last axis that runs inside them.
func windowAxis(x node, axis, size, stride, dilation int) node {
	span := dilation*(size-1) + 1
	if stride < span {
		return windows(x, axis, size, stride, dilation)
	}
	x = apartWindows(x, axis, (x.Shape[axis]-span)/stride+1, size, stride, dilation)
	return lazy.PermuteNode(x, moved(len(x.Shape), axis+1)...)
}

// apartWindows cuts the axis into blocks of one stride and keeps the window's elements of each: windows that do not overlap need
// no repetition. It gives (number of windows, size) in place of the axis.
func apartWindows(x node, axis, count, size, stride, dilation int) node {
	span := dilation*(size-1) + 1
	x = fitAxis(x, axis, count*stride)
	x = splitAxis(x, axis, count, stride)
	x = fitAxis(shrinkAxis(x, axis+1, 0, span), axis+1, size*dilation)
	x = splitAxis(x, axis+1, size, dilation)
	return dropAxis(shrinkAxis(x, axis+2, 0, 1), axis+2)
}

// fitAxis shortens an axis to n, or lengthens it by elements that nobody reads.
func fitAxis(x node, axis, n int) node {
	if have := x.Shape[axis]; have < n {
		return padAxis(x, neutral(ops.ReduceAdd, x.DType), axis, 0, n-have)
	}
	return shrinkAxis(x, axis, 0, n)
}

// splitAxis reshapes an axis into two.
func splitAxis(x node, axis, outer, inner int) node {
	shape := append(cloneShape(x.Shape[:axis]), outer, inner)
	return reshaped(x, append(shape, x.Shape[axis+1:]...)...)
}

// dropAxis removes an axis of length one.
func dropAxis(x node, axis int) node {
	return reshaped(x, append(cloneShape(x.Shape[:axis]), x.Shape[axis+1:]...)...)
}
