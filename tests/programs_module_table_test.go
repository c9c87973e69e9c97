package tests

import (
	"weft/frontend/nn"
	"weft/frontend/nn/functional"
)

// modules make the recorded modules, by PyTorch's names.
var modules = map[string]makeModule{
	"Linear": func(c *call, _ *moduleProgram) (any, forward) {
		return simple(nn.NewLinear(c.int("in_features", 0), c.int("out_features", 0), windowOptions(c)...))
	},
	"Bilinear": func(c *call, _ *moduleProgram) (any, forward) {
		m := nn.NewBilinear(c.int("in1_features", 0), c.int("in2_features", 0), c.int("out_features", 0))
		return m, func(in []*tt) []*tt { return []*tt{m.Forward(in[0], in[1])} }
	},
	"Conv1d": func(c *call, _ *moduleProgram) (any, forward) {
		return simple(nn.NewConv1d(c.int("in_channels", 0), c.int("out_channels", 0), c.int("kernel_size", 1), windowOptions(c)...))
	},
	"Conv2d": func(c *call, _ *moduleProgram) (any, forward) {
		return simple(nn.NewConv2d(c.int("in_channels", 0), c.int("out_channels", 0), c.int("kernel_size", 1), windowOptions(c)...))
	},
	"Conv3d": func(c *call, _ *moduleProgram) (any, forward) {
		return simple(nn.NewConv3d(c.int("in_channels", 0), c.int("out_channels", 0), c.int("kernel_size", 1), windowOptions(c)...))
	},
	"ConvTranspose2d": func(c *call, _ *moduleProgram) (any, forward) {
		return simple(nn.NewConvTranspose2d(c.int("in_channels", 0), c.int("out_channels", 0), c.int("kernel_size", 1), windowOptions(c)...))
	},
	"BatchNorm1d": func(c *call, _ *moduleProgram) (any, forward) {
		return simple(nn.NewBatchNorm1d(c.int("num_features", 0), normOptions(c)...))
	},
	"BatchNorm2d": func(c *call, _ *moduleProgram) (any, forward) {
		return simple(nn.NewBatchNorm2d(c.int("num_features", 0), normOptions(c)...))
	},
	"InstanceNorm1d": func(c *call, _ *moduleProgram) (any, forward) {
		return simple(nn.NewInstanceNorm1d(c.int("num_features", 0), c.bool("affine", false), c.bool("track_running_stats", false)))
	},
	"GroupNorm": func(c *call, _ *moduleProgram) (any, forward) {
		return simple(nn.NewGroupNorm(c.int("num_groups", 1), c.int("num_channels", 0)))
	},
	"LayerNorm": func(c *call, _ *moduleProgram) (any, forward) {
		return simple(nn.LayerNormOver(c.ints("normalized_shape")))
	},
	"Embedding": func(c *call, _ *moduleProgram) (any, forward) {
		var o []nn.Option
		if c.has("padding_idx") {
			o = append(o, nn.PaddingIndex(c.int("padding_idx", 0)))
		}
		return simple(nn.NewEmbedding(c.int("num_embeddings", 0), c.int("embedding_dim", 0), o...))
	},
	"EmbeddingBag": func(c *call, _ *moduleProgram) (any, forward) {
		m := nn.NewEmbedding(c.int("num_embeddings", 0), c.int("embedding_dim", 0))
		return m, func(in []*tt) []*tt {
			return []*tt{functional.EmbeddingBag(in[0], m.Weight, functional.Bag{Mode: c.str("mode", "mean")})}
		}
	},
	"PReLU":   func(c *call, _ *moduleProgram) (any, forward) { return simple(nn.NewPReLU(c.int("num_parameters", 1))) },
	"Softmax": func(c *call, _ *moduleProgram) (any, forward) { return simple(&nn.Softmax{Axis: c.int("dim", -1)}) },
	"Flatten": func(*call, *moduleProgram) (any, forward) { return simple(&nn.Flatten{}) },
	"GELU":    func(*call, *moduleProgram) (any, forward) { return simple(&nn.GELU{}) },
	"MaxPool2d": func(c *call, _ *moduleProgram) (any, forward) {
		return simple(nn.NewMaxPool2d(c.int("kernel_size", 1), windowOptions(c)...))
	},
	"AvgPool2d": func(c *call, _ *moduleProgram) (any, forward) {
		return simple(nn.NewAvgPool2d(c.int("kernel_size", 1), windowOptions(c)...))
	},
	"ZeroPad2d": func(c *call, _ *moduleProgram) (any, forward) {
		return simple(nn.Func(func(x *tt) *tt { return x.Pad(c.ints("padding"), 0) }))
	},
	"Unfold": func(c *call, _ *moduleProgram) (any, forward) {
		return simple(nn.Func(func(x *tt) *tt { return functional.Unfold(x, c.ints("kernel_size"), functional.Conv{}) }))
	},
	"Upsample": func(c *call, _ *moduleProgram) (any, forward) {
		return simple(nn.Func(func(x *tt) *tt {
			return functional.Interpolate(x, functional.Resize{Scale: []float64{c.float("scale_factor", 1)}, Mode: c.str("mode", "nearest")})
		}))
	},
	"CosineSimilarity": func(c *call, _ *moduleProgram) (any, forward) {
		return nil, func(in []*tt) []*tt {
			return []*tt{functional.CosineSimilarity(in[0], in[1], c.int("dim", 1), 1e-8)}
		}
	},
}
