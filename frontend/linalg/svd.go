package linalg

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"weft/frontend/tensor"
	"weft/lazy"
)

// SVD is the singular value decomposition a = u diag(s) vh of matrices (..., m, n): the columns of u and the rows of vh are
// orthonormal, s (..., k) falls, with k = min(m, n). With full, u is (..., m, m) and vh (..., n, n), else (..., m, k) and
// (..., k, n). Where singular values are equal, u and vh are not determined, and their gradient leaves out what is not.
// The full factors of a matrix that is not square have no gradient: a tracked one panics with *Error.
func SVD(a *tensor.Tensor, full bool) (u, s, vh *tensor.Tensor) {
	matrices("svd", a)
	_, m, n := split(a)
	if !full || m == n {
		y := reduced("svd", a)
		return y[0], y[1], transposed(y[2])
	}
	if a.RequiresGrad() {
		fail(lazy.ErrValue, "svd", []*tensor.Tensor{a}, "the full factors of matrices that are not square have no gradient")
	}
	y := factorize("svd", a, func(x *mat.Dense, parts [][]float64) error { return decompose(x, mat.SVDFull, parts) },
		[]int{m, m}, []int{min(m, n)}, []int{n, n})
	if m*n == 0 {
		y[0], y[2] = eye(y[0]).Expand(y[0].Shape()...), eye(y[2]).Expand(y[2].Shape()...)
	}
	return y[0], y[1], transposed(y[2])
}

// Svdvals is the singular values (..., min(m, n)) of matrices (..., m, n), falling.
func Svdvals(a *tensor.Tensor) *tensor.Tensor {
	matrices("svdvals", a)
	return reduced("svdvals", a)[1]
}

// reduced is u (m, k), s (k) and v (n, k).
func reduced(op string, a *tensor.Tensor) []*tensor.Tensor {
	_, m, n := split(a)
	k := min(m, n)
	y := factorize(op, a, func(x *mat.Dense, parts [][]float64) error { return decompose(x, mat.SVDThin, parts) },
		[]int{m, k}, []int{k}, []int{n, k})
	return follow(y, a, turn)
}

// turn is the rate of u, s and v.
func turn(y []*tensor.Tensor, _, e *tensor.Tensor) []*tensor.Tensor {
	u, s, v := y[0], y[1], y[2]
	p := transposed(u).MatMul(e).MatMul(v)
	gap, row, column := gaps(s.Mul(s)), s.Unsqueeze(-2), s.Unsqueeze(-1)
	inverse := reciprocal(row)
	left := gap.Mul(p.Mul(row).Add(transposed(p).Mul(column)))
	right := gap.Mul(p.Mul(column).Add(transposed(p).Mul(row)))
	du := u.MatMul(left).Add(outside(u, e.MatMul(v)).Mul(inverse))
	dv := v.MatMul(right).Add(outside(v, transposed(e).MatMul(u)).Mul(inverse))
	return []*tensor.Tensor{du, diagonal(p), dv}
}

func decompose(x *mat.Dense, kind mat.SVDKind, parts [][]float64) error {
	var svd mat.SVD
	if !finite(x) {
		return errNotFinite
	}
	if !svd.Factorize(x, kind) {
		return errors.New("no singular values were found")
	}
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	copy(parts[0], u.RawMatrix().Data)
	svd.Values(parts[1])
	copy(parts[2], v.RawMatrix().Data)
	return nil
}

var errNotFinite = errors.New("the matrix holds a number that is not finite")

func finite(x *mat.Dense) bool {
	for _, v := range x.RawMatrix().Data {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// Cutoff says which singular values count as zero: those at most the greater of Absolute and Relative times the greatest. Both are
// numbers, or tensors of one number a matrix.
type Cutoff struct {
	Absolute any // nil: 0
	Relative any // nil: the dtype's epsilon times the longer side, or 0 where Absolute is given and not 0
}

// zero is the bound for the singular values s of matrices like a, (..., 1).
func (c Cutoff) zero(a, s *tensor.Tensor) *tensor.Tensor {
	s = s.Detach()
	absolute, relative := perMatrix(c.Absolute, s), perMatrix(c.Relative, s)
	if c.Relative == nil {
		usual := epsilon(a.DType()) * float64(max(a.Dim(-1), a.Dim(-2)))
		relative = tensor.Where(absolute.Gt(0), 0.0, absolute.FullLike(usual))
	}
	return s.Amax(-1, tensor.KeepDim).Mul(relative).Maximum(absolute)
}

// perMatrix is a number, or one a matrix, as a tensor that broadcasts over singular values s; nil is 0.
func perMatrix(v any, s *tensor.Tensor) *tensor.Tensor {
	switch v := v.(type) {
	case *tensor.Tensor:
		return v.Detach().Cast(s.DType()).Unsqueeze(-1)
	case nil:
		return perMatrix(0.0, s)
	}
	return tensor.Options{DType: s.DType(), Device: s.Device()}.Full(v, 1)
}

func epsilon(d tensor.DType) float64 {
	if d == tensor.Float32 {
		return 0x1p-23
	}
	return 0x1p-52
}

// MatrixRank is the number of singular values of each matrix that exceed the cutoff, as int64. PyTorch's cutoff where none is
// given: the dtype's epsilon times the longer side times the greatest singular value.
func MatrixRank(a *tensor.Tensor, cutoff ...Cutoff) *tensor.Tensor {
	matrices("matrix_rank", a)
	lead, m, n := split(a)
	if m*n == 0 {
		return tensor.Options{DType: tensor.Int64, Device: a.Device()}.Zeros(lead...)
	}
	s := Svdvals(a.Detach())
	return s.Gt(only(cutoff).zero(a, s)).Sum(-1)
}

func only(cutoff []Cutoff) Cutoff {
	if len(cutoff) == 0 {
		return Cutoff{}
	}
	return cutoff[0]
}

// Pinv is the pseudoinverse (..., n, m) of matrices (..., m, n), by their singular values above the cutoff; PyTorch's where none
// is given: the dtype's epsilon times the longer side times the greatest singular value. Its gradient holds where the rank
// does not change.
func Pinv(a *tensor.Tensor, cutoff ...Cutoff) *tensor.Tensor {
	matrices("pinv", a)
	if a.Numel() == 0 {
		return transposed(a)
	}
	y := reduced("pinv", a.Detach())
	u, s, v := y[0], y[1], y[2]
	inverse := tensor.Where(s.Gt(only(cutoff).zero(a, s)), s.Reciprocal(), 0.0)
	p := v.Mul(inverse.Unsqueeze(-2)).MatMul(transposed(u))
	return follow([]*tensor.Tensor{p}, a, pseudo)[0]
}

// pseudo is the rate of a pseudoinverse (Golub and Pereyra 1973, with the rank fixed).
func pseudo(y []*tensor.Tensor, a, e *tensor.Tensor) []*tensor.Tensor {
	p := y[0]
	pt, et := transposed(p), transposed(e)
	inner := p.MatMul(e).MatMul(p)
	right := p.MatMul(pt).MatMul(et.Sub(et.MatMul(a).MatMul(p)))
	left := et.Sub(p.MatMul(a).MatMul(et)).MatMul(pt).MatMul(p)
	return []*tensor.Tensor{right.Add(left).Sub(inner)}
}

// Lstsq is the x of least length for which the length of a x - b is least: the pseudoinverse of a (..., m, n) times
// b (..., m, r).
func Lstsq(a, b *tensor.Tensor) *tensor.Tensor { return Pinv(a).MatMul(b) }
