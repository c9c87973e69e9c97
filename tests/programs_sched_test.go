package tests

import (
	"fmt"
	"testing"

	"weft/frontend/optim"
	"weft/frontend/tensor"
	"weft/tests/pytext"
)

type schedProgram struct {
	ID        string
	Scheduler string
	BaseLR    float64 `json:"base_lr"`
	Args      map[string]any
	Lambda    string // of the epoch e, in Python
	LRs       []float64
	Metrics   []float64
	AfterEach []float64 `json:"lrs_after_each"`
}

// schedules make the recorded schedules, by PyTorch's names and defaults.
var schedules = map[string]func(c *call) optim.Schedule{
	"StepLR": func(c *call) optim.Schedule { return optim.StepLR(c.int("step_size", 1), c.float("gamma", 0.1)) },
	"ConstantLR": func(c *call) optim.Schedule {
		return optim.ConstantLR(c.float("factor", 1.0/3), c.int("total_iters", 5))
	},
	"LinearLR": func(c *call) optim.Schedule {
		return optim.LinearLR(c.float("start_factor", 1.0/3), c.float("end_factor", 1), c.int("total_iters", 5))
	},
	"PolynomialLR":      func(c *call) optim.Schedule { return optim.PolynomialLR(c.int("total_iters", 5), c.float("power", 1)) },
	"ExponentialLR":     func(c *call) optim.Schedule { return optim.ExponentialLR(c.float("gamma", 1)) },
	"MultiStepLR":       func(c *call) optim.Schedule { return optim.MultiStepLR(c.float("gamma", 0.1), c.ints("milestones")...) },
	"CosineAnnealingLR": func(c *call) optim.Schedule { return optim.CosineAnnealingLR(c.int("T_max", 1), c.float("eta_min", 0)) },
	"CosineAnnealingWarmRestarts": func(c *call) optim.Schedule {
		return optim.CosineAnnealingWarmRestarts(c.int("T_0", 1), c.int("T_mult", 1), c.float("eta_min", 0))
	},
	"OneCycleLR": func(c *call) optim.Schedule {
		return optim.OneCycleLR(optim.OneCycle{Max: c.float("max_lr", 1), Total: c.int("total_steps", c.int("epochs", 0)*c.int("steps_per_epoch", 0)),
			PctStart: c.float("pct_start", 0), DivFactor: c.float("div_factor", 0), FinalDiv: c.float("final_div_factor", 0),
			ThreePhase: c.bool("three_phase", false), Linear: c.str("anneal_strategy", "cos") == "linear",
			NoMomentum: !c.bool("cycle_momentum", true), BaseMomentum: c.float("base_momentum", 0), MaxMomentum: c.float("max_momentum", 0)})
	},
	"CyclicLR": func(c *call) optim.Schedule {
		o := optim.Cyclic{Low: c.float("base_lr", 0), High: c.float("max_lr", 1), Up: c.int("step_size_up", 2000),
			Down: c.int("step_size_down", 0), NoMomentum: !c.bool("cycle_momentum", true),
			BaseMomentum: c.float("base_momentum", 0), MaxMomentum: c.float("max_momentum", 0)}
		switch mode := c.str("mode", "triangular"); mode {
		case "triangular":
		case "triangular2":
			o.Halve = true
		case "exp_range":
			o.Gamma = c.float("gamma", 1)
		default:
			panic(unsupported("mode " + mode))
		}
		return optim.CyclicLR(o)
	},
	"LambdaLR":         func(c *call) optim.Schedule { return optim.LambdaLR(factorOf(c.any("lr_lambda"))) },
	"MultiplicativeLR": func(c *call) optim.Schedule { return optim.MultiplicativeLR(factorOf(c.any("lr_lambda"))) },
}

// factorOf is a factor of the epoch that was given as a function, or as an expression of e in Python.
func factorOf(v any) func(epoch int) float64 {
	switch v := v.(type) {
	case pytext.Func:
		return func(epoch int) float64 { return toFloat(v(epoch)) }
	case string:
		p, err := pytext.Parse("lambda e: " + v)
		if err != nil {
			panic(unsupported(err.Error()))
		}
		return factorOf(p.Run(&torch{}))
	}
	panic(unsupported(fmt.Sprintf("a factor of type %T", v)))
}

// TestSchedulers follows the recorded learning rates of every schedule.
func TestSchedulers(t *testing.T) {
	_, programs := openPrograms[schedProgram](t, "sched")
	sum := newTally("schedulers")
	for _, s := range programs {
		sum.run(s.ID, s.follow)
	}
	sum.report(t)
}

func (s *schedProgram) follow() string {
	opt := optim.NewSGD([]*tensor.Tensor{tensor.Zeros(1).RequireGrad()}, s.BaseLR, optim.Momentum(0.9))
	if s.Lambda != "" {
		s.Args = map[string]any{"lr_lambda": s.Lambda}
	}
	c := args(bind("optim.lr_scheduler."+s.Scheduler, []any{nil}, plainArgs(s.Args)))
	if s.Metrics != nil {
		return s.followPlateau(opt, c)
	}
	make := schedules[s.Scheduler]
	if make == nil {
		return notHere + "scheduler " + s.Scheduler
	}
	sched := optim.NewScheduler(opt, make(c))
	for e, want := range s.LRs {
		if got := sched.LR(); !near(got, want, [2]float64{1e-9, 1e-12}) {
			return fmt.Sprintf("epoch %d: rate %v, want %v", e, got, want)
		}
		sched.Step()
	}
	return ""
}

func plateau(opt *optim.Optimizer, c *call) *optim.PlateauScheduler {
	return optim.ReduceLROnPlateau(opt, optim.Plateau{Max: c.str("mode", "min") == "max", Factor: c.float("factor", 0.1),
		Patience: c.int("patience", 10), Threshold: c.float("threshold", 1e-4), Absolute: c.str("threshold_mode", "rel") == "abs",
		Cooldown: c.int("cooldown", 0), MinLR: c.float("min_lr", 0), Eps: c.float("eps", 0)})
}

func (s *schedProgram) followPlateau(opt *optim.Optimizer, c *call) string {
	sched := plateau(opt, c)
	for i, m := range s.Metrics {
		sched.Step(m)
		if got, want := opt.Groups[0].LR, s.AfterEach[i]; !near(got, want, [2]float64{1e-9, 1e-12}) {
			return fmt.Sprintf("metric %d: rate %v, want %v", i, got, want)
		}
	}
	return ""
}

// scheduler makes a scheduler for an optimizer that a program made.
func (w *torch) scheduler(name string, args []any, named map[string]any) any {
	c := &call{kwargs: bind("optim.lr_scheduler."+name, args, named)}
	opt, ok := c.kwargs["optimizer"].(*optim.Optimizer)
	make := schedules[name]
	switch {
	case !ok:
		panic(refusedByTypes("a scheduler without an optimizer"))
	case name == "ReduceLROnPlateau":
		return plateau(opt, c)
	case make == nil:
		panic(unsupported("scheduler " + name))
	}
	return optim.NewScheduler(opt, make(c))
}

// plainArgs are recorded arguments as values.
func plainArgs(m map[string]any) map[string]any {
	c, out := &call{}, map[string]any{}
	for k, v := range m {
		out[k] = c.value(v)
	}
	return out
}
