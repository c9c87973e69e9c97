package nn

import (
	"maps"
	"slices"
	"testing"

	"weft/frontend/tensor"

	_ "weft/codegen/interp"
)

func TestSnake(t *testing.T) {
	for name, want := range map[string]string{"Weight": "weight", "RunningMean": "running_mean", "Fc2": "fc2", "WQ": "wq",
		"NumBatchesTracked": "num_batches_tracked", "LSTMCell": "lstm_cell", "Lnf": "lnf"} {
		if got := snake(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

type inner struct{ Weight *tensor.Tensor }

type outer struct {
	Base
	Layers  []*inner
	Table   map[string]*inner
	Count   *tensor.Tensor `nn:"hits,buffer"`
	Shared  *tensor.Tensor
	Again   *tensor.Tensor
	Hidden  *tensor.Tensor `nn:"-"`
	Next    *outer         // a module may hold itself
	private *tensor.Tensor
}

func TestNames(t *testing.T) {
	p := func() *tensor.Tensor { return tensor.Zeros(2).RequireGrad() }
	m := &outer{Layers: []*inner{{p()}, {p()}}, Table: map[string]*inner{"b": {p()}, "a": {p()}}, Count: tensor.Zeros(),
		Shared: p(), Hidden: p(), private: p()}
	m.Again, m.Next = m.Shared, m
	var names []string
	for name := range NamedParameters(m) {
		names = append(names, name)
	}
	if want := []string{"shared", "layers.0.weight", "layers.1.weight", "table.a.weight", "table.b.weight"}; !slices.Equal(names, want) {
		t.Errorf("parameters %v, want %v", names, want)
	}
	if got := slices.Collect(maps.Keys(maps.Collect(NamedBuffers(m)))); !slices.Equal(got, []string{"hits"}) {
		t.Errorf("buffers %v", got)
	}
	if got := len(StateDict(m)); got != 7 {
		t.Errorf("%d entries in the state dict, want both names of the shared tensor", got)
	}
	if n := Count(m); n != 10 {
		t.Errorf("%d elements", n)
	}
}

func TestTrainEval(t *testing.T) {
	drop := NewDropout(0.5)
	m := NewSequential(NewLinear(2, 2), drop, NewSequential(NewBatchNorm1d(2)))
	Eval(m)
	bn := m.At(2).(*Sequential).At(0).(*BatchNorm1d)
	if drop.Training() || bn.Training() {
		t.Error("still in training after Eval")
	}
	Train(m)
	if !drop.Training() || !bn.Training() {
		t.Error("not in training after Train")
	}
}

func TestFreeze(t *testing.T) {
	m := NewLinear(2, 2)
	Freeze(m)
	if m.Weight.RequiresGrad() || m.Bias.RequiresGrad() {
		t.Error("frozen parameters still require gradients")
	}
	Freeze(m, false)
	if !m.Weight.RequiresGrad() {
		t.Error("thawed parameters do not require gradients")
	}
}

// TestHeldByValue: a module that cannot be changed where it is would keep its mode, so it is refused.
func TestHeldByValue(t *testing.T) {
	for _, m := range []any{*NewDropout(0.5), map[string]Dropout{"a": *NewDropout(0.5)}} {
		if err := tensor.Try(func() { Eval(m) }); err == nil {
			t.Errorf("%T was accepted", m)
		}
	}
	Eval(&struct{ D Dropout }{*NewDropout(0.5)})
}
