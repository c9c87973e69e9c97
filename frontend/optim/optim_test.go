package optim

import (
	"context"
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
	"Adadelta": NewAdadelta, "Adamax": NewAdamax, "NAdam": NewNAdam, "RAdam": NewRAdam, "Rprop": NewRprop, "ASGD": NewASGD}

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
		if last := loss().Item(); !(last < first/2 || name == "Adadelta" && last < first) { // which starts with tiny steps
			t.Errorf("%s: loss %v after %v", name, last, first)
		}
	}
}

// TestNothingCompilesTwice: after the second step neither a step count nor a new rate makes a plan or compiles a kernel, also where
// the rate passes through the value of another setting, or through one that a constant would be simplified for.
func TestNothingCompilesTwice(t *testing.T) {
	rates := []float64{0.3, 0.2, 0.1, 0.7, 0.6, 0.4, 0.3, 0.9, 0.05, 0.99, 1e-8, 1, 0.5, 2, 0, 0.8}
	options := With(func(c *Config) { c.Eps, c.WeightDecay = 1e-8, 0.05 })
	for name, make := range all {
		w, loss := quadratic()
		opt := make([]*tensor.Tensor{w}, 0.1, options)
		sched := NewScheduler(opt, Schedule{Rate: func(_ float64, epoch int) float64 { return rates[epoch] }})
		var before rt.Counts
		for k := range rates {
			if k == 2 {
				before = rt.Snapshot()
			}
			opt.ZeroGrad()
			loss().Backward()
			opt.MustStep()
			if k+1 < len(rates) {
				sched.Step()
			}
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

func TestMistakes(t *testing.T) {
	leaf := func() *tensor.Tensor { return tensor.Zeros(1).RequireGrad() }
	w := leaf()
	opt := NewSGD([]*tensor.Tensor{w}, 1)
	one := []*tensor.Tensor{leaf()}
	for name, f := range map[string]func(){
		"negative rate":    func() { NewSGD(one, -1) },
		"NaN":              func() { NewSGD(one, math.NaN()) },
		"beta":             func() { NewAdam(one, 1, Betas(1, 0.9)) },
		"nesterov":         func() { NewSGD(one, 1, Nesterov()) },
		"etas":             func() { NewRprop(one, 1, With(func(c *Config) { c.EtaMinus = 0 })) },
		"empty":            func() { NewSGD(nil, 1) },
		"nil":              func() { NewSGD([]*tensor.Tensor{nil}, 1) },
		"no leaf":          func() { NewSGD([]*tensor.Tensor{leaf().Mul(2)}, 1) },
		"twice":            func() { NewSGD([]*tensor.Tensor{w, w}, 1) },
		"in two groups":    func() { opt.AddGroup([]*tensor.Tensor{leaf(), w}) },
		"steps of nothing": func() { StepLR(0, 1) },
		"factor":           func() { ConstantLR(1.5, 2) },
		"line from below":  func() { LinearLR(-0.1, 1, 2) },
		"restarts":         func() { CosineAnnealingWarmRestarts(0, 1, 0) },
		"empty cycle":      func() { OneCycleLR(OneCycle{Max: 1}) },
		"plateau":          func() { ReduceLROnPlateau(opt, Plateau{Factor: 1}) },
		"milestones":       func() { SequentialLR([]int{1, 2}, StepLR(1, 1)) },
		"falling":          func() { SequentialLR([]int{2, 1}, StepLR(1, 1), StepLR(1, 1), StepLR(1, 1)) },
		"no schedules":     func() { ChainedScheduler() },
	} {
		if err := tensor.Try(f); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	if len(opt.Groups) != 1 {
		t.Error("a refused group was added")
	}
}

// TestAccumulation: gradients of two halves add up to the gradient of the whole.
func TestAccumulation(t *testing.T) {
	x := tensor.New([]float32{1, 2, 3, 4, 5, 7, 8, 1}, 4, 2)
	results := [][]float32{}
	for _, parts := range []int{1, 2, 4} {
		w := tensor.New([]float32{1, -1}, 2, 1).RequireGrad()
		opt := NewAdam([]*tensor.Tensor{w}, 0.1)
		for range 3 {
			opt.ZeroGrad()
			for _, part := range x.Chunk(parts, 0) {
				part.MatMul(w).Square().Mean().Div(parts).Backward()
			}
			opt.MustStep()
		}
		results = append(results, tensor.MustData[float32](w))
	}
	for _, r := range results[1:] {
		for i := range r {
			if math.Abs(float64(r[i]-results[0][i])) > 1e-6 {
				t.Errorf("parameters %v", results)
			}
		}
	}
}

// TestZeroGrad: a parameter without a gradient stays, one with a gradient of zeros is moved by its momentum.
func TestZeroGrad(t *testing.T) {
	w := tensor.Zeros(1).RequireGrad()
	opt := NewSGD([]*tensor.Tensor{w}, 1, Momentum(0.5))
	w.SetGrad(tensor.Ones(1))
	opt.MustStep()
	opt.ZeroGrad()
	opt.MustStep()
	if w.Item() != -1 {
		t.Errorf("without a gradient: %v", w.Item())
	}
	w.SetGrad(tensor.Ones(1))
	opt.ZeroGrad(true)
	opt.MustStep()
	if w.Item() != -1.5 {
		t.Errorf("with a gradient of zeros: %v", w.Item())
	}
}
