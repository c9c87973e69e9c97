package nn

import (
	"math"
	"testing"

	"weft/frontend/tensor"
)

func TestBatchNormStatistics(t *testing.T) {
	x := tensor.New([]float32{1, 2, 3, 5}, 4, 1)
	m := NewBatchNorm1d(1)
	for range 2 {
		m.Forward(x).Sum().Realize() // realizes the statistics too
	}
	if !m.RunningMean.IsRealized() || m.NumBatchesTracked.Int() != 2 {
		t.Errorf("statistics realized: %v, %d batches", m.RunningMean.IsRealized(), m.NumBatchesTracked.Int())
	}
	mean := 2.75 * (0.1 + 0.9*0.1)
	if got := m.RunningMean.Item(); math.Abs(got-mean) > 1e-6 {
		t.Errorf("running mean %v, want %v", got, mean)
	}
	Eval(m)
	before := m.RunningMean.Item()
	m.Forward(x).Realize()
	if m.RunningMean.Item() != before {
		t.Error("evaluation has moved the statistics")
	}
}

func TestNormalisedOutputs(t *testing.T) {
	tensor.Seed(3)
	x := tensor.Randn(4, 6, 5)
	for name, y := range map[string]*tensor.Tensor{
		"layer":    NewLayerNorm(5).Forward(x).Mean(2),
		"group":    NewGroupNorm(2, 6).Forward(x).Reshape(4, 2, 15).Mean(2),
		"batch":    NewBatchNorm1d(6).Forward(x).Mean(0, 2),
		"instance": NewInstanceNorm1d(6, false, false).Forward(x).Mean(2),
	} {
		vs, _ := tensor.Floats(y)
		for _, v := range vs {
			if math.Abs(v) > 1e-5 {
				t.Errorf("%s norm leaves a mean of %v", name, v)
				break
			}
		}
	}
}
