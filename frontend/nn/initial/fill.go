package initial

import (
	"fmt"
	"math"

	"weft/frontend/tensor"
	"weft/lazy"
)

// set makes value, computed now, the value of t.
func set(t, value *tensor.Tensor) *tensor.Tensor {
	t.SetData(value.Contiguous().Realize())
	return t
}

// like creates what t is like: its dtype and device, from the generator given.
func like(t *tensor.Tensor, gen []*tensor.Generator) tensor.Options {
	o := tensor.Options{DType: t.DType(), Device: t.Device()}
	if len(gen) > 0 {
		o.Generator = gen[0]
	}
	return o
}

// Constant fills t, of any dtype, with a number.
func Constant(t *tensor.Tensor, value float64) *tensor.Tensor { return set(t, t.FullLike(value)) }

// Ones fills t with ones.
func Ones(t *tensor.Tensor) *tensor.Tensor { return Constant(t, 1) }

// Zeros fills t with zeros.
func Zeros(t *tensor.Tensor) *tensor.Tensor { return Constant(t, 0) }

// Uniform draws t, of floats, evenly from [low, high).
func Uniform(t *tensor.Tensor, low, high float64, gen ...*tensor.Generator) *tensor.Tensor {
	return set(t, like(t, gen).Rand(t.Shape()...).Mul(high-low).Add(low))
}

// Normal draws t, of floats, from the normal distribution; PyTorch's mean is 0 and deviation 1 where none are given.
func Normal(t *tensor.Tensor, mean, std float64, gen ...*tensor.Generator) *tensor.Tensor {
	return set(t, like(t, gen).Randn(t.Shape()...).Mul(std).Add(mean))
}

// TruncNormal draws t, of floats, from the normal distribution between low and high: an even draw between their shares goes through
// the inverse of the distribution. PyTorch's values are 0, 1, -2 and 2 where none are given.
func TruncNormal(t *tensor.Tensor, mean, std, low, high float64, gen ...*tensor.Generator) *tensor.Tensor {
	share := func(x float64) float64 { return math.Erf((x - mean) / (std * math.Sqrt2)) }
	from, to := share(low), share(high)
	x := like(t, gen).Rand(t.Shape()...).Mul(to - from).Add(from).Erfinv()
	return set(t, x.Mul(std*math.Sqrt2).Add(mean).Clamp(low, high))
}

// Eye makes the matrix t the identity, as far as it reaches.
func Eye(t *tensor.Tensor) *tensor.Tensor {
	needRank("eye", t, 2, 2)
	return set(t, like(t, nil).Eye(t.Dim(0), t.Dim(1)))
}

// Dirac makes the filters t (out, in, ...) of a convolution over one to three axes pass as many channels unchanged as there are, within
// each group. PyTorch has one group where none are given; groups that do not divide out panic with *tensor.Error.
func Dirac(t *tensor.Tensor, groups int) *tensor.Tensor {
	needRank("dirac", t, 3, 5)
	shape := t.Shape()
	if groups < 1 || shape[0]%groups != 0 {
		bad("dirac", t, "%d filters do not divide into %d groups", shape[0], groups)
	}
	middle, size := 0, 1 // of a filter's window
	for _, n := range shape[2:] {
		middle, size = middle*n+n/2, size*n
	}
	data, each := make([]float64, t.Numel()), shape[0]/groups
	for g := range groups {
		for d := range min(each, shape[1]) {
			data[((g*each+d)*shape[1]+d)*size+middle] = 1
		}
	}
	return setData(t, data)
}

// Sparse draws the matrix t from the normal distribution with mean 0 and a deviation, PyTorch's being 0.01 where none is given, and sets
// the given part of each column, rounded up, to zero (Martens, 2010).
func Sparse(t *tensor.Tensor, sparsity, std float64, gen ...*tensor.Generator) *tensor.Tensor {
	needRank("sparse", t, 2, 2)
	zeros := int(math.Ceil(sparsity * float64(t.Dim(0))))
	o := like(t, gen)
	order := o.Rand(t.Shape()...).Argsort(0, false) // of each column: a permutation of its rows
	return set(t, tensor.Where(order.Lt(zeros), 0.0, o.Randn(t.Shape()...).Mul(std)))
}

func setData(t *tensor.Tensor, data []float64) *tensor.Tensor {
	return set(t, tensor.NewOn(t.Device(), data, t.Shape()...).Cast(t.DType()))
}

func needRank(op string, t *tensor.Tensor, low, high int) {
	if t.Rank() < low || t.Rank() > high {
		bad(op, t, "a tensor of %d axes has too few or too many", t.Rank())
	}
}

func bad(op string, t *tensor.Tensor, format string, args ...any) {
	panic(&lazy.Error{Kind: lazy.ErrShape, Op: op, Shapes: [][]int{t.Shape()}, DTypes: []tensor.DType{t.DType()}, Axis: -1,
		Reason: fmt.Sprintf(format, args...), Line: lazy.UserLine()})
}
