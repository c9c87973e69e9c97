package tests

import (
	"fmt"
	"math"
	"testing"

	"weft/frontend/optim"
	"weft/frontend/tensor"
)

type schedProgram struct {
	ID        string
	Scheduler string
	BaseLR    float64 `json:"base_lr"`
	Args      map[string]any
	LRs       []float64
	Metrics   []float64
	AfterEach []float64 `json:"lrs_after_each"`
}

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
		return optim.OneCycleLR(optim.OneCycle{Max: c.float("max_lr", 1), Total: c.int("total_steps", 1),
			PctStart: c.float("pct_start", 0), ThreePhase: c.bool("three_phase", false)})
	},
	"CyclicLR": func(c *call) optim.Schedule {
		return optim.CyclicLR(optim.Cyclic{Low: c.float("base_lr", 0), High: c.float("max_lr", 1), Up: c.int("step_size_up", 2000),
			Down: c.int("step_size_down", 0), Halve: c.str("mode", "") == "triangular2"})
	},
	"LambdaLR": func(c *call) optim.Schedule {
		return optim.LambdaLR(func(e int) float64 {
			if e < 5 {
				return float64(e+1) / 5
			}
			return 0.5 * (1 + math.Cos(math.Pi*float64(e-5)/15))
		})
	},
}

// TestSchedulers follows the recorded learning rates of every schedule.
func TestSchedulers(t *testing.T) {
	_, programs := openPrograms[schedProgram](t, "sched")
	sum := newTally("schedulers")
	for _, s := range programs {
		sum.run(s.ID, func() string {
			opt := optim.NewSGD([]*tensor.Tensor{tensor.Zeros(1).RequireGrad()}, s.BaseLR)
			if s.Metrics != nil {
				return followPlateau(opt, &s)
			}
			make := schedules[s.Scheduler]
			if make == nil {
				return notHere + "scheduler " + s.Scheduler
			}
			sched := optim.NewScheduler(opt, make(args(s.Args)))
			for e, want := range s.LRs {
				if got := sched.LR(); !near(got, want, [2]float64{1e-9, 1e-12}) {
					return fmt.Sprintf("epoch %d: rate %v, want %v", e, got, want)
				}
				sched.Step()
			}
			return ""
		})
	}
	sum.report(t)
}

func followPlateau(opt *optim.Optimizer, s *schedProgram) string {
	c := args(s.Args)
	p := optim.Plateau{Max: c.str("mode", "min") == "max", Factor: c.float("factor", 0.1), Patience: c.int("patience", 10),
		Threshold: c.float("threshold", 1e-4), Absolute: c.str("threshold_mode", "rel") == "abs",
		Cooldown: c.int("cooldown", 0), MinLR: c.float("min_lr", 0)}
	sched := optim.ReduceLROnPlateau(opt, p)
	for i, m := range s.Metrics {
		sched.Step(m)
		if got, want := opt.Groups[0].LR, s.AfterEach[i]; !near(got, want, [2]float64{1e-9, 1e-12}) {
			return fmt.Sprintf("metric %d: rate %v, want %v", i, got, want)
		}
	}
	return ""
}
