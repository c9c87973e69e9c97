package functional

import (
	"weft/frontend/tensor"
	"weft/lazy"
)

// LayerNorm shifts and scales the last len(size) axes of x, together, to mean 0 and variance 1, where variances count eps more
// (PyTorch's is 1e-5); weight and bias (nil for none) have their shape (Ba and others 2016).
func LayerNorm(x *tensor.Tensor, size []int, weight, bias *tensor.Tensor, eps float64) *tensor.Tensor {
	n := x.Rank() - len(size)
	if n < 0 || lazy.ShapeString(x.Shape()[max(n, 0):]) != lazy.ShapeString(size) {
		fail(lazy.ErrShape, "layer_norm", []*tensor.Tensor{x}, "the input must end with %s", lazy.ShapeString(size))
	}
	var axes []int
	for i := n; i < x.Rank(); i++ {
		axes = append(axes, i)
	}
	return affine(normalized(x, axes, eps), weight, bias)
}

// normalized brings axes to mean 0 and variance 1.
func normalized(x *tensor.Tensor, axes []int, eps float64) *tensor.Tensor {
	if len(axes) == 0 {
		return x.Sub(x)
	}
	keep := append(append([]int(nil), axes...), tensor.KeepDim)
	centred := x.Sub(x.Mean(keep...))
	return centred.Mul(centred.Mul(centred).Mean(keep...).Add(eps).Rsqrt())
}

func affine(x, weight, bias *tensor.Tensor) *tensor.Tensor {
	if weight != nil {
		x = x.Mul(weight)
	}
	if bias != nil {
		x = x.Add(bias)
	}
	return x
}

// channels reshapes a vector of one number a channel so that it broadcasts over x (n, c, ...).
func channels(v, x *tensor.Tensor) *tensor.Tensor {
	if v == nil {
		return nil
	}
	return v.Reshape(shape(v.Dim(0), ones(x.Rank()-2))...)
}

// GroupNorm normalises groups of channels of x (n, c, ...) together, as LayerNorm does axes; weight and bias hold one number a
// channel, nil for none (Wu and He 2018).
func GroupNorm(x *tensor.Tensor, groups int, weight, bias *tensor.Tensor, eps float64) *tensor.Tensor {
	if x.Rank() < 2 || groups < 1 || x.Dim(1)%groups != 0 {
		fail(lazy.ErrShape, "group_norm", []*tensor.Tensor{x}, "the channels do not divide into %d groups", groups)
	}
	y := normalized(x.Reshape(x.Dim(0), groups, product(x.Shape()[1:])/groups), []int{2}, eps).Reshape(x.Shape()...)
	return affine(y, channels(weight, x), channels(bias, x))
}

// Norm is the settings of BatchNorm and InstanceNorm: any tensor may be nil.
type Norm struct {
	Mean, Var    *tensor.Tensor // running statistics, one number a channel
	Weight, Bias *tensor.Tensor // one number a channel
	Eps          float64        // added to variances; PyTorch's is 1e-5
	Momentum     float64        // share of the new statistics in the running ones; PyTorch's is 0.1
	Share        *tensor.Tensor // without axes: used in Momentum's place, where it is computed
	Training     bool           // normalise by the batch's own statistics, and update the running ones
}

// BatchNorm normalises each channel of x (n, c, ...) over batch and places (Ioffe and Szegedy 2015): by the running statistics, or
// in training or without them by the batch's own. In training it sets Mean and Var, in place, to statistics that have moved
// towards the batch's; they are realized together with the result. A batch without elements changes nothing; in training a
// channel of one value panics with *Error.
func BatchNorm(x *tensor.Tensor, n Norm) *tensor.Tensor {
	if x.Rank() == 1 && x.Numel() == 0 {
		return affine(x.Clone(), n.Weight, n.Bias) // PyTorch asks for no channels where there is nothing to normalise
	}
	if x.Rank() < 2 {
		fail(lazy.ErrShape, "batch_norm", []*tensor.Tensor{x}, "the input must be (n, c, ...)")
	}
	for _, v := range []*tensor.Tensor{n.Mean, n.Var, n.Weight, n.Bias} {
		if v != nil && (v.Rank() != 1 || v.Dim(0) != x.Dim(1)) {
			fail(lazy.ErrShape, "batch_norm", []*tensor.Tensor{x, v}, "the input has %d channels", x.Dim(1))
		}
	}
	axes := []int{0}
	for i := 2; i < x.Rank(); i++ {
		axes = append(axes, i)
	}
	if !n.Training {
		if n.Mean == nil || n.Var == nil {
			fail(lazy.ErrValue, "batch_norm", []*tensor.Tensor{x}, "without training there must be running statistics")
		}
		y := x.Sub(channels(n.Mean, x)).Mul(channels(n.Var.Add(n.Eps).Rsqrt(), x))
		return affine(y, channels(n.Weight, x), channels(n.Bias, x))
	}
	return n.byBatch("batch_norm", x, axes)
}

// byBatch normalises by the statistics of x over axes and moves the running ones.
func (n Norm) byBatch(op string, x *tensor.Tensor, axes []int) *tensor.Tensor {
	count := 1
	for _, a := range axes {
		count *= x.Dim(a)
	}
	if n.Training && count == 1 {
		fail(lazy.ErrShape, op, []*tensor.Tensor{x}, "training needs more than one value a channel")
	}
	mean := x.Mean(append(axes, tensor.KeepDim)...)
	centred := x.Sub(mean)
	variance := centred.Mul(centred).Mean(append(axes, tensor.KeepDim)...)
	y := affine(centred.Mul(variance.Add(n.Eps).Rsqrt()), channels(n.Weight, x), channels(n.Bias, x))
	if n.Training && n.Mean != nil {
		n.move(mean, variance.Mul(float64(count)/float64(count-1)))
		y = y.Along(n.Mean, n.Var)
	}
	return y
}

// move sets the running statistics; where the batch's have one number for each of several samples, their mean counts.
func (n Norm) move(mean, variance *tensor.Tensor) {
	tensor.NoGrad(func() {
		m := n.Share
		if m == nil {
			m = tensor.Options{DType: n.Mean.DType(), Device: n.Mean.Device()}.LaunchScalar(n.Momentum)
		}
		step := func(running, now *tensor.Tensor) {
			now = now.Detach()
			if now.Dim(0) > 1 {
				now = now.Mean(0)
			}
			now = now.Reshape(-1).Cast(running.DType())
			running.Assign(running.Add(now.Sub(running).Mul(m)))
		}
		step(n.Mean, mean)
		step(n.Var, variance)
	})
}

// InstanceNorm normalises each channel of each sample of x (n, c, ...) over its places (Ulyanov and others 2016). Training says that
// it does so by their own statistics (PyTorch's use_input_stats, there true by default); else the running ones are used.
func InstanceNorm(x *tensor.Tensor, n Norm) *tensor.Tensor {
	if x.Rank() < 3 {
		fail(lazy.ErrShape, "instance_norm", []*tensor.Tensor{x}, "the input must be (n, c, ...)")
	}
	if !n.Training && n.Mean != nil {
		return BatchNorm(x, n)
	}
	var axes []int
	for i := 2; i < x.Rank(); i++ {
		axes = append(axes, i)
	}
	return n.byBatch("instance_norm", x, axes)
}

// LocalResponseNorm is x / (k + alpha m)^beta for x (n, c, l, ...), where m is the mean square of the size neighbours of an element
// among the channels, zeros beyond them (Krizhevsky and others 2012). PyTorch's alpha is 1e-4, beta 0.75 and k 1. The mean of
// integers is rounded toward zero, as in AvgPool1d.
func LocalResponseNorm(x *tensor.Tensor, size int, alpha, beta, k float64) *tensor.Tensor {
	if x.Rank() < 3 {
		fail(lazy.ErrShape, "local_response_norm", []*tensor.Tensor{x}, "the input must be (n, c, l, ...)")
	}
	if x.Numel() == 0 {
		return x
	}
	square := padAxis(x.Mul(x), 1, size/2, (size-1)/2, 0)
	sum := square.Windows([]int{1}, []int{size}, []int{1}, []int{1}).Sum(-1).Cast(x.DType())
	return x.Div(share(sum, size).Mul(alpha).Add(k).Pow(beta))
}

// Normalize scales x along an axis (PyTorch's is 1) to length 1 in the p-norm (PyTorch's p is 2); lengths below eps (PyTorch's is
// 1e-12) count as eps.
func Normalize(x *tensor.Tensor, p float64, axis int, eps float64) *tensor.Tensor {
	return x.Div(x.Norm(p, axis, tensor.KeepDim).Clamp(eps, nil))
}
