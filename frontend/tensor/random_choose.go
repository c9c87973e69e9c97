package tensor

import (
	"math"

	"weft/lazy"
	"weft/ops"
)

// RandPerm is the integers from 0 to before n in a random order, every order equally likely, as int64. A negative n panics
// with *Error.
func RandPerm(n int) *Tensor { return Options{}.RandPerm(n) }

// RandPerm is the package's RandPerm with o's dtype (which must hold n), device and generator.
func (o Options) RandPerm(n int) *Tensor {
	checkShape("randperm", []int{n})
	d := o.dtype(Int64)
	if d == Bool || !holds(d, n) {
		bad("randperm").fail(lazy.ErrDType, "%s cannot hold %d", d, n)
	}
	if n < 2 {
		return Options{DType: d, Device: o.Device}.Zeros(n)
	}
	return o.wrap(castTo(keyOrder(lazy.Bitcast(o.bits([]int{n}), Int64)), d))
}

// Multinomial draws k places (int64) of the last axis of weights, a vector or a matrix of floats whose rows need not add up to
// one: each with a probability in proportion to its weight. Without replacement none is drawn twice, and places of weight
// zero come only when there are no others left.
//
// It panics with *Error where weights has another rank or dtype, k is less than 1, or greater than the axis without
// replacement. Negative or infinite weights, NaN, and rows that add up to nothing are reported when it runs.
func Multinomial(weights *Tensor, k int, replacement bool) *Tensor {
	return Options{}.Multinomial(weights, k, replacement)
}

// Multinomial is the package's Multinomial with o's generator.
func (o Options) Multinomial(weights *Tensor, k int, replacement bool) *Tensor {
	weights.mustBeWeights(k, replacement)
	w := castTo(weights.n(), Float64)
	last := len(w.Shape) - 1
	w = lazy.CheckNode(w, and(gec(w, 0), ltc(w, math.Inf(1))),
		lazy.NewCheckInfo("multinomial", "a weight is negative, infinite or NaN"))
	if prod(w.Shape) > 0 {
		sum := lazy.ReduceNode(ops.ReduceAdd, w, last)
		w = lazy.CheckNode(w, gtc(sum, 0), lazy.NewCheckInfo("multinomial", "the weights of a row add up to nothing"))
	}
	at := o.drawRepeated
	if !replacement {
		at = o.drawOnce
	}
	return derive("multinomial", at(w, k), weights).Detach()
}

func (t *Tensor) mustBeWeights(k int, replacement bool) {
	fail := bad("multinomial", t)
	switch {
	case t.Rank() != 1 && t.Rank() != 2:
		fail.fail(lazy.ErrShape, "the weights must be a vector or a matrix")
	case !t.DType().IsFloat():
		fail.fail(lazy.ErrDType, "the weights must be floats, not %s", t.DType())
	case k < 1:
		fail.fail(lazy.ErrValue, "cannot draw %d places", k)
	case lastLen(t.n()) == 0:
		fail.fail(lazy.ErrShape, "there is nothing to choose from: the last axis has no elements")
	case !replacement && k > lastLen(t.n()):
		fail.hinting("draw with replacement").
			fail(lazy.ErrValue, "cannot draw %d of %d places without replacement", k, lastLen(t.n()))
	}
}

// drawOnce takes the places whose weight, divided by a draw of the exponential distribution, is greatest.
func (o Options) drawOnce(w node, k int) node {
	score := div(w, o.waits(w.DType, cloneShape(w.Shape)))
	score = where(eq(w, constLike(w, 0)), constLike(w, 0), score)
	last := len(w.Shape) - 1
	return shrinkAxis(sortOrder(score, last, true), last, 0, k)
}

// drawRepeated looks uniform draws up in the running sums.
func (o Options) drawRepeated(w node, k int) node {
	last := len(w.Shape) - 1
	shape := cloneShape(w.Shape)
	shape[last] = k
	if prod(shape) == 0 {
		return lazy.NewConst(ops.IntValue(Int64, 0), shape...)
	}
	sums := lazy.ContiguousNode(scan(ops.ReduceAdd, w, last))
	total := shrinkAxis(sums, last, lastLen(w)-1, lastLen(w))
	return bisect(sums, mul(unit(o.bits(shape), Float64), expandTo(total, shape)), true)
}
