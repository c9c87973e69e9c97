package optim

import (
	"context"
	"fmt"
	"math"
	"testing"

	"weft/frontend/tensor"
	rt "weft/runtime"

	_ "weft/codegen/interp"
)

// quadratic is a leaf and the loss sum((w-3)²).
func quadratic() (w *tensor.Tensor, loss func() *tensor.Tensor) {
	w = tensor.New([]float32{0, 1, 5}).RequireGrad()
	return w, func() *tensor.Tensor {
		d := w.Sub(3)
		return d.Mul(d).Sum()
	}
}

type maker = func(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer

var all = map[string]maker{"SGD": NewSGD, "Adam": NewAdam, "AdamW": NewAdamW, "RMSprop": NewRMSprop, "Adagrad": NewAdagrad,
	"Adamax": NewAdamax, "NAdam": NewNAdam, "RAdam": NewRAdam, "Rprop": NewRprop, "ASGD": NewASGD}

// TestDescent lets every optimizer go down a bowl.
func TestDescent(t *testing.T) {
	for name, make := range all {
		w, loss := quadratic()
		opt := make([]*tensor.Tensor{w}, 0.1)
		first := loss().Item()
		for range 60 {
			opt.ZeroGrad()
			loss().Backward()
			opt.MustStep()
		}
		if last := loss().Item(); !(last < first/2) {
			t.Errorf("%s: loss %v after %v", name, last, first)
		}
	}
}

// TestNothingCompilesTwice: after the second step neither a step count nor a new rate makes a plan or compiles a kernel.
func TestNothingCompilesTwice(t *testing.T) {
	for name, make := range all {
		w, loss := quadratic()
		opt := make([]*tensor.Tensor{w}, 0.1)
		sched := NewScheduler(opt, CosineAnnealingLR(10, 0))
		var before rt.Counts
		for k := range 12 {
			if k == 7 { // RAdam changes its rule after five steps
				before = rt.Snapshot()
			}
			opt.ZeroGrad()
			loss().Backward()
			opt.MustStep()
			sched.Step()
		}
		if made := rt.Snapshot().Sub(before); made.Compiles != 0 || made.Plans != 0 {
			t.Errorf("%s: %d kernels compiled and %d plans made in later steps", name, made.Compiles, made.Plans)
		}
	}
}

// TestAdamStepIsOneKernel: parameter and both moments are written in one pass over the gradient.
func TestAdamStepIsOneKernel(t *testing.T) {
	w := tensor.Zeros(1000).Contiguous().Realize().RequireGrad()
	opt := NewAdam([]*tensor.Tensor{w}, 0.1)
	grad := tensor.Ones(1000).Contiguous().Realize()
	for k := range 3 {
		w.SetGrad(grad)
		before := rt.Snapshot()
		opt.MustStep()
		if n := rt.Snapshot().Sub(before).Kernels; k > 0 && n != 1 {
			t.Errorf("step %d runs %d kernels", k, n)
		}
	}
}

func TestGroups(t *testing.T) {
	a, b := tensor.Zeros(1).RequireGrad(), tensor.Zeros(1).RequireGrad()
	opt := NewSGD([]*tensor.Tensor{a}, 1)
	opt.AddGroup([]*tensor.Tensor{b}, With(func(c *Config) { c.LR = 0.5 }))
	a.SetGrad(tensor.Ones(1))
	b.SetGrad(tensor.Ones(1))
	opt.MustStep()
	if a.Item() != -1 || b.Item() != -0.5 {
		t.Errorf("parameters %v and %v", a.Item(), b.Item())
	}
}

// TestFailedStep leaves parameters and state as they were.
func TestFailedStep(t *testing.T) {
	w, loss := quadratic()
	opt := NewAdam([]*tensor.Tensor{w}, 0.1)
	loss().Backward()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := opt.Step(ctx); err == nil {
		t.Fatal("no error after cancelling")
	}
	opt.MustStep()
	if got := tensor.MustData[float32](w)[0]; math.Abs(float64(got)-0.1) > 1e-5 { // Adam's first step is the rate
		t.Errorf("after the first step that ran: %v", got)
	}
}

func TestClip(t *testing.T) {
	w := tensor.Zeros(2).RequireGrad()
	w.SetGrad(tensor.New([]float32{3, 4}))
	if norm := ClipGradNorm([]*tensor.Tensor{w}, 1, 2); norm.Item() != 5 {
		t.Errorf("norm %v", norm.Item())
	}
	if got := w.Grad().Norm(2).Item(); math.Abs(got-1) > 1e-5 {
		t.Errorf("clipped to %v", got)
	}
	ClipGradValue([]*tensor.Tensor{w}, 0.5)
	if got := w.Grad().Amax().Item(); got != 0.5 {
		t.Errorf("greatest element %v", got)
	}
}

func ExampleNewSGD() {
	w := tensor.New([]float32{1, 2}).RequireGrad()
	opt := NewSGD([]*tensor.Tensor{w}, 0.1, Momentum(0.9))
	for range 2 {
		opt.ZeroGrad()
		w.Mul(w).Sum().Backward()
		if err := opt.Step(context.Background()); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(tensor.MustData[float32](w))
	// Output: [0.46 0.92]
}

func ExampleNewScheduler() {
	opt := NewSGD([]*tensor.Tensor{tensor.Zeros(1).RequireGrad()}, 0.1)
	sched := NewScheduler(opt, StepLR(2, 0.5))
	for range 5 {
		fmt.Print(sched.LR(), " ")
		sched.Step()
	}
	fmt.Println()
	// Output: 0.1 0.1 0.05 0.05 0.025
}
