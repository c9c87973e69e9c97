package functional

import "weft/frontend/tensor"

// AdaptiveAvgPool averages the last len(size) axes of x to the given lengths; -1 keeps an axis as it is.
func AdaptiveAvgPool(x *tensor.Tensor, size ...int) *tensor.Tensor {
	for i, n := range size {
		axis := x.Rank() - len(size) + i
		if n >= 0 {
			x = adaptAxis(x, axis, n, func(part *tensor.Tensor) *tensor.Tensor { return part.Mean(axis, tensor.KeepDim) })
		}
	}
	return x
}

// adaptAxis cuts an axis into n parts as even as can be (they may overlap) and folds each.
func adaptAxis(x *tensor.Tensor, axis, n int, fold func(*tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
	length := x.Dim(axis)
	parts := make([]*tensor.Tensor, n)
	for i := range n {
		start, end := i*length/n, ((i+1)*length+n-1)/n
		parts[i] = fold(x.Narrow(axis, start, end-start))
	}
	return tensor.Cat(parts, axis)
}

// AdaptiveMaxPool takes maxima over the last len(size) axes of x so that they get the given lengths (-1 keeps an axis), and
// where they were found in the flattened axes.
func AdaptiveMaxPool(x *tensor.Tensor, size ...int) (values, indices *tensor.Tensor) {
	n := len(size)
	lead := x.Shape()[:x.Rank()-n]
	lengths := x.Shape()[x.Rank()-n:]
	out := append([]int(nil), lengths...)
	for i, s := range size {
		if s >= 0 {
			out[i] = s
		}
	}
	var vs, is []*tensor.Tensor
	place := arange(x, product(lengths)).Reshape(lengths...)
	for at := range product(out) {
		part, where := x, place
		rest := at
		for i := n - 1; i >= 0; i-- {
			j := rest % out[i]
			rest /= out[i]
			start, end := j*lengths[i]/out[i], ((j+1)*lengths[i]+out[i]-1)/out[i]
			part = part.Narrow(len(lead)+i, start, end-start)
			where = where.Narrow(i, start, end-start)
		}
		v, k := part.Flatten(len(lead), -1).MaxDim(-1)
		vs = append(vs, v)
		is = append(is, where.Flatten(0, -1).IndexSelect(0, k.Flatten(0, -1)).Reshape(lead...))
	}
	return tensor.Stack(vs, -1).Reshape(shape(lead, out)...), tensor.Stack(is, -1).Reshape(shape(lead, out)...)
}
