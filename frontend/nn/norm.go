package nn

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
	"weft/lazy"
)

// LayerNorm brings the last axes of its input to mean 0 and variance 1, then scales and shifts each element.
type LayerNorm struct {
	Weight, Bias *tensor.Tensor // nil without affine
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

// Forward normalises x.
func (l *LayerNorm) Forward(x *tensor.Tensor) *tensor.Tensor {
	return functional.LayerNorm(x, l.size, l.Weight, l.Bias, l.eps)
}

// GroupNorm normalises groups of channels together.
type GroupNorm struct {
	Weight, Bias *tensor.Tensor
	groups       int
	eps          float64
}

// NewGroupNorm makes a layer for channels in groups.
func NewGroupNorm(groups, channels int, opts ...Option) *GroupNorm {
	o := gather(opts)
	g := &GroupNorm{groups: groups, eps: o.eps}
	if !o.noAffine {
		g.Weight, g.Bias = o.filled(1, channels), o.filled(0, channels)
	}
	return g
}

// Forward normalises x.
func (g *GroupNorm) Forward(x *tensor.Tensor) *tensor.Tensor {
	return functional.GroupNorm(x, g.groups, g.Weight, g.Bias, g.eps)
}

// statistics is what batch and instance norms share.
type statistics struct {
	Mode
	Weight, Bias      *tensor.Tensor
	RunningMean       *tensor.Tensor `nn:",buffer"`
	RunningVar        *tensor.Tensor `nn:",buffer"`
	NumBatchesTracked *tensor.Tensor `nn:",buffer"`
	eps, momentum     float64
	cumulative        bool
	counts            bool // batch norms count their batches, instance norms only have the counter
	batches           int
}

// BatchNorm1d normalises each channel of (n, c) or (n, c, l) over the batch. In training it uses the batch's own
// statistics and moves the running ones, which it uses in evaluation.
type BatchNorm1d struct{ statistics }

// BatchNorm2d normalises each channel of images (n, c, h, w) over the batch and all places.
type BatchNorm2d struct{ statistics }

// BatchNorm3d normalises each channel of volumes (n, c, d, h, w) over the batch and all places.
type BatchNorm3d struct{ statistics }

// InstanceNorm1d normalises each channel of each sample of (n, c, l) over its places.
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

// norm counts the batch and gives the settings of this call.
func (s *statistics) norm() functional.Norm {
	n := functional.Norm{Mean: s.RunningMean, Var: s.RunningVar, Weight: s.Weight, Bias: s.Bias,
		Eps: s.eps, Momentum: s.momentum, Training: s.Training()}
	if s.counts && s.Training() && s.NumBatchesTracked != nil {
		s.batches++
		tensor.NoGrad(func() { s.NumBatchesTracked.Assign(s.NumBatchesTracked.Add(1)) })
		if s.cumulative {
			n.Momentum = 1 / float64(s.batches)
		}
	}
	return n
}

// Forward normalises x.
func (b *BatchNorm1d) Forward(x *tensor.Tensor) *tensor.Tensor {
	return b.batch("batch_norm1d", x, 2, 3)
}

// Forward normalises x.
func (b *BatchNorm2d) Forward(x *tensor.Tensor) *tensor.Tensor {
	return b.batch("batch_norm2d", x, 4, 4)
}

// Forward normalises x.
func (b *BatchNorm3d) Forward(x *tensor.Tensor) *tensor.Tensor {
	return b.batch("batch_norm3d", x, 5, 5)
}

// Forward normalises x, which may be without a batch.
func (b *InstanceNorm1d) Forward(x *tensor.Tensor) *tensor.Tensor {
	return b.instance("instance_norm1d", x, 3)
}

// Forward normalises x, which may be without a batch.
func (b *InstanceNorm2d) Forward(x *tensor.Tensor) *tensor.Tensor {
	return b.instance("instance_norm2d", x, 4)
}

// Forward normalises x, which may be without a batch.
func (b *InstanceNorm3d) Forward(x *tensor.Tensor) *tensor.Tensor {
	return b.instance("instance_norm3d", x, 5)
}

func (s *statistics) batch(op string, x *tensor.Tensor, low, high int) *tensor.Tensor {
	checkRank(op, x, low, high)
	return s.counted(functional.BatchNorm(x, s.norm()))
}

func (s *statistics) instance(op string, x *tensor.Tensor, rank int) *tensor.Tensor {
	checkRank(op, x, rank-1, rank)
	if x.Rank() < rank {
		return s.counted(functional.InstanceNorm(x.Unsqueeze(0), s.norm())).Squeeze(0)
	}
	return s.counted(functional.InstanceNorm(x, s.norm()))
}

// counted has the count of batches realized together with the result.
func (s *statistics) counted(y *tensor.Tensor) *tensor.Tensor {
	if s.counts && s.Training() && s.NumBatchesTracked != nil {
		return y.Along(s.NumBatchesTracked)
	}
	return y
}

func checkRank(op string, x *tensor.Tensor, low, high int) {
	if x.Rank() < low || x.Rank() > high {
		panic(&lazy.Error{Kind: lazy.ErrShape, Op: op, Shapes: [][]int{x.Shape()}, DTypes: []tensor.DType{x.DType()}, Axis: -1,
			Reason: "the input has the wrong number of axes", Line: lazy.UserLine()})
	}
}
