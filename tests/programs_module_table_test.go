package tests

import (
	"maps"

	"weft/frontend/nn"
	"weft/frontend/tensor"
)

// plain are the modules without parameters and arguments.
var plain = map[string]nn.Module{
	"ReLU": &nn.ReLU{}, "Tanh": &nn.Tanh{}, "Sigmoid": &nn.Sigmoid{}, "SiLU": &nn.SiLU{}, "Identity": &nn.Identity{},
	"ReLU6": &nn.ReLU6{}, "SELU": &nn.SELU{}, "Hardsigmoid": &nn.Hardsigmoid{}, "Hardswish": &nn.Hardswish{},
	"Softsign": &nn.Softsign{}, "Tanhshrink": &nn.Tanhshrink{}, "LogSigmoid": &nn.LogSigmoid{}, "Mish": &nn.Mish{},
	"Softmax2d": &nn.Softmax{Axis: -3},
}

// single are the modules with one input and one output.
var single = map[string]func(c *call) nn.Module{
	"Linear": func(c *call) nn.Module {
		return nn.NewLinear(c.int("in_features", 0), c.int("out_features", 0), windowOptions(c)...)
	},
	"Conv1d": func(c *call) nn.Module {
		return nn.NewConv1d(c.int("in_channels", 0), c.int("out_channels", 0), kernelOf(c), windowOptions(c)...)
	},
	"Conv2d": func(c *call) nn.Module {
		return nn.NewConv2d(c.int("in_channels", 0), c.int("out_channels", 0), kernelOf(c), windowOptions(c)...)
	},
	"Conv3d": func(c *call) nn.Module {
		return nn.NewConv3d(c.int("in_channels", 0), c.int("out_channels", 0), kernelOf(c), windowOptions(c)...)
	},
	"ConvTranspose1d": func(c *call) nn.Module {
		return nn.NewConvTranspose1d(c.int("in_channels", 0), c.int("out_channels", 0), kernelOf(c), windowOptions(c)...)
	},
	"ConvTranspose2d": func(c *call) nn.Module {
		return nn.NewConvTranspose2d(c.int("in_channels", 0), c.int("out_channels", 0), kernelOf(c), windowOptions(c)...)
	},
	"ConvTranspose3d": func(c *call) nn.Module {
		return nn.NewConvTranspose3d(c.int("in_channels", 0), c.int("out_channels", 0), kernelOf(c), windowOptions(c)...)
	},
	"BatchNorm1d": func(c *call) nn.Module { return nn.NewBatchNorm1d(c.int("num_features", 0), normOptions(c)...) },
	"BatchNorm2d": func(c *call) nn.Module { return nn.NewBatchNorm2d(c.int("num_features", 0), normOptions(c)...) },
	"BatchNorm3d": func(c *call) nn.Module { return nn.NewBatchNorm3d(c.int("num_features", 0), normOptions(c)...) },
	"InstanceNorm1d": func(c *call) nn.Module {
		return nn.NewInstanceNorm1d(c.int("num_features", 0), c.bool("affine", false), c.bool("track_running_stats", false), normOptions(c)...)
	},
	"InstanceNorm2d": func(c *call) nn.Module {
		return nn.NewInstanceNorm2d(c.int("num_features", 0), c.bool("affine", false), c.bool("track_running_stats", false), normOptions(c)...)
	},
	"InstanceNorm3d": func(c *call) nn.Module {
		return nn.NewInstanceNorm3d(c.int("num_features", 0), c.bool("affine", false), c.bool("track_running_stats", false), normOptions(c)...)
	},
	"GroupNorm": func(c *call) nn.Module {
		return nn.NewGroupNorm(c.int("num_groups", 1), c.int("num_channels", 0), normOptions(c)...)
	},
	"LayerNorm": func(c *call) nn.Module { return nn.LayerNormOver(c.ints("normalized_shape"), normOptions(c)...) },
	"LocalResponseNorm": func(c *call) nn.Module {
		return nn.NewLocalResponseNorm(c.int("size", 1), c.float("alpha", 1e-4), c.float("beta", 0.75), c.float("k", 1))
	},
	"Embedding": func(c *call) nn.Module {
		return nn.NewEmbedding(c.int("num_embeddings", 0), c.int("embedding_dim", 0),
			when(c, map[string]nn.Option{"padding_idx": nn.PaddingIndex(c.int("padding_idx", 0))})...)
	},
	"PReLU":      func(c *call) nn.Module { return prelu(c.int("num_parameters", 1), c.float("init", 0.25)) },
	"GELU":       func(c *call) nn.Module { return &nn.GELU{Approximate: c.str("approximate", "none") == "tanh"} },
	"ELU":        func(c *call) nn.Module { return nn.NewELU(c.float("alpha", 1)) },
	"CELU":       func(c *call) nn.Module { return nn.NewCELU(c.float("alpha", 1)) },
	"LeakyReLU":  func(c *call) nn.Module { return nn.NewLeakyReLU(c.float("negative_slope", 0.01)) },
	"Hardtanh":   func(c *call) nn.Module { return nn.NewHardtanh(c.float("min_val", -1), c.float("max_val", 1)) },
	"Hardshrink": func(c *call) nn.Module { return nn.NewHardshrink(c.float("lambd", 0.5)) },
	"Softshrink": func(c *call) nn.Module { return nn.NewSoftshrink(c.float("lambd", 0.5)) },
	"Softplus":   func(c *call) nn.Module { return nn.NewSoftplus(c.float("beta", 1), c.float("threshold", 20)) },
	"Threshold":  func(c *call) nn.Module { return nn.NewThreshold(c.float("threshold", 0), c.float("value", 0)) },
	"GLU":        func(c *call) nn.Module { return nn.NewGLU(c.int("dim", -1)) },
	"Softmax":    func(c *call) nn.Module { return &nn.Softmax{Axis: c.int("dim", -1)} },
	"LogSoftmax": func(c *call) nn.Module { return nn.NewLogSoftmax(c.int("dim", -1)) },
	"Softmin":    func(c *call) nn.Module { return nn.NewSoftmin(c.int("dim", -1)) },
	"Dropout":    func(c *call) nn.Module { return nn.NewDropout(c.float("p", 0.5)) },
	"Flatten":    func(c *call) nn.Module { return &nn.Flatten{Start: c.int("start_dim", 1), End: c.int("end_dim", -1)} },
	"Unflatten":  func(c *call) nn.Module { return nn.NewUnflatten(c.int("dim", 0), c.ints("unflattened_size")...) },

	"MaxPool1d": func(c *call) nn.Module { return nn.NewMaxPool1d(kernelOf(c), windowOptions(c)...) },
	"MaxPool2d": func(c *call) nn.Module { return nn.NewMaxPool2d(kernelOf(c), windowOptions(c)...) },
	"MaxPool3d": func(c *call) nn.Module { return nn.NewMaxPool3d(kernelOf(c), windowOptions(c)...) },
	"AvgPool1d": func(c *call) nn.Module { return nn.NewAvgPool1d(kernelOf(c), windowOptions(c)...) },
	"AvgPool2d": func(c *call) nn.Module { return nn.NewAvgPool2d(kernelOf(c), windowOptions(c)...) },
	"AvgPool3d": func(c *call) nn.Module { return nn.NewAvgPool3d(kernelOf(c), windowOptions(c)...) },
	"Unfold":    func(c *call) nn.Module { return nn.NewUnfold(c.ints("kernel_size"), windowOptions(c)...) },
	"Fold": func(c *call) nn.Module {
		return nn.NewFold(c.ints("output_size"), c.ints("kernel_size"), windowOptions(c)...)
	},
	"Upsample": func(c *call) nn.Module { return nn.NewUpsample(resizeOf(c, "nearest", false)) },

	"UpsamplingNearest2d":  func(c *call) nn.Module { return nn.NewUpsample(resizeOf(c, "nearest", false)) },
	"UpsamplingBilinear2d": func(c *call) nn.Module { return nn.NewUpsample(resizeOf(c, "bilinear", true)) },
	"PixelShuffle":         func(c *call) nn.Module { return nn.NewPixelShuffle(c.int("upscale_factor", 1)) },
	"PixelUnshuffle":       func(c *call) nn.Module { return nn.NewPixelUnshuffle(c.int("downscale_factor", 1)) },
}

// modules make the recorded modules, by PyTorch's names.
var modules = map[string]makeModule{
	"Bilinear": func(c *call) (any, forward) {
		return twofold(nn.NewBilinear(c.int("in1_features", 0), c.int("in2_features", 0), c.int("out_features", 0), windowOptions(c)...))
	},
	"CosineSimilarity": func(c *call) (any, forward) {
		return twofold(nn.NewCosineSimilarity(c.int("dim", 1), c.float("eps", 1e-8)))
	},
	"PairwiseDistance": func(c *call) (any, forward) {
		return twofold(nn.NewPairwiseDistance(c.float("p", 2), c.float("eps", 1e-6), c.bool("keepdim", false)))
	},
	"EmbeddingBag": func(c *call) (any, forward) {
		m := nn.NewEmbeddingBag(c.int("num_embeddings", 0), c.int("embedding_dim", 0), c.str("mode", "mean"), when(c, map[string]nn.Option{
			"padding_idx": nn.PaddingIndex(c.int("padding_idx", 0)), "include_last_offset": nn.IncludeLastOffset()})...)
		return m, func(in []*tt, kw *call) []*tt {
			kw.only("offsets", "per_sample_weights")
			offsets := kw.t("offsets")
			if len(in) > 1 {
				offsets = in[1]
			}
			return []*tt{m.Forward(in[0], offsets, kw.t("per_sample_weights"))}
		}
	},
	"RNN": func(c *call) (any, forward) {
		in, hidden, r := recurrentArgs(c)
		return sequence(nn.NewRNN(in, hidden, r))
	},
	"GRU": func(c *call) (any, forward) {
		in, hidden, r := recurrentArgs(c)
		return sequence(nn.NewGRU(in, hidden, r))
	},
	"LSTM": func(c *call) (any, forward) {
		in, hidden, r := recurrentArgs(c)
		return sequence(nn.NewLSTM(in, hidden, r))
	},
	"GRUCell": func(c *call) (any, forward) {
		return step(nn.NewGRUCell(c.int("input_size", 0), c.int("hidden_size", 0), windowOptions(c)...))
	},
	"LSTMCell": func(c *call) (any, forward) {
		return step(nn.NewLSTMCell(c.int("input_size", 0), c.int("hidden_size", 0), windowOptions(c)...))
	},
	"RNNCell": func(c *call) (any, forward) {
		o := windowOptions(c)
		if c.str("nonlinearity", "tanh") == "relu" {
			o = append(o, nn.WithReLU())
		}
		return step(nn.NewRNNCell(c.int("input_size", 0), c.int("hidden_size", 0), o...))
	},
	"MultiheadAttention": func(c *call) (any, forward) {
		m := nn.NewMultiheadAttention(c.int("embed_dim", 0), c.int("num_heads", 1), c.bool("batch_first", false), attentionOptions(c)...)
		return m, func(in []*tt, kw *call) []*tt {
			kw.only("attn_mask", "key_padding_mask", "need_weights", "average_attn_weights")
			out, weights := m.Forward(in[0], in[1], in[2], attends(kw, "", "attn_mask"))
			return given(out, weights)
		}
	},
	"TransformerEncoderLayer": func(c *call) (any, forward) {
		m := nn.NewTransformerEncoderLayer(c.int("d_model", 0), c.int("nhead", 1), transformerOptions(c))
		return m, func(in []*tt, kw *call) []*tt {
			kw.only("src_mask", "src_key_padding_mask")
			return []*tt{m.Forward(in[0], attends(kw, "src_", "mask"))}
		}
	},
	"TransformerDecoderLayer": func(c *call) (any, forward) {
		m := nn.NewTransformerDecoderLayer(c.int("d_model", 0), c.int("nhead", 1), transformerOptions(c))
		return m, func(in []*tt, kw *call) []*tt {
			kw.only("tgt_mask", "memory_mask", "tgt_key_padding_mask", "memory_key_padding_mask")
			return []*tt{m.Forward(in[0], in[1], attends(kw, "tgt_", "mask"), attends(kw, "memory_", "mask"))}
		}
	},
}

func prelu(n int, slope float64) nn.Module {
	m := nn.NewPReLU(n)
	tensor.NoGrad(func() { m.Weight.Fill(slope) })
	return m
}

// given leaves out what was not asked for.
func given(ts ...*tt) (out []*tt) {
	for _, t := range ts {
		if t != nil {
			out = append(out, t)
		}
	}
	return out
}

// lossModules are functions here; their settings and their tensors are arguments of one call.
var lossModules = map[string]string{"L1Loss": "l1_loss", "MSELoss": "mse_loss", "CrossEntropyLoss": "cross_entropy", "NLLLoss": "nll_loss",
	"BCELoss": "binary_cross_entropy", "BCEWithLogitsLoss": "binary_cross_entropy_with_logits", "KLDivLoss": "kl_div",
	"SmoothL1Loss": "smooth_l1_loss", "HuberLoss": "huber_loss", "PoissonNLLLoss": "poisson_nll_loss", "GaussianNLLLoss": "gaussian_nll_loss",
	"MarginRankingLoss": "margin_ranking_loss", "HingeEmbeddingLoss": "hinge_embedding_loss", "CosineEmbeddingLoss": "cosine_embedding_loss",
	"TripletMarginLoss": "triplet_margin_loss", "MultiMarginLoss": "multi_margin_loss", "MultiLabelMarginLoss": "multilabel_margin_loss",
	"MultiLabelSoftMarginLoss": "multilabel_soft_margin_loss", "SoftMarginLoss": "soft_margin_loss", "CTCLoss": "ctc_loss"}

func lossCall(function string, settings *call) forward {
	return func(in []*tt, kw *call) []*tt {
		named := maps.Clone(settings.kwargs)
		maps.Copy(named, kw.kwargs)
		var args []any
		for _, t := range in {
			args = append(args, t)
		}
		out, _ := (&torch{program: &program{device: settings.device}}).operator(function, args, named).(*tt)
		return []*tt{out}
	}
}

func init() {
	for name, m := range plain {
		modules[name] = func(*call) (any, forward) { return simple(m) }
	}
	for n, rank := range []string{"1d", "2d", "3d"} {
		pad := func(mode string) func(c *call) nn.Module {
			return func(c *call) nn.Module { return nn.NewPad(mode, c.float("value", 0), sidesOf(c, n+1)...) }
		}
		maps.Copy(single, map[string]func(c *call) nn.Module{"ZeroPad" + rank: pad("constant"), "ConstantPad" + rank: pad("constant"),
			"ReflectionPad" + rank: pad("reflect"), "ReplicationPad" + rank: pad("replicate"),
			"AdaptiveAvgPool" + rank: func(c *call) nn.Module {
				s := sizesOf(c, n+1)
				return []nn.Module{nn.NewAdaptiveAvgPool1d(s[0]), nn.NewAdaptiveAvgPool2d(s...), nn.NewAdaptiveAvgPool3d(s...)}[n]
			},
			"AdaptiveMaxPool" + rank: func(c *call) nn.Module {
				s := sizesOf(c, n+1)
				return []nn.Module{nn.NewAdaptiveMaxPool1d(s[0]), nn.NewAdaptiveMaxPool2d(s...), nn.NewAdaptiveMaxPool3d(s...)}[n]
			}})
	}
	for name, make := range single {
		modules[name] = func(c *call) (any, forward) { return simple(make(c)) }
	}
	for name, function := range lossModules {
		modules[name] = func(c *call) (any, forward) { return nil, lossCall("nn.functional."+function, c) }
	}
}
