package linalg

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"weft/frontend/tensor"
	"weft/lazy"
)

// Inv is the inverse of each matrix (..., n, n). A singular one is an error when it runs.
func Inv(a *tensor.Tensor) *tensor.Tensor {
	square("inv", a)
	y := inverse("inv", a, func([]float64) error { return errors.New("the matrix is singular") })
	if !a.RequiresGrad() {
		return y
	}
	// Newton's step y(2 - a y) leaves the inverse where it is; two of them have its derivatives up to the third.
	two := eye(a).Mul(2)
	for range 2 {
		y = y.MatMul(two.Sub(a.MatMul(y)))
	}
	return y
}

// inverse is the inverse as values; singular fills the result of a matrix that has none.
func inverse(op string, a *tensor.Tensor, singular func(out []float64) error) *tensor.Tensor {
	n := a.Dim(-1)
	return factorize(op, a, func(m *mat.Dense, parts [][]float64) error {
		var inverse mat.Dense
		if err := inverse.Inverse(m); err != nil {
			var near mat.Condition // of a badly conditioned matrix the inverse is given; of a singular one it is infinite
			if !errors.As(err, &near) || math.IsInf(float64(near), 1) {
				return singular(parts[0])
			}
		}
		copy(parts[0], inverse.RawMatrix().Data)
		return nil
	}, []int{n, n})[0]
}

// Solve is the x with a x = b, for square matrices a (..., n, n) and b a matrix (..., n, r), or a vector of a's batch shape
// (..., n). A singular matrix is an error when it runs.
func Solve(a, b *tensor.Tensor) *tensor.Tensor {
	square("solve", a)
	if vector := b.Rank() == 1 || b.Rank() == a.Rank()-1 && slices.Equal(b.Shape(), a.Shape()[:a.Rank()-1]); vector {
		return Inv(a).MatMul(b.Unsqueeze(-1)).Squeeze(-1)
	}
	return Inv(a).MatMul(b)
}

// Triangle says how SolveTriangular reads its matrix.
type Triangle struct {
	Upper bool // the upper triangle, else the lower one; the other is not read
	Right bool // solves x a = b (PyTorch's left=False), else a x = b
	Unit  bool // the diagonal counts as ones, and is not read either
}

// SolveTriangular is the x with a x = b, or x a = b, for triangular matrices a (..., n, n) and matrices b (..., n, r), or
// (..., r, n).
func SolveTriangular(a, b *tensor.Tensor, t Triangle) *tensor.Tensor {
	square("solve_triangular", a)
	part, beyond := a.Tril, -1
	if t.Upper {
		part, beyond = a.Triu, 1
	}
	whole := part()
	if t.Unit {
		whole = part(beyond).Add(eye(a))
	}
	if t.Right {
		return b.MatMul(Inv(whole))
	}
	return Inv(whole).MatMul(b)
}

// MatrixPower is the n-th power of square matrices (..., m, m): a product of n of them, the identity for 0, and powers of the
// inverse for negative n.
func MatrixPower(a *tensor.Tensor, n int) *tensor.Tensor {
	if n < 0 {
		return Inv(a).MatrixPower(-n)
	}
	return a.MatrixPower(n)
}

// Tensorinv is the inverse of a as a linear map between its first ind axes and its others, which must have equally many
// elements: the result has the others first. PyTorch's ind is 2.
func Tensorinv(a *tensor.Tensor, ind int) *tensor.Tensor {
	s := a.Shape()
	if ind < 1 || ind > len(s) || lazy.Numel(s[:ind]) != lazy.Numel(s[ind:]) {
		fail(lazy.ErrShape, "tensorinv", []*tensor.Tensor{a}, "the first %d axes must have as many elements as the others", ind)
	}
	n := lazy.Numel(s[:ind])
	return Inv(a.Reshape(n, n)).Reshape(slices.Concat(s[ind:], s[:ind])...)
}

// Tensorsolve is the x whose product with a over all axes of x is b: the first axes of a are those of b, the others those of x.
// Axes of a that are given move to its end first.
func Tensorsolve(a, b *tensor.Tensor, axes ...int) *tensor.Tensor {
	last := make([]int, len(axes))
	for i := range axes {
		last[i] = i - len(axes)
	}
	a = a.MoveAxis(axes, last)
	s, n := a.Shape(), b.Numel()
	if a.Rank() < b.Rank() || lazy.Numel(s[:b.Rank()]) != n || lazy.Numel(s[b.Rank():]) != n {
		fail(lazy.ErrShape, "tensorsolve", []*tensor.Tensor{a, b}, "a must begin with the axes of b, and its others have as many elements")
	}
	return Solve(a.Reshape(n, n), b.Reshape(n)).Reshape(s[b.Rank():]...)
}
