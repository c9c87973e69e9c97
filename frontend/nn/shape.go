package nn

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// Flatten joins the axes from Start to End; the zero value keeps the first axis and joins all others.
type Flatten struct {
	Base
	Start, End int
}

// Forward flattens x.
func (m *Flatten) Forward(x *tensor.Tensor) *tensor.Tensor {
	return m.Call(x, func(x *tensor.Tensor) *tensor.Tensor {
		if m.Start == 0 && m.End == 0 {
			return x.Flatten(1, -1)
		}
		return x.Flatten(m.Start, m.End)
	})
}

type (
	// Unflatten gives one axis several lengths.
	Unflatten struct{ function }
	// ChannelShuffle deals the channels of (n, c, ...) out of groups in turn (Zhang and others, 2017).
	ChannelShuffle struct{ function }
	// PixelShuffle moves groups of channels into larger images.
	PixelShuffle struct{ function }
	// PixelUnshuffle moves parts of images into channels.
	PixelUnshuffle struct{ function }
	// Unfold shows the windows of images as columns.
	Unfold struct{ function }
	// Fold sums columns back into images.
	Fold struct{ function }
	// Upsample makes the last axes longer or shorter.
	Upsample struct{ function }
)

// NewUnflatten makes a module that gives axis the lengths.
func NewUnflatten(axis int, lengths ...int) *Unflatten {
	return &Unflatten{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return x.Unflatten(axis, lengths...) })}
}

// NewChannelShuffle makes a shuffle of so many groups, which must divide the channels.
func NewChannelShuffle(groups int) *ChannelShuffle {
	return &ChannelShuffle{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return functional.ChannelShuffle(x, groups) })}
}

// NewPixelShuffle makes images n times as high and wide, of n*n times fewer channels.
func NewPixelShuffle(n int) *PixelShuffle {
	return &PixelShuffle{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return x.PixelShuffle(n) })}
}

// NewPixelUnshuffle is the way back of NewPixelShuffle.
func NewPixelUnshuffle(n int) *PixelUnshuffle {
	return &PixelUnshuffle{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return x.PixelUnshuffle(n) })}
}

// NewUnfold makes a module with windows of kernel elements: one number for both axes, or one an axis. Stride, Padding and Dilation
// apply.
func NewUnfold(kernel []int, opts ...Option) *Unfold {
	c := gather(opts).slide()
	return &Unfold{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return functional.Unfold(x, kernel, c) })}
}

// NewFold makes images of size from windows of kernel elements. Stride, Padding and Dilation apply.
func NewFold(size, kernel []int, opts ...Option) *Fold {
	c := gather(opts).slide()
	return &Fold{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return functional.Fold(x, size, kernel, c) })}
}

func (o *options) slide() functional.Conv {
	return functional.Conv{Stride: o.stride, Padding: o.padding, Dilation: o.dilation}
}

// NewUpsample makes a module that brings the last axes to r's lengths.
func NewUpsample(r functional.Resize) *Upsample {
	return &Upsample{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return functional.Interpolate(x, r) })}
}

// CosineSimilarity is the cosine of the angle between vectors along an axis.
type CosineSimilarity struct {
	Base
	Axis int
	Eps  float64
}

// NewCosineSimilarity compares along axis; PyTorch's is 1 and eps 1e-8 where none are given.
func NewCosineSimilarity(axis int, eps float64) *CosineSimilarity {
	return &CosineSimilarity{Axis: axis, Eps: eps}
}

// Forward compares a and b, broadcast to one shape.
func (c *CosineSimilarity) Forward(a, b *tensor.Tensor) *tensor.Tensor {
	return c.two(a, b, func(a, b *tensor.Tensor) *tensor.Tensor {
		return functional.CosineSimilarity(a, b, c.Axis, c.Eps)
	})
}

// PairwiseDistance is the p-norm of the difference of vectors along the last axis.
type PairwiseDistance struct {
	Base
	P, Eps float64
	Keep   bool // the last axis stays, with length 1
}

// NewPairwiseDistance takes the p-norm; PyTorch's p is 2 and eps 1e-6 where none are given.
func NewPairwiseDistance(p, eps float64, keep bool) *PairwiseDistance {
	return &PairwiseDistance{P: p, Eps: eps, Keep: keep}
}

// Forward compares a and b, broadcast to one shape.
func (d *PairwiseDistance) Forward(a, b *tensor.Tensor) *tensor.Tensor {
	return d.two(a, b, func(a, b *tensor.Tensor) *tensor.Tensor {
		return functional.PairwiseDistance(a, b, d.P, d.Eps, d.Keep)
	})
}
