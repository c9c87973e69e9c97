package functional

import (
	"weft/frontend/tensor"
	"weft/lazy"
)

// MaxUnpool1d puts values x (n, c, l) or (c, l) back to the places that MaxPool1dWithIndices found with the same KernelSize, Stride and
// Padding, among zeros. The output has the lengths size; none given means the least that the pooling can have come from. Of
// several values for one place the last counts, but each gets that place's gradient, as in PyTorch. A place outside is an error
// when it runs.
func MaxUnpool1d(x, indices *tensor.Tensor, w Window, size ...int) *tensor.Tensor {
	return maxUnpool("max_unpool1d", 1, x, indices, w, size)
}

// MaxUnpool2d is to MaxPool2dWithIndices what MaxUnpool1d is to MaxPool1dWithIndices: x is (n, c, h, w) or (c, h, w).
func MaxUnpool2d(x, indices *tensor.Tensor, w Window, size ...int) *tensor.Tensor {
	return maxUnpool("max_unpool2d", 2, x, indices, w, size)
}

// MaxUnpool3d is to MaxPool3dWithIndices what MaxUnpool1d is to MaxPool1dWithIndices: x is (n, c, d, h, w) or (c, d, h, w).
func MaxUnpool3d(x, indices *tensor.Tensor, w Window, size ...int) *tensor.Tensor {
	return maxUnpool("max_unpool3d", 3, x, indices, w, size)
}

func maxUnpool(op string, n int, x, indices *tensor.Tensor, w Window, size []int) *tensor.Tensor {
	checkPool(op, n, x)
	if lazy.ShapeString(x.Shape()) != lazy.ShapeString(indices.Shape()) || !indices.DType().IsInt() {
		fail(lazy.ErrShape, op, []*tensor.Tensor{x, indices}, "wants an integer index for each value")
	}
	lead := x.Shape()[:x.Rank()-n]
	out := w.unpooled(op, n, x, size)
	flat := tensor.Options{DType: x.DType(), Device: x.Device()}.Zeros(shape(lead, product(out))...)
	at, values := indices.Flatten(len(lead), -1), x.Flatten(len(lead), -1)
	set := flat.Scatter(-1, at, values.Detach())
	added := flat.ScatterAdd(-1, at, values)
	return added.Add(set.Sub(added.Detach())).Reshape(shape(lead, out)...)
}

// unpooled is the lengths of the output: those given (PyTorch also takes them with the axes before), or the least possible.
func (w Window) unpooled(op string, n int, x *tensor.Tensor, given []int) []int {
	kernel, padding := each(op, "window size", w.KernelSize, n, 1), each(op, "padding", w.Padding, n, 0)
	stride := kernel
	if len(w.Stride) > 0 {
		stride = each(op, "stride", w.Stride, n, 1)
	}
	if len(given) == n+2 {
		given = given[2:]
	}
	if len(given) > 0 {
		given = each(op, "output size", given, n, 0)
	}
	out := make([]int, n)
	for i := range n {
		least := (x.Dim(x.Rank()-n+i)-1)*stride[i] - 2*padding[i] + kernel[i]
		out[i] = least
		if len(given) == 0 {
			continue
		}
		if out[i] = given[i]; out[i] <= least-stride[i] || out[i] >= least+stride[i] {
			fail(lazy.ErrValue, op, []*tensor.Tensor{x}, "output size %v: axis %d must lie between %d and %d", given, i,
				least-stride[i], least+stride[i])
		}
	}
	return out
}
