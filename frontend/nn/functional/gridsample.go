package functional

import (
	"weft/frontend/tensor"
	"weft/lazy"
)

// GridSample reads images x (n, c, h, w) at the places that grid (n, ho, wo, 2) names as (x, y), or volumes (n, c, d, h, w) at
// those that grid (n, do, ho, wo, 3) names as (x, y, z): -1 to 1 across x, from the outer edges of the outermost elements, or
// with alignCorners from their centres. mode is "bilinear" (PyTorch's default, of volumes trilinear), "nearest" or "bicubic"
// (images only); outside lie "zeros" (the default), the "border" or its "reflection". Gives (n, c, ho, wo) or (n, c, do, ho, wo).
func GridSample(x, grid *tensor.Tensor, mode, padding string, alignCorners bool) *tensor.Tensor {
	n := x.Rank() - 2
	known := choice("grid_sample", "mode", mode, "bilinear", "nearest", "bicubic")
	choice("grid_sample", "padding", padding, "zeros", "border", "reflection")
	if n != 2 && n != 3 || grid.Rank() != n+2 || grid.Dim(-1) != n || grid.Dim(0) != x.Dim(0) || n == 3 && known == "bicubic" {
		fail(lazy.ErrShape, "grid_sample", []*tensor.Tensor{x, grid},
			"wants images (n, c, h, w) and a grid (n, h, w, 2), or volumes (n, c, d, h, w) and a grid (n, d, h, w, 3), which have no bicubic mode")
	}
	g := sampler{x: x, padding: padding, corners: alignCorners, length: x.Shape()[2:]}
	places := make([]*tensor.Tensor, n)
	for i := range places {
		places[i] = g.unnormalize(grid.Select(n+1, n-1-i), i)
	}
	switch known {
	case "nearest":
		return g.nearest(places)
	case "bicubic":
		return g.cubic(places)
	}
	return g.linear(places)
}

// choice checks a word of a few.
func choice(op, what, word string, words ...string) string {
	for _, w := range words {
		if w == word {
			return w
		}
	}
	fail(lazy.ErrValue, op, nil, "the %s must be one of %q, not %q", what, words, word)
	return ""
}

// wide puts an axis for channels into weights (n, places...).
func wide(t *tensor.Tensor) *tensor.Tensor { return t.Unsqueeze(1) }

type sampler struct {
	x       *tensor.Tensor
	padding string
	corners bool
	length  []int // of the axes of places
}

// unnormalize turns -1 to 1 into positions on an axis.
func (g *sampler) unnormalize(p *tensor.Tensor, axis int) *tensor.Tensor {
	n := g.length[axis]
	if g.corners {
		return p.Add(1).Mul(float64(n-1) / 2)
	}
	return p.Add(1).Mul(n).Sub(1).Div(2)
}

// clip brings positions inside, as the padding says.
func (g *sampler) clip(p *tensor.Tensor, axis int) *tensor.Tensor {
	n := g.length[axis]
	switch g.padding {
	case "border":
		return p.Clamp(0, n-1)
	case "reflection":
		return g.reflect(p, n).Clamp(0, n-1)
	}
	return p
}

// reflect mirrors positions at the borders until they lie inside.
func (g *sampler) reflect(p *tensor.Tensor, n int) *tensor.Tensor {
	low, span := -0.5, float64(n)
	if g.corners {
		low, span = 0, float64(n-1)
	}
	if span == 0 {
		return p.Mul(0)
	}
	d := p.Sub(low).Abs()
	flips := d.Detach().Div(span).Floor()
	rest := d.Sub(flips.Mul(span))
	odd := flips.Remainder(2).Ne(0)
	return tensor.Where(odd, rest.RSub(span), rest).Add(low)
}

// read gives the elements at whole positions, one tensor (n, places...) an axis; zeros outside.
func (g *sampler) read(at []*tensor.Tensor) *tensor.Tensor {
	var inside, flat *tensor.Tensor
	for i, p := range at {
		in, position := p.Ge(0).LogicalAnd(p.Le(g.length[i]-1)), p.Clamp(0, g.length[i]-1).Cast(tensor.Int64)
		if flat == nil {
			inside, flat = in, position
			continue
		}
		inside, flat = inside.LogicalAnd(in), flat.Mul(g.length[i]).Add(position)
	}
	n, c := g.x.Dim(0), g.x.Dim(1)
	index := flat.Reshape(n, 1, product(flat.Shape()[1:])).Expand(n, c, product(flat.Shape()[1:]))
	got := g.x.Flatten(2, -1).Gather(2, index).Reshape(shape(n, c, flat.Shape()[1:])...)
	return tensor.Where(wide(inside), got, 0.0)
}

func (g *sampler) nearest(places []*tensor.Tensor) *tensor.Tensor {
	at := make([]*tensor.Tensor, len(places))
	for i, p := range places {
		at[i] = g.clip(p, i).Round().Detach()
	}
	return g.read(at)
}

// linear weighs the elements at the corners of the cell that a place lies in.
func (g *sampler) linear(places []*tensor.Tensor) *tensor.Tensor {
	n := len(places)
	low, part := make([]*tensor.Tensor, n), make([]*tensor.Tensor, n)
	for i, p := range places {
		p = g.clip(p, i)
		low[i] = p.Detach().Floor()
		part[i] = p.Sub(low[i])
	}
	var sum *tensor.Tensor
	for corner := range 1 << n {
		at := make([]*tensor.Tensor, n)
		var weight *tensor.Tensor
		for i := range n {
			w := part[i].RSub(1)
			at[i] = low[i]
			if corner>>i&1 == 1 {
				w, at[i] = part[i], low[i].Add(1)
			}
			weight = times(weight, w)
		}
		sum = plus(sum, g.read(at).Mul(wide(weight)))
	}
	return sum
}

// cubic weighs 4 by 4 neighbours, each clipped on its own.
func (g *sampler) cubic(places []*tensor.Tensor) *tensor.Tensor {
	y0, x0 := places[0].Detach().Floor(), places[1].Detach().Floor()
	wy, wx := cubicWeights(places[0].Sub(y0)), cubicWeights(places[1].Sub(x0))
	var sum *tensor.Tensor
	for j := range 4 {
		var row *tensor.Tensor
		for i := range 4 {
			at := []*tensor.Tensor{g.clip(y0.Add(j-1), 0).Round(), g.clip(x0.Add(i-1), 1).Round()}
			row = plus(row, g.read(at).Mul(wide(wx[i])))
		}
		sum = plus(sum, row.Mul(wide(wy[j])))
	}
	return sum
}

// plus is a + b, where a nil counts as nothing.
func plus(a, b *tensor.Tensor) *tensor.Tensor {
	if a == nil {
		return b
	}
	return a.Add(b)
}

// times is a * b, where a nil counts as one.
func times(a, b *tensor.Tensor) *tensor.Tensor {
	if a == nil {
		return b
	}
	return a.Mul(b)
}

// cubicWeights is the weights of four neighbours by cubic convolution, for places that are tensors.
func cubicWeights(t *tensor.Tensor) [4]*tensor.Tensor {
	const a = -0.75
	near := func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(a + 2).Sub(a + 3).Mul(x).Mul(x).Add(1) }
	far := func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(a).Sub(5 * a).Mul(x).Add(8 * a).Mul(x).Sub(4 * a) }
	return [4]*tensor.Tensor{far(t.Add(1)), near(t), near(t.RSub(1)), far(t.RSub(2))}
}

// AffineGrid is the places that affine maps theta (n, 2, 3) read images of shape size (n, c, h, w) at, as (n, h, w, 2), or maps
// (n, 3, 4) read volumes (n, c, d, h, w) at, as (n, d, h, w, 3): a grid for GridSample, with the same alignCorners. theta is a
// float.
func AffineGrid(theta *tensor.Tensor, size []int, alignCorners bool) *tensor.Tensor {
	n := len(size) - 2
	if n != 2 && n != 3 || theta.Rank() != 3 || theta.Dim(0) != size[0] || theta.Dim(1) != n || theta.Dim(2) != n+1 || !theta.DType().IsFloat() {
		fail(lazy.ErrShape, "affine_grid", []*tensor.Tensor{theta},
			"wants floats (n, 2, 3) for a size (n, c, h, w), or (n, 3, 4) for (n, c, d, h, w), not for %v", size)
	}
	o := tensor.Options{DType: theta.DType(), Device: theta.Device()}
	lines := make([]*tensor.Tensor, n)
	for i, length := range size[2:] {
		edge := 1.0
		if !alignCorners || length == 1 {
			edge = float64(length-1) / float64(length)
		}
		lines[i] = o.Linspace(-edge, edge, length)
	}
	base := append(reversed(tensor.Meshgrid("ij", lines...)), o.Ones(size[2:]...))
	flat := tensor.Stack(base, -1).Reshape(product(size[2:]), n+1)
	return flat.MatMul(theta.Transpose(1, 2)).Reshape(shape(size[0], size[2:], n)...)
}

func reversed(ts []*tensor.Tensor) []*tensor.Tensor {
	out := make([]*tensor.Tensor, len(ts))
	for i, t := range ts {
		out[len(ts)-1-i] = t
	}
	return out
}
