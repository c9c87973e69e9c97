package optim

import (
	"maps"
	"math"
	"strings"
	"testing"

	"weft/frontend/tensor"
)

// run makes steps of training and gives the parameters afterwards.
func run(steps int, opt *Optimizer, sched *Scheduler, loss func() *tensor.Tensor) {
	for range steps {
		opt.ZeroGrad()
		loss().Backward()
		opt.MustStep()
		sched.Step()
	}
}

// TestResume: an optimizer and a scheduler that were restored go on to the same bits, in whichever order they are loaded.
func TestResume(t *testing.T) {
	options := With(func(c *Config) {
		c.WeightDecay, c.Momentum, c.AMSGrad, c.Centered, c.LRDecay, c.T0 = 0.01, 0.8, true, true, 0.1, 2
	})
	for name, make := range all {
		w, loss := quadratic()
		opt := make([]*tensor.Tensor{w}, 0.1, options)
		sched := NewScheduler(opt, CosineAnnealingLR(9, 0.01))
		run(4, opt, sched, loss)
		saved, savedSched, value := opt.StateDict(), sched.StateDict(), w.Detach().Clone().Realize()
		run(4, opt, sched, loss)

		w2, loss2 := quadratic()
		w2.SetData(value)
		again := make([]*tensor.Tensor{w2}, 0.7) // other settings: the state has its own
		sched2 := NewScheduler(again, CosineAnnealingLR(9, 0.01))
		for _, err := range []error{sched2.LoadStateDict(savedSched), again.LoadStateDict(saved), sched2.LoadStateDict(savedSched)} {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		run(4, again, sched2, loss2)
		a, b := tensor.MustData[float32](w), tensor.MustData[float32](w2)
		for i := range a {
			if math.Float32bits(a[i]) != math.Float32bits(b[i]) {
				t.Errorf("%s: %v without and %v after a pause", name, a, b)
				break
			}
		}
		if opt.Groups[0].Config != again.Groups[0].Config {
			t.Errorf("%s: settings %+v and %+v", name, opt.Groups[0].Config, again.Groups[0].Config)
		}
	}
}

func TestStateNames(t *testing.T) {
	a, b := tensor.Zeros(2).RequireGrad(), tensor.Zeros(3).RequireGrad()
	opt := NewAdam([]*tensor.Tensor{a}, 0.5)
	opt.AddGroup([]*tensor.Tensor{b}, With(func(c *Config) { c.LR = 0.25 }))
	b.SetGrad(tensor.Ones(3))
	opt.MustStep()
	s := opt.StateDict()
	for name, want := range map[string]float64{"param_groups.0.lr": 0.5, "param_groups.1.lr": 0.25, "param_groups.1.params": 1,
		"param_groups.0.betas.1": 0.999, "param_groups.0.amsgrad": 0, "state.1.step": 1} {
		if got, ok := s.Numbers[name]; !ok || got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if _, ok := s.Numbers["state.0.step"]; ok || len(s.Tensors) != 2 || s.Tensors["state.1.exp_avg_sq"].Shape()[0] != 3 {
		t.Errorf("tensors %v", s.Tensors)
	}
}

// TestLoadRefuses: all that does not fit is one error, and the optimizer stays as it was.
func TestLoadRefuses(t *testing.T) {
	w, loss := quadratic()
	opt := NewAdam([]*tensor.Tensor{w}, 0.1)
	loss().Backward()
	opt.MustStep()
	good := opt.StateDict()
	for name, c := range map[string]struct {
		spoil func(s *State)
		want  []string
	}{
		"kind":       {func(s *State) { s.Kind = "SGD" }, []string{`"SGD"`, `"Adam"`}},
		"missing":    {func(s *State) { delete(s.Numbers, "param_groups.0.lr"); delete(s.Tensors, "state.0.exp_avg") }, []string{"missing param_groups.0.lr", "missing state.0.exp_avg"}},
		"unexpected": {func(s *State) { s.Numbers["x"] = 1; s.Tensors["state.1.exp_avg"] = tensor.Zeros(1) }, []string{"unexpected x", "unexpected state.1.exp_avg"}},
		"shape":      {func(s *State) { s.Tensors["state.0.exp_avg"] = tensor.Zeros(4) }, []string{"state.0.exp_avg has shape (4), its parameter (3)"}},
		"groups":     {func(s *State) { s.Numbers["param_groups.0.params"] = 2 }, []string{"2 parameters in the state, 1 in the optimizer"}},
		"count":      {func(s *State) { s.Numbers["state.0.step"] = math.NaN() }, []string{"state.0.step is NaN"}},
		"huge count": {func(s *State) { s.Numbers["state.0.step"] = 1e300 }, []string{"state.0.step is 1e+300"}},
		"settings":   {func(s *State) { s.Numbers["param_groups.0.betas.0"] = 7 }, []string{"beta 1 7 is out of range"}},
	} {
		s := &State{good.Kind, maps.Clone(good.Numbers), maps.Clone(good.Tensors)}
		c.spoil(s)
		before := opt.Groups[0].Config
		err := opt.LoadStateDict(s)
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %q", name, err, want)
			}
		}
		if opt.Groups[0].Config != before {
			t.Errorf("%s: the settings have changed", name)
		}
	}
	if err := opt.LoadStateDict(good); err != nil {
		t.Error(err)
	}
}

func TestPlateauState(t *testing.T) {
	make := func() *PlateauScheduler {
		return ReduceLROnPlateau(NewSGD([]*tensor.Tensor{tensor.Zeros(1).RequireGrad()}, 1), Plateau{Patience: 1, Cooldown: 1})
	}
	a, b := make(), make()
	if err := b.LoadStateDict(a.StateDict()); err != nil { // the best metric is infinite
		t.Error(err)
	}
	for _, m := range []float64{3, 4} {
		a.Step(m)
	}
	if err := b.LoadStateDict(a.StateDict()); err != nil {
		t.Error(err)
	}
	if b.Step(5); b.opt.Groups[0].LR != 0.1 {
		t.Errorf("rate %v", b.opt.Groups[0].LR)
	}
	bad := a.StateDict()
	delete(bad.Numbers, "best")
	bad.Numbers["y"] = 0
	if err := a.LoadStateDict(bad); err == nil || !strings.Contains(err.Error(), "missing best; unexpected y") {
		t.Errorf("error %v", err)
	}
}

// TestPlateauOfNegatives: PyTorch's relative bound is the best value times 1 ∓ the threshold, also below 0.
func TestPlateauOfNegatives(t *testing.T) {
	s := ReduceLROnPlateau(NewSGD([]*tensor.Tensor{tensor.Zeros(1).RequireGrad()}, 1), Plateau{Threshold: 0.1})
	for _, m := range []float64{-10, -9.5} {
		s.Step(m)
	}
	if s.best != -9.5 {
		t.Errorf("best metric %v", s.best)
	}
}

// TestMomentumState: what a schedule of rate and momentum has reached is restored, also over an optimizer that starts anew.
func TestMomentumState(t *testing.T) {
	start := func() (*Optimizer, *Scheduler) {
		opt := NewAdam([]*tensor.Tensor{tensor.Zeros(1).RequireGrad()}, 1)
		return opt, NewScheduler(opt, OneCycleLR(OneCycle{Max: 1, Total: 10}))
	}
	opt, sched := start()
	for range 4 {
		sched.Step()
	}
	again, resumed := start()
	if err := resumed.LoadStateDict(sched.StateDict()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if a, b := opt.Groups[0].Config, again.Groups[0].Config; a != b {
			t.Errorf("settings %+v and %+v", a, b)
		}
		sched.Step()
		resumed.Step()
	}
	bad := sched.StateDict()
	delete(bad.Numbers, "last_momentum.0")
	if err := sched.LoadStateDict(bad); err == nil || !strings.Contains(err.Error(), "missing last_momentum.0") {
		t.Errorf("error %v", err)
	}
}

// TestSchedulerRefusesRates: rates that no optimizer may have do not come in by a scheduler's state either.
func TestSchedulerRefusesRates(t *testing.T) {
	for _, rate := range []float64{-1, math.NaN()} {
		w, _ := quadratic()
		opt := NewSGD([]*tensor.Tensor{w}, 0.1)
		s := NewScheduler(opt, StepLR(2, 0.5))
		state := s.StateDict()
		state.Numbers["last_lr.0"] = rate
		if err := s.LoadStateDict(state); err == nil || opt.Groups[0].LR != 0.1 {
			t.Errorf("rate %v: %v, the optimizer has %v", rate, err, opt.Groups[0].LR)
		}
	}
}
