package tests

import (
	"math"

	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
	"weft/tests/pytext"
)

func init() {
	for _, d := range []string{"bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64"} {
		torchValues[d] = dtypeNamed(d)
	}
	for name, v := range map[string]float64{"inf": math.Inf(1), "nan": math.NaN(), "pi": math.Pi, "e": math.E} {
		torchValues[name] = v
	}
}

// moreAliases are names of recorded operators that the answers do not list.
var moreAliases = map[string]string{"trapezoid": "trapz", "is_nonzero": "bool", "adjoint": "mT", "linalg.cholesky": "cholesky"}

type torchFunction func(w *torch, args []any, named map[string]any) any

// torchFunctions are the functions that are no recorded operators.
var torchFunctions map[string]torchFunction

// builtins and the functions of torch itself. A table made by init: some of them call back into the world.
func init() {
	torchFunctions = map[string]torchFunction{
		"tensor": func(w *torch, args []any, named map[string]any) any { return w.tensor(bind("tensor", args, named)) },
		"as_tensor": func(w *torch, args []any, named map[string]any) any {
			return w.tensor(bind("tensor", args, named))
		},
		"Tensor": func(w *torch, args []any, named map[string]any) any {
			if len(args) == 1 && isSequence(args[0]) {
				return w.tensor(map[string]any{"data": plainList(args[0]), "dtype": tensor.Float32})
			}
			return w.operator("zeros", args, named)
		},
		"LongTensor":   typedTensor(tensor.Int64),
		"IntTensor":    typedTensor(tensor.Int32),
		"FloatTensor":  typedTensor(tensor.Float32),
		"DoubleTensor": typedTensor(tensor.Float64),
		"BoolTensor":   typedTensor(tensor.Bool),
		"autograd.backward": func(_ *torch, args []any, named map[string]any) any {
			return backward(partsOf(args[0])[0].(*tt), args[1:], named)
		},
		"is_tensor": func(_ *torch, args []any, _ map[string]any) any { _, ok := args[0].(*tt); return ok },
		"manual_seed": func(_ *torch, args []any, _ map[string]any) any {
			tensor.Seed(uint64(args[0].(int)))
			return nil
		},
		"set_grad_enabled": func(w *torch, args []any, _ map[string]any) any {
			w.noGrad = args[0] != true
			return gradScope(args[0] == true)
		},
		"no_grad":        func(*torch, []any, map[string]any) any { return gradScope(false) },
		"inference_mode": func(*torch, []any, map[string]any) any { return gradScope(false) },
		"enable_grad":    func(*torch, []any, map[string]any) any { return gradScope(true) },
		"autograd.grad":  gradients,

		"nn.Parameter":              func(_ *torch, args []any, _ map[string]any) any { return args[0].(*tt).Detach().RequireGrad() },
		"nn.Sequential":             sequential,
		"nn.ModuleList":             moduleList,
		"nn.utils.clip_grad_norm_":  clipNorm,
		"nn.utils.clip_grad_value_": clipValue,
		"nn.functional.dropout":     dropout,
		"nn.functional.softmax":     func(w *torch, args []any, named map[string]any) any { return w.operator("softmax", args, named) },
		"nn.functional.log_softmax": func(w *torch, args []any, named map[string]any) any { return w.operator("log_softmax", args, named) },
		"nn.functional.sigmoid":     func(w *torch, args []any, named map[string]any) any { return w.operator("sigmoid", args, named) },
		"nn.functional.tanh":        func(w *torch, args []any, named map[string]any) any { return w.operator("tanh", args, named) },
		"broadcast_shapes":          broadcastShapes,
	}
	for name, draw := range randomFunctions {
		if adapters[name] == nil {
			torchFunctions[name] = func(w *torch, args []any, named map[string]any) any {
				return draw(&call{kwargs: bind(name, args, named), device: w.program.device})
			}
		}
	}
}

// randomFunctions draw; their values are not recorded, their shapes and mistakes are.
var randomFunctions = map[string]func(c *call) any{
	"empty": func(c *call) any { return c.options(c.dtype("dtype", tensor.Float32)).Zeros(c.ints("size")...) },
	"rand":  func(c *call) any { return c.options(c.dtype("dtype", tensor.Float32)).Rand(c.ints("size")...) },
	"randn": func(c *call) any { return c.options(c.dtype("dtype", tensor.Float32)).Randn(c.ints("size")...) },
	"randint": func(c *call) any {
		return c.options(c.dtype("dtype", tensor.Int64)).RandInt(c.int("low", 0), c.int("high", 0), c.ints("size")...)
	},
	"empty_like": func(c *call) any { return c.x().ZerosLike() },
	"randperm":   func(c *call) any { return c.options(c.dtype("dtype", tensor.Int64)).RandPerm(c.int("n", 0)) },
	"multinomial": func(c *call) any {
		return tensor.Multinomial(c.x(), c.int("num_samples", 0), c.bool("replacement", false))
	},
	"bernoulli": func(c *call) any {
		if c.has("p") {
			return tensor.Bernoulli(c.float("p", 0), c.x().Shape()...)
		}
		return tensor.Bernoulli(c.x())
	},
	"normal":     func(c *call) any { return tensor.Normal(c.any("mean"), c.any("std"), c.ints("size")...) },
	"rand_like":  func(c *call) any { return c.options(c.x().DType()).Rand(c.x().Shape()...) },
	"randn_like": func(c *call) any { return c.options(c.x().DType()).Randn(c.x().Shape()...) },
}

// tensor is torch.tensor: nested lists or one value.
func (w *torch) tensor(bound map[string]any) any {
	c := &call{kwargs: bound, device: w.program.device}
	if t, ok := bound["data"].(*tt); ok {
		return t.Detach().Cast(c.dtype("dtype", t.DType())).Clone()
	}
	bound["data"] = numbersIn(bound["data"])
	t := c.options(c.dtype("dtype", 0)).Of(bound["data"])
	if !c.has("dtype") && t.DType() == tensor.Float64 { // Go's floats are float64, Python's are of the default dtype
		return t.Cast(tensor.Float32)
	}
	return t
}

// numbersIn replaces tensors of one element in nested lists by their values.
func numbersIn(v any) any {
	switch v := v.(type) {
	case *tt:
		return numberOf(v)
	case []any:
		for i := range v {
			v[i] = numbersIn(v[i])
		}
	}
	return v
}

func typedTensor(d tensor.DType) torchFunction {
	return func(w *torch, args []any, _ map[string]any) any {
		return w.tensor(map[string]any{"data": plainList(args[0]), "dtype": d})
	}
}

func gradScope(on bool) gradContext {
	return func(body func()) {
		if on {
			tensor.EnableGrad(body)
		} else {
			tensor.NoGrad(body)
		}
	}
}

func gradients(_ *torch, args []any, named map[string]any) any {
	if len(args) > 2 {
		named["grad_outputs"] = args[2]
	}
	seed, _ := named["grad_outputs"].(*tt)
	out := args[0]
	if isSequence(out) {
		out = plainList(out)[0]
	}
	return tensor.Gradients(out.(*tt), seed, flatTensors(nil, partsOf(args[1]))...)
}

func dropout(_ *torch, args []any, named map[string]any) any {
	c := &call{kwargs: bind("nn.functional.dropout", args, named)}
	return functional.Dropout(c.x(), c.float("p", 0.5), c.bool("training", true))
}

func broadcastShapes(_ *torch, args []any, _ map[string]any) any {
	var ts []*tt
	for _, a := range args {
		ts = append(ts, tensor.Zeros(intList(any(partsOf(a)))...))
	}
	return tensor.BroadcastAll(ts...)[0].Shape()
}

func sequential(_ *torch, args []any, _ map[string]any) any {
	s := nn.NewSequential()
	l := &layer{module: s, call: func(in []*tt, _ *call) []*tt { return []*tt{s.Forward(in[0])} }}
	for _, a := range args {
		part := a.(*layer)
		s.Append(part.module.(nn.Module))
		l.parts = append(l.parts, part)
	}
	return l
}

func moduleList(_ *torch, args []any, _ map[string]any) any {
	var all nn.ModuleList[any]
	l := &layer{}
	for _, a := range args[0].(pytext.List) {
		all = append(all, a.(*layer).module)
		l.parts = append(l.parts, a.(*layer))
	}
	l.module = all
	return l
}

func clipNorm(_ *torch, args []any, named map[string]any) any {
	c := &call{kwargs: bind("nn.utils.clip_grad_norm_", args, named)}
	return optim.ClipGradNorm(c.ts("parameters"), c.float("max_norm", 0), c.float("norm_type", 2), c.bool("error_if_nonfinite", false))
}

func clipValue(_ *torch, args []any, named map[string]any) any {
	c := &call{kwargs: bind("nn.utils.clip_grad_value_", args, named)}
	optim.ClipGradValue(c.ts("parameters"), c.float("clip_value", 0))
	return nil
}
