package tests

import (
	"context"
	"fmt"
	"math"
	"testing"

	"weft/frontend/optim"
	"weft/frontend/tensor"
)

type optimProgram struct {
	ID        string
	Optimizer string
	Function  string
	Args      map[string]any
	Init      []string
	Steps     []struct {
		Grads  []*string
		Params []string
	}
	GradsBefore []string `json:"grads_before"`
	TotalNorm   *float64 `json:"total_norm"`
	GradsAfter  []string `json:"grads_after"`
	Tol         [2]float64
}

// makeOptimizer makes an optimizer with arguments by PyTorch's names.
type makeOptimizer func(params []*tt, c *call) *optim.Optimizer

type newOptimizer = func(params []*tensor.Tensor, lr float64, opts ...optim.Option) *optim.Optimizer

// byName adapts a constructor; lr is PyTorch's default rate.
func byName(make newOptimizer, lr float64) makeOptimizer {
	return func(params []*tt, c *call) *optim.Optimizer { return make(params, c.float("lr", lr), configure(c)) }
}

var optimizers = map[string]makeOptimizer{
	"SGD": byName(optim.NewSGD, math.NaN()), "Adam": byName(optim.NewAdam, 1e-3), "AdamW": byName(optim.NewAdamW, 1e-3),
	"RMSprop": byName(optim.NewRMSprop, 1e-2), "Adagrad": byName(optim.NewAdagrad, 1e-2), "Adadelta": byName(optim.NewAdadelta, 1),
	"Adamax": byName(optim.NewAdamax, 2e-3), "NAdam": byName(optim.NewNAdam, 2e-3), "RAdam": byName(optim.NewRAdam, 1e-3),
	"Rprop": byName(optim.NewRprop, 1e-2), "ASGD": byName(optim.NewASGD, 1e-2),
}

// floatSettings and boolSettings are the settings by PyTorch's names.
var floatSettings = map[string]func(o *optim.Config) *float64{
	"lr":           func(o *optim.Config) *float64 { return &o.LR },
	"weight_decay": func(o *optim.Config) *float64 { return &o.WeightDecay },
	"momentum":     func(o *optim.Config) *float64 { return &o.Momentum },
	"dampening":    func(o *optim.Config) *float64 { return &o.Dampening },
	"eps":          func(o *optim.Config) *float64 { return &o.Eps },
	"alpha":        func(o *optim.Config) *float64 { return &o.Alpha },
	"rho":          func(o *optim.Config) *float64 { return &o.Rho },
	"lr_decay":     func(o *optim.Config) *float64 { return &o.LRDecay },
	"lambd":        func(o *optim.Config) *float64 { return &o.Lambda },
	"t0":           func(o *optim.Config) *float64 { return &o.T0 },

	"momentum_decay":            func(o *optim.Config) *float64 { return &o.MomentumDecay },
	"initial_accumulator_value": func(o *optim.Config) *float64 { return &o.InitialAccum },
}

var boolSettings = map[string]func(o *optim.Config) *bool{
	"maximize": func(o *optim.Config) *bool { return &o.Maximize }, "nesterov": func(o *optim.Config) *bool { return &o.Nesterov },
	"amsgrad": func(o *optim.Config) *bool { return &o.AMSGrad }, "centered": func(o *optim.Config) *bool { return &o.Centered },
}

// pairSettings are two numbers each.
var pairSettings = map[string]func(o *optim.Config) (a, b *float64){
	"betas":      func(o *optim.Config) (a, b *float64) { return &o.Beta1, &o.Beta2 },
	"etas":       func(o *optim.Config) (a, b *float64) { return &o.EtaMinus, &o.EtaPlus },
	"step_sizes": func(o *optim.Config) (a, b *float64) { return &o.StepMin, &o.StepMax },
}

// notSettings say how PyTorch computes, not what.
var notSettings = map[string]bool{"params": true, "foreach": true, "capturable": true, "differentiable": true, "fused": true}

// configure sets what a recorded constructor was given, by PyTorch's names.
func configure(c *call) optim.Option {
	return optim.With(func(o *optim.Config) {
		for name, v := range c.kwargs {
			if v == nil || notSettings[name] {
				continue
			}
			switch float, flag, pair := floatSettings[name], boolSettings[name], pairSettings[name]; {
			case float != nil:
				*float(o) = c.float(name, 0)
			case flag != nil:
				*flag(o) = c.bool(name, false)
			case pair != nil:
				a, b := pair(o)
				list := c.any(name).([]any)
				if len(list) != 2 {
					panic(refusedByTypes(name + " are two numbers"))
				}
				*a, *b = toFloat(list[0]), toFloat(list[1])
			default:
				panic(unsupported("setting " + name))
			}
		}
	})
}

// toFloat is a recorded number.
func toFloat(v any) float64 { return (&call{kwargs: map[string]any{"v": v}}).float("v", math.NaN()) }

// TestOptimizers makes the recorded steps of every optimizer and compares the parameters after each.
func TestOptimizers(t *testing.T) {
	p, programs := openPrograms[optimProgram](t, "optim")
	sum := newTally("optimizers")
	for _, o := range programs {
		sum.run(o.ID, func() string {
			if o.Function != "" {
				return p.clip(&o)
			}
			return p.optimize(&o)
		})
	}
	sum.report(t)
}

func (p *program) optimize(o *optimProgram) string {
	make := optimizers[o.Optimizer]
	if make == nil {
		return notHere + "optimizer " + o.Optimizer
	}
	var params []*tensor.Tensor
	for _, name := range o.Init {
		params = append(params, p.t(name).RequireGrad())
	}
	opt := make(params, args(o.Args))
	for k, step := range o.Steps {
		for i, g := range step.Grads {
			if g == nil {
				params[i].SetGrad(nil)
			} else {
				params[i].SetGrad(p.t(*g))
			}
		}
		if err := opt.Step(context.Background()); err != nil {
			return err.Error()
		}
		for i, want := range step.Params {
			if wrong := p.differs(params[i].Detach(), want, o.Tol); wrong != "" {
				return fmt.Sprintf("step %d, parameter %d: %s", k, i, wrong)
			}
		}
	}
	return ""
}

// clip makes a recorded call of clip_grad_norm or clip_grad_value.
func (p *program) clip(o *optimProgram) string {
	var params []*tensor.Tensor
	for _, name := range o.GradsBefore {
		g := p.t(name)
		x := g.ZerosLike().RequireGrad()
		x.SetGrad(g)
		params = append(params, x)
	}
	c := args(o.Args)
	switch o.Function {
	case "clip_grad_norm":
		total := optim.ClipGradNorm(params, c.float("max_norm", 1), c.float("norm_type", 2), c.bool("error_if_nonfinite", false))
		if got := total.Item(); !near(got, *o.TotalNorm, o.Tol) {
			return fmt.Sprintf("norm %v, want %v", got, *o.TotalNorm)
		}
	case "clip_grad_value":
		optim.ClipGradValue(params, c.float("clip_value", 1))
	default:
		return notHere + o.Function
	}
	for i, want := range o.GradsAfter {
		if wrong := p.differs(params[i].Grad(), want, o.Tol); wrong != "" {
			return fmt.Sprintf("gradient %d: %s", i, wrong)
		}
	}
	return ""
}
