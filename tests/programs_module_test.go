package tests

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"weft/frontend/nn"
	"weft/frontend/tensor"
)

type moduleProgram struct {
	ID         string
	Module     string
	Args       map[string]any
	State      map[string]string
	Parameters []string
	Buffers    []string
	Inputs     []string
	CallKwargs map[string]any `json:"call_kwargs"`
	Train      *moduleRun
	Train2     *moduleRun
	Eval       *moduleRun
	Tol        [2]float64
}

// moduleRun is one call of a module, forward and backward.
type moduleRun struct {
	Outputs      []string
	Cotangents   []*string
	InputGrads   []*string          `json:"input_grads"`
	ParamGrads   map[string]*string `json:"param_grads"`
	BuffersAfter map[string]string  `json:"buffers_after"`
}

// forward calls a module with any number of inputs, and with what else it is given by name.
type forward func(in []*tensor.Tensor, kw *call) []*tensor.Tensor

// TestModules loads the recorded state into every module and compares outputs, gradients and buffers in training and in
// evaluation.
func TestModules(t *testing.T) {
	p, programs := openPrograms[moduleProgram](t, "modules")
	sum := newTally("modules")
	for _, m := range programs {
		sum.run(m.ID, func() string { return p.module(&m) })
	}
	sum.report(t)
}

func (p *program) module(m *moduleProgram) string {
	make := modules[m.Module]
	if make == nil {
		return notHere + "module " + m.Module
	}
	c := args(bind("nn."+m.Module, nil, plainArgs(m.Args)))
	c.device = p.device
	module, call := make(c)
	state := map[string]*tensor.Tensor{}
	for name, rec := range m.State {
		state[name] = p.t(rec)
	}
	if err := nn.LoadStateDict(module, state); err != nil {
		return err.Error()
	}
	if names := slices.Collect(maps.Keys(maps.Collect(nn.NamedParameters(module)))); len(names) != len(m.Parameters) {
		return fmt.Sprintf("parameters %v, want %v", names, m.Parameters)
	}
	for _, run := range []struct {
		name string
		on   func(any)
		want *moduleRun
	}{{"train", nn.Train, m.Train}, {"train2", nn.Train, m.Train2}, {"eval", nn.Eval, m.Eval}} {
		if run.want == nil {
			continue
		}
		run.on(module)
		nn.ZeroGrad(module)
		if wrong := p.moduleCall(m, module, call, run.want); wrong != "" {
			return run.name + ": " + wrong
		}
	}
	return ""
}

func (p *program) moduleCall(m *moduleProgram, module any, call forward, want *moduleRun) string {
	var in []*tensor.Tensor
	for _, name := range m.Inputs {
		x := p.t(name)
		if x.DType().IsFloat() {
			x.RequireGrad()
		}
		in = append(in, x)
	}
	out := call(in, p.callKwargs(m))
	for i, ct := range want.Cotangents {
		if ct != nil && i < len(out) && out[i].RequiresGrad() {
			out[i].Backward(p.t(*ct))
		}
	}
	all := slices.Clone(out)
	for _, x := range append(slices.Clone(in), nn.Parameters(module)...) {
		if g := x.Grad(); g != nil {
			all = append(all, g)
		}
	}
	if err := tensor.Realize(context.Background(), all...); err != nil {
		return err.Error()
	}
	return p.moduleCheck(m, module, in, out, want)
}

func (p *program) moduleCheck(m *moduleProgram, module any, in, out []*tensor.Tensor, want *moduleRun) string {
	for i, name := range want.Outputs {
		if i >= len(out) {
			return fmt.Sprintf("%d outputs, want %d", len(out), len(want.Outputs))
		}
		if wrong := p.differs(out[i], name, m.Tol); wrong != "" {
			return fmt.Sprintf("output %d: %s", i, wrong)
		}
	}
	for i, g := range want.InputGrads {
		if wrong := p.gradDiffers(in[i], g, m.Tol); wrong != "" {
			return fmt.Sprintf("gradient of input %d: %s", i, wrong)
		}
	}
	for name, x := range nn.NamedParameters(module) {
		if wrong := p.gradDiffers(x, want.ParamGrads[name], m.Tol); wrong != "" {
			return fmt.Sprintf("gradient of %s: %s", name, wrong)
		}
	}
	state := nn.StateDict(module)
	for name, rec := range want.BuffersAfter {
		if wrong := p.differs(state[name], rec, m.Tol); wrong != "" {
			return fmt.Sprintf("%s afterwards: %s", name, wrong)
		}
	}
	return ""
}

func (p *program) gradDiffers(x *tensor.Tensor, want *string, tol [2]float64) string {
	if want == nil {
		return ""
	}
	if x.Grad() == nil {
		if allZero(p.tensors[*want]) {
			return ""
		}
		return "none"
	}
	return p.differs(x.Grad(), *want, tol)
}

// callKwargs are what a call was given by name: names of recorded tensors stand for them.
func (p *program) callKwargs(m *moduleProgram) *call {
	kw := plainArgs(m.CallKwargs)
	for k, v := range kw {
		kw[k] = p.recorded(v)
	}
	return args(kw)
}

func (p *program) recorded(v any) any {
	switch v := v.(type) {
	case string:
		if _, ok := p.tensors[v]; ok {
			return p.t(v)
		}
	case []any:
		for i := range v {
			v[i] = p.recorded(v[i])
		}
	}
	return v
}

// simple adapts a module with one input and one output.
func simple(m nn.Module) (any, forward) {
	return m, func(in []*tensor.Tensor, kw *call) []*tensor.Tensor {
		kw.only()
		return []*tensor.Tensor{m.Forward(in[0])}
	}
}

// twofold adapts a module with two inputs and one output.
func twofold(m interface {
	Forward(a, b *tensor.Tensor) *tensor.Tensor
}) (any, forward) {
	return m, func(in []*tensor.Tensor, kw *call) []*tensor.Tensor {
		kw.only()
		return []*tensor.Tensor{m.Forward(in[0], in[1])}
	}
}

// only refuses arguments with other names.
func (c *call) only(names ...string) {
	for k, v := range c.kwargs {
		if v != nil && !slices.Contains(names, k) {
			panic(unsupported("argument " + k))
		}
	}
}

type makeModule = func(c *call) (module any, call forward)
