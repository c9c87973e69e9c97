package tensor

import (
	"math"
	"slices"

	"weft/lazy"
)

// NanSum is the sum along the axes, all if none is given, of the elements that are not NaN; 0 if there are none.
// Integers give int64.
func (t *Tensor) NanSum(axes ...int) *Tensor {
	if !t.DType().IsFloat() {
		return t.Sum(axes...)
	}
	return Where(t.IsNaN(), 0.0, t).Sum(axes...)
}

// NanMean is the mean along the axes, all if none is given, of the elements that are not NaN; NaN if there are none.
func (t *Tensor) NanMean(axes ...int) *Tensor {
	t.mustFloat("nanmean")
	return t.NanSum(axes...).Div(t.Detach().IsNaN().LogicalNot().Sum(axes...))
}

// VarMean is the variance, divided by n-correction, and the mean along the axes, all if none is given. Only floats.
func (t *Tensor) VarMean(correction float64, axes ...int) (variance, mean *Tensor) {
	return t.VarCorrected(correction, axes...), t.Mean(axes...)
}

// StdMean is the standard deviation, with a correction, and the mean along the axes.
func (t *Tensor) StdMean(correction float64, axes ...int) (deviation, mean *Tensor) {
	return t.StdCorrected(correction, axes...), t.Mean(axes...)
}

// AMinMax is the least and the greatest element along the axes, all if none is given, as Amin and Amax say.
func (t *Tensor) AMinMax(axes ...int) (low, high *Tensor) { return t.Amin(axes...), t.Amax(axes...) }

// SumToSize sums t to a shape that broadcasts to t's: what the gradient of Expand does. Sums of integers and bools are
// int64; where nothing is summed t stays as it is, unless it is to have no axes, which is the sum of all. Another shape
// panics with *Error.
func (t *Tensor) SumToSize(shape ...int) *Tensor {
	own := t.Shape()
	lead := len(own) - len(shape)
	var drop, keep []int
	for i, d := range own {
		switch {
		case i < lead:
			drop = append(drop, i)
		case shape[i-lead] != d && shape[i-lead] != 1 || lead < 0:
			bad("sum_to_size", t).fail(lazy.ErrShape, "cannot sum to shape %s", lazy.ShapeString(shape))
		case d != 1 && shape[i-lead] == 1:
			keep = append(keep, i)
		}
	}
	if lead < 0 {
		bad("sum_to_size", t).fail(lazy.ErrShape, "cannot sum to shape %s", lazy.ShapeString(shape))
	}
	x := t
	if len(drop)+len(keep) > 0 || len(shape) == 0 {
		x = x.Sum(slices.Concat(drop, keep)...)
	}
	return x.Reshape(shape...)
}

// Diff is the difference of neighbours along an axis, taken n times: the axis is n shorter. Bools give exclusive or. ends
// are joined to t before, unless n is 0: what stands before it and, if there is a second, what stands behind it; nil is
// nothing.
func (t *Tensor) Diff(n, axis int, ends ...*Tensor) *Tensor {
	if n > 0 && len(ends) > 0 {
		return t.between(axis, ends).Diff(n, axis)
	}
	x := t
	axis = t.axis("diff", axis)
	if t.Rank() == 0 {
		bad("diff", t).fail(lazy.ErrShape, "a tensor without axes has no neighbours")
	}
	for range min(n, t.Shape()[axis]) {
		m := x.Dim(axis)
		hi, lo := x.Narrow(axis, 1, m-1), x.Narrow(axis, 0, m-1)
		if t.DType() == Bool {
			x = hi.LogicalXor(lo)
		} else {
			x = hi.Sub(lo)
		}
	}
	return x
}

// between is t joined with what stands before it and behind it.
func (t *Tensor) between(axis int, ends []*Tensor) *Tensor {
	var parts []*Tensor
	for _, part := range slices.Insert(slices.Clone(ends), 1, t) {
		if part != nil {
			parts = append(parts, part)
		}
	}
	return Cat(parts, axis)
}

// trapezoids are the areas between neighbours along an axis, x apart (a number, or the places).
func (t *Tensor) trapezoids(x any, axis int) *Tensor {
	axis = t.axis("trapezoid", axis)
	t.mustCount("trapezoid")
	n := t.Dim(axis)
	heights := t.Narrow(axis, min(n, 1), max(n-1, 0)).Add(t.Narrow(axis, 0, max(n-1, 0)))
	at, ok := x.(*Tensor)
	if !ok {
		return heights.Mul(x).Div(2)
	}
	if at.Rank() == 1 && at.Dim(0) != n {
		bad("trapezoid", t, at).at(axis).fail(lazy.ErrShape, "%d places for %d elements", at.Dim(0), n)
	}
	if at.Rank() == 1 && t.Rank() > 1 {
		shape := slices.Repeat([]int{1}, t.Rank())
		shape[axis] = at.Dim(0)
		at = at.Reshape(shape...)
	}
	return heights.Mul(at.Diff(1, axis-t.Rank())).Div(2)
}

// Trapezoid is the area under t along an axis by the trapezoidal rule; x is the distance of neighbours, or their places
// (a vector, or a tensor that broadcasts). The axis is gone.
func (t *Tensor) Trapezoid(x any, axis int) *Tensor { return t.trapezoids(x, axis).Sum(axis) }

// CumulativeTrapezoid is the running area under t along an axis, one element shorter, as Trapezoid says.
func (t *Tensor) CumulativeTrapezoid(x any, axis int) *Tensor {
	return t.trapezoids(x, axis).Cumsum(axis)
}

// Renorm scales each slice along an axis whose p-norm exceeds limit down to it.
func (t *Tensor) Renorm(p float64, axis int, limit float64) *Tensor {
	axis = t.axis("renorm", axis)
	if t.Rank() < 2 || limit < 0 {
		bad("renorm", t).fail(lazy.ErrValue, "wants a tensor of rank 2 or more and a limit that is not negative, got %v", limit)
	}
	others := []int{KeepDim}
	for i := range t.Rank() {
		if i != axis {
			others = append(others, i)
		}
	}
	norm := t.Norm(p, others...)
	return t.Mul(Where(norm.Gt(limit), norm.Add(1e-7).RDiv(limit), 1.0))
}

// Cdist is the p-norm of the difference of each row of t (..., m, k) and each row of other (..., n, k): (..., m, n).
func (t *Tensor) Cdist(other *Tensor, p float64) *Tensor {
	t.mustFloat("cdist")
	mustAgree("cdist", t, other)
	if p < 0 {
		bad("cdist", t, other).fail(lazy.ErrValue, "the order of the norm must not be negative, got %v", p)
	}
	return distance(t.Unsqueeze(-2).Sub(other.Unsqueeze(-3)), p, -1)
}

// Dist is the p-norm of t - other, broadcast, over all elements.
func (t *Tensor) Dist(other *Tensor, p float64) *Tensor { return distance(t.Sub(other), p) }

// distance is the p-norm of differences; where there is nothing to differ it is 0.
func distance(off *Tensor, p float64, axes ...int) *Tensor {
	if off.Numel() == 0 && math.IsInf(p, 0) {
		p = 1
	}
	return off.Norm(p, axes...)
}

// Logcumsumexp is log(cumsum(exp(t))) along an axis, a float, without overflow. It takes n² work for an axis of length
// n.
func (t *Tensor) Logcumsumexp(axis int) *Tensor {
	t.mustFloat("logcumsumexp")
	if t.Rank() == 0 {
		return t.alias2()
	}
	axis = t.axis("logcumsumexp", axis)
	n := t.Dim(axis)
	x := t.MoveAxis([]int{axis}, []int{-1}).Unsqueeze(-2)
	i := Options{Device: t.device}.Arange(float64(n))
	seen := i.Le(i.Unsqueeze(1)) // (place, earlier place)
	return Where(seen, x, math.Inf(-1)).LogSumExp(-1).MoveAxis([]int{-1}, []int{axis})
}
