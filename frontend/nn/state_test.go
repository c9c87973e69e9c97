package nn

import (
	"fmt"
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
		"several":    {map[string]*tensor.Tensor{"weight": tensor.Zeros(2)}, []string{"missing bias", "weight has shape"}},
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

func ExampleStateDict() {
	m := NewSequential(NewLinear(3, 2), &ReLU{}, NewLinear(2, 1, NoBias()))
	for name, p := range NamedParameters(m) {
		fmt.Println(name, p.Shape())
	}
	// Output:
	// 0.weight [2 3]
	// 0.bias [2]
	// 2.weight [1 2]
}
