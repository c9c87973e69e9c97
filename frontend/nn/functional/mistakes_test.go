package functional

import (
	"strings"
	"testing"

	"weft/frontend/tensor"
)

// TestMistakes holds to the letter what functions say of wrong calls; the caller's line stands behind it in brackets.
func TestMistakes(t *testing.T) {
	ones := tensor.Ones
	third := 3
	ids := func(v ...int64) *tensor.Tensor { return tensor.New(v) }
	for _, c := range []struct {
		f    func()
		want string
	}{
		{func() { CrossEntropy(ones(2, 3), ids(0, 1), Classes{LabelSmoothing: 1.5}) }, "cross_entropy: (2, 3) float32, (2) int64: label smoothing must lie between 0 and 1, got 1.5"},
		{func() { CrossEntropy(ones(2, 3), ids(0, 1, 2)) }, "cross_entropy: (2, 3) float32, (3) int64: the targets must have shape (2)"},
		{func() { MultiMarginLoss(ones(2, 3), ids(0, 1), nil, 3, 1) }, "multi_margin_loss: (2, 3) float32, (2) int64: p must be 1 or 2, got 3"},
		{func() { EmbeddingBag(ids(0, 1), ones(3, 2), Bag{Mode: "prod", Offsets: ids(0)}) }, `embedding_bag: (2) int64, (3, 2) float32: there is no mode "prod"; modes are mean, sum and max`},
		{func() { EmbeddingBag(ids(0, 1).Reshape(1, 2), ones(3, 2), Bag{Offsets: ids(0)}) }, "embedding_bag: (1, 2) int64, (3, 2) float32: rows of ids are bags already; offsets are for ids in one vector"},
		{func() { Embedding(ids(0), ones(3, 2), Lookup{PaddingIdx: &third}) }, "embedding: (1) int64, (3, 2) float32: row 3 is not in a table of 3 rows"},
		{func() { BatchNorm(ones(2, 3), Norm{}) }, "batch_norm: (2, 3) float32: without training there must be running statistics"},
		{func() { Dropout(ids(1), 0.5, true) }, "dropout: (1) int64: not defined on int64; cast to a floating point type"},
		{func() { Dropout(ones(2), 1.5, true) }, "dropout: (2) float32: the probability must lie between 0 and 1, got 1.5"},
		{func() { Conv2d(ones(1, 3, 5, 5), ones(2, 4, 3, 3), nil, Conv{}) }, "conv2d: (1, 3, 5, 5) float32, (2, 4, 3, 3) float32: filters in 1 groups want 4 channels, the input has 3"},
		{func() { Linear(ones(2, 3), ones(4, 2), nil) }, "linear: (2, 3) float32, (4, 2) float32: the weight wants 2 features at the end of the input"},
	} {
		err := tensor.Try(c.f)
		if err == nil {
			t.Errorf("no error, want %s", c.want)
			continue
		}
		if got, line, _ := strings.Cut(err.Error(), " (mistakes_test.go:"); got != c.want || line == "" {
			t.Errorf("got %v\nwant %s", err, c.want)
		}
	}
}
