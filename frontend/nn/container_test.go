package nn

import (
	"fmt"
	"slices"
	"testing"

	"weft/frontend/tensor"
)

type heads struct {
	Base
	Heads ModuleDict[*Linear]
	List  ModuleList[Module]
	Free  ParameterDict
	More  ParameterList
	Plain struct{ Size int } // no module
}

func TestContainerNames(t *testing.T) {
	m := &heads{List: ModuleList[Module]{&ReLU{}, NewLinear(1, 1, NoBias())},
		Free: ParameterDict{{"z", Parameter(tensor.Ones(1))}, {"y", Parameter(tensor.Ones(1))}}, More: ParameterList{Parameter(tensor.Ones(1))}}
	m.Heads.Set("b", NewLinear(1, 2, NoBias()))
	m.Heads.Set("a", NewLinear(1, 3, NoBias()))
	m.Heads.Set("b", NewLinear(1, 4, NoBias())) // in its place
	var names, modules []string
	for name, p := range NamedParameters(m) {
		names = append(names, fmt.Sprint(name, p.Shape()))
	}
	if want := []string{"heads.b.weight[4 1]", "heads.a.weight[3 1]", "list.1.weight[1 1]", "free.z[1]", "free.y[1]", "more.0[1]"}; !slices.Equal(names, want) {
		t.Errorf("parameters %v, want %v", names, want)
	}
	for name, m := range NamedModules(m) {
		modules = append(modules, fmt.Sprintf("%s=%T", name, m))
	}
	if want := []string{"=*nn.heads", "heads.b=*nn.Linear", "heads.a=*nn.Linear", "list.0=*nn.ReLU", "list.1=*nn.Linear"}; !slices.Equal(modules, want) {
		t.Errorf("modules %v, want %v", modules, want)
	}
	if m.Heads.Get("a").Weight.Dim(0) != 3 || !m.Heads.Has("b") || m.Heads.Has("c") {
		t.Error("the wrong module was found")
	}
	for _, f := range []func(){func() { m.Heads.Get("c") }, func() { m.Heads.Set("a.b", nil) }, func() { NewSequential().At(0) }} {
		if err := tensor.Try(f); err == nil {
			t.Error("a wrong name or place was accepted")
		}
	}
}

// TestApply visits children before the modules that hold them, and shared ones wherever they are.
func TestApply(t *testing.T) {
	shared := &ReLU{}
	m := NewSequential(NewLinear(1, 1), NewSequential(shared), shared)
	var order []string
	Apply(m, func(m any) { order = append(order, fmt.Sprintf("%T", m)) })
	if want := []string{"*nn.Linear", "*nn.ReLU", "*nn.Sequential", "*nn.ReLU", "*nn.Sequential"}; !slices.Equal(order, want) {
		t.Errorf("order %v", order)
	}
	n := 0
	for range NamedModules(m) {
		n++
	}
	if n != 4 {
		t.Errorf("%d modules, want the shared one once", n)
	}
}
