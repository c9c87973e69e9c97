package functional

import (
	"math"

	"weft/frontend/tensor"
	"weft/lazy"
)

// Bag is the settings of EmbeddingBag.
type Bag struct {
	Mode              string         // "mean", "sum" or "max"; "" means mean
	Offsets           *tensor.Tensor // for ids in one vector: where each bag begins
	IncludeLastOffset bool           // Offsets ends with the end of the last bag
	PerSampleWeights  *tensor.Tensor // scales each id's row, in sums; nil for none
	PaddingIdx        *int           // rows of this id do not count, a negative one counts from the end; nil: all count
}

// EmbeddingBag selects rows of w (vocabulary, size) and folds those of each bag to (bags, size): ids is (bags, n), or a vector with
// Offsets. An empty bag gives zeros. An id out of range is an error when it runs.
func EmbeddingBag(ids, w *tensor.Tensor, b Bag) *tensor.Tensor {
	switch b.Mode {
	case "", "mean", "sum", "max":
	default:
		fail(lazy.ErrValue, "embedding_bag", []*tensor.Tensor{ids, w}, "there is no mode %q; modes are mean, sum and max", b.Mode)
	}
	if ids.Rank() == 2 && b.Offsets != nil {
		fail(lazy.ErrValue, "embedding_bag", []*tensor.Tensor{ids, w}, "rows of ids are bags already; offsets are for ids in one vector")
	}
	ids = ids.Cast(tensor.Int64)
	if ids.Rank() == 2 {
		return b.fold(ids, w, b.PerSampleWeights, nil)
	}
	if b.Offsets == nil {
		fail(lazy.ErrValue, "embedding_bag", []*tensor.Tensor{ids, w}, "a vector of ids needs offsets")
	}
	// in[bag, i] says whether id i lies in the bag.
	start := b.Offsets.Cast(tensor.Int64)
	end := tensor.Cat([]*tensor.Tensor{start.Narrow(0, 1, start.Dim(0)-1), start.FullLike(ids.Dim(0)).Narrow(0, 0, 1)}, 0)
	if b.IncludeLastOffset {
		end = start.Narrow(0, 1, start.Dim(0)-1)
		start = start.Narrow(0, 0, start.Dim(0)-1)
	}
	at := tensor.Options{DType: tensor.Int64, Device: ids.Device()}.Arange(float64(ids.Dim(0)))
	in := at.Ge(start.Unsqueeze(1)).LogicalAnd(at.Lt(end.Unsqueeze(1)))
	weights := b.PerSampleWeights
	if weights != nil {
		weights = weights.Unsqueeze(0)
	}
	return b.fold(ids.Unsqueeze(0), w, weights, in)
}

// fold folds the rows of ids (bags or 1, n) that lie in each bag.
func (b Bag) fold(ids, w, weights, in *tensor.Tensor) *tensor.Tensor {
	rows := Embedding(ids, w)
	if b.PaddingIdx != nil {
		at := *b.PaddingIdx
		if at < 0 {
			at += w.Dim(0)
		}
		counts := ids.Ne(at)
		if in == nil {
			in = counts
		} else {
			in = in.LogicalAnd(counts)
		}
	}
	if in == nil {
		in = tensor.Options{DType: tensor.Bool, Device: ids.Device()}.Full(true, ids.Shape()...)
	}
	if weights != nil {
		rows = rows.Mul(weights.Unsqueeze(2))
	}
	hit := in.Unsqueeze(2)
	count := in.Sum(1, tensor.KeepDim)
	switch b.Mode {
	case "sum":
		return tensor.Where(hit, rows, 0.0).Sum(1)
	case "max":
		rows = tensor.Where(hit, rows, math.Inf(-1))
		most, _ := rows.MaxDim(1)
		return tensor.Where(count.Gt(0), most, 0.0)
	}
	return tensor.Where(hit, rows, 0.0).Sum(1).Div(count.Clamp(1, nil).Cast(w.DType()))
}
