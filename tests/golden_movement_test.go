package tests

import (
	"weft/frontend/tensor"
)

var movementOps = map[string]adapter{
	"reshape":      func(c *call) any { return c.x().Reshape(c.ints("shape")...) },
	"view":         func(c *call) any { return c.x().View(c.ints("size")...) },
	"reshape_as":   func(c *call) any { return c.x().ReshapeAs(c.t("other")) },
	"view_as":      func(c *call) any { return c.x().ViewAs(c.t("other")) },
	"flatten":      func(c *call) any { return c.x().Flatten(c.int("start_dim", 0), c.int("end_dim", -1)) },
	"ravel":        func(c *call) any { return c.x().Ravel() },
	"unflatten":    func(c *call) any { return c.x().Unflatten(c.int("dim", 0), c.ints("sizes")...) },
	"permute":      func(c *call) any { return c.x().Permute(c.ints("dims")...) },
	"transpose":    func(c *call) any { return c.x().Transpose(c.int("dim0", 0), c.int("dim1", 0)) },
	"t":            func(c *call) any { return c.x().T() },
	"T":            func(c *call) any { return c.x().T() },
	"mT":           func(c *call) any { return c.x().MT() },
	"movedim":      func(c *call) any { return c.x().MoveAxis(c.ints("source"), c.ints("destination")) },
	"expand":       func(c *call) any { return c.x().Expand(c.ints("size")...) },
	"expand_as":    func(c *call) any { return c.x().ExpandAs(c.t("other")) },
	"broadcast_to": func(c *call) any { return c.x().BroadcastTo(c.ints("size")...) },
	"squeeze":      func(c *call) any { return c.x().Squeeze(c.ints("dim")...) },
	"unsqueeze":    func(c *call) any { return c.x().Unsqueeze(c.int("dim", 0)) },
	"flip":         func(c *call) any { return c.x().Flip(c.ints("dims")...) },
	"fliplr":       func(c *call) any { return c.x().FlipLR() },
	"flipud":       func(c *call) any { return c.x().FlipUD() },
	"rot90": func(c *call) any {
		axes := append(c.ints("dims"), 0, 1)
		return c.x().Rot90(c.int("k", 1), axes[0], axes[1])
	},
	"roll":   func(c *call) any { return c.x().Roll(c.ints("shifts"), c.ints("dims")...) },
	"repeat": func(c *call) any { return c.x().Repeat(c.ints("repeats")...) },
	"tile":   func(c *call) any { return c.x().Tile(c.ints("dims")...) },
	"repeat_interleave": func(c *call) any {
		r := c.t("repeats")
		if c.x() == nil { // of positions
			return tensor.Options{DType: tensor.Int64, Device: c.device}.Arange(float64(r.Numel())).RepeatInterleaveEach(r, 0)
		}
		if r != nil {
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
	"diagflat": func(c *call) any { return c.x().DiagFlat(c.int("offset", 0)) },
	"diag_embed": func(c *call) any {
		return c.x().DiagEmbed(c.int("offset", 0), c.int("dim1", -2), c.int("dim2", -1))
	},
	"diagonal_scatter": func(c *call) any {
		return c.x().DiagonalScatter(c.t("src"), c.int("offset", 0), c.int("dim1", 0), c.int("dim2", 1))
	},
	"select_scatter": func(c *call) any {
		return c.x().SelectScatter(c.t("src"), c.int("dim", 0), c.int("index", 0))
	},
	"slice_scatter": func(c *call) any {
		return c.x().SliceScatter(c.t("src"), c.int("dim", 0), c.int("start", 0), c.int("end", tensor.End), c.int("step", 1))
	},
	"tril": func(c *call) any { return c.x().Tril(c.int("diagonal", 0)) },
	"triu": func(c *call) any { return c.x().Triu(c.int("diagonal", 0)) },
	"as_strided": func(c *call) any {
		return c.x().AsStrided(c.ints("size"), c.ints("stride"), c.int("storage_offset", 0))
	},
	"cat":               func(c *call) any { return tensor.Cat(c.ts("tensors"), c.int("dim", 0)) },
	"stack":             func(c *call) any { return tensor.Stack(c.ts("tensors"), c.int("dim", 0)) },
	"hstack":            func(c *call) any { return tensor.HStack(c.ts("tensors")) },
	"vstack":            func(c *call) any { return tensor.VStack(c.ts("tensors")) },
	"dstack":            func(c *call) any { return tensor.DStack(c.ts("tensors")) },
	"column_stack":      func(c *call) any { return tensor.ColumnStack(c.ts("tensors")) },
	"block_diag":        func(c *call) any { return tensor.BlockDiag(c.ts("tensors")...) },
	"atleast_1d":        func(c *call) any { return each(c, (*tt).AtLeast1D) },
	"atleast_2d":        func(c *call) any { return each(c, (*tt).AtLeast2D) },
	"atleast_3d":        func(c *call) any { return each(c, (*tt).AtLeast3D) },
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
	"tensor_split": func(c *call) any {
		axis := c.int("dim", 0)
		return splitAt(c, func(n int) []*tt { return c.x().TensorSplit(n, axis) },
			func(places ...int) []*tt { return c.x().TensorSplitAt(places, axis) })
	},
	"hsplit":          func(c *call) any { return splitAt(c, c.x().HSplit, c.x().HSplitAt) },
	"vsplit":          func(c *call) any { return splitAt(c, c.x().VSplit, c.x().VSplitAt) },
	"unbind":          func(c *call) any { return c.x().Unbind(c.int("dim", 0)) },
	"constant_pad_nd": func(c *call) any { return c.x().Pad(c.ints("pad"), c.num("value", 0)) },
	"nn.functional.pad": func(c *call) any {
		if mode := c.str("mode", "constant"); mode != "constant" {
			return c.x().PadMode(c.ints("pad"), mode)
		}
		return c.x().Pad(c.ints("pad"), c.num("value", 0))
	},
	"nn.functional.pixel_shuffle":   func(c *call) any { return c.x().PixelShuffle(c.int("upscale_factor", 1)) },
	"nn.functional.pixel_unshuffle": func(c *call) any { return c.x().PixelUnshuffle(c.int("downscale_factor", 1)) },
}

// each is f of one tensor, or of each of several, as the call was made.
func each(c *call, f unaryCall) any {
	var out []*tt
	for _, t := range c.ts("tensors") {
		out = append(out, f(t))
	}
	if len(out) == 1 {
		return out[0]
	}
	return out
}

// splitAt cuts into pieces or at places, given by any of the names that PyTorch has for them.
func splitAt(c *call, pieces func(n int) []*tt, at func(places ...int) []*tt) any {
	for _, name := range []string{"indices", "sections", "tensor_indices_or_sections"} {
		switch v := c.any(name).(type) {
		case int:
			return pieces(v)
		case []any:
			return at(intList(v)...)
		case *tt:
			if v.Rank() == 0 {
				return pieces(v.Int())
			}
			return at(asInts(v)...)
		}
	}
	panic(unsupported("split without places"))
}

func asInts(t *tt) []int {
	var out []int
	for _, v := range tensor.MustData[int64](t.Cast(tensor.Int64)) {
		out = append(out, int(v))
	}
	return out
}
