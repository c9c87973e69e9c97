package tests

import (
	"slices"

	"weft/frontend/tensor"
)

// openChoices are operators whose second output says which of equal elements was taken. PyTorch leaves that open (partial and
// unstable sorting decide): any place where the recorded value stands is right.
var openChoices = []string{"kthvalue", "topk", "mode", "median", "nanmedian"}

// checkChoice says whether the places chosen hold the values given, none twice, and whether the gradient goes there.
func (a *attempt) checkChoice() string {
	c := a.call()
	x, axis := c.x().Detach(), c.int("dim", -1)
	places, seed := a.out[1].Detach(), a.c.Cotangents
	along := func(t *tt) *tt {
		if t.Rank() < x.Rank() {
			return t.Unsqueeze(axis)
		}
		return t
	}
	places = along(places)
	if wrong := compare(read(x.Gather(axis, places)), a.file.tensors[a.c.Outputs[0].T], places.Shape(), a.c.Tol); wrong != "" {
		return "the places chosen hold other values: " + wrong
	}
	sorted, _ := places.Sort(axis, false)
	if n := sorted.Dim(axis); n > 1 && sorted.Narrow(axis, 1, n-1).Eq(sorted.Narrow(axis, 0, n-1)).Any().IsTrue() {
		return "a place is chosen twice"
	}
	if len(seed) == 0 || seed[0] == nil || a.grads[0] == nil {
		return ""
	}
	want := x.ZerosLike().Scatter(axis, places, along(a.tensor(*seed[0], a.c.Outputs[0].Shape)))
	got, wanted := read(a.grads[0]), read(want)
	if !slices.Equal(got.raw, wanted.raw) {
		return "the gradient does not go to the places chosen"
	}
	return ""
}

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
