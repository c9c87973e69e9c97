package differential

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// windows slide over images.
var windows = map[string]composition{
	"conv1d":           func(s *sample) []*tensor.Tensor { return s.convolution(1, functional.Conv1d) },
	"conv2d":           func(s *sample) []*tensor.Tensor { return s.convolution(2, functional.Conv2d) },
	"conv2d_wide":      func(s *sample) []*tensor.Tensor { return s.wideConvolution() },
	"conv3d":           func(s *sample) []*tensor.Tensor { return s.convolution(3, functional.Conv3d) },
	"conv_transpose1d": func(s *sample) []*tensor.Tensor { return s.transposed(1, functional.ConvTranspose1d) },
	"conv_transpose2d": func(s *sample) []*tensor.Tensor { return s.transposed(2, functional.ConvTranspose2d) },
	"conv_transpose3d": func(s *sample) []*tensor.Tensor { return s.transposed(3, functional.ConvTranspose3d) },
	"max_pool": func(s *sample) []*tensor.Tensor {
		rank := s.n(1, 3)
		x, w := s.pooled(rank)
		pool := []func(*tensor.Tensor, functional.Window) (*tensor.Tensor, *tensor.Tensor){
			functional.MaxPool1dWithIndices, functional.MaxPool2dWithIndices, functional.MaxPool3dWithIndices}[rank-1]
		return both(pool(x, w))
	},
	"avg_pool": func(s *sample) []*tensor.Tensor {
		rank := s.n(1, 3)
		x, w := s.pooled(rank)
		w.Dilation, w.ExcludePad, w.DivisorOverride = nil, s.coin(), pick(s, 0, 0, 3)
		if rank == 1 {
			w.DivisorOverride = 0
		}
		pool := []func(*tensor.Tensor, functional.Window) *tensor.Tensor{functional.AvgPool1d, functional.AvgPool2d, functional.AvgPool3d}[rank-1]
		return one(pool(x, w))
	},
	"max_unpool2d": func(s *sample) []*tensor.Tensor {
		x := s.real(s.float(), s.n(1, 2), s.n(1, 2), 6, 6)
		w := functional.Window{KernelSize: []int{2}}
		y, i := functional.MaxPool2dWithIndices(x, w)
		return one(functional.MaxUnpool2d(y.Mul(2), i, w))
	},
	"adaptive pools": func(s *sample) []*tensor.Tensor {
		x := s.real(s.float(), s.n(1, 2), s.n(1, 2), s.n(3, 9), s.n(3, 9))
		h, w := s.n(1, x.Dim(2)), s.n(1, x.Dim(3))
		top, at := functional.AdaptiveMaxPool2d(x, h, w)
		return []*tensor.Tensor{functional.AdaptiveAvgPool2d(x, h, w).Mul(top), at}
	},
	"interpolate": func(s *sample) []*tensor.Tensor {
		rank := s.n(1, 3)
		linear := []string{"linear", "bilinear", "trilinear"}[rank-1]
		r := functional.Resize{Mode: pick(s, "nearest", "nearest-exact", linear, "bicubic", "area")}
		if r.Mode == "bicubic" {
			rank = 2
		}
		shape := []int{s.n(1, 2), s.n(1, 2)}
		for range rank {
			shape = append(shape, s.n(2, 6))
			r.Size = append(r.Size, s.n(1, 9))
		}
		r.AlignCorners = (r.Mode == linear || r.Mode == "bicubic") && s.coin()
		return one(functional.Interpolate(s.real(s.float(), shape...), r))
	},
	"grid_sample": func(s *sample) []*tensor.Tensor {
		d, n := pick(s, s.real32or64()...), s.n(1, 2)
		x, grid := s.real(d, n, s.n(1, 2), s.n(2, 5), s.n(2, 5)), s.of(d, -1.2, 1.2, n, s.n(1, 4), s.n(1, 4), 2)
		return one(functional.GridSample(x, grid, pick(s, "bilinear", "nearest"), pick(s, "zeros", "border", "reflection"), s.coin()))
	},
}

// convolve is a convolution of some rank.
type convolve = func(x, w, bias *tensor.Tensor, c functional.Conv) *tensor.Tensor

// sliding draws how a convolution slides, channels a group, and its kernel.
func (s *sample) sliding(rank int) (c functional.Conv, in, out int, kernel []int) {
	c = functional.Conv{Groups: pick(s, 1, 1, 2, 3)}
	for range rank {
		kernel = append(kernel, s.n(1, 3))
		c.Stride, c.Padding = append(c.Stride, s.n(1, 3)), append(c.Padding, s.n(0, 2))
		c.Dilation = append(c.Dilation, s.n(1, 2))
	}
	return c, s.n(1, 3), s.more(1, 3), kernel
}

func (s *sample) image(d tensor.DType, channels, rank int) *tensor.Tensor {
	shape := []int{s.n(1, 2), channels}
	for i := range rank {
		d := s.n(5, 7)
		if i == rank-1 {
			d = s.more(5, 7)
		}
		shape = append(shape, d)
	}
	return s.real(d, shape...)
}

func (s *sample) convolution(rank int, conv convolve) []*tensor.Tensor {
	d := s.float()
	c, in, out, kernel := s.sliding(rank)
	w := s.real(d, append([]int{out * c.Groups, in}, kernel...)...)
	return one(conv(s.image(d, in*c.Groups, rank), w, s.bias(d, out*c.Groups), c))
}

// wideConvolution has channels and places enough for panels, of the convolution and of its two gradients.
func (s *sample) wideConvolution() []*tensor.Tensor {
	d := s.float()
	c, _, _, kernel := s.sliding(2)
	in, out := s.n(15, 18), s.n(16, 19)
	w := s.real(d, append([]int{out * c.Groups, in}, kernel...)...)
	return one(functional.Conv2d(s.real(d, s.n(1, 2), in*c.Groups, s.n(7, 9), s.n(7, 9)), w, s.bias(d, out*c.Groups), c))
}

func (s *sample) transposed(rank int, conv convolve) []*tensor.Tensor {
	d := s.float()
	c, in, out, kernel := s.sliding(rank)
	for i, stride := range c.Stride {
		c.OutputPadding = append(c.OutputPadding, s.n(0, max(stride, c.Dilation[i])-1))
	}
	w := s.real(d, append([]int{in * c.Groups, out}, kernel...)...)
	return one(conv(s.image(d, in*c.Groups, rank), w, s.bias(d, out*c.Groups), c))
}

func (s *sample) bias(d tensor.DType, n int) *tensor.Tensor {
	if s.coin() {
		return nil
	}
	return s.real(d, n)
}

// pooled draws images and windows over them.
func (s *sample) pooled(rank int) (*tensor.Tensor, functional.Window) {
	w := functional.Window{CeilMode: s.coin()}
	for range rank {
		size := s.n(1, 3)
		w.KernelSize, w.Stride = append(w.KernelSize, size), append(w.Stride, s.n(1, 3))
		w.Padding, w.Dilation = append(w.Padding, s.n(0, size/2)), append(w.Dilation, s.n(1, 2))
	}
	return s.image(s.float(), s.n(1, 2), rank), w
}
