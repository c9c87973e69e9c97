package nn

import (
	"slices"
	"strings"
	"testing"

	"weft/frontend/tensor"
	rt "weft/runtime"
)

func TestLoadStateDict(t *testing.T) {
	m := NewLinear(2, 1)
	before := tensor.MustData[float32](m.Weight)[0]
	for name, c := range map[string]struct {
		state map[string]*tensor.Tensor
		want  []string
	}{
		"missing":    {map[string]*tensor.Tensor{"weight": tensor.Zeros(1, 2)}, []string{"missing bias"}},
		"unexpected": {map[string]*tensor.Tensor{"weight": tensor.Zeros(1, 2), "bias": tensor.Zeros(1), "x": tensor.Zeros(1)}, []string{"unexpected x"}},
		"shape":      {map[string]*tensor.Tensor{"weight": tensor.Zeros(2, 2), "bias": tensor.Zeros(1)}, []string{"weight has shape (2, 2)", "(1, 2) in the module"}},
		"several": {map[string]*tensor.Tensor{"weight": tensor.Zeros(2), "x": tensor.Zeros(2)},
			[]string{"missing bias", "unexpected x", "weight has shape"}},
	} {
		err := LoadStateDict(m, c.state)
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %q", name, err, want)
			}
		}
	}
	if got := tensor.MustData[float32](m.Weight)[0]; got != before {
		t.Error("a refused state dict has changed the module")
	}
	if err := LoadStateDict(m, map[string]*tensor.Tensor{"weight": tensor.Full(3.0, 1, 2), "bias": tensor.Zeros(1)}); err != nil {
		t.Fatal(err)
	}
	if got := tensor.MustData[float32](m.Weight)[0]; got != 3 || !m.Weight.RequiresGrad() {
		t.Errorf("weight %v, tracked %v", got, m.Weight.RequiresGrad())
	}
}

// TestLoadPartial loads what both have; shapes that clash are refused still.
func TestLoadPartial(t *testing.T) {
	m := NewLinear(1, 1)
	missing, unexpected, err := LoadPartial(m, map[string]*tensor.Tensor{"weight": tensor.Full(3.0, 1, 1), "x": tensor.Zeros(1)})
	if err != nil || !slices.Equal(missing, []string{"bias"}) || !slices.Equal(unexpected, []string{"x"}) || m.Weight.Item() != 3 {
		t.Errorf("missing %v, unexpected %v, error %v, weight %v", missing, unexpected, err, m.Weight.Item())
	}
	if _, _, err := LoadPartial(m, map[string]*tensor.Tensor{"weight": tensor.Zeros(2, 2)}); err == nil {
		t.Error("another shape was loaded")
	}
}

// TestLoadedCount: a cumulative batch norm goes on from the count that was loaded.
func TestLoadedCount(t *testing.T) {
	make := func() *BatchNorm1d { return NewBatchNorm1d(1, CumulativeStatistics()) }
	x := func(k int) *tensor.Tensor { return tensor.New([]float32{float32(k), float32(2 * k)}, 2, 1) }
	a, b := make(), make()
	for k := range 3 {
		a.Forward(x(k + 1)).Realize()
	}
	if err := LoadStateDict(b, StateDict(a)); err != nil {
		t.Fatal(err)
	}
	a.Forward(x(9)).Realize()
	b.Forward(x(9)).Realize()
	if got, want := b.RunningMean.Item(), a.RunningMean.Item(); got != want || b.NumBatchesTracked.Int() != 4 {
		t.Errorf("running mean %v, want %v; %d batches", got, want, b.NumBatchesTracked.Int())
	}
}

func TestStateDictIsASnapshot(t *testing.T) {
	m := NewLinear(1, 1)
	tensor.NoGrad(func() { m.Weight.Fill(1) })
	state := StateDict(m)
	tensor.NoGrad(func() { m.Weight.Fill(2) })
	if got := state["weight"].Item(); got != 1 {
		t.Errorf("the state dict has changed to %v", got)
	}
}

func TestTo(t *testing.T) {
	rt.EnableCopyDevice()
	m := NewSequential(NewLinear(2, 2), NewBatchNorm1d(2))
	weight := m.At(0).(*Linear).Weight
	To(m, "cpu:copy")
	for name, x := range StateDict(m) {
		if x.Device() != "cpu:copy" {
			t.Errorf("%s lies on %s", name, x.Device())
		}
	}
	if m.At(0).(*Linear).Weight != weight || !weight.RequiresGrad() {
		t.Error("the handle or its tracking was lost")
	}
	x := tensor.Options{Device: "cpu:copy"}.Ones(3, 2)
	m.Forward(x).Sum().Backward()
	if g := weight.Grad(); g == nil || g.Device() != "cpu:copy" {
		t.Errorf("gradient %v", g)
	}
}
