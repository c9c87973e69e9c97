package optim

import (
	"math"
	"testing"

	"weft/frontend/tensor"
	rt "weft/runtime"
)

// TestSchedules holds schedules that are no part of the recorded programs against PyTorch's rates, and momenta where they move.
func TestSchedules(t *testing.T) {
	for name, c := range map[string]struct {
		schedule Schedule
		rates    []float64
		momenta  []float64
	}{
		"one cycle": {OneCycleLR(OneCycle{Max: 1, Total: 10}), []float64{0.04, 0.52, 1, 0.950485, 0.811746, 0.611262},
			[]float64{0.95, 0.9, 0.85, 0.854952, 0.868826, 0.888874}},
		"three phases": {OneCycleLR(OneCycle{Max: 1, Total: 10, ThreePhase: true}), []float64{0.04, 0.52, 1, 0.52, 0.04, 0.036181},
			[]float64{0.95, 0.9, 0.85, 0.9, 0.95, 0.95}},
		"straight": {OneCycleLR(OneCycle{Max: 1, Total: 10, Linear: true}), []float64{0.04, 0.52, 1, 0.857143, 0.714287, 0.57143},
			[]float64{0.95, 0.9, 0.85, 0.864286, 0.878571, 0.892857}},
		"shrinking triangles": {CyclicLR(Cyclic{Low: 0.1, High: 1, Up: 3, Gamma: 0.9}),
			[]float64{0.1, 0.37, 0.586, 0.7561, 0.49366, 0.277147, 0.1, 0.243489}, []float64{0.9, 0.87, 0.846, 0.8271, 0.85626, 0.880317, 0.9, 0.884057}},
		"sequential": {SequentialLR([]int{3}, ConstantLR(0.1, 2), ExponentialLR(0.9)), []float64{0.1, 0.1, 1, 1, 0.9, 0.81, 0.729}, nil},
		"chained":    {ChainedScheduler(ConstantLR(0.1, 2), ExponentialLR(0.9)), []float64{0.1, 0.09, 0.81, 0.729, 0.6561}, nil},
		"multiplied": {MultiplicativeLR(func(e int) float64 { return 0.5 + 0.1*float64(e) }), []float64{1, 0.6, 0.42, 0.336, 0.3024}, nil},
	} {
		opt := NewSGD([]*tensor.Tensor{tensor.Zeros(1).RequireGrad()}, 1)
		s := NewScheduler(opt, c.schedule)
		for k, want := range c.rates {
			if got := s.LR(); math.Abs(got-want) > 1e-6 {
				t.Errorf("%s: rate %v in epoch %d, want %v", name, got, k, want)
			}
			if c.momenta != nil && math.Abs(opt.Groups[0].Momentum-c.momenta[k]) > 1e-6 {
				t.Errorf("%s: momentum %v in epoch %d, want %v", name, opt.Groups[0].Momentum, k, c.momenta[k])
			}
			s.Step()
		}
	}
}

// TestGroupRates: a schedule moves each group from its own rate, also one that was added later.
func TestGroupRates(t *testing.T) {
	p := func() []*tensor.Tensor { return []*tensor.Tensor{tensor.Zeros(1).RequireGrad()} }
	opt := NewSGD(p(), 1)
	opt.AddGroup(p(), With(func(c *Config) { c.LR = 0.5 }))
	s := NewScheduler(opt, ExponentialLR(0.5))
	s.Step()
	opt.AddGroup(p(), With(func(c *Config) { c.LR = 8 }))
	s.Step()
	if got := s.LRs(); got[0] != 0.25 || got[1] != 0.125 || got[2] != 2 {
		t.Errorf("rates %v", got)
	}
}

// TestMovingMomentum: a cyclic momentum makes no plans either, and starts at its highest.
func TestMovingMomentum(t *testing.T) {
	for name, make := range map[string]maker{"SGD": NewSGD, "Adam": NewAdam, "RMSprop": NewRMSprop} {
		w, loss := quadratic()
		opt := make([]*tensor.Tensor{w}, 0.1)
		sched := NewScheduler(opt, OneCycleLR(OneCycle{Max: 0.1, Total: 10}))
		if c := opt.Groups[0].Config; math.Max(c.Momentum, c.Beta1) != 0.95 || math.Abs(c.LR-0.004) > 1e-12 {
			t.Errorf("%s starts with %+v", name, c)
		}
		var before rt.Counts
		for k := range 10 {
			if k == 2 {
				before = rt.Snapshot()
			}
			loss().Backward()
			opt.MustStep()
			opt.ZeroGrad()
			sched.Step()
		}
		if made := rt.Snapshot().Sub(before); made.Compiles != 0 || made.Plans != 0 {
			t.Errorf("%s: %d kernels compiled and %d plans made in later steps", name, made.Compiles, made.Plans)
		}
	}
	if err := tensor.Try(func() {
		NewScheduler(NewAdagrad([]*tensor.Tensor{tensor.Zeros(1).RequireGrad()}, 1), CyclicLR(Cyclic{High: 1}))
	}); err == nil {
		t.Error("Adagrad has no momentum to move")
	}
}
