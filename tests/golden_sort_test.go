package tests

import (
	"weft/frontend/tensor"
)

func pair(a, b *tensor.Tensor) any { return []*tensor.Tensor{a, b} }

var sortOps = map[string]adapter{
	"sort":        func(c *call) any { return pair(c.x().Sort(c.int("dim", -1), c.bool("descending", false))) },
	"argsort":     func(c *call) any { return c.x().Argsort(c.int("dim", -1), c.bool("descending", false)) },
	"msort":       func(c *call) any { return c.x().Msort() },
	"topk":        func(c *call) any { return pair(c.x().TopK(c.int("k", 1), c.int("dim", -1), c.bool("largest", true))) },
	"kthvalue":    func(c *call) any { return pair(c.x().Kthvalue(c.int("k", 1), c.int("dim", -1), keepOf(c)...)) },
	"mode":        func(c *call) any { return pair(c.x().Mode(c.int("dim", -1), keepOf(c)...)) },
	"median":      func(c *call) any { return median(c, (*tt).Median, (*tt).MedianDim) },
	"nanmedian":   func(c *call) any { return median(c, (*tt).NanMedian, (*tt).NanMedianDim) },
	"quantile":    func(c *call) any { return quantile(c, (*tt).Quantile) },
	"nanquantile": func(c *call) any { return quantile(c, (*tt).NanQuantile) },
	"searchsorted": func(c *call) any {
		s := c.t("sorted_sequence")
		if sorter := c.t("sorter"); sorter != nil {
			s = s.TakeAlongAxis(sorter, -1)
		}
		return as32(c, s.Searchsorted(c.any("input"), c.bool("right", false) || c.str("side", "") == "right"))
	},
	"bucketize": func(c *call) any {
		return as32(c, c.x().Bucketize(c.t("boundaries"), c.bool("right", false)))
	},
	"unique": func(c *call) any { return uniques(c, (*tt).Unique) },
	"unique_consecutive": func(c *call) any {
		return uniques(c, (*tt).UniqueConsecutive)
	},
}

func as32(c *call, t *tensor.Tensor) any {
	if c.bool("out_int32", false) {
		return t.Cast(tensor.Int32)
	}
	return t
}

func median(c *call, whole func(*tt) *tt, along dimExtreme) any {
	if c.has("dim") {
		return pair(along(c.x(), c.int("dim", 0), keepOf(c)...))
	}
	return whole(c.x())
}

func quantile(c *call, f func(x *tt, q any, how string, axis ...int) *tt) any {
	return f(c.x(), c.any("q"), c.str("interpolation", "linear"), c.axes()...)
}

type uniqueFunc = func(x *tensor.Tensor, axis ...int) (values, inverse, counts *tensor.Tensor)

func uniques(c *call, f uniqueFunc) any {
	values, inverse, counts := f(c.x(), c.ints("dim")...)
	out := []*tensor.Tensor{values}
	if c.bool("return_inverse", false) {
		out = append(out, inverse)
	}
	if c.bool("return_counts", false) {
		out = append(out, counts)
	}
	if len(out) == 1 {
		return values
	}
	return out
}
