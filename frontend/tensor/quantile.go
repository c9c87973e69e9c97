package tensor

import (
	"math"

	"weft/lazy"
)

// Quantile is the q-quantile (0 to 1) along an axis. Between two elements it is interpolated: "linear", "lower", "higher",
// "midpoint" or "nearest". A line with NaN gives NaN. KeepDim may follow.
func (t *Tensor) Quantile(q float64, axis int, how string, keep ...int) *Tensor {
	if !(q >= 0 && q <= 1) {
		bad("quantile", t).fail(lazy.ErrValue, "q must lie between 0 and 1, got %v", q)
	}
	x := t
	if t.Rank() == 0 {
		x = t.Reshape(1)
		axis = 0
	}
	axis = x.axis("quantile", axis)
	sorted, _ := x.Sort(axis, false)
	at := q * float64(x.Dim(axis)-1)
	low, high := sorted.pick(int(math.Floor(at)), axis, keep), sorted.pick(int(math.Ceil(at)), axis, keep)
	out := low
	switch how {
	case "lower":
	case "higher":
		out = high
	case "nearest":
		out = sorted.pick(int(math.RoundToEven(at)), axis, keep)
	case "midpoint":
		out = low.Lerp(high, 0.5)
	case "linear":
		out = low.Lerp(high, at-math.Floor(at))
	default:
		bad("quantile", t).fail(lazy.ErrValue, "there is no interpolation %q", how)
	}
	out = Where(x.Detach().IsNaN().Any(append([]int{axis}, keep...)...), math.NaN(), out)
	if t.Rank() == 0 {
		return out.Reshape()
	}
	return out
}

// Searchsorted is the place, as int64, where each element of x would go into the sorted last axis of t: before equal
// elements, or with right after them. t is a vector, or has x's axes but for the last.
func (t *Tensor) Searchsorted(x *Tensor, right bool) *Tensor {
	s, v := t.Detach(), x.Detach().Unsqueeze(-1)
	if s.Rank() > 1 {
		s = s.Unsqueeze(-2)
	}
	before := s.Lt(v)
	if right {
		before = s.Le(v)
	}
	return before.Sum(-1)
}
