package tests

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

var activationOps = eachUnary(map[string]unaryCall{
	"nn.functional.relu": (*tt).Relu, "nn.functional.relu6": (*tt).Relu6, "nn.functional.selu": (*tt).Selu,
	"nn.functional.silu": (*tt).Silu, "nn.functional.mish": (*tt).Mish, "nn.functional.hardsigmoid": (*tt).Hardsigmoid,
	"nn.functional.hardswish": (*tt).Hardswish, "nn.functional.logsigmoid": (*tt).LogSigmoid,
	"nn.functional.softsign": (*tt).Softsign, "nn.functional.tanhshrink": (*tt).Tanhshrink,
}, map[string]adapter{
	"nn.functional.celu":       func(c *call) any { return c.x().Celu(c.float("alpha", 1)) },
	"nn.functional.elu":        func(c *call) any { return c.x().Elu(c.float("alpha", 1)) },
	"nn.functional.leaky_relu": func(c *call) any { return c.x().LeakyRelu(c.float("negative_slope", 0.01)) },
	"nn.functional.hardtanh":   func(c *call) any { return c.x().Hardtanh(c.float("min_val", -1), c.float("max_val", 1)) },
	"nn.functional.hardshrink": func(c *call) any { return c.x().Hardshrink(c.float("lambd", 0.5)) },
	"nn.functional.softshrink": func(c *call) any { return c.x().Softshrink(c.float("lambd", 0.5)) },
	"nn.functional.softplus":   func(c *call) any { return c.x().Softplus(c.float("beta", 1), c.float("threshold", 20)) },
	"nn.functional.threshold":  func(c *call) any { return c.x().Threshold(c.float("threshold", 0), c.float("value", 0)) },
	"nn.functional.prelu":      func(c *call) any { return c.x().Prelu(c.t("weight")) },
	"nn.functional.glu":        func(c *call) any { return c.x().Glu(c.int("dim", -1)) },
	"nn.functional.gelu": func(c *call) any {
		if c.str("approximate", "none") == "tanh" {
			return c.x().GeluTanh()
		}
		return c.x().Gelu()
	},
	"softmax":               func(c *call) any { return typedInput(c).Softmax(c.int("dim", 0)) },
	"log_softmax":           func(c *call) any { return typedInput(c).LogSoftmax(c.int("dim", 0)) },
	"nn.functional.softmin": func(c *call) any { return c.x().Softmin(c.int("dim", 0)) },
	"nn.functional.linear":  func(c *call) any { return functional.Linear(c.x(), c.t("weight"), c.t("bias")) },
	"nn.functional.bilinear": func(c *call) any {
		return functional.Bilinear(c.t("input1"), c.t("input2"), c.t("weight"), c.t("bias"))
	},
	"nn.functional.embedding_bag": embeddingBag,
})

func embedding(c *call) any {
	return functional.Embedding(c.x(), c.t("weight"), lookup(c))
}

func lookup(c *call) functional.Lookup {
	l := functional.Lookup{MaxNorm: c.float("max_norm", 0), NormType: c.float("norm_type", 2), ScaleGradByFreq: c.bool("scale_grad_by_freq", false)}
	if c.has("padding_idx") {
		at := c.int("padding_idx", 0)
		l.PaddingIdx = &at
	}
	return l
}

func embeddingBag(c *call) any {
	b := functional.Bag{Mode: c.str("mode", "mean"), Offsets: c.t("offsets"), PerSampleWeights: c.t("per_sample_weights"),
		IncludeLastOffset: c.bool("include_last_offset", false), Lookup: lookup(c)}
	return functional.EmbeddingBag(c.x(), c.t("weight"), b)
}

func attention(c *call) any {
	return pair(functional.ScaledDotProductAttention(c.t("query"), c.t("key"), c.t("value"),
		functional.Attention{Mask: c.t("attn_mask"), Dropout: c.float("dropout_p", 0), Causal: c.bool("is_causal", false)}))
}

func causalAttention(c *call) any {
	out, _ := functional.ScaledDotProductAttention(c.in[0], c.in[1], c.in[2], functional.Attention{Causal: true})
	return out
}

var convOps = map[string]adapter{
	"nn.functional.conv1d":           conv(functional.Conv1d),
	"nn.functional.conv2d":           conv(functional.Conv2d),
	"nn.functional.conv3d":           conv(functional.Conv3d),
	"nn.functional.conv_transpose1d": conv(functional.ConvTranspose1d),
	"nn.functional.conv_transpose2d": conv(functional.ConvTranspose2d),
	"nn.functional.conv_transpose3d": conv(functional.ConvTranspose3d),
	"nn.functional.unfold":           func(c *call) any { return functional.Unfold(c.x(), c.ints("kernel_size"), slide(c)) },
	"nn.functional.fold": func(c *call) any {
		return functional.Fold(c.x(), c.ints("output_size"), c.ints("kernel_size"), slide(c))
	},
}

func slide(c *call) functional.Conv {
	s := functional.Conv{Stride: c.ints("stride"), Dilation: c.ints("dilation"), Groups: c.int("groups", 1),
		OutputPadding: c.ints("output_padding")}
	switch p := c.any("padding").(type) {
	case string:
		s.Same = p == "same"
	default:
		s.Padding = c.ints("padding")
	}
	return s
}

func conv(call2 func(x, w, bias *tensor.Tensor, c functional.Conv) *tensor.Tensor) adapter {
	return func(c *call) any { return call2(c.x(), c.t("weight"), c.t("bias"), slide(c)) }
}

var poolOps = map[string]adapter{
	"nn.functional.max_pool1d":          maxPool(functional.MaxPool1d, functional.MaxPool1dWithIndices),
	"nn.functional.max_pool2d":          maxPool(functional.MaxPool2d, functional.MaxPool2dWithIndices),
	"nn.functional.max_pool3d":          maxPool(functional.MaxPool3d, functional.MaxPool3dWithIndices),
	"nn.functional.avg_pool1d":          func(c *call) any { return functional.AvgPool1d(c.x(), window(c)) },
	"nn.functional.avg_pool2d":          func(c *call) any { return functional.AvgPool2d(c.x(), window(c)) },
	"nn.functional.avg_pool3d":          func(c *call) any { return functional.AvgPool3d(c.x(), window(c)) },
	"nn.functional.adaptive_avg_pool1d": func(c *call) any { return functional.AdaptiveAvgPool1d(c.x(), outputSize(c, 1)[0]) },
	"nn.functional.adaptive_avg_pool2d": func(c *call) any { return functional.AdaptiveAvgPool2d(c.x(), outputSize(c, 2)...) },
	"nn.functional.adaptive_avg_pool3d": func(c *call) any { return functional.AdaptiveAvgPool3d(c.x(), outputSize(c, 3)...) },
	"nn.functional.adaptive_max_pool1d": adaptiveMax(1, func(x *tensor.Tensor, size ...int) (*tensor.Tensor, *tensor.Tensor) {
		return functional.AdaptiveMaxPool1d(x, size[0])
	}),
	"nn.functional.adaptive_max_pool2d": adaptiveMax(2, functional.AdaptiveMaxPool2d),
	"nn.functional.adaptive_max_pool3d": adaptiveMax(3, functional.AdaptiveMaxPool3d),
	"nn.functional.max_unpool1d":        maxUnpool(functional.MaxUnpool1d),
	"nn.functional.max_unpool2d":        maxUnpool(functional.MaxUnpool2d),
	"nn.functional.max_unpool3d":        maxUnpool(functional.MaxUnpool3d),
	"nn.functional.lp_pool1d":           func(c *call) any { return functional.LpPool1d(c.x(), c.float("norm_type", 2), window(c)) },
	"nn.functional.lp_pool2d":           func(c *call) any { return functional.LpPool2d(c.x(), c.float("norm_type", 2), window(c)) },
}

func window(c *call) functional.Window {
	return functional.Window{KernelSize: c.ints("kernel_size"), Stride: c.ints("stride"), Padding: c.ints("padding"),
		Dilation: c.ints("dilation"), CeilMode: c.bool("ceil_mode", false), ExcludePad: !c.bool("count_include_pad", true),
		DivisorOverride: c.int("divisor_override", 0)}
}

// valuesAndPlaces is a function with two results.
type valuesAndPlaces = func(x *tensor.Tensor, w functional.Window) (values, indices *tensor.Tensor)

func maxPool(plain func(x *tensor.Tensor, w functional.Window) *tensor.Tensor, both valuesAndPlaces) adapter {
	return func(c *call) any {
		if c.bool("return_indices", false) {
			return pair(both(c.x(), window(c)))
		}
		return plain(c.x(), window(c))
	}
}

type unpool = func(x, indices *tensor.Tensor, w functional.Window, size ...int) *tensor.Tensor

func maxUnpool(f unpool) adapter {
	return func(c *call) any { return f(c.x(), c.t("indices"), window(c), c.ints("output_size")...) }
}

// outputSize is a size for n axes; None keeps a length.
func outputSize(c *call, n int) []int {
	list, ok := c.any("output_size").([]any)
	if !ok {
		return c.per("output_size", n, 1)
	}
	var out []int
	for i := range n {
		v, ok := list[min(i, len(list)-1)].(int)
		if !ok {
			v = -1
		}
		out = append(out, v)
	}
	return out
}

type adaptivePool = func(x *tensor.Tensor, size ...int) (values, indices *tensor.Tensor)

func adaptiveMax(n int, f adaptivePool) adapter {
	return func(c *call) any {
		v, i := f(c.x(), outputSize(c, n)...)
		if c.bool("return_indices", false) {
			return pair(v, i)
		}
		return v
	}
}

var normOps = map[string]adapter{
	"nn.functional.layer_norm": func(c *call) any {
		return functional.LayerNorm(c.x(), c.ints("normalized_shape"), c.t("weight"), c.t("bias"), c.float("eps", 1e-5))
	},
	"nn.functional.group_norm": func(c *call) any {
		return functional.GroupNorm(c.x(), c.int("num_groups", 1), c.t("weight"), c.t("bias"), c.float("eps", 1e-5))
	},
	"nn.functional.batch_norm":    func(c *call) any { return functional.BatchNorm(c.x(), norm(c, c.bool("training", false))) },
	"nn.functional.instance_norm": func(c *call) any { return functional.InstanceNorm(c.x(), norm(c, c.bool("use_input_stats", true))) },
	"nn.functional.local_response_norm": func(c *call) any {
		return functional.LocalResponseNorm(c.x(), c.int("size", 1), c.float("alpha", 1e-4), c.float("beta", 0.75), c.float("k", 1))
	},
	"nn.functional.normalize": func(c *call) any {
		return functional.Normalize(c.x(), c.float("p", 2), c.int("dim", 1), c.float("eps", 1e-12))
	},
}

func norm(c *call, training bool) functional.Norm {
	return functional.Norm{Mean: c.t("running_mean"), Var: c.t("running_var"), Weight: c.t("weight"), Bias: c.t("bias"),
		Eps: c.float("eps", 1e-5), Momentum: c.float("momentum", 0.1), Training: training}
}

var resizeOps = map[string]adapter{
	"nn.functional.interpolate": func(c *call) any {
		r := functional.Resize{Size: c.ints("size"), Mode: c.str("mode", "nearest"), AlignCorners: c.bool("align_corners", false),
			RecomputeScaleFactor: c.bool("recompute_scale_factor", false), Antialias: c.bool("antialias", false)}
		switch s := c.any("scale_factor").(type) {
		case []any:
			for _, v := range s {
				f, _ := v.(float64)
				if i, ok := v.(int); ok {
					f = float64(i)
				}
				r.ScaleFactor = append(r.ScaleFactor, f)
			}
		case nil:
		default:
			r.ScaleFactor = []float64{c.float("scale_factor", 1)}
		}
		return functional.Interpolate(c.x(), r)
	},
	"nn.functional.affine_grid": func(c *call) any {
		return functional.AffineGrid(c.t("theta"), c.ints("size"), c.bool("align_corners", false))
	},
	"nn.functional.channel_shuffle": func(c *call) any { return functional.ChannelShuffle(c.x(), c.int("groups", 1)) },
	"nn.functional.grid_sample": func(c *call) any {
		return functional.GridSample(c.x(), c.t("grid"), c.str("mode", "bilinear"), c.str("padding_mode", "zeros"), c.bool("align_corners", false))
	},
}
