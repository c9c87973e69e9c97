package tensor

import (
	"weft/lazy"
	"weft/ops"
)

// Windows shows sliding windows over some axes: each of the axes becomes the number of its windows, and as many axes are
// added at the end, which run inside a window. Neighbouring windows start stride apart, elements of a window lie dilation
// apart. It is only movement: convolution and pooling are sums of products and maxima over what it gives. A window that
// does not fit panics with *Error.
func (t *Tensor) Windows(axes, size, stride, dilation []int) *Tensor {
	x, rank := t.n(), t.Rank()
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
		x = lazy.PermuteNode(x, moved(rank+i+1, a+1)...)
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

// windowAxis turns an axis into (number of windows, size).
func windowAxis(x node, axis, size, stride, dilation int) node {
	span := dilation*(size-1) + 1
	count := (x.Shape[axis]-span)/stride + 1
	if stride >= span {
		return apartWindows(x, axis, count, size, stride, dilation)
	}
	return lazy.PermuteNode(overlappingWindows(x, axis, count, size, stride, dilation), swapped(len(x.Shape)+1, axis, axis+1)...)
}

// apartWindows cuts the axis into blocks of one stride and keeps the window's elements of each.
func apartWindows(x node, axis, count, size, stride, dilation int) node {
	span := dilation*(size-1) + 1
	x = fitAxis(x, axis, count*stride)
	x = splitAxis(x, axis, count, stride)
	x = fitAxis(shrinkAxis(x, axis+1, 0, span), axis+1, size*dilation)
	x = splitAxis(x, axis+1, size, dilation)
	return dropAxis(shrinkAxis(x, axis+2, 0, 1), axis+2)
}

// overlappingWindows repeats the axis and reads it in rows that are longer by the dilation, so that row k begins at the
// window's element k: it gives (size, number of windows).
func overlappingWindows(x node, axis, count, size, stride, dilation int) node {
	n := x.Shape[axis]
	row := n + dilation
	times := (size*row + n - 1) / n
	x = mergeAxis(insertAxis(x, axis, times), axis)
	x = splitAxis(shrinkAxis(x, axis, 0, size*row), axis, size, row)
	x = splitAxis(shrinkAxis(x, axis+1, 0, count*stride), axis+1, count, stride)
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

// mergeAxis reshapes an axis and the next into one.
func mergeAxis(x node, axis int) node {
	shape := append(cloneShape(x.Shape[:axis]), x.Shape[axis]*x.Shape[axis+1])
	return reshaped(x, append(shape, x.Shape[axis+2:]...)...)
}

// dropAxis removes an axis of length one.
func dropAxis(x node, axis int) node {
	return reshaped(x, append(cloneShape(x.Shape[:axis]), x.Shape[axis+1:]...)...)
}

// swapped is the permutation of rank axes that exchanges two.
func swapped(rank, a, b int) []int {
	perm := make([]int, rank)
	for i := range perm {
		perm[i] = i
	}
	perm[a], perm[b] = b, a
	return perm
}
