package tests

import (
	"weft/frontend/tensor"
)

var createOps = map[string]adapter{
	"arange": func(c *call) any {
		bounds := []any{c.num("start", 0), c.any("end"), c.num("step", 1)}
		whole := true
		var fs []float64
		for _, b := range bounds {
			switch b := b.(type) {
			case int:
				fs = append(fs, float64(b))
			case float64:
				fs, whole = append(fs, b), false
			case bool:
				fs = append(fs, map[bool]float64{true: 1}[b])
			}
		}
		def := tensor.Float32
		if whole {
			def = tensor.Int64
		}
		return c.options(c.dtype("dtype", def)).Arange(fs...)
	},
	"eye": func(c *call) any {
		return c.options(c.dtype("dtype", tensor.Float32)).Eye(c.int("n", 0), c.ints("m")...)
	},
	"linspace": func(c *call) any {
		return c.options(c.dtype("dtype", tensor.Float32)).Linspace(c.float("start", 0), c.float("end", 0), c.int("steps", 0))
	},
	"logspace": func(c *call) any {
		return c.options(c.dtype("dtype", tensor.Float32)).Logspace(c.float("start", 0), c.float("end", 0), c.int("steps", 0), c.float("base", 10))
	},
	"full":      func(c *call) any { return c.options(c.dtype("dtype", 0)).Full(c.any("fill_value"), c.ints("size")...) },
	"zeros":     func(c *call) any { return c.options(c.dtype("dtype", tensor.Float32)).Zeros(c.ints("size")...) },
	"ones":      func(c *call) any { return c.options(c.dtype("dtype", tensor.Float32)).Ones(c.ints("size")...) },
	"new_zeros": func(c *call) any { return c.like().NewZeros(c.ints("size")...) },
	"new_ones":  func(c *call) any { return c.like().NewOnes(c.ints("size")...) },
	"new_full": func(c *call) any {
		return c.like().NewFull(c.any("fill_value"), c.ints("size")...)
	},
	"zeros_like": func(c *call) any { return c.like().ZerosLike() },
	"ones_like":  func(c *call) any { return c.like().OnesLike() },
	"full_like": func(c *call) any {
		return c.like().FullLike(c.any("fill_value"))
	},
	"tril_indices": func(c *call) any {
		return c.options(c.dtype("dtype", 0)).TrilIndices(c.int("row", 0), c.int("col", 0), c.int("offset", 0))
	},
	"triu_indices": func(c *call) any {
		return c.options(c.dtype("dtype", 0)).TriuIndices(c.int("row", 0), c.int("col", 0), c.int("offset", 0))
	},
	"tensor": func(c *call) any {
		v := c.any("t")
		if v == nil {
			v = c.any("data")
		}
		if v == nil && len(c.args) > 0 {
			v = c.value(c.args[0])
		}
		if list, ok := v.([]any); ok {
			return c.options(c.dtype("dtype", pythonType(list))).Of(list)
		}
		return c.options(c.dtype("dtype", 0)).Scalar(v)
	},
}

func (c *call) options(d tensor.DType) tensor.Options {
	return tensor.Options{DType: d, Device: c.device}
}

// like is a tensor of the input's shape, device and dtype, or of the dtype that was asked for.
func (c *call) like() *tt { return c.x().Cast(c.dtype("dtype", c.x().DType())) }

// pythonType is float32 for a list with a float in it, as Python has floats of one kind only; else the values decide.
func pythonType(list []any) tensor.DType {
	for _, v := range list {
		if inner, ok := v.([]any); ok && pythonType(inner) != 0 {
			return tensor.Float32
		}
		if _, ok := v.(float64); ok {
			return tensor.Float32
		}
	}
	return 0
}
