package tests

import (
	"slices"

	"weft/frontend/tensor"
)

var movementOps = map[string]adapter{
	"reshape":    func(c *call) any { return c.x().Reshape(c.ints("shape")...) },
	"view":       func(c *call) any { return c.x().View(c.ints("size")...) },
	"reshape_as": func(c *call) any { return c.x().Reshape(c.t("other").Shape()...) },
	"view_as":    func(c *call) any { return c.x().View(c.t("other").Shape()...) },
	"flatten":    func(c *call) any { return c.x().Flatten(c.int("start_dim", 0), c.int("end_dim", -1)) },
	"ravel":      func(c *call) any { return c.x().Flatten() },
	"unflatten":  func(c *call) any { return c.x().Unflatten(c.int("dim", 0), c.ints("sizes")...) },
	"permute":    func(c *call) any { return c.x().Permute(c.ints("dims")...) },
	"transpose":  func(c *call) any { return c.x().Transpose(c.int("dim0", 0), c.int("dim1", 0)) },
	"t":          func(c *call) any { return c.x().T() },
	"T": func(c *call) any {
		axes := make([]int, c.x().Rank())
		for i := range axes {
			axes[i] = len(axes) - 1 - i
		}
		return c.x().Permute(axes...)
	},
	"mT": func(c *call) any {
		if c.x().Rank() < 2 {
			return c.x()
		}
		return c.x().Transpose(-2, -1)
	},
	"movedim":      func(c *call) any { return c.x().MoveAxis(c.ints("source"), c.ints("destination")) },
	"expand":       func(c *call) any { return c.x().Expand(c.ints("size")...) },
	"expand_as":    func(c *call) any { return c.x().ExpandAs(c.t("other")) },
	"broadcast_to": func(c *call) any { return c.x().BroadcastTo(c.ints("size")...) },
	"squeeze":      func(c *call) any { return c.x().Squeeze(c.ints("dim")...) },
	"unsqueeze":    func(c *call) any { return c.x().Unsqueeze(c.int("dim", 0)) },
	"flip":         func(c *call) any { return c.x().Flip(c.ints("dims")...) },
	"fliplr":       func(c *call) any { return c.x().Flip(1) },
	"flipud":       func(c *call) any { return c.x().Flip(0) },
	"rot90": func(c *call) any {
		axes := append(c.ints("dims"), 0, 1)
		return c.x().Rot90(c.int("k", 1), axes[0], axes[1])
	},
	"roll":   func(c *call) any { return c.x().Roll(c.ints("shifts"), c.ints("dims")...) },
	"repeat": func(c *call) any { return c.x().Repeat(c.ints("repeats")...) },
	"tile":   func(c *call) any { return c.x().Tile(c.ints("dims")...) },
	"repeat_interleave": func(c *call) any {
		if r := c.t("repeats"); r != nil {
			return c.x().RepeatInterleaveEach(r, c.ints("dim")...)
		}
		return c.x().RepeatInterleave(c.int("repeats", 1), c.ints("dim")...)
	},
	"unfold": func(c *call) any {
		if c.x().Rank() == 0 {
			return c.x().Reshape(1)
		}
		return c.x().Unfold(c.int("dimension", 0), c.int("size", 1), c.int("step", 1))
	},
	"narrow": func(c *call) any {
		start := c.int("start", 0)
		if s := c.t("start"); s != nil {
			start = s.Int()
		}
		return c.x().Narrow(c.int("dim", 0), start, c.int("length", 0))
	},
	"select":   func(c *call) any { return c.x().Select(c.int("dim", 0), c.int("index", 0)) },
	"diagonal": func(c *call) any { return c.x().Diagonal(c.int("offset", 0), c.int("dim1", 0), c.int("dim2", 1)) },
	"diag":     func(c *call) any { return c.x().Diag(c.int("diagonal", 0)) },
	"diagflat": func(c *call) any { return c.x().Flatten().Diag(c.int("offset", 0)) },
	"diag_embed": func(c *call) any {
		y := c.x().DiagEmbed(c.int("offset", 0))
		return y.MoveAxis([]int{-2, -1}, []int{c.int("dim1", -2), c.int("dim2", -1)})
	},
	"diagonal_scatter": func(c *call) any {
		y := c.x().Clone()
		y.Diagonal(c.int("offset", 0), c.int("dim1", 0), c.int("dim2", 1)).Assign(c.t("src"))
		return y
	},
	"select_scatter": func(c *call) any {
		y := c.x().Clone()
		y.Select(c.int("dim", 0), c.int("index", 0)).Assign(c.t("src"))
		return y
	},
	"slice_scatter": func(c *call) any {
		y, axis := c.x().Clone(), c.int("dim", 0)
		y.SliceAxis(axis, c.int("start", 0), c.int("end", y.Dim(axis)), c.int("step", 1)).Assign(c.t("src"))
		return y
	},
	"tril":       func(c *call) any { return c.x().Tril(c.int("diagonal", 0)) },
	"triu":       func(c *call) any { return c.x().Triu(c.int("diagonal", 0)) },
	"as_strided": func(c *call) any { return asStrided(c) },
	"cat":        func(c *call) any { return tensor.Cat(c.ts("tensors"), c.int("dim", 0)) },
	"stack":      func(c *call) any { return tensor.Stack(c.ts("tensors"), c.int("dim", 0)) },
	"hstack":     func(c *call) any { return tensor.HStack(c.ts("tensors")) },
	"vstack":     func(c *call) any { return tensor.VStack(c.ts("tensors")) },
	"dstack":     func(c *call) any { return tensor.Cat(atLeast(3, c.ts("tensors")), 2) },
	"column_stack": func(c *call) any {
		var parts []*tt
		for _, t := range c.ts("tensors") {
			if t.Rank() < 2 {
				t = t.Reshape(t.Numel(), 1)
			}
			parts = append(parts, t)
		}
		return tensor.Cat(parts, 1)
	},
	"block_diag":        func(c *call) any { return tensor.BlockDiag(c.ts("tensors")...) },
	"atleast_1d":        func(c *call) any { return one(c, atLeast(1, c.ts("tensors"))) },
	"atleast_2d":        func(c *call) any { return one(c, atLeast(2, c.ts("tensors"))) },
	"atleast_3d":        func(c *call) any { return one(c, atLeast(3, c.ts("tensors"))) },
	"broadcast_tensors": func(c *call) any { return tensor.BroadcastAll(c.ts("tensors")...) },
	"meshgrid": func(c *call) any {
		ts := c.in
		return tensor.Meshgrid(c.str("indexing", "ij"), ts...)
	},
	"split": func(c *call) any {
		x, axis := c.t("tensor"), c.int("dim", 0)
		if size, ok := c.any("split_size_or_sections").(int); ok {
			return x.Split(size, axis)
		}
		return x.SplitSizes(c.ints("split_size_or_sections"), axis)
	},
	"split_with_sizes": func(c *call) any { return c.x().SplitSizes(c.ints("split_sizes"), c.int("dim", 0)) },
	"chunk":            func(c *call) any { return c.x().Chunk(c.int("chunks", 1), c.int("dim", 0)) },
	"tensor_split":     func(c *call) any { return tensorSplit(c, c.int("dim", 0)) },
	"hsplit":           func(c *call) any { return tensorSplit(c, min(1, c.x().Rank()-1)) },
	"vsplit":           func(c *call) any { return tensorSplit(c, 0) },
	"unbind":           func(c *call) any { return c.x().Unbind(c.int("dim", 0)) },
	"constant_pad_nd":  func(c *call) any { return c.x().Pad(c.ints("pad"), c.num("value", 0)) },
	"nn.functional.pad": func(c *call) any {
		if mode := c.str("mode", "constant"); mode != "constant" {
			return c.x().PadMode(c.ints("pad"), mode)
		}
		return c.x().Pad(c.ints("pad"), c.num("value", 0))
	},
	"nn.functional.pixel_shuffle":   func(c *call) any { return c.x().PixelShuffle(c.int("upscale_factor", 1)) },
	"nn.functional.pixel_unshuffle": func(c *call) any { return c.x().PixelUnshuffle(c.int("downscale_factor", 1)) },
}

// one is a single tensor where the call was made with one, not with a list.
func one(c *call, ts []*tensor.Tensor) any {
	if len(ts) == 1 {
		return ts[0]
	}
	return ts
}

// atLeast adds axes as PyTorch's atleast_1d, _2d and _3d do.
func atLeast(rank int, ts []*tensor.Tensor) (out []*tensor.Tensor) {
	for _, t := range ts {
		for t.Rank() < rank {
			if t.Rank() == 2 {
				t = t.Unsqueeze(-1)
			} else {
				t = t.Unsqueeze(0)
			}
		}
		out = append(out, t)
	}
	return out
}

// tensorSplit cuts at indices or into sections, given by any of the names that PyTorch has for them.
func tensorSplit(c *call, axis int) any {
	for _, name := range []string{"indices", "sections", "tensor_indices_or_sections"} {
		switch v := c.any(name).(type) {
		case int:
			return c.x().TensorSplit(v, axis)
		case []any:
			return splitAt(c.x(), intList(v), axis)
		case *tensor.Tensor:
			if v.Rank() == 0 {
				return c.x().TensorSplit(v.Int(), axis)
			}
			return splitAt(c.x(), asInts(v), axis)
		}
	}
	panic(unsupported("split without places"))
}

func asInts(t *tensor.Tensor) []int {
	var out []int
	for _, v := range tensor.MustData[int64](t.Cast(tensor.Int64)) {
		out = append(out, int(v))
	}
	return out
}

func splitAt(x *tensor.Tensor, at []int, axis int) (out []*tensor.Tensor) {
	start := 0
	n := x.Dim(axis)
	for _, end := range append(slices.Clone(at), n) {
		if end < 0 {
			end += n
		}
		end = min(end, n)
		out = append(out, x.Narrow(axis, min(start, end), max(0, end-start)))
		start = end
	}
	return out
}

// asStrided reads the flattened input at computed places.
func asStrided(c *call) any {
	size, stride := c.ints("size"), c.ints("stride")
	at := tensor.Options{DType: tensor.Int64, Device: c.device}.Full(c.int("storage_offset", 0))
	for i, n := range size {
		shape := slices.Repeat([]int{1}, len(size))
		shape[i] = n
		at = at.Add(tensor.Options{DType: tensor.Int64, Device: c.device}.Arange(float64(n)).Mul(stride[i]).Reshape(shape...))
	}
	return c.x().Take(at.Expand(size...))
}
