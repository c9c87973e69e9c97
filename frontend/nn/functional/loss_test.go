package functional

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"weft/frontend/tensor"
)

func TestCrossEntropyCounts(t *testing.T) {
	x := tensor.New([]float32{2, 1, 0, 0, 1, 2, 1, 1, 1}, 3, 3)
	ids := tensor.New([]int64{0, 2, -100})
	row := math.Log(math.Exp(2)+math.E+1) - 2
	for _, c := range []struct {
		name string
		loss *tensor.Tensor
		want float64
	}{
		{"ignored targets do not count", CrossEntropy(x, ids), row},
		{"sum", CrossEntropy(x, ids, Classes{Reduction: Sum}), 2 * row},
		{"weights", CrossEntropy(x, ids, Classes{Weight: tensor.New([]float32{3, 1, 1})}), row},
		{"probabilities", CrossEntropy(x.Slice(0, 1), tensor.New([]float32{1, 0, 0}, 1, 3)), row},
	} {
		if got := c.loss.Item(); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestClassOutOfRange: a class id is data, so the mistake is found when the loss runs.
func TestClassOutOfRange(t *testing.T) {
	loss := CrossEntropy(tensor.Zeros(2, 3), tensor.New([]int64{0, 3}))
	err := tensor.Realize(context.Background(), loss)
	if err == nil || !strings.Contains(err.Error(), "gather") {
		t.Errorf("error %v", err)
	}
}

func TestBinaryCrossEntropyWithLogitsIsSafe(t *testing.T) {
	x := tensor.New([]float32{-200, 0, 200}).RequireGrad()
	loss := BinaryCrossEntropyWithLogits(x, tensor.New([]float32{1, 0.5, 0}), nil, nil, Sum)
	loss.Backward()
	if got, want := loss.Item(), 400+math.Ln2; math.Abs(got-want) > 1e-3 {
		t.Errorf("loss %v, want %v", got, want)
	}
	if got := fmt.Sprint(tensor.MustData[float32](x.Grad())); got != "[-1 0 1]" {
		t.Errorf("gradient %s", got)
	}
}

func TestDropout(t *testing.T) {
	tensor.Seed(9)
	x := tensor.Ones(10000)
	y := Dropout(x, 0.25, true)
	kept, sum := y.CountNonzero().Int(), y.Sum().Item()
	if kept < 7300 || kept > 7700 || math.Abs(sum-float64(kept)/0.75) > 1 {
		t.Errorf("%d kept, sum %v", kept, sum)
	}
	if Dropout(x, 0.25, false) != x {
		t.Error("evaluation changes the input")
	}
}
