package tensor

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// MatMul is the matrix product of the last two axes, with the axes before them broadcast. A vector counts as a row on the
// left and as a column on the right, and its axis is gone from the result; two vectors give a tensor without axes. The
// dtypes must be equal. Shapes that do not fit panic with *Error.
func (t *Tensor) MatMul(other *Tensor) *Tensor { return t.matmul("matmul", other) }

func (t *Tensor) matmul(op string, other *Tensor) *Tensor {
	mustMultiply(op, t, other)
	a, b := t.n(), other.n()
	var drop []int
	if len(a.Shape) == 1 {
		a = reshaped(a, 1, a.Shape[0])
		drop = append(drop, -2)
	}
	if len(b.Shape) == 1 {
		b = reshaped(b, b.Shape[0], 1)
		drop = append(drop, -1)
	}
	n := product(op, a, b, t, other)
	shape := n.Shape
	for _, d := range drop {
		at := len(n.Shape) + d
		shape = slices.Delete(slices.Clone(shape), min(at, len(shape)-1), min(at, len(shape)-1)+1)
	}
	return derive(op, reshaped(n, shape...), t, other)
}

func mustMultiply(op string, a, b *Tensor) {
	if a.Rank() == 0 || b.Rank() == 0 {
		bad(op, a, b).hinting("use Mul").fail(lazy.ErrShape, "both operands need at least one axis")
	}
	if a.DType() != b.DType() {
		bad(op, a, b).hinting("cast one of them").
			fail(lazy.ErrDType, "operands have different dtypes: %s and %s", a.DType(), b.DType())
	}
	if a.DType() == Bool {
		bad(op, a, b).hinting("cast them to a number").fail(lazy.ErrDType, "not defined on bool")
	}
	inner := b.n().Shape[max(b.Rank()-2, 0)]
	if k := a.n().Shape[a.Rank()-1]; k != inner {
		bad(op, a, b).at(a.Rank()-1).hinting("the last axis of the left operand meets the last but one of the right").
			fail(lazy.ErrShape, "inner lengths %d and %d differ", k, inner)
	}
}

// product is the contraction of a [..., m, k] and b [..., k, n]: the sum over k of products spread over [..., m, n, k].
// 16-bit floats are multiplied and added in float32.
func product(op string, a, b node, ins ...*Tensor) node {
	d := a.DType
	ra, rb := len(a.Shape), len(b.Shape)
	m, k, n := a.Shape[ra-2], a.Shape[ra-1], b.Shape[rb-1]
	batch := a.Shape[:ra-2]
	if ra > 2 || rb > 2 {
		batch = broadcast(op, ins, a.Shape[:ra-2], b.Shape[:rb-2])
	}
	if k == 0 {
		return lazy.NewConst(ops.IntValue(d, 0), slices.Concat(batch, []int{m, n})...)
	}
	wide := slices.Concat(batch, []int{m, n, k})
	left := expandTo(reshaped(widened(a), slices.Concat(a.Shape[:ra-2], []int{m, 1, k})...), wide)
	perm := count(rb)
	perm[rb-1], perm[rb-2] = rb-2, rb-1
	right := permuted(widened(b), perm)
	right = expandTo(reshaped(right, slices.Concat(b.Shape[:rb-2], []int{1, n, k})...), wide)
	return castTo(lazy.ReduceNode(ops.ReduceAdd, mul(left, right), len(wide)-1), d)
}

func (t *Tensor) mustRank(op string, rank int, ins ...*Tensor) {
	if t.Rank() != rank {
		bad(op, ins...).fail(lazy.ErrShape, "wants tensors of rank %d, got rank %d", rank, t.Rank())
	}
}

// MM is the product of two matrices of one dtype: (m, k) and (k, n) give (m, n). Other ranks, lengths and dtypes panic
// with *Error.
func (t *Tensor) MM(other *Tensor) *Tensor {
	t.mustRank("mm", 2, t, other)
	other.mustRank("mm", 2, t, other)
	return t.matmul("mm", other)
}

// BMM is the products of two equally long lists of matrices: (b, m, k) and (b, k, n) give (b, m, n). Nothing
// broadcasts; what does not fit panics with *Error.
func (t *Tensor) BMM(other *Tensor) *Tensor {
	t.mustRank("bmm", 3, t, other)
	other.mustRank("bmm", 3, t, other)
	if a, b := t.n().Shape[0], other.n().Shape[0]; a != b {
		bad("bmm", t, other).at(0).fail(lazy.ErrShape, "%d matrices against %d", a, b)
	}
	return t.matmul("bmm", other)
}

// MV is the product of a matrix (m, k) and a vector (k). What does not fit panics with *Error.
func (t *Tensor) MV(vector *Tensor) *Tensor {
	t.mustRank("mv", 2, t, vector)
	vector.mustRank("mv", 1, t, vector)
	return t.matmul("mv", vector)
}

// Dot is the inner product of two vectors of one length and dtype, a tensor without axes. What does not fit panics with
// *Error.
func (t *Tensor) Dot(other *Tensor) *Tensor {
	t.mustRank("dot", 1, t, other)
	other.mustRank("dot", 1, t, other)
	return t.matmul("dot", other)
}

// Outer is the products of all pairs of elements of two vectors: (m) and (n) give (m, n), promoted.
func (t *Tensor) Outer(other *Tensor) *Tensor {
	t.mustRank("outer", 1, t, other)
	other.mustRank("outer", 1, t, other)
	return t.Unsqueeze(1).Mul(other)
}

// AddMM is beta*t + alpha*(a @ b) for matrices a and b; t broadcasts to the product. With beta 0, NaN in t does not
// count. PyTorch's beta and alpha are 1; for integers they are truncated.
func (t *Tensor) AddMM(a, b *Tensor, beta, alpha float64) *Tensor {
	return t.addProduct("addmm", a.MM(b), beta, alpha)
}

// AddMV is beta*t + alpha*(a @ v) for a matrix and a vector; otherwise as AddMM says.
func (t *Tensor) AddMV(a, v *Tensor, beta, alpha float64) *Tensor {
	return t.addProduct("addmv", a.MV(v), beta, alpha)
}

// AddR is beta*t + alpha*outer(a, b) for two vectors; otherwise as AddMM says.
func (t *Tensor) AddR(a, b *Tensor, beta, alpha float64) *Tensor {
	return t.addProduct("addr", a.Outer(b), beta, alpha)
}

// BAddBMM is beta*t + alpha*(a @ b) for lists of matrices as in BMM; otherwise as AddMM says.
func (t *Tensor) BAddBMM(a, b *Tensor, beta, alpha float64) *Tensor {
	return t.addProduct("baddbmm", a.BMM(b), beta, alpha)
}

// AddBMM is beta*t + alpha times the sum of the products of two lists of matrices as in BMM; otherwise as AddMM says.
func (t *Tensor) AddBMM(a, b *Tensor, beta, alpha float64) *Tensor {
	return t.addProduct("addbmm", a.BMM(b).Sum(0).Cast(a.DType()), beta, alpha)
}

// addProduct leaves t out where beta is 0: NaN in it does not count, as in BLAS.
func (t *Tensor) addProduct(op string, p *Tensor, beta, alpha float64) *Tensor {
	if t.DType() != p.DType() {
		bad(op, t, p).fail(lazy.ErrDType, "operands have different dtypes: %s and %s", t.DType(), p.DType())
	}
	if !sameShape(broadcast(op, []*Tensor{t, p}, p.n().Shape, t.n().Shape), p.n().Shape) {
		bad(op, t, p).fail(lazy.ErrShape, "the added tensor does not broadcast to the product")
	}
	n := scaledTo(p.n(), alpha)
	if beta == 0 {
		return derive(op, n, t, p)
	}
	return derive(op, addNodes(scaledTo(expandTo(t.n(), n.Shape), beta), n), t, p)
}

// scaledTo is x times a number; for integers the number is truncated.
func scaledTo(x node, by float64) node {
	if by == 1 {
		return x
	}
	return mulNodes(x, lazy.NewConst(ops.FloatValue(x.DType, by), x.Shape...))
}
