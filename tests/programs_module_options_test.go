package tests

import (
	"weft/frontend/nn"
	"weft/frontend/nn/functional"
)

// kernelOf is the first length of a kernel; windowOptions has the others.
func kernelOf(c *call) int { return c.ints("kernel_size")[0] }

// windowOptions are the options of convolutions, pools and linear layers, by PyTorch's names.
func windowOptions(c *call) (o []nn.Option) {
	for name, option := range map[string]func(...int) nn.Option{"stride": nn.Stride, "dilation": nn.Dilation,
		"output_padding": nn.OutputPadding, "kernel_size": nn.KernelSize} {
		if v := c.ints(name); v != nil {
			o = append(o, option(v...))
		}
	}
	switch p := c.any("padding").(type) {
	case nil:
	case string:
		if p == "same" {
			o = append(o, nn.SamePadding())
		} else if p != "valid" {
			panic(unsupported("padding " + p))
		}
	default:
		o = append(o, nn.Padding(c.ints("padding")...))
	}
	if mode := c.str("padding_mode", ""); mode != "" {
		o = append(o, nn.PaddingMode(mode))
	}
	return append(o, when(c, map[string]nn.Option{"groups": nn.Groups(c.int("groups", 1)), "divisor_override": nn.Divisor(c.int("divisor_override", 0)),
		"ceil_mode": nn.CeilMode(), "!count_include_pad": nn.ExcludePad(), "!bias": nn.NoBias()})...)
}

// when lists the options whose argument was given and is not false; a name that begins with ! stands for an argument that is false.
func when(c *call, options map[string]nn.Option) (o []nn.Option) {
	for name, option := range options {
		v := c.any(name)
		if name[0] == '!' {
			v = c.any(name[1:]) == false
		}
		if v != nil && v != false {
			o = append(o, option)
		}
	}
	return o
}

func normOptions(c *call) []nn.Option {
	o := when(c, map[string]nn.Option{"eps": nn.Eps(c.float("eps", 0)), "momentum": nn.Momentum(c.float("momentum", 0)), "!affine": nn.NoAffine(),
		"!elementwise_affine": nn.NoAffine(), "!track_running_stats": nn.NoRunningStatistics()})
	if m, given := c.kwargs["momentum"]; given && m == nil {
		o = append(o, nn.CumulativeStatistics())
	}
	return o
}

func attentionOptions(c *call) []nn.Option {
	return when(c, map[string]nn.Option{"!bias": nn.NoBias(), "kdim": nn.KeyLength(c.int("kdim", 0)), "vdim": nn.ValueLength(c.int("vdim", 0)),
		"add_bias_kv": nn.BiasKV(), "add_zero_attn": nn.ZeroAttention(), "dropout": nn.DropAttention(c.float("dropout", 0))})
}

// attends reads the masks of one attention; prefix is how a transformer layer's call names them.
func attends(kw *call, prefix, mask string) nn.Attend {
	return nn.Attend{Mask: kw.t(prefix + mask), KeyPadding: kw.t(prefix + "key_padding_mask"),
		PerHead: !kw.bool("average_attn_weights", true), NoWeights: !kw.bool("need_weights", true)}
}

func recurrentArgs(c *call) (in, hidden int, r nn.Recurrent) {
	return c.int("input_size", 0), c.int("hidden_size", 0), nn.Recurrent{Layers: c.int("num_layers", 1), NoBias: !c.bool("bias", true),
		BatchFirst: c.bool("batch_first", false), Bidirectional: c.bool("bidirectional", false),
		ReLU: c.str("nonlinearity", "tanh") == "relu", Project: c.int("proj_size", 0), Dropout: c.float("dropout", 0)}
}

// sequence adapts a layer that takes states and gives outputs and last states.
func sequence(m interface {
	Forward(x *tt, state ...*tt) (*tt, []*tt)
}) (any, forward) {
	return m, func(in []*tt, kw *call) []*tt {
		out, last := m.Forward(in[0], statesOf(in, kw)...)
		return append([]*tt{out}, last...)
	}
}

// step adapts a cell.
func step(m interface {
	Forward(x *tt, state ...*tt) []*tt
}) (any, forward) {
	return m, func(in []*tt, kw *call) []*tt { return m.Forward(in[0], statesOf(in, kw)...) }
}

// statesOf are the states that a call was given, behind the input or as hx.
func statesOf(in []*tt, kw *call) []*tt {
	kw.only("hx")
	if kw.has("hx") {
		return kw.ts("hx")
	}
	return in[1:]
}

// transformerOptions reads a recorded transformer layer's arguments.
func transformerOptions(c *call) nn.TransformerOptions {
	activation := c.str("activation", "relu")
	if activation != "relu" && activation != "gelu" {
		panic(unsupported("activation " + activation))
	}
	return nn.TransformerOptions{Feedforward: c.int("dim_feedforward", 2048), Dropout: c.float("dropout", 0.1),
		GELU: activation == "gelu", BatchFirst: c.bool("batch_first", false), NormFirst: c.bool("norm_first", false),
		Eps: c.float("layer_norm_eps", 1e-5)}
}

func resizeOf(c *call, mode string, corners bool) functional.Resize {
	r := functional.Resize{Size: c.ints("size"), Mode: c.str("mode", mode), AlignCorners: c.bool("align_corners", corners)}
	for _, f := range partsOf(c.any("scale_factor")) {
		if f != nil {
			r.ScaleFactor = append(r.ScaleFactor, toFloat(f))
		}
	}
	return r
}

// sidesOf are the pads of n axes: one number for all sides, or all of them.
func sidesOf(c *call, n int) []int {
	pads := c.ints("padding")
	for len(pads) < 2*n {
		pads = append(pads, pads[0])
	}
	return pads
}

// sizesOf are the lengths that an adaptive pool makes of n axes; None keeps one.
func sizesOf(c *call, n int) []int {
	list := partsOf(c.any("output_size"))
	out := make([]int, n)
	for i := range out {
		size, ok := list[min(i, len(list)-1)].(int)
		if out[i] = size; !ok {
			out[i] = -1
		}
	}
	return out
}
