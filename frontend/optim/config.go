package optim

import (
	"fmt"

	"weft/lazy"
)

// Config holds the settings of a parameter group. Each optimizer reads those that PyTorch's optimizer of that name has.
type Config struct {
	LR          float64 // learning rate; schedulers change it
	WeightDecay float64
	Maximize    bool // go up the gradient

	Momentum, Dampening float64 // SGD; Momentum also RMSprop
	Nesterov            bool    // SGD

	Beta1, Beta2 float64 // the Adam family
	Eps          float64 // added to denominators
	AMSGrad      bool    // Adam, AdamW: divide by the largest second moment so far

	Alpha             float64 // RMSprop: smoothing; ASGD: power of the rate's decay
	Centered          bool    // RMSprop: subtract the squared mean gradient
	Rho               float64 // Adadelta: smoothing
	LRDecay           float64 // Adagrad
	InitialAccum      float64 // Adagrad: where the sum of squares begins
	MomentumDecay     float64 // NAdam
	EtaMinus, EtaPlus float64 // Rprop: factors of the step sizes
	StepMin, StepMax  float64 // Rprop: bounds of the step sizes
	Lambda, T0        float64 // ASGD: decay term, and the step at which averaging starts
}

// Option changes one setting.
type Option func(*Config)

// WeightDecay adds decay times the parameter to its gradient (AdamW: shrinks the parameter itself).
func WeightDecay(decay float64) Option { return func(c *Config) { c.WeightDecay = decay } }

// Maximize makes steps go up the gradient.
func Maximize() Option { return func(c *Config) { c.Maximize = true } }

// Momentum keeps a running sum of gradients, shrunk by m every step.
func Momentum(m float64) Option { return func(c *Config) { c.Momentum = m } }

// Dampening takes only the part 1-d of a gradient into the momentum.
func Dampening(d float64) Option { return func(c *Config) { c.Dampening = d } }

// Nesterov looks ahead by one momentum step.
func Nesterov() Option { return func(c *Config) { c.Nesterov = true } }

// Betas sets the smoothing of the first and the second moment.
func Betas(beta1, beta2 float64) Option {
	return func(c *Config) { c.Beta1, c.Beta2 = beta1, beta2 }
}

// Eps is added to denominators.
func Eps(eps float64) Option { return func(c *Config) { c.Eps = eps } }

// AMSGrad divides by the largest second moment so far.
func AMSGrad() Option { return func(c *Config) { c.AMSGrad = true } }

// With sets any settings at once.
func With(set func(*Config)) Option { return set }

// validate refuses settings that PyTorch refuses.
func (c *Config) validate(op string) {
	for _, s := range []struct {
		name string
		v    float64
		ok   bool
	}{
		{"learning rate", c.LR, c.LR >= 0},
		{"weight decay", c.WeightDecay, c.WeightDecay >= 0},
		{"momentum", c.Momentum, c.Momentum >= 0},
		{"beta 1", c.Beta1, c.Beta1 >= 0 && c.Beta1 < 1},
		{"beta 2", c.Beta2, c.Beta2 >= 0 && c.Beta2 < 1},
		{"epsilon", c.Eps, c.Eps >= 0},
		{"rho", c.Rho, c.Rho >= 0 && c.Rho <= 1},
	} {
		if !s.ok {
			fail(op, "%s %v is out of range", s.name, s.v)
		}
	}
	if c.Nesterov && (c.Momentum <= 0 || c.Dampening != 0) {
		fail(op, "Nesterov momentum requires a momentum and zero dampening")
	}
}

func fail(op, format string, args ...any) {
	panic(&lazy.Error{Kind: lazy.ErrValue, Op: op, Axis: -1, Reason: fmt.Sprintf(format, args...), Line: lazy.UserLine()})
}
