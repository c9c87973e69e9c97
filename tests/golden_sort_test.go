package tests

import (
	"weft/frontend/tensor"
)

func pair(a, b *tensor.Tensor) any { return []*tensor.Tensor{a, b} }

var sortOps = map[string]adapter{
	"sort":    func(c *call) any { return pair(c.x().Sort(c.int("dim", -1), c.bool("descending", false))) },
	"argsort": func(c *call) any { return c.x().Argsort(c.int("dim", -1), c.bool("descending", false)) },
	"msort": func(c *call) any {
		v, _ := c.x().Sort(0, false)
		return v
	},
	"topk":     func(c *call) any { return pair(c.x().TopK(c.int("k", 1), c.int("dim", -1), c.bool("largest", true))) },
	"kthvalue": func(c *call) any { return pair(c.x().Kthvalue(c.int("k", 1), c.int("dim", -1), keepOf(c)...)) },
	"mode":     func(c *call) any { return pair(c.x().Mode(c.int("dim", -1), keepOf(c)...)) },
	"median":   func(c *call) any { return median(c, (*tt).Median) },
	"nanmedian": func(c *call) any {
		return median(c, (*tt).NanMedian)
	},
	"quantile": quantile,
	"searchsorted": func(c *call) any {
		s := c.t("sorted_sequence")
		if sorter := c.t("sorter"); sorter != nil {
			s = s.TakeAlongAxis(sorter, -1)
		}
		return as32(c, s.Searchsorted(c.x(), c.bool("right", false) || c.str("side", "") == "right"))
	},
	"bucketize": func(c *call) any {
		return as32(c, c.t("boundaries").Searchsorted(c.x(), c.bool("right", false)))
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

func median(c *call, along dimExtreme) any {
	if c.has("dim") {
		return pair(along(c.x(), c.int("dim", 0), keepOf(c)...))
	}
	v, _ := along(c.x().Flatten(), 0)
	return v
}

func quantile(c *call) any {
	x, axis := c.x(), c.int("dim", 0)
	whole := !c.has("dim")
	if whole {
		x = x.Flatten()
	}
	var qs []float64
	t := c.t("q")
	if t != nil {
		qs, _ = tensor.Floats(t)
	} else {
		qs = []float64{c.float("q", 0.5)}
	}
	var out []*tensor.Tensor
	for _, q := range qs {
		v := x.Quantile(q, axis, c.str("interpolation", "linear"), keepOf(c)...)
		if whole && c.bool("keepdim", false) {
			shape := make([]int, c.x().Rank())
			for i := range shape {
				shape[i] = 1
			}
			v = v.Reshape(shape...)
		}
		out = append(out, v)
	}
	if t == nil || t.Rank() == 0 {
		return out[0]
	}
	return tensor.Stack(out, 0)
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
