package functional

import (
	"weft/frontend/tensor"
	"weft/lazy"
)

// GridSample reads images x (n, c, h, w) at the places grid (n, ho, wo, 2) names as (x, y), -1 to 1 across the image. mode is
// "bilinear", "nearest" or "bicubic"; outside of the image lie "zeros", the "border" or its "reflection".
func GridSample(x, grid *tensor.Tensor, mode, padding string, alignCorners bool) *tensor.Tensor {
	if x.Rank() != 4 || grid.Rank() != 4 || grid.Dim(3) != 2 || grid.Dim(0) != x.Dim(0) {
		fail(lazy.ErrShape, "grid_sample", []*tensor.Tensor{x, grid}, "wants images (n, c, h, w) and a grid (n, h, w, 2)")
	}
	g := gridSampler{x: x, padding: padding, corners: alignCorners, h: x.Dim(2), w: x.Dim(3)}
	px := g.unnormalize(grid.Select(3, 0), g.w)
	py := g.unnormalize(grid.Select(3, 1), g.h)
	switch mode {
	case "nearest":
		px, py = g.clip(px, g.w), g.clip(py, g.h)
		return g.read(px.Round().Detach(), py.Round().Detach())
	case "bicubic":
		return g.cubic(px, py)
	}
	px, py = g.clip(px, g.w), g.clip(py, g.h)
	x0, y0 := px.Detach().Floor(), py.Detach().Floor()
	tx, ty := px.Sub(x0), py.Sub(y0)
	top := g.read(x0, y0).Mul(wide(tx.RSub(1))).Add(g.read(x0.Add(1), y0).Mul(wide(tx)))
	bottom := g.read(x0, y0.Add(1)).Mul(wide(tx.RSub(1))).Add(g.read(x0.Add(1), y0.Add(1)).Mul(wide(tx)))
	return top.Mul(wide(ty.RSub(1))).Add(bottom.Mul(wide(ty)))
}

// wide puts an axis for channels into weights (n, h, w).
func wide(t *tensor.Tensor) *tensor.Tensor { return t.Unsqueeze(1) }

type gridSampler struct {
	x       *tensor.Tensor
	padding string
	corners bool
	h, w    int
}

// unnormalize turns -1 to 1 into pixels.
func (g *gridSampler) unnormalize(p *tensor.Tensor, n int) *tensor.Tensor {
	if g.corners {
		return p.Add(1).Mul(float64(n-1) / 2)
	}
	return p.Add(1).Mul(n).Sub(1).Div(2)
}

// clip brings places inside, as the padding says.
func (g *gridSampler) clip(p *tensor.Tensor, n int) *tensor.Tensor {
	switch g.padding {
	case "border":
		return p.Clamp(0, n-1)
	case "reflection":
		return g.reflect(p, n).Clamp(0, n-1)
	}
	return p
}

// reflect mirrors places at the borders until they lie inside.
func (g *gridSampler) reflect(p *tensor.Tensor, n int) *tensor.Tensor {
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

// read gives the pixels at whole places (n, h, w), zeros outside.
func (g *gridSampler) read(px, py *tensor.Tensor) *tensor.Tensor {
	inside := px.Ge(0).LogicalAnd(px.Le(g.w - 1)).LogicalAnd(py.Ge(0)).LogicalAnd(py.Le(g.h - 1))
	at := py.Clamp(0, g.h-1).Cast(tensor.Int64).Mul(g.w).Add(px.Clamp(0, g.w-1).Cast(tensor.Int64))
	n, c := g.x.Dim(0), g.x.Dim(1)
	index := at.Reshape(n, 1, -1).Expand(n, c, at.Numel()/n)
	got := g.x.Reshape(n, c, -1).Gather(2, index).Reshape(n, c, px.Dim(1), px.Dim(2))
	return tensor.Where(wide(inside), got, 0.0)
}

// cubic weighs 4 by 4 neighbours, each clipped on its own.
func (g *gridSampler) cubic(px, py *tensor.Tensor) *tensor.Tensor {
	x0, y0 := px.Detach().Floor(), py.Detach().Floor()
	wx, wy := cubicWeights(px.Sub(x0)), cubicWeights(py.Sub(y0))
	var sum *tensor.Tensor
	for j := range 4 {
		var row *tensor.Tensor
		for i := range 4 {
			at := func(p *tensor.Tensor, k, n int) *tensor.Tensor { return g.clip(p.Add(k-1), n).Round() }
			part := g.read(at(x0, i, g.w), at(y0, j, g.h)).Mul(wide(wx[i]))
			if row == nil {
				row = part
			} else {
				row = row.Add(part)
			}
		}
		row = row.Mul(wide(wy[j]))
		if sum == nil {
			sum = row
		} else {
			sum = sum.Add(row)
		}
	}
	return sum
}

// cubicWeights is cubic for places that are tensors.
func cubicWeights(t *tensor.Tensor) [4]*tensor.Tensor {
	const a = -0.75
	near := func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(a + 2).Sub(a + 3).Mul(x).Mul(x).Add(1) }
	far := func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(a).Sub(5 * a).Mul(x).Add(8 * a).Mul(x).Sub(4 * a) }
	return [4]*tensor.Tensor{far(t.Add(1)), near(t), near(t.RSub(1)), far(t.RSub(2))}
}
