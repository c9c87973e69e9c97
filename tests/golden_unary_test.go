package tests

import (
	"math"

	"weft/frontend/tensor"
)

type tt = tensor.Tensor

var unaryOps = eachUnary(map[string]unaryCall{
	"abs": (*tt).Abs, "acos": (*tt).Acos, "acosh": (*tt).Acosh, "asin": (*tt).Asin, "asinh": (*tt).Asinh,
	"atan": (*tt).Atan, "atanh": (*tt).Atanh, "bitwise_not": (*tt).Not, "ceil": (*tt).Ceil, "clone": (*tt).Clone,
	"contiguous": (*tt).Contiguous, "cos": (*tt).Cos, "cosh": (*tt).Cosh, "deg2rad": (*tt).Deg2Rad, "digamma": (*tt).Digamma,
	"erf": (*tt).Erf, "erfc": (*tt).Erfc, "erfinv": (*tt).Erfinv, "exp": (*tt).Exp, "exp2": (*tt).Exp2, "expm1": (*tt).Expm1,
	"floor": (*tt).Floor, "frac": (*tt).Frac, "i0": (*tt).I0, "isfinite": (*tt).IsFinite, "isinf": (*tt).IsInf,
	"isnan": (*tt).IsNaN, "isneginf": (*tt).IsNegInf, "isposinf": (*tt).IsPosInf, "lgamma": (*tt).Lgamma, "log": (*tt).Log,
	"log10": (*tt).Log10, "log1p": (*tt).Log1p, "log2": (*tt).Log2, "logical_not": (*tt).LogicalNot, "neg": (*tt).Neg,
	"positive": (*tt).Positive, "rad2deg": (*tt).Rad2Deg,
	"reciprocal": (*tt).Reciprocal, "rsqrt": (*tt).Rsqrt, "sgn": (*tt).Sign, "sigmoid": (*tt).Sigmoid, "sign": (*tt).Sign,
	"signbit": (*tt).Signbit, "sin": (*tt).Sin, "sinc": (*tt).Sinc, "sinh": (*tt).Sinh, "sqrt": (*tt).Sqrt,
	"square": (*tt).Square, "tan": (*tt).Tan, "tanh": (*tt).Tanh, "trunc": (*tt).Trunc,
}, map[string]adapter{
	"round": func(c *call) any {
		if c.has("decimals") {
			return c.x().RoundTo(c.int("decimals", 0))
		}
		return c.x().Round()
	},
	"nan_to_num": func(c *call) any {
		return c.x().NaNToNum(c.float("nan", 0), c.float("posinf", math.NaN()), c.float("neginf", math.NaN()))
	},
	"logit":     func(c *call) any { return c.x().Logit(c.float("eps", -1)) },
	"clamp":     func(c *call) any { return c.x().Clamp(c.any("min"), c.any("max")) },
	"clamp_min": func(c *call) any { return c.x().ClampMin(c.any("min")) },
	"clamp_max": func(c *call) any { return c.x().ClampMax(c.any("max")) },
	"to":        castTo,
	"half":      func(c *call) any { return c.x().Cast(tensor.Float16) },
	"bfloat16":  func(c *call) any { return c.x().Cast(tensor.BFloat16) },
	"float":     func(c *call) any { return c.x().Cast(tensor.Float32) },
	"double":    func(c *call) any { return c.x().Cast(tensor.Float64) },
	"bool":      func(c *call) any { return c.x().Cast(tensor.Bool) },
	"byte":      func(c *call) any { return c.x().Cast(tensor.Uint8) },
	"char":      func(c *call) any { return c.x().Cast(tensor.Int8) },
	"short":     func(c *call) any { return c.x().Cast(tensor.Int16) },
	"int":       func(c *call) any { return c.x().Cast(tensor.Int32) },
	"long":      func(c *call) any { return c.x().Cast(tensor.Int64) },
	"fanout":    fanout,
})

// castTo finds the dtype that Tensor.to was asked for, by name, by position or by another tensor.
func castTo(c *call) any {
	if other := c.t("other"); other != nil {
		return c.in[0].Cast(other.DType())
	}
	if c.has("dtype") {
		return c.x().Cast(c.dtype("dtype", tensor.Float32))
	}
	for _, a := range c.args {
		if d, ok := c.value(a).(tensor.DType); ok {
			return c.in[0].Cast(d)
		}
	}
	panic(unsupported("no dtype given"))
}

// fanout uses its inputs several times, so that their gradients are sums; the recorded programs are told by their inputs
// and the length of the answer.
func fanout(c *call) any {
	x := c.in[0]
	switch {
	case len(c.in) == 2:
		y := c.in[1]
		return x.MatMul(y).Mul(y.T().MatMul(x.T()).T())
	case c.want[0] == 8:
		return tensor.Cat([]*tt{x, x.Slice(0, 2).Mul(2), x.Flip(0)}, 0)
	}
	e := x.Exp()
	return e.Div(e.Sum()).Log()
}
