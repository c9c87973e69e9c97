package optim

import (
	"fmt"
	"math"
	"reflect"

	"weft/lazy"
)

// Config holds the settings of a parameter group. Each optimizer reads those that PyTorch's optimizer of that name has. Steps read
// them at launch: another value re-plans nothing, but for momentum and weight decay when they come from or go to zero. The
// tags are PyTorch's names, under which a state dict has them.
type Config struct {
	LR          float64 `state:"lr"` // learning rate; schedulers change it
	WeightDecay float64 `state:"weight_decay"`
	Maximize    bool    `state:"maximize"` // go up the gradient

	Momentum  float64 `state:"momentum"`  // SGD, RMSprop
	Dampening float64 `state:"dampening"` // SGD
	Nesterov  bool    `state:"nesterov"`  // SGD

	Beta1   float64 `state:"betas.0"` // the Adam family
	Beta2   float64 `state:"betas.1"`
	Eps     float64 `state:"eps"`     // added to denominators
	AMSGrad bool    `state:"amsgrad"` // Adam, AdamW: divide by the largest second moment so far

	Alpha         float64 `state:"alpha"`                     // RMSprop: smoothing; ASGD: power of the rate's decay
	Centered      bool    `state:"centered"`                  // RMSprop: subtract the squared mean gradient
	Rho           float64 `state:"rho"`                       // Adadelta: smoothing
	LRDecay       float64 `state:"lr_decay"`                  // Adagrad
	InitialAccum  float64 `state:"initial_accumulator_value"` // Adagrad: where the sum of squares begins
	MomentumDecay float64 `state:"momentum_decay"`            // NAdam
	EtaMinus      float64 `state:"etas.0"`                    // Rprop: factors of the step sizes
	EtaPlus       float64 `state:"etas.1"`
	StepMin       float64 `state:"step_sizes.0"` // Rprop: bounds of the step sizes
	StepMax       float64 `state:"step_sizes.1"`
	Lambda        float64 `state:"lambd"` // ASGD: decay term
	T0            float64 `state:"t0"`    // ASGD: the step at which averaging starts
}

// settings calls f with each setting's name and value in c.
func (c *Config) settings(f func(name string, v reflect.Value)) {
	v := reflect.ValueOf(c).Elem()
	for i := range v.NumField() {
		f(v.Type().Field(i).Tag.Get("state"), v.Field(i))
	}
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

// wrong says what is wrong with settings that PyTorch refuses, or that are NaN; "" where nothing is.
func (c *Config) wrong() string {
	for _, s := range []struct {
		name     string
		v, below float64
	}{
		{"learning rate", c.LR, inf},
		{"weight decay", c.WeightDecay, inf},
		{"momentum", c.Momentum, inf},
		{"momentum decay", c.MomentumDecay, inf},
		{"beta 1", c.Beta1, 1},
		{"beta 2", c.Beta2, 1},
		{"epsilon", c.Eps, inf},
		{"alpha", c.Alpha, inf},
		{"rho", c.Rho, math.Nextafter(1, 2)},
		{"rate decay", c.LRDecay, inf},
		{"initial accumulator", c.InitialAccum, inf},
	} {
		if !(s.v >= 0 && (s.v < s.below || s.below == inf)) {
			return fmt.Sprintf("%s %v is out of range", s.name, s.v)
		}
	}
	if etas := c.EtaMinus != 0 || c.EtaPlus != 0; etas && !(0 < c.EtaMinus && c.EtaMinus < 1 && 1 < c.EtaPlus) {
		return fmt.Sprintf("factors %v and %v of step sizes do not lie on both sides of 1", c.EtaMinus, c.EtaPlus)
	}
	if c.Nesterov && (c.Momentum <= 0 || c.Dampening != 0) {
		return "Nesterov momentum requires a momentum and zero dampening"
	}
	return ""
}

var inf = math.Inf(1)

func fail(op, format string, args ...any) {
	panic(&lazy.Error{Kind: lazy.ErrValue, Op: op, Axis: -1, Reason: fmt.Sprintf(format, args...), Line: lazy.UserLine()})
}
