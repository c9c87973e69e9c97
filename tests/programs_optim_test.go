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
	TotalNorm   float64  `json:"total_norm"`
	GradsAfter  []string `json:"grads_after"`
	Tol         [2]float64
}

type makeOptimizer = func(params []*tensor.Tensor, lr float64, opts ...optim.Option) *optim.Optimizer

var optimizers = map[string]makeOptimizer{
	"SGD": optim.NewSGD, "Adam": optim.NewAdam, "AdamW": optim.NewAdamW, "RMSprop": optim.NewRMSprop,
	"Adagrad": optim.NewAdagrad, "Adadelta": optim.NewAdadelta, "Adamax": optim.NewAdamax, "NAdam": optim.NewNAdam,
	"RAdam": optim.NewRAdam, "Rprop": optim.NewRprop, "ASGD": optim.NewASGD,
}

// configure sets what a recorded constructor was given, by PyTorch's names.
func configure(c *call) optim.Option {
	return optim.With(func(o *optim.Config) {
		o.WeightDecay = c.float("weight_decay", o.WeightDecay)
		o.Momentum, o.Dampening = c.float("momentum", o.Momentum), c.float("dampening", o.Dampening)
		o.Nesterov, o.Maximize, o.AMSGrad = c.bool("nesterov", false), c.bool("maximize", false), c.bool("amsgrad", false)
		o.Centered = c.bool("centered", false)
		o.Eps, o.Alpha, o.Rho = c.float("eps", o.Eps), c.float("alpha", o.Alpha), c.float("rho", o.Rho)
		o.LRDecay = c.float("lr_decay", o.LRDecay)
		o.InitialAccum = c.float("initial_accumulator_value", o.InitialAccum)
		if b, ok := c.any("betas").([]any); ok {
			o.Beta1, o.Beta2 = b[0].(float64), b[1].(float64)
		}
	})
}

// TestOptimizers makes the recorded steps of every optimizer and compares the parameters after each.
func TestOptimizers(t *testing.T) {
	p, programs := openPrograms[optimProgram](t, "optim")
	sum := newTally("optimizers")
	for _, o := range programs {
		sum.run(o.ID, func() string {
			if o.Function == "clip_grad_norm" {
				return p.clip(&o)
			}
			return p.optimize(&o)
		})
	}
	sum.report(t)
}

func (p *program) optimize(o *optimProgram) string {
	newOpt := optimizers[o.Optimizer]
	if newOpt == nil {
		return notHere + "optimizer " + o.Optimizer
	}
	var params []*tensor.Tensor
	for _, name := range o.Init {
		params = append(params, p.t(name).RequireGrad())
	}
	c := args(o.Args)
	opt := newOpt(params, c.float("lr", 0), configure(c))
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

func (p *program) clip(o *optimProgram) string {
	var params []*tensor.Tensor
	for _, name := range o.GradsBefore {
		g := p.t(name)
		x := g.ZerosLike().RequireGrad()
		x.SetGrad(g)
		params = append(params, x)
	}
	c := args(o.Args)
	total := optim.ClipGradNorm(params, c.float("max_norm", 1), c.float("norm_type", 2))
	if got := total.Item(); math.Abs(got-o.TotalNorm) > o.Tol[1]+o.Tol[0]*o.TotalNorm {
		return fmt.Sprintf("norm %v, want %v", got, o.TotalNorm)
	}
	for i, want := range o.GradsAfter {
		if wrong := p.differs(params[i].Grad(), want, o.Tol); wrong != "" {
			return fmt.Sprintf("gradient %d: %s", i, wrong)
		}
	}
	return ""
}
