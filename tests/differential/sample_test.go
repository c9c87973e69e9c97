package differential

import (
	"math"
	"math/rand/v2"
	"slices"

	"weft/frontend/tensor"
)

// sample draws the operands of one composition.
type sample struct {
	r      *rand.Rand
	fixed  []tensor.DType   // the dtype of all floats, where it is not drawn
	leaves []*tensor.Tensor // what there is to differentiate by
	large  bool             // shapes may be longer than lanes and tiles
	edges  bool             // some numbers are zeros, infinities or NaN
}

// newSample draws from seed and salt. Without a fixed dtype some samples are large, some have edges among their numbers.
func newSample(seed, salt uint64, fixed []tensor.DType) *sample {
	s := &sample{r: rand.New(rand.NewPCG(seed, salt)), fixed: fixed}
	s.large, s.edges = len(fixed) == 0 && s.r.IntN(6) == 0, len(fixed) == 0 && s.r.IntN(6) == 0
	return s
}

// float draws a floating dtype.
func (s *sample) float() tensor.DType {
	if len(s.fixed) > 0 {
		return s.fixed[0]
	}
	return []tensor.DType{tensor.Float32, tensor.Float32, tensor.Float32, tensor.Float64, tensor.Float16, tensor.BFloat16}[s.r.IntN(6)]
}

// number draws any dtype that numbers have.
func (s *sample) number() tensor.DType {
	if len(s.fixed) > 0 || s.r.IntN(3) > 0 {
		return s.float()
	}
	return []tensor.DType{tensor.Int64, tensor.Int32, tensor.Int16, tensor.Int8, tensor.Uint8}[s.r.IntN(5)]
}

// n draws a number from low to high.
func (s *sample) n(low, high int) int { return low + s.r.IntN(high-low+1) }

func (s *sample) coin() bool { return s.r.IntN(2) == 0 }

// pick draws one of several.
func pick[T any](s *sample, of ...T) T { return of[s.r.IntN(len(of))] }

// shape draws the lengths of rank axes, now and then one that fills lanes.
func (s *sample) shape(rank int) []int {
	shape := make([]int, rank)
	for i := range shape {
		shape[i] = s.n(1, 6)
	}
	switch {
	case rank > 0 && s.large:
		shape[s.r.IntN(rank)] = s.n(30, 300)
	case rank > 0 && s.r.IntN(4) == 0:
		shape[s.r.IntN(rank)] = s.n(15, 19)
	}
	return shape
}

// more is a length from low to high, or a good deal more where the sample is large.
func (s *sample) more(low, high int) int {
	if s.large {
		return s.n(high, 4*high)
	}
	return s.n(low, high)
}

// of draws a leaf, or integers, of a dtype between low and high; it may be a view of its memory, or computed from it.
func (s *sample) of(d tensor.DType, low, high float64, shape ...int) *tensor.Tensor {
	base, view := s.view(shape)
	return s.leaf(d, s.apart(low, high, tensorLen(base)), low+high, base, view)
}

// leaf is a view of values in memory of shape base; mirrored is the sum of a value and the one that it may be computed from.
func (s *sample) leaf(d tensor.DType, values []float64, mirrored float64, base []int, view func(*tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
	x := tensor.New(values, base...).Cast(d).Realize()
	if d.IsFloat() {
		x.RequireGrad()
		s.leaves = append(s.leaves, x)
	}
	if s.r.IntN(5) > 0 || !d.IsFloat() {
		return view(x)
	}
	return view(x.Neg().Add(mirrored))
}

// followed computes something of a result, so that it has a consumer to be fused with.
func (s *sample) followed(y *tensor.Tensor) *tensor.Tensor {
	if !y.DType().IsFloat() || y.Rank() == 0 {
		return y
	}
	switch s.r.IntN(6) {
	case 0:
		return y.Mul(y)
	case 1:
		return y.Sum(s.axis(y.Rank()))
	case 2:
		return y.Tanh().Flip(s.axis(y.Rank()))
	}
	return y
}

func tensorLen(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// real is a leaf of numbers between -2 and 2, or of edges.
func (s *sample) real(d tensor.DType, shape ...int) *tensor.Tensor {
	base, view := s.view(shape)
	values := s.apart(-2, 2, tensorLen(base))
	for i := range values {
		if s.edges && d.IsFloat() && s.r.IntN(6) == 0 {
			values[i] = pick(s, 0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN())
		}
	}
	return s.leaf(d, values, 0, base, view)
}

// apart draws n numbers in random order of which no two are near: where an operation bends at equal ones, differences are
// taken on one side.
func (s *sample) apart(low, high float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = low + (high-low)*(float64(i)+0.2+0.6*s.r.Float64())/float64(n)
	}
	s.r.Shuffle(n, func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// view draws the shape of memory and the movement that makes shape of it.
func (s *sample) view(shape []int) (base []int, view func(x *tensor.Tensor) *tensor.Tensor) {
	base = slices.Clone(shape)
	if len(shape) == 0 {
		return base, func(x *tensor.Tensor) *tensor.Tensor { return x }
	}
	axis, n := s.r.IntN(len(shape)), 0
	n = shape[axis]
	switch s.r.IntN(8) {
	case 0:
		perm := s.r.Perm(len(shape))
		for i, p := range perm {
			base[p] = shape[i]
		}
		return base, func(x *tensor.Tensor) *tensor.Tensor { return x.Permute(perm...) }
	case 1:
		before := s.n(0, 3)
		base[axis] = before + n + s.n(0, 2)
		return base, func(x *tensor.Tensor) *tensor.Tensor { return x.SliceAxis(axis, before, before+n) }
	case 2:
		base[axis] = 2 * n
		return base, func(x *tensor.Tensor) *tensor.Tensor { return x.SliceAxis(axis, 0, 2*n, 2) }
	case 3:
		return base, func(x *tensor.Tensor) *tensor.Tensor { return x.Flip(axis) }
	case 4:
		if len(s.fixed) == 0 && n > 1 { // equal elements
			base[axis] = 1
			return base, func(x *tensor.Tensor) *tensor.Tensor { return x.Expand(shape...) }
		}
	}
	return base, func(x *tensor.Tensor) *tensor.Tensor { return x }
}

// ids draws positions below bound, repeated ones among them.
func (s *sample) ids(bound int, shape ...int) *tensor.Tensor {
	values := make([]int64, tensorLen(shape))
	for i := range values {
		values[i] = int64(s.r.IntN(bound))
	}
	return tensor.New(values, shape...)
}

// apiece draws n different positions below bound.
func (s *sample) apiece(bound, n int) *tensor.Tensor {
	values := make([]int64, n)
	for i, p := range s.r.Perm(bound)[:n] {
		values[i] = int64(p)
	}
	return tensor.New(values, n)
}

// mask draws bools.
func (s *sample) mask(shape ...int) *tensor.Tensor {
	values := make([]bool, tensorLen(shape))
	for i := range values {
		values[i] = s.coin()
	}
	return tensor.New(values, shape...)
}

// axis draws an axis of x, counted from either end.
func (s *sample) axis(rank int) int { return s.r.IntN(2*rank) - rank }

// row draws a leaf of one to three axes and one of them.
func (s *sample) row(d tensor.DType) (x *tensor.Tensor, axis int) {
	rank := s.n(1, 3)
	return s.real(d, s.shape(rank)...), s.axis(rank)
}

func one(y *tensor.Tensor) []*tensor.Tensor     { return []*tensor.Tensor{y} }
func both(y, i *tensor.Tensor) []*tensor.Tensor { return []*tensor.Tensor{y, i} }
