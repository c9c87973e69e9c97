package initial

import (
	"fmt"
	"math"

	"weft/frontend/tensor"
	"weft/lazy"
)

// Fan says which side of a layer keeps its variance.
type Fan int

const (
	FanIn  Fan = iota // values going forward: PyTorch's fan_in
	FanOut            // gradients going backward: PyTorch's fan_out
)

// Fans are how many inputs meet in an element of a layer's output, and how many outputs an input goes to: of a weight (out, in, ...), its
// channels times the elements of a window. Fewer than two axes panic with *tensor.Error.
func Fans(t *tensor.Tensor) (in, out int) {
	needRank("fans", t, 2, math.MaxInt)
	shape, window := t.Shape(), 1
	for _, n := range shape[2:] {
		window *= n
	}
	return shape[1] * window, shape[0] * window
}

// Gain is the factor by which deviations are widened before a nonlinearity, PyTorch's calculate_gain: 1 for "linear", "sigmoid" and
// convolutions, 5/3 for "tanh", sqrt(2) for "relu", sqrt(2/(1 + slope²)) for "leaky_relu", whose slope may follow (0.01 where it does not),
// 3/4 for "selu". Another name panics with *tensor.Error.
func Gain(nonlinearity string, slope ...float64) float64 {
	switch nonlinearity {
	case "linear", "sigmoid", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d":
		return 1
	case "tanh":
		return 5.0 / 3
	case "relu":
		return math.Sqrt2
	case "leaky_relu":
		a := 0.01
		if len(slope) > 0 {
			a = slope[0]
		}
		return math.Sqrt(2 / (1 + a*a))
	case "selu":
		return 0.75
	}
	panic(&lazy.Error{Kind: lazy.ErrValue, Op: "gain", Axis: -1, Line: lazy.UserLine(),
		Reason: fmt.Sprintf("no gain is known for %q", nonlinearity)})
}

// XavierUniform draws t (out, in, ...) evenly within ±gain sqrt(6/(fan in + fan out)) (Glorot and Bengio, 2010). PyTorch's gain is 1 where
// none is given.
func XavierUniform(t *tensor.Tensor, gain float64, gen ...*tensor.Generator) *tensor.Tensor {
	in, out := Fans(t)
	return even(t, gain*math.Sqrt(2/float64(in+out)), gen)
}

// XavierNormal draws t (out, in, ...) from the normal distribution with deviation gain sqrt(2/(fan in + fan out)).
func XavierNormal(t *tensor.Tensor, gain float64, gen ...*tensor.Generator) *tensor.Tensor {
	in, out := Fans(t)
	return Normal(t, 0, gain*math.Sqrt(2/float64(in+out)), gen...)
}

// KaimingUniform draws t (out, in, ...) evenly within ±gain sqrt(3/fan) (He and others, 2015), with Gain(nonlinearity, slope). PyTorch's
// values are 0, FanIn and "leaky_relu" where none are given.
func KaimingUniform(t *tensor.Tensor, slope float64, fan Fan, nonlinearity string, gen ...*tensor.Generator) *tensor.Tensor {
	return even(t, kaiming(t, slope, fan, nonlinearity), gen)
}

// KaimingNormal draws t (out, in, ...) from the normal distribution with deviation gain/sqrt(fan), as KaimingUniform.
func KaimingNormal(t *tensor.Tensor, slope float64, fan Fan, nonlinearity string, gen ...*tensor.Generator) *tensor.Tensor {
	return Normal(t, 0, kaiming(t, slope, fan, nonlinearity), gen...)
}

// even draws evenly around 0 with a deviation.
func even(t *tensor.Tensor, std float64, gen []*tensor.Generator) *tensor.Tensor {
	bound := math.Sqrt(3) * std
	return Uniform(t, -bound, bound, gen...)
}

// kaiming is the deviation that keeps the variance of one side.
func kaiming(t *tensor.Tensor, slope float64, fan Fan, nonlinearity string) float64 {
	n, out := Fans(t)
	if fan == FanOut {
		n = out
	}
	return Gain(nonlinearity, slope) / math.Sqrt(float64(max(n, 1)))
}
