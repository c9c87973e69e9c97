package functional

import (
	"math"
	"testing"

	"weft/frontend/tensor"
)

var float64s = tensor.Options{DType: tensor.Float64}

// draw is numbers from low to high.
func draw(low, high float64, shape ...int) *tensor.Tensor {
	return float64s.Rand(shape...).Mul(high - low).Add(low).Realize()
}

// signs is 1 and -1 in turn.
func signs(n int) *tensor.Tensor { return float64s.Arange(float64(n)).Remainder(2).Mul(-2).Add(1) }

type tensors = []*tensor.Tensor

// gradientCase is a function of tensors to differentiate by, and where.
type gradientCase struct {
	f  func(x tensors) *tensor.Tensor
	at tensors
}

// of makes a case of a function of one tensor.
func of(f func(x *tensor.Tensor) *tensor.Tensor, x *tensor.Tensor) gradientCase {
	return gradientCase{func(x tensors) *tensor.Tensor { return f(x[0]) }, tensors{x}}
}

// pair makes a case of a loss of two tensors.
func pair(f func(x, y *tensor.Tensor, how ...Reduction) *tensor.Tensor, x, y *tensor.Tensor) gradientCase {
	return gradientCase{func(x tensors) *tensor.Tensor { return f(x[0], x[1], None) }, tensors{x, y}}
}

// lossCases are the losses and distances.
func lossCases() map[string]gradientCase {
	ids := tensor.New([]int64{2, 0, -100, 1})
	x, y, p := draw(-2, 2, 4, 3), draw(-2, 2, 4, 3), draw(0.1, 0.9, 4, 3)
	classes := Classes{Weight: tensor.New([]float64{1, 2, 3}), LabelSmoothing: 0.1}
	return map[string]gradientCase{
		"cross_entropy": of(func(x *tensor.Tensor) *tensor.Tensor { return CrossEntropy(x, ids, classes) }, x),
		"cross_entropy of probabilities": {func(x tensors) *tensor.Tensor {
			return CrossEntropy(x[0], x[1].Softmax(1), Classes{LabelSmoothing: 0.1, Reduction: None})
		}, tensors{x, y}},
		"nll_loss": of(func(x *tensor.Tensor) *tensor.Tensor { return NLLLoss(x, ids, Classes{Reduction: Sum}) }, x),
		"mse_loss": pair(MSELoss, x, y), "l1_loss": pair(L1Loss, x, y), "soft_margin_loss": pair(SoftMarginLoss, x, y),
		"smooth_l1_loss": {func(x tensors) *tensor.Tensor { return SmoothL1Loss(x[0], x[1], 0.7) }, tensors{x, y}},
		"huber_loss":     {func(x tensors) *tensor.Tensor { return HuberLoss(x[0], x[1], 0.7, Sum) }, tensors{x, y}},
		"binary_cross_entropy": {func(x tensors) *tensor.Tensor { return BinaryCrossEntropy(x[0], x[1], x[2]) },
			tensors{p, draw(0, 1, 4, 3), draw(1, 2, 3)}},
		"binary_cross_entropy_with_logits": {func(x tensors) *tensor.Tensor {
			return BinaryCrossEntropyWithLogits(x[0], x[1], x[2], x[3])
		}, tensors{x, p, draw(1, 2, 3), draw(1, 2, 3)}},
		"kl_div":            {func(x tensors) *tensor.Tensor { return KLDiv(x[0], x[1], false, BatchMean) }, tensors{x, p}},
		"kl_div of logs":    {func(x tensors) *tensor.Tensor { return KLDiv(x[0], x[1], true) }, tensors{x, y}},
		"poisson_nll_loss":  {func(x tensors) *tensor.Tensor { return PoissonNLLLoss(x[0], x[1], true, true, 1e-8) }, tensors{x, draw(2, 5, 4, 3)}},
		"poisson of rates":  {func(x tensors) *tensor.Tensor { return PoissonNLLLoss(x[0], x[1], false, true, 1e-8) }, tensors{p, draw(2, 5, 4, 3)}},
		"gaussian_nll_loss": {func(x tensors) *tensor.Tensor { return GaussianNLLLoss(x[0], x[1], x[2], true, 1e-6) }, tensors{x, y, draw(1, 2, 4, 1)}},
		"ctc_loss": of(func(x *tensor.Tensor) *tensor.Tensor {
			return CTCLoss(x.LogSoftmax(-1), tensor.New([]int64{1, 1, 2, 0}, 2, 2), []int{5, 4}, []int{2, 1}, CTC{Reduction: None})
		}, draw(-1, 1, 5, 2, 3)),
		"margin_ranking_loss":   {func(x tensors) *tensor.Tensor { return MarginRankingLoss(x[0], x[1], signs(3), 0.5) }, tensors{x, y}},
		"hinge_embedding_loss":  of(func(x *tensor.Tensor) *tensor.Tensor { return HingeEmbeddingLoss(x, signs(3), 1) }, x),
		"cosine_embedding_loss": {func(x tensors) *tensor.Tensor { return CosineEmbeddingLoss(x[0], x[1], signs(4), -0.9) }, tensors{x, y}},
		"triplet_margin_loss": {func(x tensors) *tensor.Tensor { return TripletMarginLoss(x[0], x[1], x[2], 3, 3, 1e-6, true) },
			tensors{x, y, draw(-2, 2, 4, 3)}},
		"multi_margin_loss": of(func(x *tensor.Tensor) *tensor.Tensor {
			return MultiMarginLoss(x, tensor.New([]int64{2, 0, 1, 1}), tensor.New([]float64{1, 2, 3}), 2, 1)
		}, x),
		"multilabel_soft_margin_loss": {func(x tensors) *tensor.Tensor { return MultilabelSoftMarginLoss(x[0], x[1], x[2]) }, tensors{x, p, draw(1, 2, 3)}},
		"multilabel_margin_loss": of(func(x *tensor.Tensor) *tensor.Tensor {
			return MultilabelMarginLoss(x, tensor.New([]int64{2, 0, -1, 1, -1, 0, 0, 1, 2, 2, -1, 1}, 4, 3))
		}, x),
		"cosine_similarity": {func(x tensors) *tensor.Tensor { return CosineSimilarity(x[0], x[1], 1, 1e-8) }, tensors{x, draw(-2, 2, 3)}},
		"pairwise_distance": {func(x tensors) *tensor.Tensor { return PairwiseDistance(x[0], x[1], 3, 1e-6, true) }, tensors{x, y}},
		"pdist":             of(func(x *tensor.Tensor) *tensor.Tensor { return Pdist(x, 2) }, x),
	}
}

// layerCases are convolutions, norms and what looks up, drops or attends.
func layerCases() map[string]gradientCase {
	image, filters, bias := draw(-1, 1, 2, 4, 5, 4), draw(-1, 1, 6, 2, 3, 2), draw(-1, 1, 6)
	c := Conv{Stride: []int{2, 1}, Padding: []int{1, 0}, Dilation: []int{1, 2}, Groups: 2}
	scale, shift := draw(1, 2, 4), draw(-1, 1, 4)
	look := tensor.New([]int64{2, 0, 2, 1}, 2, 2)
	conv := func(f func(x, w, bias *tensor.Tensor, c Conv) *tensor.Tensor, c Conv, at ...*tensor.Tensor) gradientCase {
		return gradientCase{func(x tensors) *tensor.Tensor { return f(x[0], x[1], x[2], c) }, at}
	}
	return map[string]gradientCase{
		"conv1d":           conv(Conv1d, Conv{Same: true}, draw(-1, 1, 2, 3, 5), draw(-1, 1, 2, 3, 3), draw(-1, 1, 2)),
		"conv2d":           conv(Conv2d, c, image, filters, bias),
		"conv3d":           conv(Conv3d, Conv{}, draw(-1, 1, 1, 2, 3, 3, 3), draw(-1, 1, 2, 2, 2, 2, 2), draw(-1, 1, 2)),
		"conv_transpose1d": conv(ConvTranspose1d, Conv{Stride: []int{2}, OutputPadding: []int{1}}, draw(-1, 1, 2, 3, 4), draw(-1, 1, 3, 2, 3), draw(-1, 1, 2)),
		"conv_transpose2d": conv(ConvTranspose2d, Conv{Groups: 2, Padding: []int{1}}, image, draw(-1, 1, 4, 3, 3, 2), bias),
		"conv_transpose3d": conv(ConvTranspose3d, Conv{}, draw(-1, 1, 1, 2, 2, 2, 2), draw(-1, 1, 2, 1, 2, 2, 2), draw(-1, 1, 1)),
		"unfold":           of(func(x *tensor.Tensor) *tensor.Tensor { return Unfold(x, []int{2}, Conv{Padding: []int{1}}) }, image),
		"fold":             of(func(x *tensor.Tensor) *tensor.Tensor { return Fold(x, []int{3}, []int{2}, Conv{}) }, draw(-1, 1, 1, 4, 4)),
		"linear":           {func(x tensors) *tensor.Tensor { return Linear(x[0], x[1], x[2]) }, tensors{draw(-1, 1, 2, 3), draw(-1, 1, 4, 3), draw(-1, 1, 4)}},
		"bilinear": {func(x tensors) *tensor.Tensor { return Bilinear(x[0], x[1], x[2], x[3]) },
			tensors{draw(-1, 1, 2, 3), draw(-1, 1, 2, 2), draw(-1, 1, 4, 3, 2), draw(-1, 1, 4)}},
		"embedding": of(func(w *tensor.Tensor) *tensor.Tensor { return Embedding(look, w) }, draw(-1, 1, 3, 2)),
		"embedding_bag": {func(x tensors) *tensor.Tensor {
			return EmbeddingBag(look, x[0], Bag{Mode: "sum", PerSampleWeights: x[1]})
		}, tensors{draw(-1, 1, 3, 2), draw(-1, 1, 2, 2)}},
		"scaled_dot_product_attention": {func(x tensors) *tensor.Tensor {
			y, w := ScaledDotProductAttention(x[0], x[1], x[2], Attention{Mask: x[3]})
			return y.Add(w.Sum(-1, tensor.KeepDim))
		}, tensors{draw(-1, 1, 2, 3, 2), draw(-1, 1, 2, 4, 2), draw(-1, 1, 2, 4, 2), draw(-1, 1, 3, 4)}},
		"layer_norm": {func(x tensors) *tensor.Tensor { return LayerNorm(x[0], []int{4}, x[1], x[2], 1e-5) }, tensors{image, scale, shift}},
		"group_norm": {func(x tensors) *tensor.Tensor { return GroupNorm(x[0], 2, x[1], x[2], 1e-5) }, tensors{image, scale, shift}},
		"batch_norm": {func(x tensors) *tensor.Tensor {
			return BatchNorm(x[0], Norm{Weight: x[1], Bias: x[2], Eps: 1e-5, Training: true})
		}, tensors{image, scale, shift}},
		"batch_norm by running statistics": {func(x tensors) *tensor.Tensor {
			return BatchNorm(x[0], Norm{Mean: x[2], Var: x[1], Weight: x[1], Bias: x[2], Eps: 1e-5})
		}, tensors{image, scale, shift}},
		"instance_norm": {func(x tensors) *tensor.Tensor {
			return InstanceNorm(x[0], Norm{Weight: x[1], Bias: x[2], Eps: 1e-5, Training: true})
		}, tensors{image, scale, shift}},
		"local_response_norm": of(func(x *tensor.Tensor) *tensor.Tensor { return LocalResponseNorm(x, 3, 0.5, 0.75, 1) }, image),
		"normalize":           of(func(x *tensor.Tensor) *tensor.Tensor { return Normalize(x, 3, 1, 1e-12) }, image),
		"alpha_dropout":       of(func(x *tensor.Tensor) *tensor.Tensor { return AlphaDropout(x, 0.4, false) }, image),
		"rrelu":               of(func(x *tensor.Tensor) *tensor.Tensor { return RReLU(x, 0.1, 0.3, false) }, image),
		"channel_shuffle":     of(func(x *tensor.Tensor) *tensor.Tensor { return ChannelShuffle(x, 2) }, image),
		"pad":                 of(func(x *tensor.Tensor) *tensor.Tensor { return Pad(x, "reflect", 0, 1, 2, 2, 1) }, image),
	}
}

// windowCases are poolings and resampling.
func windowCases() map[string]gradientCase {
	line, image, volume := draw(-1, 1, 2, 3, 7), draw(-1, 1, 1, 2, 5, 6), draw(-1, 1, 1, 2, 3, 4, 5)
	w := Window{KernelSize: []int{3}, Stride: []int{2}, Padding: []int{1}, CeilMode: true}
	pool := func(f func(x *tensor.Tensor, w Window) *tensor.Tensor, x *tensor.Tensor) gradientCase {
		return of(func(x *tensor.Tensor) *tensor.Tensor { return f(x, w) }, x)
	}
	resize := func(x *tensor.Tensor, r Resize) gradientCase {
		return of(func(x *tensor.Tensor) *tensor.Tensor { return Interpolate(x, r) }, x)
	}
	sample := func(x *tensor.Tensor, grid *tensor.Tensor, mode, padding string) gradientCase {
		return gradientCase{func(x tensors) *tensor.Tensor { return GridSample(x[0], x[1], mode, padding, false) }, tensors{x, grid}}
	}
	return map[string]gradientCase{
		"max_pool1d": pool(MaxPool1d, line), "max_pool2d": pool(MaxPool2d, image), "max_pool3d": pool(MaxPool3d, volume),
		"avg_pool1d": pool(AvgPool1d, line), "avg_pool2d": pool(AvgPool2d, image), "avg_pool3d": pool(AvgPool3d, volume),
		"lp_pool1d": of(func(x *tensor.Tensor) *tensor.Tensor { return LpPool1d(x, 2, w) }, line),
		"lp_pool2d": of(func(x *tensor.Tensor) *tensor.Tensor { return LpPool2d(x, 2, w) }, image),
		"max_unpool2d": of(func(x *tensor.Tensor) *tensor.Tensor {
			values, indices := MaxPool2dWithIndices(x, Window{KernelSize: []int{2}})
			return MaxUnpool2d(values, indices, Window{KernelSize: []int{2}})
		}, image),
		"fractional_max_pool2d": of(func(x *tensor.Tensor) *tensor.Tensor {
			y, _ := FractionalMaxPool2d(x, Fractional{KernelSize: []int{2}, OutputSize: []int{3}, Samples: float64s.Full(0.3, 1, 2, 2)})
			return y
		}, image),
		"adaptive_avg_pool1d": of(func(x *tensor.Tensor) *tensor.Tensor { return AdaptiveAvgPool1d(x, 3) }, line),
		"adaptive_avg_pool2d": of(func(x *tensor.Tensor) *tensor.Tensor { return AdaptiveAvgPool2d(x, 2, 4) }, image),
		"adaptive_max_pool3d": of(func(x *tensor.Tensor) *tensor.Tensor { y, _ := AdaptiveMaxPool3d(x, 2); return y }, volume),
		"interpolate linear":  resize(line, Resize{Size: []int{4}, Mode: "linear"}),
		"interpolate bicubic": resize(image, Resize{ScaleFactor: []float64{1.5}, Mode: "bicubic"}),
		"interpolate smooth":  resize(image, Resize{Size: []int{2, 3}, Mode: "bilinear", Antialias: true}),
		"interpolate nearest": resize(volume, Resize{Size: []int{2}}),
		"grid_sample":         sample(image, draw(-1.3, 1.3, 1, 2, 3, 2), "bilinear", "reflection"),
		"grid_sample bicubic": sample(image, draw(-1.3, 1.3, 1, 2, 3, 2), "bicubic", "zeros"),
		"grid_sample nearest": sample(image, draw(-0.9, 0.9, 1, 2, 3, 2), "nearest", "border"),
		"grid_sample 3d":      sample(volume, draw(-0.9, 0.9, 1, 2, 2, 2, 3), "bilinear", "zeros"),
		"affine_grid": of(func(x *tensor.Tensor) *tensor.Tensor {
			return AffineGrid(x, []int{2, 1, 2, 3}, true).Sin()
		}, draw(-1, 1, 2, 2, 3)),
	}
}

// TestGradients holds first and second derivatives along a direction in the space of all operands against differences.
func TestGradients(t *testing.T) {
	tensor.Seed(11)
	for _, cases := range []map[string]gradientCase{lossCases(), layerCases(), windowCases()} {
		for name, c := range cases {
			c.hold(t, name)
		}
	}
}

func (c gradientCase) hold(t *testing.T, name string) {
	t.Helper()
	const h = 1e-4
	along := make(tensors, len(c.at))
	for i, x := range c.at {
		along[i] = float64s.Arange(float64(x.Numel())).Mul(1.7).Add(i).Sin().Reshape(x.Shape()...)
	}
	at := func(s any) *tensor.Tensor {
		moved := make(tensors, len(c.at))
		for i, x := range c.at {
			moved[i] = x.Add(along[i].Mul(s))
		}
		y := c.f(moved).Flatten()
		return y.Mul(float64s.Arange(float64(y.Numel())).Sin().Add(1.5)).Sum()
	}
	value := func(s float64) float64 { return at(s).Item() }
	step := float64s.Scalar(0.0).RequireGrad()
	slope := tensor.Gradients(at(step), nil, step)[0]
	bend := 0.0
	if err := tensor.Try(func() { bend = tensor.Gradients(slope, nil, step)[0].Item() }); err != nil {
		bend = 0 // the slope does not depend on the step: the function is made of straight pieces
	}
	down, middle, up := value(-h), value(0), value(h)
	if got, want := slope.Item(), (up-down)/(2*h); !(math.Abs(got-want) <= 1e-6*(1+math.Abs(want))) {
		t.Errorf("%s: first derivative %v, want %v", name, got, want)
	}
	if want := (up - 2*middle + down) / (h * h); !(math.Abs(bend-want) <= 1e-4*(1+math.Abs(want))) {
		t.Errorf("%s: second derivative %v, want %v", name, bend, want)
	}
}
