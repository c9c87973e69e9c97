package tests

import (
	"weft/frontend/tensor"
)

var binaryOps = eachBinary(map[string]binaryCall{
	"mul": (*tt).Mul, "true_divide": (*tt).Div, "floor_divide": (*tt).FloorDiv,
	"remainder": (*tt).Remainder, "fmod": (*tt).Fmod, "atan2": (*tt).Atan2,
	"copysign": (*tt).Copysign, "fmax": (*tt).Fmax, "fmin": (*tt).Fmin, "maximum": (*tt).Maximum, "minimum": (*tt).Minimum,
	"eq": (*tt).Eq, "ne": (*tt).Ne, "lt": (*tt).Lt, "le": (*tt).Le, "gt": (*tt).Gt, "ge": (*tt).Ge, "xlogy": (*tt).Xlogy,
	"logical_and": (*tt).LogicalAnd, "logical_or": (*tt).LogicalOr, "logical_xor": (*tt).LogicalXor,
	"bitwise_and": (*tt).And, "bitwise_or": (*tt).Or, "bitwise_xor": (*tt).Xor, "bitwise_left_shift": (*tt).Shl,
	"bitwise_right_shift": (*tt).Shr, "hypot": (*tt).Hypot, "logaddexp": (*tt).LogAddExp, "logaddexp2": (*tt).LogAddExp2,
	"__radd__": (*tt).Add, "__rmul__": (*tt).Mul, "__rdiv__": (*tt).RDiv, "__rsub__": (*tt).RSub,
	"__rpow__": (*tt).RPow, "__rmod__": (*tt).RRemainder, "gcd": (*tt).Gcd, "lcm": (*tt).Lcm,
}, map[string]adapter{
	"add": func(c *call) any {
		if c.has("alpha") {
			return c.x().Add(times(c.any("other"), c.num("alpha", 1)))
		}
		return c.x().Add(c.any("other"))
	},
	"sub": func(c *call) any {
		if c.has("alpha") {
			return c.x().Sub(times(c.any("other"), c.num("alpha", 1)))
		}
		return c.x().Sub(c.any("other"))
	},
	"rsub": func(c *call) any {
		if c.has("alpha") {
			return c.x().Mul(c.num("alpha", 1)).RSub(c.any("other"))
		}
		return c.x().RSub(c.any("other"))
	},
	"div": func(c *call) any {
		switch c.str("rounding_mode", "") {
		case "trunc":
			return c.x().DivTrunc(c.any("other"))
		case "floor":
			return c.x().FloorDiv(c.any("other"))
		}
		return c.x().Div(c.any("other"))
	},
	"heaviside": func(c *call) any { return c.x().Heaviside(c.any("values")) },
	"float_power": func(c *call) any {
		return c.x().FloatPower(c.any("exponent"))
	},
	"pow": func(c *call) any {
		if x := c.x(); x != nil {
			return x.Pow(c.any("exponent"))
		}
		return c.t("exponent").RPow(c.any("input"))
	},
	"isclose": func(c *call) any {
		return c.x().IsClose(c.t("other"), c.float("rtol", 1e-5), c.float("atol", 1e-8), c.bool("equal_nan", false))
	},
	"allclose": func(c *call) any {
		return c.x().AllClose(c.t("other"), c.float("rtol", 1e-5), c.float("atol", 1e-8), c.bool("equal_nan", false))
	},
	"equal":       func(c *call) any { return tensor.Equal(c.x(), c.t("other")) },
	"where":       func(c *call) any { return tensor.Where(c.t("condition"), c.any("input"), c.any("other")) },
	"masked_fill": func(c *call) any { return c.x().MaskedFill(c.t("mask"), c.any("value")) },
	"lerp":        func(c *call) any { return c.x().Lerp(c.t("end"), c.any("weight")) },
	"addcmul":     func(c *call) any { return c.x().Addcmul(c.t("tensor1"), c.t("tensor2"), c.float("value", 1)) },
	"addcdiv":     func(c *call) any { return c.x().Addcdiv(c.t("tensor1"), c.t("tensor2"), c.float("value", 1)) },
	"isin":        func(c *call) any { return c.t("elements").IsIn(c.t("test_elements")) },
	"dist":        func(c *call) any { return c.x().Dist(c.t("other"), c.float("p", 2)) },
	"max": func(c *call) any {
		if c.has("other") {
			return c.x().Maximum(c.any("other"))
		}
		return extreme(c, (*tt).MaxDim, (*tt).Max)
	},
	"min": func(c *call) any {
		if c.has("other") {
			return c.x().Minimum(c.any("other"))
		}
		return extreme(c, (*tt).MinDim, (*tt).Min)
	},
})

func times(x, k any) any {
	if t, ok := x.(*tensor.Tensor); ok {
		return t.Mul(k)
	}
	if f, ok := x.(float64); ok {
		if i, ok := k.(int); ok {
			return f * float64(i)
		}
		return f * k.(float64)
	}
	return x.(int) * k.(int)
}

type dimExtreme = func(x *tensor.Tensor, axis int, keep ...int) (values, indices *tensor.Tensor)

// extreme is max or min over everything or along dim.
func extreme(c *call, along dimExtreme, all unaryCall) any {
	if !c.has("dim") {
		return all(c.x())
	}
	v, i := along(c.x(), c.int("dim", 0), keepOf(c)...)
	return []*tensor.Tensor{v, i}
}

func keepOf(c *call) []int {
	if c.bool("keepdim", false) {
		return []int{tensor.KeepDim}
	}
	return nil
}
