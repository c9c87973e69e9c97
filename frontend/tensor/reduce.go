package tensor

import (
	"math"
	"slices"

	"weft/lazy"
	"weft/ops"
)

// KeepDim among the axes of a reduction keeps the reduced axes with length 1: x.Sum(-1, tensor.KeepDim).
const KeepDim = math.MinInt

// fold is the axes of one reduction, rising, none twice.
type fold struct {
	t    *Tensor
	axes []int
	keep bool
}

// over reads the axes of a reduction: none means all.
func (t *Tensor) over(op string, axes []int) fold {
	f := fold{t: t}
	var given []int
	for _, a := range axes {
		if a == KeepDim {
			f.keep = true
			continue
		}
		given = append(given, a)
	}
	switch {
	case len(given) == 0:
		f.axes = count(t.Rank())
	case t.Rank() == 0:
		t.axes(op, given)
	default:
		f.axes = t.axes(op, given)
		slices.Sort(f.axes)
	}
	return f
}

// size is the number of elements that fold into one.
func (f fold) size() int {
	n := 1
	for _, a := range f.axes {
		n *= f.t.n().Shape[a]
	}
	return n
}

// shape gives a folded node the shape that the caller asked for.
func (f fold) shape(n node) node {
	if !f.keep {
		return n
	}
	return reshaped(n, keepAxes(f.t.n().Shape, f.axes)...)
}

// reduce folds x, of t's shape, with op.
func (f fold) reduce(op ops.Op, x node) node {
	if len(f.axes) == 0 {
		return x
	}
	return lazy.ReduceNode(op, x, f.axes...)
}

// sum is reduce with add, whose sum of nothing is 0, not -0.
func (f fold) sum(x node) node {
	if f.size() == 0 {
		return lazy.NewConst(ops.IntValue(x.DType, 0), lazy.ReduceNode(ops.ReduceAdd, x, f.axes...).Shape...)
	}
	return f.reduce(ops.ReduceAdd, x)
}

// spread repeats a folded node over t's shape.
func (f fold) spread(n node) node { return spread(n, f.t.n().Shape, f.axes) }

func (f fold) max(x node) node { return f.reduce(ops.ReduceMax, x) }

// min is the greatest of what is turned round.
func (f fold) min(x node) node {
	if x.DType.IsFloat() {
		return neg(f.max(neg(x)))
	}
	return not(f.max(not(x)))
}

// mustNotBeEmpty refuses a reduction that has no value for no elements.
func (f fold) mustNotBeEmpty(op string) {
	if f.size() == 0 {
		bad(op, f.t).fail(lazy.ErrShape, "there is nothing to choose from: a reduced axis has no elements")
	}
}

// in is t's node in the dtype that the policy computes in, and the result's dtype.
func (t *Tensor) in(op string, p ops.Policy) (x node, result DType) {
	compute, result := argsOf(op, t).types(p)
	return castTo(t.n(), compute), result
}

// Sum adds along the axes, all if none is given, in float32 at least, pairwise over blocks. Integers and bools give
// int64. The sum of nothing is 0.
func (t *Tensor) Sum(axes ...int) *Tensor {
	f := t.over("sum", axes)
	x, _ := t.in("sum", ops.PolicySum)
	return derive("sum", f.shape(f.sum(x)), t)
}

// Prod multiplies along the axes, all if none is given. Integers and bools give int64. The product of nothing is 1.
// Where one factor is 0 the gradient is the product of the others.
func (t *Tensor) Prod(axes ...int) *Tensor {
	f := t.over("prod", axes)
	x, _ := t.in("prod", ops.PolicySum)
	return derive("prod", f.shape(f.reduce(ops.ReduceMul, x)), t)
}

// Mean is the average along the axes, all if none is given; NaN of nothing. Only floats have one: integers and bools
// panic with *Error.
func (t *Tensor) Mean(axes ...int) *Tensor {
	f := t.over("mean", axes)
	x, d := t.in("mean", ops.PolicyMean)
	return derive("mean", f.shape(castTo(f.mean(widened(x)), d)), t)
}

func (f fold) mean(x node) node {
	n := f.size()
	if n == 1 {
		return f.sum(x)
	}
	return divc(f.sum(x), float64(n))
}

// Var is the variance along the axes, all if none is given, with Bessel's correction: divided by n-1, so NaN for one
// element. It is computed in two passes. Only floats: others panic with *Error.
func (t *Tensor) Var(axes ...int) *Tensor { return t.VarCorrected(1, axes...) }

// VarCorrected is the variance with another correction, PyTorch's var(correction=...): divided by n-correction, or by 0
// if that is negative. 0 is unbiased=False.
func (t *Tensor) VarCorrected(correction float64, axes ...int) *Tensor {
	return t.spreadOf("var", correction, axes, func(v node) node { return v })
}

// Std is the standard deviation along the axes, all if none is given: the root of Var, with the gradient 0 where it is
// 0.
func (t *Tensor) Std(axes ...int) *Tensor { return t.StdCorrected(1, axes...) }

// StdCorrected is the standard deviation with another correction: the root of VarCorrected.
func (t *Tensor) StdCorrected(correction float64, axes ...int) *Tensor {
	return t.spreadOf("std", correction, axes, func(v node) node { return safeRoot(v, sqrt) })
}

// spreadOf is two passes: the mean first, then the squares of what differs from it.
func (t *Tensor) spreadOf(op string, correction float64, axes []int, finish func(v node) node) *Tensor {
	f := t.over(op, axes)
	x, d := t.in(op, ops.PolicyMean)
	return derive(op, f.shape(castTo(finish(f.variance(widened(x), correction)), d)), t)
}

func (f fold) variance(x node, correction float64) node {
	off := sub(x, f.spread(f.mean(x)))
	return divc(f.sum(mul(off, off)), math.Max(0, float64(f.size())-correction))
}

// Amax is the greatest element along the axes, all if none is given; NaN wins. Equal ones share the gradient. An axis
// without elements panics with *Error.
func (t *Tensor) Amax(axes ...int) *Tensor {
	f := t.over("amax", axes)
	f.mustNotBeEmpty("amax")
	return derive("amax", f.shape(f.max(t.n())), t)
}

// Amin is the least element along the axes, all if none is given; NaN wins. Equal ones share the gradient. An axis
// without elements panics with *Error.
func (t *Tensor) Amin(axes ...int) *Tensor {
	f := t.over("amin", axes)
	f.mustNotBeEmpty("amin")
	return derive("amin", f.shape(f.min(t.n())), t)
}

// Max is the greatest element of all, PyTorch's max(); NaN wins, and equal ones share the gradient. MaxDim is max(dim),
// Maximum max(other).
func (t *Tensor) Max() *Tensor { return t.Amax() }

// Min is the least element of all, PyTorch's min(); NaN wins, and equal ones share the gradient. MinDim is min(dim),
// Minimum min(other).
func (t *Tensor) Min() *Tensor { return t.Amin() }

// truthFold folds bools; uint8 stays uint8, as in PyTorch.
func (t *Tensor) truthFold(op string, axes []int, g func(f fold, x node) node) *Tensor {
	f := t.over(op, axes)
	_, d := t.in(op, ops.PolicyTruth)
	return derive(op, f.shape(castTo(g(f, asBool(t.n())), d)), t)
}

// All says whether every element along the axes, all if none is given, is not zero: a bool, for uint8 a uint8. Of
// nothing it is true.
func (t *Tensor) All(axes ...int) *Tensor {
	return t.truthFold("all", axes, func(f fold, x node) node { return not(f.max(not(x))) })
}

// Any says whether an element along the axes, all if none is given, is not zero: a bool, for uint8 a uint8. Of nothing
// it is false.
func (t *Tensor) Any(axes ...int) *Tensor {
	return t.truthFold("any", axes, func(f fold, x node) node { return f.max(x) })
}

// CountNonzero counts the elements along the axes, all if none is given, that are not zero, as int64; NaN counts.
func (t *Tensor) CountNonzero(axes ...int) *Tensor {
	f := t.over("count_nonzero", axes)
	return derive("count_nonzero", f.shape(f.sum(castTo(asBool(t.n()), Int64))), t)
}

// LogSumExp is log(sum(exp(t))) along the axes, all if none is given, a float, less the greatest element first, so that
// nothing overflows. Of nothing it is -Inf.
func (t *Tensor) LogSumExp(axes ...int) *Tensor {
	f := t.over("logsumexp", axes)
	x, d := t.in("logsumexp", ops.PolicyFloat)
	x = widened(x)
	if f.size() == 0 {
		return derive("logsumexp", f.shape(castTo(log(f.sum(x)), d)), t)
	}
	top := detached(f.max(x))
	top = where(absInf(top), constLike(top, 0), top)
	out := add(log(f.sum(exp(sub(x, f.spread(top))))), top)
	return derive("logsumexp", f.shape(castTo(out, d)), t)
}

// Norm is the p-norm along the axes, all if none is given: the p-th root of the sum of |t|^p. p may be 0 (how many are
// not zero), infinite (the greatest magnitude) or minus infinite (the least). Its gradient at 0 is 0. Only floats:
// others panic with *Error.
func (t *Tensor) Norm(p float64, axes ...int) *Tensor {
	f := t.over("norm", axes)
	x, d := t.in("norm", ops.PolicyMean)
	return derive("norm", f.shape(castTo(f.norm(widened(x), p), d)), t)
}

func (f fold) norm(x node, p float64) node {
	size := func() node { return lazy.Elementwise(ops.Abs, x) }
	switch {
	case math.IsInf(p, 1):
		f.mustNotBeEmpty("norm")
		return f.max(size())
	case math.IsInf(p, -1):
		f.mustNotBeEmpty("norm")
		return f.min(size())
	case p == 0:
		return f.sum(castTo(ne(x, constLike(x, 0)), x.DType))
	case p == 1:
		return f.sum(size())
	case p == 2:
		return safeRoot(f.sum(mul(x, x)), sqrt)
	}
	sum := f.sum(powOfSize(x, size(), p))
	return safeRoot(sum, func(s node) node { return lazy.Elementwise(ops.Pow, s, constLike(s, 1/p)) })
}

// powOfSize is |x|^p, with the gradient 0 where x is 0 if p is less than 1.
func powOfSize(x, size node, p float64) node {
	if p >= 1 {
		return lazy.Elementwise(ops.Pow, size, constLike(x, p))
	}
	zero := eq(x, constLike(x, 0))
	pow := lazy.Elementwise(ops.Pow, where(zero, constLike(x, 1), size), constLike(x, p))
	return where(zero, constLike(x, math.Pow(0, p)), pow)
}

// safeRoot is root(sum) with the gradient 0 at 0, as PyTorch has it for norms and deviations.
func safeRoot(sum node, root func(node) node) node {
	zero := eq(sum, constLike(sum, 0))
	return where(zero, sum, root(where(zero, constLike(sum, 1), sum)))
}
