package linalg

import (
	"math"
	"slices"

	"weft/frontend/tensor"
	"weft/lazy"
)

// VectorNorm is the p-norm of a over the axes, of all elements if none is given; tensor.KeepDim may follow them. p may be
// 0 (how many elements are not 0), infinite (the greatest magnitude, or the least), or any number; PyTorch's is 2.
func VectorNorm(a *tensor.Tensor, p float64, axes ...int) *tensor.Tensor { return a.Norm(p, axes...) }

// MatrixNorm is a norm of the matrices in two axes, the last two if none is given; tensor.KeepDim may follow them. The order is
// "fro" (PyTorch's default: the root of the sum of squares), "nuc" (the sum of singular values), 2 or -2 (the greatest or
// least singular value), 1 or -1 (the greatest or least sum of magnitudes of a column), and +Inf or -Inf (of a row).
func MatrixNorm(a *tensor.Tensor, order any, axes ...int) *tensor.Tensor {
	keep := slices.Contains(axes, tensor.KeepDim)
	axes = slices.DeleteFunc(slices.Clone(axes), func(axis int) bool { return axis == tensor.KeepDim })
	if len(axes) == 0 {
		axes = []int{-2, -1}
	}
	if len(axes) != 2 || a.Rank() < 2 {
		fail(lazy.ErrShape, "matrix_norm", []*tensor.Tensor{a}, "wants two axes of matrices, not %v", axes)
	}
	x := a.MoveAxis(axes, []int{-2, -1})
	y := matrixNorm(x, order)
	if keep {
		for i := range axes {
			axes[i] = (axes[i] + a.Rank()) % a.Rank()
		}
		slices.Sort(axes)
		return y.Unsqueeze(axes[0]).Unsqueeze(axes[1])
	}
	return y
}

// matrixNorm is the norm of the matrices in the last two axes.
func matrixNorm(x *tensor.Tensor, order any) *tensor.Tensor {
	switch order {
	case "fro":
		return x.Norm(2, -2, -1)
	case "nuc":
		return Svdvals(x).Sum(-1)
	}
	p, ok := number(order)
	var sizes *tensor.Tensor
	switch {
	case ok && math.Abs(p) == 2:
		sizes = Svdvals(x)
	case ok && math.Abs(p) == 1:
		sizes = x.Abs().Sum(-2)
	case ok && math.IsInf(p, 0):
		sizes = x.Abs().Sum(-1)
	default:
		fail(lazy.ErrValue, "matrix_norm", []*tensor.Tensor{x}, "has no order %v", order)
	}
	if p < 0 {
		return sizes.Amin(-1)
	}
	return sizes.Amax(-1)
}

func number(order any) (float64, bool) {
	switch p := order.(type) {
	case int:
		return float64(p), true
	case float64:
		return p, true
	}
	return 0, false
}

// Norm is MatrixNorm over two axes, or of a matrix without axes, where an order is given; else VectorNorm, whose order is 2 for
// nil.
func Norm(a *tensor.Tensor, order any, axes ...int) *tensor.Tensor {
	given := len(axes)
	if slices.Contains(axes, tensor.KeepDim) {
		given--
	}
	p, ok := number(order)
	switch {
	case order == nil:
		return VectorNorm(a, 2, axes...)
	case given == 2 || given == 0 && a.Rank() == 2:
		return MatrixNorm(a, order, axes...)
	case !ok:
		fail(lazy.ErrValue, "norm", []*tensor.Tensor{a}, "the order %v is one of matrices", order)
	case given == 0 && a.Rank() > 2:
		fail(lazy.ErrShape, "norm", []*tensor.Tensor{a}, "an order without axes wants a vector or a matrix")
	}
	return VectorNorm(a, p, axes...)
}

// Cond is the condition number (...) of matrices (..., m, n) in a norm of MatrixNorm: the norm times that of the inverse, infinite
// for a singular matrix. Orders 2 (also nil) and -2 divide singular values and take any matrix, the others square ones.
func Cond(a *tensor.Tensor, order any) *tensor.Tensor {
	matrices("cond", a)
	p, ok := number(order)
	switch {
	case order == nil || ok && p == 2:
		s := Svdvals(a)
		return s.Amax(-1).Div(s.Amin(-1))
	case ok && p == -2:
		s := Svdvals(a)
		return s.Amin(-1).Div(s.Amax(-1))
	}
	square("cond", a)
	return MatrixNorm(a, order).Mul(MatrixNorm(inverseOrInf(a), order))
}

// inverseOrInf is infinite where a is singular, and the inverse elsewhere.
func inverseOrInf(a *tensor.Tensor) *tensor.Tensor {
	y := inverse("cond", a, func(out []float64) error {
		for i := range out {
			out[i] = math.Inf(1)
		}
		return nil
	})
	return follow([]*tensor.Tensor{y}, a, func(y []*tensor.Tensor, _, e *tensor.Tensor) []*tensor.Tensor {
		return []*tensor.Tensor{y[0].MatMul(e).MatMul(y[0]).Neg()}
	})[0]
}
