package functional

import (
	"math"
	"slices"

	"weft/frontend/tensor"
	"weft/lazy"
)

// Resize says how Interpolate changes lengths: by Size or by Scale, one number for all axes or one an axis.
type Resize struct {
	Size         []int
	Scale        []float64
	Mode         string // "nearest", "linear" (also "bilinear", "trilinear"), "bicubic" or "area"; "" means nearest
	AlignCorners bool   // the first and last elements keep their places
}

// Interpolate changes the lengths of the axes of x (n, c, ...) after the second.
func Interpolate(x *tensor.Tensor, r Resize) *tensor.Tensor {
	n := x.Rank() - 2
	if (len(r.Size) == 0) == (len(r.Scale) == 0) {
		fail(lazy.ErrValue, "interpolate", []*tensor.Tensor{x}, "give either a size or a scale")
	}
	size := make([]int, n)
	scale := make([]float64, n) // input length of one output element
	for i := range n {
		in := x.Dim(2 + i)
		switch {
		case len(r.Size) > 0:
			size[i] = each("interpolate", "size", r.Size, n, 1)[i]
			scale[i] = float64(in) / float64(size[i])
		default:
			s := r.Scale[min(i, len(r.Scale)-1)]
			size[i] = int(math.Floor(float64(in) * s))
			scale[i] = 1 / s
		}
	}
	if r.Mode == "area" {
		return AdaptiveAvgPool(x, size...)
	}
	for i := range n {
		x = r.axis(x, 2+i, size[i], scale[i])
	}
	return x
}

// axis resizes one axis: a sum of few neighbours, each a selection.
func (r Resize) axis(x *tensor.Tensor, axis, size int, scale float64) *tensor.Tensor {
	in := x.Dim(axis)
	places := make([]float64, size)
	for i := range places {
		switch {
		case r.Mode == "" || r.Mode == "nearest":
			places[i] = math.Min(math.Floor(float64(float32(i)*float32(scale))), float64(in-1))
		case r.AlignCorners && size > 1:
			places[i] = float64(i) * float64(in-1) / float64(size-1)
		case r.AlignCorners:
			places[i] = 0
		default:
			places[i] = (float64(i)+0.5)*scale - 0.5
			if r.Mode != "bicubic" {
				places[i] = math.Max(places[i], 0)
			}
		}
	}
	switch r.Mode {
	case "", "nearest":
		return taps(x, axis, places, 0, func(float64) []float64 { return []float64{1} })
	case "bicubic":
		return taps(x, axis, places, -1, cubic)
	}
	return taps(x, axis, places, 0, func(t float64) []float64 { return []float64{1 - t, t} })
}

// taps is a weighted sum of neighbours of each place, the first of them first elements away; positions outside count as
// the nearest inside.
func taps(x *tensor.Tensor, axis int, places []float64, first int, weights func(t float64) []float64) *tensor.Tensor {
	in := x.Dim(axis)
	n := len(weights(0))
	shape := slices.Repeat([]int{1}, x.Rank())
	shape[axis] = len(places)
	var sum *tensor.Tensor
	for k := range n {
		at, w := make([]int, len(places)), make([]float64, len(places))
		for i, p := range places {
			low := math.Floor(p)
			at[i] = min(max(int(low)+first+k, 0), in-1)
			w[i] = weights(p - low)[k]
		}
		part := x.IndexSelect(axis, tensor.NewOn(x.Device(), at, len(at)))
		if n > 1 {
			part = part.Mul(tensor.NewOn(x.Device(), w, shape...).Cast(x.DType()))
		}
		if sum == nil {
			sum = part
		} else {
			sum = sum.Add(part)
		}
	}
	return sum
}

// cubic is the weights of four neighbours by cubic convolution with a = -0.75.
func cubic(t float64) []float64 {
	const a = -0.75
	near := func(x float64) float64 { return ((a+2)*x-(a+3))*x*x + 1 }
	far := func(x float64) float64 { return ((a*x-5*a)*x+8*a)*x - 4*a }
	return []float64{far(t + 1), near(t), near(1 - t), far(2 - t)}
}
