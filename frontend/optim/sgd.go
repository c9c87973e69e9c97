package optim

import (
	"math"

	"weft/frontend/tensor"
)

// NewSGD is stochastic gradient descent: p -= lr g, or with Momentum m the buffer b = m b + (1 - dampening) g (at first g) in g's
// place, or with Nesterov g + m b. Momentum, Dampening, Nesterov, WeightDecay and Maximize apply.
//
// Wrong settings (a negative rate, Nesterov without momentum), no parameters, a parameter that is computed from others or
// given twice panic with *tensor.Error, here and in all optimizers.
func NewSGD(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("SGD", sgd, params, Config{LR: lr}, opts)
}

func sgd(u *update) *tensor.Tensor {
	g := u.gradient()
	if u.Momentum != 0 {
		buffer := g
		if old := u.find("momentum_buffer"); old != nil {
			buffer = old.Mul(u.k(&u.Momentum)).Add(g.Mul(u.calc(func() float64 { return 1 - u.Dampening })))
		}
		u.keep("momentum_buffer", buffer)
		if u.Nesterov {
			g = g.Add(buffer.Mul(u.k(&u.Momentum)))
		} else {
			g = buffer
		}
	}
	return u.p.Sub(g.Mul(u.k(&u.LR)))
}

// NewASGD is averaged stochastic gradient descent (Polyak and Juditsky, 1992): the rate falls as lr / (1 + lambda lr step)^alpha, and
// from the Config's T0 on an average of the parameters is kept. Lambda is 1e-4, Alpha 0.75 and T0 1e6 where not given.
// PyTorch's rate is 1e-2 where none is given. WeightDecay and Maximize apply.
func NewASGD(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("ASGD", asgd, params, Config{LR: lr, Lambda: 1e-4, Alpha: 0.75, T0: 1e6}, opts)
}

func asgd(u *update) *tensor.Tensor {
	eta := func() float64 { return u.LR / math.Pow(1+u.Lambda*u.LR*float64(u.step-1), u.Alpha) }
	shrink := u.calc(func() float64 { return 1 - u.Lambda*eta() })
	p := u.p.Mul(shrink).Sub(u.gradient().Mul(u.calc(eta)))
	mu := u.calc(func() float64 { return 1 / max(1, float64(u.step-1)-u.T0) })
	old := u.slot("ax", 0)
	u.keep("ax", tensor.Where(mu.Lt(1), old.Add(p.Sub(old).Mul(mu)), p))
	return p
}

// NewRprop is resilient backpropagation (Riedmiller and Braun, 1993): only the signs of gradients count. Each element has a step size,
// lr at first, which grows by EtaPlus (1.2) while the sign stays and shrinks by EtaMinus (0.5) where it turns, between StepMin
// (1e-6) and StepMax (50). PyTorch's rate is 1e-2 where none is given. WeightDecay and Maximize apply.
func NewRprop(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("Rprop", rprop, params,
		Config{LR: lr, EtaMinus: 0.5, EtaPlus: 1.2, StepMin: 1e-6, StepMax: 50}, opts)
}

func rprop(u *update) *tensor.Tensor {
	g := u.gradient()
	agree := g.Mul(u.slot("prev", 0)).Sign()
	turned := agree.Lt(0)
	factor := tensor.Where(agree.Gt(0), u.k(&u.EtaPlus), tensor.Where(turned, u.k(&u.EtaMinus), u.p.FullLike(1)))
	size := u.slot("step_size", u.LR).Mul(factor).Clamp(u.StepMin, u.StepMax)
	g = u.keep("prev", tensor.Where(turned, 0.0, g))
	return u.p.Sub(g.Sign().Mul(u.keep("step_size", size)))
}
