package tests

import (
	"context"
	"fmt"
	"reflect"
	"runtime/debug"

	"weft/frontend/tensor"
	"weft/tests/goldendata"
)

// attempt is one case being made again.
type attempt struct {
	c      *goldenCase
	file   *goldenFile
	device string
	in     []*tensor.Tensor
	out    []*tensor.Tensor
	grads  []*tensor.Tensor // per input, nil where there is none
	scalar any              // what an adapter for a plain answer gave
	host   bool             // whether a host call lies below the results
	err    error
}

// adapter makes a recorded call: it gives the outputs, or one Go value where PyTorch's answer is no tensor.
type adapter func(c *call) any

// build makes the call and asks for its gradients; nothing runs yet unless shapes depend on data.
func (a *attempt) build(make adapter) {
	a.try(func() {
		for _, in := range a.c.Inputs {
			t := a.tensor(in.T, in.Shape)
			if in.Grad {
				t.RequireGrad()
			}
			a.in = append(a.in, t)
		}
		switch out := make(a.call()).(type) {
		case *tensor.Tensor:
			a.out = []*tensor.Tensor{out}
		case []*tensor.Tensor:
			a.out = out
		default:
			a.scalar = out
		}
		a.backward()
		a.host = usesHost(a.values())
	})
}

func (a *attempt) call() *call {
	c := &call{in: a.in, kwargs: a.c.Kwargs, args: a.c.Args, op: a.c.OpName, device: a.device}
	if c.kwargs == nil {
		c.kwargs = a.c.ArgsKw
	}
	if len(a.c.Outputs) > 0 && a.c.Outputs[0] != nil {
		c.want = a.c.Outputs[0].Shape
	}
	return c
}

// try records what building panicked with.
func (a *attempt) try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			switch r := r.(type) {
			case *tensor.Error:
				a.err = r
			case unsupported:
				a.err = r
			default:
				a.err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
			}
		}
	}()
	f()
}

func (a *attempt) tensor(name string, shape []int) *tensor.Tensor {
	t, ok := a.file.tensors[name]
	if !ok {
		panic(unsupported("no tensor " + name))
	}
	return fromGolden(a.device, t, shape)
}

// backward seeds every output with its recorded cotangent.
func (a *attempt) backward() {
	a.grads = make([]*tensor.Tensor, len(a.in))
	for i, ct := range a.c.Cotangents {
		if ct == nil || i >= len(a.out) || !a.out[i].RequiresGrad() {
			continue
		}
		a.out[i].Backward(a.tensor(*ct, a.c.Outputs[i].Shape))
	}
	for i, in := range a.in {
		a.grads[i] = in.Grad()
	}
}

// values lists what has to be computed.
func (a *attempt) values() (all []*tensor.Tensor) {
	if a.err != nil {
		return nil
	}
	all = append(all, a.out...)
	for i, g := range a.grads {
		if g != nil && i < len(a.c.Grads) && a.c.Grads[i] != nil {
			all = append(all, g)
		}
	}
	return all
}

// realizeAll computes many cases in one go; if that fails, each on its own.
func realizeAll(attempts []*attempt) {
	var all []*tensor.Tensor
	for _, a := range attempts {
		all = append(all, a.values()...)
	}
	if safeRealize(all) == nil {
		return
	}
	for _, a := range attempts {
		if err := safeRealize(a.values()); err != nil {
			a.err = err
		}
	}
}

func safeRealize(ts []*tensor.Tensor) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return tensor.Realize(context.Background(), ts...)
}

// verdict says what is wrong, or "".
func (a *attempt) verdict() string {
	var wrong string
	a.try(func() { wrong = a.check() })
	switch {
	case a.err != nil:
		return a.err.Error()
	case a.host && !mayUseHost(a.c):
		return "runs on the host, which is for factorisations"
	}
	return wrong
}

func (a *attempt) check() string {
	if a.err != nil {
		return a.err.Error()
	}
	if a.c.Outputs == nil {
		if !reflect.DeepEqual(a.scalar, a.c.Scalar) {
			return fmt.Sprintf("answer %v, want %v", a.scalar, a.c.Scalar)
		}
		return ""
	}
	if len(a.out) != len(a.c.Outputs) {
		return fmt.Sprintf("%d outputs, want %d", len(a.out), len(a.c.Outputs))
	}
	for i, o := range a.c.Outputs {
		if o == nil {
			continue
		}
		wrong := compare(read(a.out[i]), a.file.tensors[o.T], o.Shape, a.c.Tol)
		if open := openAnswers[a.c.OpName]; wrong != "" && open != nil {
			return open(a, wrong)
		}
		if wrong != "" {
			return fmt.Sprintf("output %d: %s", i, wrong)
		}
	}
	return a.checkGrads()
}

func (a *attempt) checkGrads() string {
	for i, g := range a.c.Grads {
		if g == nil {
			continue
		}
		want := a.file.tensors[*g]
		if a.grads[i] == nil {
			if allZero(want) {
				continue // PyTorch gives zeros where no gradient flows
			}
			return fmt.Sprintf("gradient %d: none", i)
		}
		if wrong := compare(read(a.grads[i]), want, a.c.Inputs[i].Shape, a.c.GradTol); wrong != "" {
			return fmt.Sprintf("gradient %d: %s", i, wrong)
		}
	}
	return ""
}

func allZero(t goldendata.Tensor) bool {
	for _, v := range values(t.DType, t.Data) {
		if v != 0 {
			return false
		}
	}
	return true
}
