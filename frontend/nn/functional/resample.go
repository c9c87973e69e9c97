package functional

import (
	"math"
	"slices"

	"weft/frontend/tensor"
)

// mode is how Interpolate weighs neighbours.
type mode struct {
	axes    int                                // that it is for, 0 for any
	place   func(i int, scale float64) float64 // where element i of the output lies in the input
	first   int                                // the first neighbour, from the place rounded down
	weights func(part float64) []float64       // of the neighbours, by what rounding took off
	filter  func(x float64) float64            // the weight at a distance, for Antialias
	reach   float64                            // beyond which the filter is 0
}

var modes = map[string]mode{
	"nearest":       {place: func(i int, scale float64) float64 { return floor32(float32(i) * float32(scale)) }, weights: alone},
	"nearest-exact": {place: func(i int, scale float64) float64 { return floor32((float32(i) + 0.5) * float32(scale)) }, weights: alone},
	"linear":        {axes: 1, place: inside, weights: between, filter: tent, reach: 1},
	"bilinear":      {axes: 2, place: inside, weights: between, filter: tent, reach: 1},
	"trilinear":     {axes: 3, place: inside, weights: between, filter: tent, reach: 1},
	"bicubic":       {axes: 2, place: centre, first: -1, weights: cubicParts, filter: func(x float64) float64 { return keys(x, -0.5) }, reach: 2},
}

func floor32(x float32) float64 { return math.Floor(float64(x)) }

// centre holds the centres of elements over one another.
func centre(i int, scale float64) float64 { return (float64(i)+0.5)*scale - 0.5 }

func inside(i int, scale float64) float64 { return math.Max(centre(i, scale), 0) }

func alone(float64) []float64 { return []float64{1} }

func between(t float64) []float64 { return []float64{1 - t, t} }

func tent(x float64) float64 { return math.Max(0, 1-math.Abs(x)) }

func cubicParts(t float64) []float64 {
	const a = -0.75
	return []float64{keys(t+1, a), keys(t, a), keys(1-t, a), keys(2-t, a)}
}

// keys is the cubic convolution kernel (Keys 1981).
func keys(x, a float64) float64 {
	x = math.Abs(x)
	switch {
	case x < 1:
		return ((a+2)*x-(a+3))*x*x + 1
	case x < 2:
		return ((a*x-5*a)*x+8*a)*x - 4*a
	}
	return 0
}

// taps is, for each element of the output of one axis, which elements of the input it weighs, and how: the k-th of all together.
type taps struct {
	at     [][]int
	weight [][]float64
}

// taps are the neighbours of each place; those outside count as the nearest inside.
func (r Resize) taps(m mode, in, size int, scale float64) taps {
	if r.Antialias {
		return m.covered(in, size, r.corners(in, size, scale))
	}
	t := taps{make([][]int, len(m.weights(0))), make([][]float64, len(m.weights(0)))}
	for i := range size {
		p := m.place(i, scale)
		if r.AlignCorners {
			p = float64(i) * r.corners(in, size, scale)
		}
		low := math.Floor(p)
		for k, w := range m.weights(p - low) {
			t.at[k] = append(t.at[k], min(max(int(low)+m.first+k, 0), in-1))
			t.weight[k] = append(t.weight[k], w)
		}
	}
	return t
}

// corners is the distance of places, which AlignCorners stretches from the first element to the last.
func (r Resize) corners(in, size int, scale float64) float64 {
	switch {
	case !r.AlignCorners:
		return scale
	case size == 1:
		return 0
	}
	return float64(in-1) / float64(size-1)
}

// covered weighs all elements that an element of the output covers by the filter, stretched where the output is smaller.
func (m mode) covered(in, size int, scale float64) taps {
	stretch := math.Max(scale, 1)
	reach := m.reach * stretch
	most := 2*int(math.Ceil(reach)) + 1
	t := taps{make([][]int, most), make([][]float64, most)}
	for i := range size {
		middle := scale * (float64(i) + 0.5)
		from, to := max(int(middle-reach+0.5), 0), min(int(middle+reach+0.5), in)
		sum := 0.0
		for j := from; j < to; j++ {
			sum += m.filter((float64(j) - middle + 0.5) / stretch)
		}
		for k := range most {
			w := 0.0
			if from+k < to {
				w = m.filter((float64(from+k)-middle+0.5)/stretch) / sum
			}
			t.at[k], t.weight[k] = append(t.at[k], min(from+k, in-1)), append(t.weight[k], w)
		}
	}
	return t
}

// apply is the weighted sums along one axis of x.
func (t taps) apply(x *tensor.Tensor, axis int) *tensor.Tensor {
	along := slices.Repeat([]int{1}, x.Rank())
	along[axis] = len(t.at[0])
	var sum *tensor.Tensor
	for k, at := range t.at {
		part := x.IndexSelect(axis, tensor.NewOn(x.Device(), at, len(at)))
		if len(t.at) > 1 {
			part = part.Mul(tensor.NewOn(x.Device(), t.weight[k], along...).Cast(x.DType()))
		}
		sum = plus(sum, part)
	}
	return sum
}
