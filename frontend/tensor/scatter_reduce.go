package tensor

import (
	"weft/lazy"
	"weft/ops"
)

// ScatterReduce folds src into t along an axis, where index says, with "sum", "prod", "mean", "amax" or "amin"; other
// names panic with *Error. Without includeSelf (PyTorch's default is true) the places that src reaches forget what t
// had there. Shapes are as Scatter says; integer means are rounded down.
func (t *Tensor) ScatterReduce(axis int, index, src *Tensor, how string, includeSelf bool) *Tensor {
	count := Options{DType: Int64, Device: t.device}.Zeros(t.Shape()...).
		ScatterAdd(axis, index, Options{DType: Int64, Device: t.device}.Ones(index.Shape()...))
	base := func(neutral any) *Tensor {
		if includeSelf {
			return t
		}
		return Where(count.Gt(0), t.FullLike(neutral), t)
	}
	if t.DType() == Bool && how == "prod" {
		how = "amin"
	}
	switch how {
	case "sum":
		return base(0).ScatterAdd(axis, index, src)
	case "prod":
		return base(1).ScatterMul(axis, index, src)
	case "amax":
		return base(ops.Lowest(t.DType())).ScatterMax(axis, index, src)
	case "amin":
		return mirrored(mirrored(base(ops.Highest(t.DType()))).ScatterMax(axis, index, mirrored(src)))
	case "mean":
		sum := base(0).ScatterAdd(axis, index, src)
		if includeSelf {
			count = count.Add(1)
		}
		count = count.Clamp(1, nil).Cast(t.DType())
		if t.DType().IsFloat() {
			return sum.Div(count)
		}
		return sum.FloorDiv(count)
	}
	bad("scatter_reduce", t).fail(lazy.ErrValue, "there is no reduction %q", how)
	return nil
}

// mirrored turns the order of values around, exactly.
func mirrored(x *Tensor) *Tensor {
	if x.DType().IsFloat() {
		return x.Neg()
	}
	return x.Not()
}

// MaskedScatter is t with the elements of src, in row order, at the places where mask, broadcast, is true. src must
// have at least as many elements as there are such places, else it is an error when it runs.
func (t *Tensor) MaskedScatter(mask, src *Tensor) *Tensor {
	shape := broadcast("masked_scatter", []*Tensor{t, mask}, t.n().Shape, mask.n().Shape)
	hit := mask.Detach().Expand(shape...)
	place := hit.Reshape(-1).Cumsum(0).Sub(1)
	n := src.Numel()
	enough := hit.Sum().Le(n)
	if n == 0 {
		return t.Expand(shape...).alias2().Checked(enough, "masked_scatter", "the source has no elements")
	}
	place = Where(hit.Reshape(-1), place, 0).Clamp(0, n-1)
	return Where(hit, src.Reshape(-1).IndexSelect(0, place).Reshape(shape...), t).
		Checked(enough, "masked_scatter", "the mask has more places than the source elements")
}
