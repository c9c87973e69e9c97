package functional

import (
	"math"

	"weft/frontend/tensor"
	"weft/lazy"
)

// Bag is the settings of EmbeddingBag. The zero value is PyTorch's defaults.
type Bag struct {
	Mode              string         // "mean", "sum" or "max"; "" means mean
	Offsets           *tensor.Tensor // for ids in one vector: where each bag begins
	IncludeLastOffset bool           // Offsets ends with the end of the last bag
	PerSampleWeights  *tensor.Tensor // scales each id's row, in sums; nil for none
	Lookup
}

// EmbeddingBag selects rows of w (vocabulary, size) and folds those of each bag to (bags, size): ids is (bags, n), or a vector with
// Offsets. An empty bag gives zeros. An id out of range is an error when it runs.
func EmbeddingBag(ids, w *tensor.Tensor, b Bag) *tensor.Tensor {
	checkTable("embedding_bag", ids, w)
	b.check(ids, w)
	ids = ids.Cast(tensor.Int64)
	flat := ids.Flatten(0, -1)
	rows, counts := b.rows(flat, w), flat.Eq(flat)
	if b.PaddingIdx != nil {
		counts = flat.Ne(b.padding("embedding_bag", ids, w))
	}
	if b.PerSampleWeights != nil {
		rows = rows.Mul(b.PerSampleWeights.Reshape(flat.Dim(0), 1))
	}
	if ids.Rank() == 2 {
		return b.fold(rows.Reshape(shape(ids.Shape(), w.Dim(1))...), counts.Reshape(ids.Shape()...))
	}
	return b.foldRuns(rows, counts)
}

func (b Bag) check(ids, w *tensor.Tensor) {
	const op = "embedding_bag"
	operands := []*tensor.Tensor{ids, w}
	switch {
	case b.Mode != "" && b.Mode != "mean" && b.Mode != "sum" && b.Mode != "max":
		fail(lazy.ErrValue, op, operands, "there is no mode %q; modes are mean, sum and max", b.Mode)
	case ids.Rank() == 2 && b.Offsets != nil:
		fail(lazy.ErrValue, op, operands, "rows of ids are bags already; offsets are for ids in one vector")
	case ids.Rank() == 1 && b.Offsets == nil:
		fail(lazy.ErrValue, op, operands, "a vector of ids needs offsets")
	case ids.Rank() != 1 && ids.Rank() != 2:
		fail(lazy.ErrShape, op, operands, "ids must be (bags, n) or a vector")
	case b.PerSampleWeights != nil && b.Mode != "sum":
		fail(lazy.ErrValue, op, operands, "weights are for sums")
	case b.PerSampleWeights != nil && lazy.ShapeString(b.PerSampleWeights.Shape()) != lazy.ShapeString(ids.Shape()):
		fail(lazy.ErrShape, op, append(operands, b.PerSampleWeights), "wants a weight for each id")
	}
}

// fold folds rows (bags, n, size) of which some count (bags, n).
func (b Bag) fold(rows, counts *tensor.Tensor) *tensor.Tensor {
	hit, count := counts.Unsqueeze(2), counts.Sum(1, tensor.KeepDim)
	if b.Mode == "max" {
		most, _ := tensor.Where(hit, rows, math.Inf(-1)).MaxDim(1)
		return tensor.Where(count.Gt(0), most, 0.0)
	}
	return b.average(tensor.Where(hit, rows, 0.0).Sum(1), count)
}

// average divides sums by how many rows they are of, in the mode "mean".
func (b Bag) average(sum, count *tensor.Tensor) *tensor.Tensor {
	if b.Mode == "sum" {
		return sum
	}
	return sum.Div(count.Clamp(1, nil).Cast(sum.DType()))
}

// foldRuns folds rows (n, size) in runs that begin at the offsets: sums add each row to its bag's.
func (b Bag) foldRuns(rows, counts *tensor.Tensor) *tensor.Tensor {
	start, n := b.Offsets.Cast(tensor.Int64), rows.Dim(0)
	at := arange(rows, n)
	bags := start.Dim(0)
	if b.IncludeLastOffset {
		bags--
		counts = counts.LogicalAnd(at.Lt(start.Narrow(0, bags, 1)))
		start = start.Narrow(0, 0, bags)
	}
	bag := start.Searchsorted(at, true).Sub(1)
	counts = counts.LogicalAnd(bag.Ge(0))
	bag = bag.Clamp(0, nil)
	if b.Mode == "max" {
		in := arange(rows, bags).Unsqueeze(1).Eq(bag).LogicalAnd(counts)
		return b.fold(rows.Unsqueeze(0), in)
	}
	o := tensor.Options{DType: rows.DType(), Device: rows.Device()}
	sum := o.Zeros(bags, rows.Dim(1)).IndexAdd(0, bag, tensor.Where(counts.Unsqueeze(1), rows, 0.0))
	o.DType = tensor.Int64
	return b.average(sum, o.Zeros(bags, 1).IndexAdd(0, bag, counts.Cast(tensor.Int64).Unsqueeze(1)))
}
