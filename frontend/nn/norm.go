package nn

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// LayerNorm brings the last axes of its input to mean 0 and variance 1, then scales and shifts each element (Ba and others, 2016).
type LayerNorm struct {
	Base
	Weight, Bias *tensor.Tensor // of the axes' shape; nil without affine
	size         []int
	eps          float64
}

// NewLayerNorm makes a layer over the last axis, of length size; LayerNormOver takes several axes. Eps, NoAffine and
// NoBias apply.
func NewLayerNorm(size int, opts ...Option) *LayerNorm { return LayerNormOver([]int{size}, opts...) }

// LayerNormOver makes a layer over as many last axes as size has numbers.
func LayerNormOver(size []int, opts ...Option) *LayerNorm {
	o := gather(opts)
	l := &LayerNorm{size: size, eps: o.eps}
	if !o.noAffine {
		l.Weight = o.filled(1, size...)
		if !o.noBias {
			l.Bias = o.filled(0, size...)
		}
	}
	return l
}

// Forward normalises x, whose last axes have the layer's lengths.
func (l *LayerNorm) Forward(x *tensor.Tensor) *tensor.Tensor {
	return l.Call(x, func(x *tensor.Tensor) *tensor.Tensor { return functional.LayerNorm(x, l.size, l.Weight, l.Bias, l.eps) })
}

// GroupNorm normalises groups of channels of each sample together (Wu and He, 2018).
type GroupNorm struct {
	Base
	Weight, Bias *tensor.Tensor // (channels); nil without affine
	groups       int
	eps          float64
}

// NewGroupNorm makes a layer for channels in groups.
func NewGroupNorm(groups, channels int, opts ...Option) *GroupNorm {
	o := gather(opts)
	if groups < 1 || channels%groups != 0 {
		fail("group_norm", "%d channels must divide into %d groups", channels, groups)
	}
	g := &GroupNorm{groups: groups, eps: o.eps}
	if !o.noAffine {
		g.Weight, g.Bias = o.filled(1, channels), o.filled(0, channels)
	}
	return g
}

// Forward normalises x (n, channels, ...).
func (g *GroupNorm) Forward(x *tensor.Tensor) *tensor.Tensor {
	return g.Call(x, func(x *tensor.Tensor) *tensor.Tensor {
		return functional.GroupNorm(x, g.groups, g.Weight, g.Bias, g.eps)
	})
}

// statistics is what batch and instance norms share.
type statistics struct {
	Base
	Weight, Bias      *tensor.Tensor // (channels); nil without affine
	RunningMean       *tensor.Tensor `nn:",buffer"`
	RunningVar        *tensor.Tensor `nn:",buffer"`
	NumBatchesTracked *tensor.Tensor `nn:",buffer"`
	eps, momentum     float64
	cumulative        bool
	counts            bool // batch norms count their batches, instance norms only have the counter
}

// BatchNorm1d normalises each channel of (n, c) or (n, c, l) over the batch (Ioffe and Szegedy, 2015): y = (x - mean)/sqrt(var + eps) w + b.
// In training it uses the batch's own statistics and moves the running ones, which it uses in evaluation.
type BatchNorm1d struct{ statistics }

// BatchNorm2d normalises each channel of images (n, c, h, w) over the batch and all places.
type BatchNorm2d struct{ statistics }

// BatchNorm3d normalises each channel of volumes (n, c, d, h, w) over the batch and all places.
type BatchNorm3d struct{ statistics }

// InstanceNorm1d normalises each channel of each sample of (n, c, l) over its places (Ulyanov and others, 2016).
type InstanceNorm1d struct{ statistics }

// InstanceNorm2d normalises each channel of each image of (n, c, h, w) over its places.
type InstanceNorm2d struct{ statistics }

// InstanceNorm3d normalises each channel of each volume of (n, c, d, h, w) over its places.
type InstanceNorm3d struct{ statistics }

// NewBatchNorm1d makes a layer for a number of channels. Eps, Momentum, CumulativeStatistics, NoAffine and
// NoRunningStatistics apply.
func NewBatchNorm1d(channels int, opts ...Option) *BatchNorm1d {
	return &BatchNorm1d{newBatchNorm(channels, opts)}
}

// NewBatchNorm2d makes a layer for a number of channels; the options of NewBatchNorm1d apply.
func NewBatchNorm2d(channels int, opts ...Option) *BatchNorm2d {
	return &BatchNorm2d{newBatchNorm(channels, opts)}
}

// NewBatchNorm3d makes a layer for a number of channels; the options of NewBatchNorm1d apply.
func NewBatchNorm3d(channels int, opts ...Option) *BatchNorm3d {
	return &BatchNorm3d{newBatchNorm(channels, opts)}
}

// NewInstanceNorm1d makes a layer; affine gives it weight and bias, track running statistics. Eps and Momentum apply.
func NewInstanceNorm1d(channels int, affine, track bool, opts ...Option) *InstanceNorm1d {
	return &InstanceNorm1d{newInstance(channels, affine, track, opts)}
}

// NewInstanceNorm2d makes a layer; affine gives it weight and bias, track running statistics.
func NewInstanceNorm2d(channels int, affine, track bool, opts ...Option) *InstanceNorm2d {
	return &InstanceNorm2d{newInstance(channels, affine, track, opts)}
}

// NewInstanceNorm3d makes a layer as NewInstanceNorm1d does.
func NewInstanceNorm3d(channels int, affine, track bool, opts ...Option) *InstanceNorm3d {
	return &InstanceNorm3d{newInstance(channels, affine, track, opts)}
}

func newBatchNorm(channels int, opts []Option) statistics {
	s := newStatistics(channels, gather(opts))
	s.counts = true
	return s
}

func newInstance(channels int, affine, track bool, opts []Option) statistics {
	o := gather(opts)
	o.noAffine, o.noTracking = !affine, !track
	return newStatistics(channels, o)
}

func newStatistics(channels int, o *options) statistics {
	s := statistics{eps: o.eps, momentum: o.momentum, cumulative: o.cumulative}
	if !o.noAffine {
		s.Weight, s.Bias = o.filled(1, channels), o.filled(0, channels)
	}
	if !o.noTracking {
		s.RunningMean, s.RunningVar = o.buffer(0, channels), o.buffer(1, channels)
		s.NumBatchesTracked = tensor.Options{DType: tensor.Int64, Device: o.create.Device}.Zeros()
	}
	return s
}

// norm counts the batch and gives the settings of this call. Without running statistics the batch's own are used in evaluation too.
func (s *statistics) norm() functional.Norm {
	n := functional.Norm{Mean: s.RunningMean, Var: s.RunningVar, Weight: s.Weight, Bias: s.Bias,
		Eps: s.eps, Momentum: s.momentum, Training: s.Training() || s.RunningMean == nil}
	if s.counting() {
		tensor.NoGrad(func() { s.NumBatchesTracked.Assign(s.NumBatchesTracked.Add(1)) })
		if s.cumulative {
			n.Share = s.NumBatchesTracked.Cast(s.RunningMean.DType()).Reciprocal()
		}
	}
	return n
}

// counting says whether this call is counted: batch norms count, instance norms only have the counter.
func (s *statistics) counting() bool { return s.counts && s.Training() && s.NumBatchesTracked != nil }

// Forward normalises x (n, channels) or (n, channels, l). Other ranks and channels panic with *tensor.Error.
func (b *BatchNorm1d) Forward(x *tensor.Tensor) *tensor.Tensor {
	return b.over("batch_norm1d", x, 2, 3, functional.BatchNorm)
}

// Forward normalises x (n, channels, h, w). Other ranks and channels panic with *tensor.Error.
func (b *BatchNorm2d) Forward(x *tensor.Tensor) *tensor.Tensor {
	return b.over("batch_norm2d", x, 4, 4, functional.BatchNorm)
}

// Forward normalises x (n, channels, d, h, w). Other ranks and channels panic with *tensor.Error.
func (b *BatchNorm3d) Forward(x *tensor.Tensor) *tensor.Tensor {
	return b.over("batch_norm3d", x, 5, 5, functional.BatchNorm)
}

// Forward normalises x (n, channels, l), which may be without a batch.
func (b *InstanceNorm1d) Forward(x *tensor.Tensor) *tensor.Tensor {
	return b.over("instance_norm1d", x, 2, 3, functional.InstanceNorm)
}

// Forward normalises x (n, channels, h, w), which may be without a batch.
func (b *InstanceNorm2d) Forward(x *tensor.Tensor) *tensor.Tensor {
	return b.over("instance_norm2d", x, 3, 4, functional.InstanceNorm)
}

// Forward normalises x (n, channels, d, h, w), which may be without a batch.
func (b *InstanceNorm3d) Forward(x *tensor.Tensor) *tensor.Tensor {
	return b.over("instance_norm3d", x, 4, 5, functional.InstanceNorm)
}

type normFunc = func(x *tensor.Tensor, n functional.Norm) *tensor.Tensor

// over normalises x of low to high axes; the count of batches is realized together with the result.
func (s *statistics) over(op string, x *tensor.Tensor, low, high int, normalise normFunc) *tensor.Tensor {
	return s.Call(x, func(x *tensor.Tensor) *tensor.Tensor {
		checkRank(op, x, low, high)
		if !s.counts && x.Rank() == low { // an instance norm of one sample
			return normalise(x.Unsqueeze(0), s.norm()).Squeeze(0)
		}
		y := normalise(x, s.norm())
		if s.counting() {
			y = y.Along(s.NumBatchesTracked)
		}
		return y
	})
}

// LocalResponseNorm divides each element by (k + alpha m)^beta, m the mean square of the channels around it (Krizhevsky and others, 2012).
type LocalResponseNorm struct{ function }

// NewLocalResponseNorm makes a norm over size channels; PyTorch's alpha is 1e-4, beta 0.75 and k 1 where none are given.
func NewLocalResponseNorm(size int, alpha, beta, k float64) *LocalResponseNorm {
	return &LocalResponseNorm{functionOf(func(x *tensor.Tensor) *tensor.Tensor {
		return functional.LocalResponseNorm(x, size, alpha, beta, k)
	})}
}
