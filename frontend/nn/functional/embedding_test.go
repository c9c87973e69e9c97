package functional

import (
	"testing"

	"weft/frontend/tensor"
)

func table() *tensor.Tensor { return tensor.New([]float64{3, 4, 0.3, 0.4, 6, 8}, 3, 2).RequireGrad() }

// TestLookup holds values, gradients and what becomes of the table against PyTorch's.
func TestLookup(t *testing.T) {
	last := -1
	ids := tensor.New([]int64{0, 2, 2})
	for _, c := range []struct {
		name               string
		l                  Lookup
		rows, table, grads []float64
	}{
		{"plain", Lookup{}, []float64{3, 4, 6, 8, 6, 8}, []float64{3, 4, .3, .4, 6, 8}, []float64{1, 1, 0, 0, 2, 2}},
		{"padding", Lookup{PaddingIdx: &last}, []float64{3, 4, 6, 8, 6, 8}, []float64{3, 4, .3, .4, 6, 8}, []float64{1, 1, 0, 0, 0, 0}},
		{"by frequency", Lookup{ScaleGradByFreq: true}, []float64{3, 4, 6, 8, 6, 8}, []float64{3, 4, .3, .4, 6, 8}, []float64{1, 1, 0, 0, 1, 1}},
		{"greatest norm", Lookup{MaxNorm: 1}, []float64{.6, .8, .6, .8, .6, .8}, []float64{.6, .8, .3, .4, .6, .8}, []float64{1, 1, 0, 0, 2, 2}},
		{"greatest sum", Lookup{MaxNorm: 7, NormType: 1}, []float64{3, 4, 3, 4, 3, 4}, []float64{3, 4, .3, .4, 3, 4}, []float64{1, 1, 0, 0, 2, 2}},
	} {
		w := table()
		y := Embedding(ids, w, c.l)
		y.Sum().Backward()
		closeTo(t, c.name, y.Flatten(), c.rows, 1e-6)
		closeTo(t, c.name+": table", w.Detach().Flatten(), c.table, 1e-6)
		closeTo(t, c.name+": gradient", w.Grad().Flatten(), c.grads, 1e-6)
	}
}

// TestBags folds runs of ids, among them an empty one, and what the last offset leaves out.
func TestBags(t *testing.T) {
	ids, offsets := tensor.New([]int64{0, 1, 2, 1}), tensor.New([]int64{0, 1, 1, 3})
	for _, c := range []struct {
		name string
		b    Bag
		want []float64
	}{
		{"sums", Bag{Mode: "sum"}, []float64{3, 4, 0, 0, 6.3, 8.4, .3, .4}},
		{"means", Bag{}, []float64{3, 4, 0, 0, 3.15, 4.2, .3, .4}},
		{"greatest", Bag{Mode: "max"}, []float64{3, 4, 0, 0, 6, 8, .3, .4}},
		{"last offset", Bag{Mode: "sum", IncludeLastOffset: true}, []float64{3, 4, 0, 0, 6.3, 8.4}},
		{"weights", Bag{Mode: "sum", PerSampleWeights: tensor.New([]float64{1, 2, 3, 4})}, []float64{3, 4, 0, 0, 18.6, 24.8, 1.2, 1.6}},
	} {
		c.b.Offsets = offsets
		closeTo(t, c.name, EmbeddingBag(ids, table(), c.b).Flatten(), c.want, 1e-6)
	}
}
