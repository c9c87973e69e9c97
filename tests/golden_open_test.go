package tests

import (
	"slices"

	"weft/frontend/tensor"
)

// openAnswers are operators with answers that PyTorch leaves open, by what is asked instead of one that is not the recorded
// one: nothing wrong, or what is.
var openAnswers = map[string]func(a *attempt, wrong string) string{
	"kthvalue": (*attempt).checkChoice, "topk": (*attempt).checkChoice, "mode": (*attempt).checkChoice,
	"median": (*attempt).checkChoice, "nanmedian": (*attempt).checkChoice,
	"sort": (*attempt).checkChoice, "argsort": (*attempt).checkChoice,
	"unique": (*attempt).checkUnordered,
}

// recorded is an output as PyTorch gave it.
func (a *attempt) recorded(i int) *tensor.Tensor {
	return a.tensor(a.c.Outputs[i].T, a.c.Outputs[i].Shape)
}

// checkChoice is for places, the last output, of which any that hold the same values are right: which of equal elements is
// taken is decided by partial and unstable sorting. None may be taken twice, and the gradient must go there.
func (a *attempt) checkChoice(wrong string) string {
	c, last := a.call(), len(a.out)-1
	x, axis := c.x().Detach(), c.int("dim", -1)
	if c.bool("stable", false) || last < 0 || a.out[last].DType() != tensor.Int64 || x.Rank() == 0 {
		return wrong
	}
	along := func(t *tt) *tt {
		if t.Rank() < x.Rank() {
			return t.Unsqueeze(axis)
		}
		return t
	}
	places := along(a.out[last].Detach())
	held := read(x.Gather(axis, places))
	if other := compareAnswers(held, read(x.Gather(axis, along(a.recorded(last)))), a.c.Tol); other != "" {
		return "the places chosen hold other values: " + other
	}
	if last > 0 && !slices.Equal(read(a.out[0]).raw, held.raw) {
		return "the places chosen do not hold the values given"
	}
	if repeats(places, axis) {
		return "a place is chosen twice"
	}
	return a.gradientGoesTo(places, axis, along)
}

func repeats(places *tensor.Tensor, axis int) bool {
	sorted, _ := places.Sort(axis, false)
	n := sorted.Dim(axis)
	return n > 1 && sorted.Narrow(axis, 1, n-1).Eq(sorted.Narrow(axis, 0, n-1)).Any().IsTrue()
}

func (a *attempt) gradientGoesTo(places *tensor.Tensor, axis int, along func(t *tt) *tt) string {
	if len(a.c.Cotangents) == 0 || a.c.Cotangents[0] == nil || a.grads[0] == nil {
		return ""
	}
	x := a.in[0].Detach()
	want := x.ZerosLike().Scatter(axis, places, along(a.tensor(*a.c.Cotangents[0], a.c.Outputs[0].Shape)))
	if !slices.Equal(read(a.grads[0]).raw, read(want).raw) {
		return "the gradient does not go to the places chosen"
	}
	return ""
}

// checkUnordered is for unique elements that were not asked to be sorted: the same ones in another order, with inverse and
// counts in that order, are right.
func (a *attempt) checkUnordered(wrong string) string {
	c := a.call()
	if c.bool("sorted", true) || c.has("dim") {
		return wrong
	}
	want, order := a.recorded(0).Sort(0, false)
	if other := compareAnswers(read(a.out[0]), read(want), [2]float64{}); other != "" {
		return other
	}
	next := 1
	if c.bool("return_inverse", false) {
		if got := a.out[0].Gather(0, a.out[1].Flatten()); !tensor.Equal(got, c.x().Flatten()) {
			return "the inverse does not bring the elements back"
		}
		next++
	}
	if c.bool("return_counts", false) && !tensor.Equal(a.out[next], a.recorded(next).Gather(0, order)) {
		return "other counts"
	}
	return ""
}

// compareAnswers says how two answers differ, or "".
func compareAnswers(got, want answer, tol [2]float64) string {
	return compareValues(values(got.dtype, got.raw), values(want.dtype, want.raw), tol)
}
