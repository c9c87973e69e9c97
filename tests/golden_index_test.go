package tests

import (
	"weft/frontend/tensor"
)

var indexOps = map[string]adapter{
	"__getitem__": func(c *call) any {
		v := c.any("index")
		items, tuple := v.([]any)
		if !tuple || !c.tupleIndex(items) {
			items = []any{v}
		}
		return c.x().Index(indexItems(items)...)
	},
	"gather":         func(c *call) any { return c.x().Gather(c.int("dim", 0), c.t("index")) },
	"take":           func(c *call) any { return c.x().Take(c.t("index")) },
	"take_along_dim": func(c *call) any { return c.x().TakeAlongDim(c.t("indices"), c.ints("dim")...) },
	"index_select":   func(c *call) any { return c.x().IndexSelect(c.int("dim", 0), c.t("index")) },
	"index_add": func(c *call) any {
		return c.x().IndexAdd(c.int("dim", 0), c.t("index"), c.t("source"), c.float("alpha", 1))
	},
	"index_copy": func(c *call) any { return c.x().IndexCopy(c.int("dim", 0), c.t("index"), c.t("source")) },
	"index_fill": func(c *call) any { return c.x().IndexFill(c.int("dim", 0), c.t("index"), c.any("value")) },
	"index_put": func(c *call) any {
		return c.x().IndexPut(indexItems(c.any("indices").([]any)), c.t("values"), c.bool("accumulate", false))
	},
	"scatter":     scatter,
	"scatter_add": func(c *call) any { return c.x().ScatterAdd(c.int("dim", 0), c.t("index"), c.t("src")) },
	"scatter_reduce": func(c *call) any {
		return c.x().ScatterReduce(c.int("dim", 0), c.t("index"), c.t("src"), c.str("reduce", ""), c.bool("include_self", true))
	},
	"index_reduce": func(c *call) any {
		return c.x().IndexReduce(c.int("dim", 0), c.t("index"), c.t("source"), c.str("reduce", ""), c.bool("include_self", true))
	},
	"masked_select":  func(c *call) any { return c.x().MaskedSelect(c.t("mask")) },
	"masked_scatter": func(c *call) any { return c.x().MaskedScatter(c.t("mask"), c.t("source")) },
	"nonzero": func(c *call) any {
		if c.bool("as_tuple", false) {
			return c.x().NonzeroTuple()
		}
		return c.x().Nonzero()
	},
	"argwhere":                func(c *call) any { return c.x().Nonzero() },
	"nn.functional.one_hot":   func(c *call) any { return tensor.OneHot(c.x(), c.int("num_classes", -1)) },
	"nn.functional.embedding": embedding,
}

// tupleIndex says whether a recorded list of indices was a tuple, one item an axis, or one list of positions. Both are
// recorded as lists; where all items are integers, the rank of PyTorch's answer tells the two apart.
func (c *call) tupleIndex(items []any) bool {
	ints, bools := 0, 0
	for _, item := range items {
		switch item.(type) {
		case int:
			ints++
		case bool:
			bools++
		}
	}
	switch {
	case bools > 0 && bools == len(items): // a mask, if it has the length of the first axis
		return c.x().Rank() == 0 || len(items) != c.x().Dim(0)
	case ints < len(items):
		return true
	}
	return len(c.want) == c.x().Rank()-len(items)
}

func indexItems(items []any) (out []any) {
	for _, item := range items {
		switch v := item.(type) {
		case nil:
			out = append(out, tensor.NewAxis)
		case ellipsis:
			out = append(out, tensor.Ellipsis)
		case sliceOf:
			out = append(out, rangeOf(v))
		case []any:
			out = append(out, places(v))
		default:
			out = append(out, v)
		}
	}
	return out
}

// places is a list in an index: positions, or a mask.
func places(list []any) any {
	if len(list) > 0 {
		if _, ok := list[0].(bool); ok {
			mask := make([]bool, len(list))
			for i, v := range list {
				mask[i] = v.(bool)
			}
			return mask
		}
	}
	return intList(list)
}

func rangeOf(s sliceOf) tensor.Range {
	r := tensor.R()
	if v, ok := s.bounds[0].(int); ok {
		r.Start = v
	}
	if v, ok := s.bounds[1].(int); ok {
		r.End = v
	}
	if v, ok := s.bounds[2].(int); ok {
		r.Step = v
	}
	return r
}

func scatter(c *call) any {
	axis, index := c.int("dim", 0), c.t("index")
	src := c.any("src")
	if src == nil {
		src = c.any("value")
	}
	switch c.str("reduce", "") {
	case "add":
		return c.x().ScatterAdd(axis, index, src)
	case "multiply":
		return c.x().ScatterMul(axis, index, src)
	}
	return c.x().Scatter(axis, index, src)
}
