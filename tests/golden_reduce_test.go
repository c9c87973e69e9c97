package tests

import (
	"weft/frontend/tensor"
)

type reduction = func(x *tensor.Tensor, axes ...int) *tensor.Tensor

var reduceOps = eachReduction(map[string]reduction{
	"amax": (*tt).Amax, "amin": (*tt).Amin, "all": (*tt).All, "any": (*tt).Any, "count_nonzero": (*tt).CountNonzero, "logsumexp": (*tt).LogSumExp,
	"argmax": (*tt).Argmax, "argmin": (*tt).Argmin,
}, map[string]adapter{
	"nansum":  func(c *call) any { return typedResult(c, typedInput(c).NanSum(c.axes()...)) },
	"mean":    func(c *call) any { return typedInput(c).Mean(c.axes()...) },
	"nanmean": func(c *call) any { return typedInput(c).NanMean(c.axes()...) },
	"sum":     func(c *call) any { return typedResult(c, typedInput(c).Sum(c.axes()...)) },
	"prod":    func(c *call) any { return typedResult(c, typedInput(c).Prod(c.axes()...)) },
	"var":     func(c *call) any { return c.x().VarCorrected(correction(c), c.axes()...) },
	"std":     func(c *call) any { return c.x().StdCorrected(correction(c), c.axes()...) },
	"var_mean": func(c *call) any {
		return pair(c.x().VarMean(correction(c), c.axes()...))
	},
	"std_mean": func(c *call) any {
		return pair(c.x().StdMean(correction(c), c.axes()...))
	},
	"aminmax": func(c *call) any {
		low, high := c.x().AMinMax(c.axes()...)
		return []*tt{low, high}
	},
	"cumsum":  func(c *call) any { return typedResult(c, typedInput(c).Cumsum(c.int("dim", 0))) },
	"cumprod": func(c *call) any { return typedResult(c, typedInput(c).Cumprod(c.int("dim", 0))) },
	"cummax": func(c *call) any {
		v, i := c.x().Cummax(c.int("dim", 0))
		return []*tt{v, i}
	},
	"cummin": func(c *call) any {
		v, i := c.x().Cummin(c.int("dim", 0))
		return []*tt{v, i}
	},
	"logcumsumexp": func(c *call) any { return c.x().Logcumsumexp(c.int("dim", 0)) },
	"sum_to_size":  func(c *call) any { return c.x().SumToSize(c.ints("size")...) },
	"diff": func(c *call) any {
		return c.x().Diff(c.int("n", 1), c.int("dim", -1), c.t("prepend"), c.t("append"))
	},
	"trapz": func(c *call) any { return c.t("y").Trapezoid(spacing(c), c.int("dim", -1)) },
	"cumulative_trapezoid": func(c *call) any {
		return c.t("y").CumulativeTrapezoid(spacing(c), c.int("dim", -1))
	},
	"renorm":   func(c *call) any { return c.x().Renorm(c.float("p", 2), c.int("dim", 0), c.float("maxnorm", 1)) },
	"histc":    func(c *call) any { return c.x().Histc(c.int("bins", 100), c.float("min", 0), c.float("max", 0)) },
	"bincount": func(c *call) any { return c.x().Bincount(c.t("weights"), c.int("minlength", 0)) },
	"cdist":    func(c *call) any { return c.t("x1").Cdist(c.t("x2"), c.float("p", 2)) },
	"trace":    func(c *call) any { return c.x().Trace() },
})

func eachReduction(table map[string]reduction, more map[string]adapter) map[string]adapter {
	for name, f := range table {
		more[name] = func(c *call) any { return f(c.x(), c.axes()...) }
	}
	return more
}

// typedInput is the input cast to the dtype that was asked for.
func typedInput(c *call) *tensor.Tensor { return c.x().Cast(c.dtype("dtype", c.x().DType())) }

// typedResult is the result in the dtype that was asked for.
func typedResult(c *call, t *tensor.Tensor) *tensor.Tensor {
	return t.Cast(c.dtype("dtype", t.DType()))
}

func correction(c *call) float64 {
	if c.has("unbiased") {
		return c.float("unbiased", 1)
	}
	return c.float("correction", 1)
}

func spacing(c *call) any {
	if x := c.t("x"); x != nil {
		return x
	}
	return c.num("dx", 1)
}
