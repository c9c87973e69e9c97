package functional

import (
	"weft/frontend/tensor"
	"weft/lazy"
)

// Fractional is the settings of FractionalMaxPool2d and 3d. Lists of one number hold for all axes.
type Fractional struct {
	KernelSize  []int
	OutputSize  []int          // the lengths of the output, or else
	OutputRatio []float64      // its lengths by those of the input, between 0 and 1
	Samples     *tensor.Tensor // (n, c, 2) or (n, c, 3), numbers from 0 to below 1 that the places of windows follow from; nil: drawn
}

// FractionalMaxPool2d takes maxima over windows in the last two axes of x (n, c, h, w) or (c, h, w) that lie at random places,
// as evenly as an output of any length below the input's allows (Graham 2014), and where they were found in the two axes,
// flattened, as int64. As in PyTorch the samples of a channel are for w, then h.
func FractionalMaxPool2d(x *tensor.Tensor, f Fractional) (values, indices *tensor.Tensor) {
	return f.pool("fractional_max_pool2d", 2, x, []int{1, 0})
}

// FractionalMaxPool3d is FractionalMaxPool2d over the last three axes of x (n, c, d, h, w) or (c, d, h, w); the samples of a channel
// are for d, h and w.
func FractionalMaxPool3d(x *tensor.Tensor, f Fractional) (values, indices *tensor.Tensor) {
	return f.pool("fractional_max_pool3d", 3, x, []int{0, 1, 2})
}

// pool gathers the windows, whose places are computed, and takes their maxima. order says which sample is for which axis.
func (f Fractional) pool(op string, n int, x *tensor.Tensor, order []int) (values, indices *tensor.Tensor) {
	checkPool(op, n, x)
	if x.Rank() == n+1 {
		values, indices = f.pool(op, n, x.Unsqueeze(0), order)
		return values.Squeeze(0), indices.Squeeze(0)
	}
	kernel, out := f.sizes(op, n, x)
	samples := f.Samples
	if samples == nil {
		samples = tensor.Options{DType: x.DType(), Device: x.Device()}.Rand(x.Dim(0), x.Dim(1), n)
	}
	if lazy.ShapeString(samples.Shape()) != lazy.ShapeString([]int{x.Dim(0), x.Dim(1), n}) {
		fail(lazy.ErrShape, op, []*tensor.Tensor{x, samples}, "wants %d samples for each channel", n)
	}
	var at *tensor.Tensor // (n, c, out, kernel, out, kernel ...): places in the flattened last axes
	for i := range n {
		start := starts(samples.Select(2, order[i]), x.Dim(2+i), out[i], kernel[i])
		place := start.Unsqueeze(-1).Add(arange(x, kernel[i]))
		place = place.Reshape(shape(x.Dim(0), x.Dim(1), ones(2*i), out[i], kernel[i], ones(2*(n-1-i)))...)
		if at != nil {
			place = at.Mul(x.Dim(2 + i)).Add(place)
		}
		at = place
	}
	return maxAt(x.Flatten(2, -1), at, out)
}

// maxAt takes maxima of flattened x (n, c, l) at places (n, c, out, kernel, ...).
func maxAt(x, at *tensor.Tensor, out []int) (values, indices *tensor.Tensor) {
	n := len(out)
	perm := []int{0, 1}
	for i := range n {
		perm = append(perm, 2+2*i)
	}
	for i := range n {
		perm = append(perm, 3+2*i)
	}
	at = at.Permute(perm...).Flatten(2+n, -1)
	windows := x.Gather(2, at.Flatten(2, -1)).Reshape(at.Shape()...)
	values, k := windows.MaxDim(-1)
	return values, at.Gather(-1, k.Unsqueeze(-1)).Squeeze(-1)
}

// starts is where the windows of an axis begin, by a sample for each channel: the last one at the end.
func starts(sample *tensor.Tensor, length, out, kernel int) *tensor.Tensor {
	i, u, step := arange(sample, out), sample.Unsqueeze(-1), 0.0
	if out > 1 {
		step = float64(length-kernel) / float64(out-1)
	}
	start := i.Cast(sample.DType()).Add(u).Mul(step).Floor().Sub(u.Mul(step).Floor())
	return tensor.Where(i.Eq(out-1), length-kernel, start.Cast(tensor.Int64))
}

// sizes is the lengths of windows and of the output.
func (f Fractional) sizes(op string, n int, x *tensor.Tensor) (kernel, out []int) {
	kernel = each(op, "window size", f.KernelSize, n, 1)
	if (len(f.OutputSize) == 0) == (len(f.OutputRatio) == 0) || len(f.OutputRatio) > 1 && len(f.OutputRatio) != n {
		fail(lazy.ErrValue, op, []*tensor.Tensor{x}, "give either an output size or a ratio, one number or %d", n)
	}
	if len(f.OutputSize) > 0 {
		out = append(out, each(op, "output size", f.OutputSize, n, 1)...)
	}
	for i := range n {
		length := x.Dim(2 + i)
		if len(f.OutputRatio) > 0 {
			out = append(out, int(float64(length)*f.OutputRatio[min(i, len(f.OutputRatio)-1)]))
		}
		if kernel[i] < 1 || out[i] < 1 || out[i]+kernel[i]-1 > length {
			fail(lazy.ErrValue, op, []*tensor.Tensor{x}, "%d windows of %d elements do not fit an axis of %d", out[i], kernel[i], length)
		}
	}
	return kernel, out
}
