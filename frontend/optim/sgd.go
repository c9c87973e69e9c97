package optim

import "weft/frontend/tensor"

// NewSGD is stochastic gradient descent: Momentum, Dampening, Nesterov, WeightDecay and Maximize apply.
func NewSGD(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("SGD", sgd, params, Config{LR: lr}, opts)
}

func sgd(u *update) *tensor.Tensor {
	g := u.gradient()
	if u.Momentum != 0 {
		buf := g
		if u.slots != nil {
			buf = u.slots[0].Mul(u.Momentum).Add(g.Mul(1 - u.Dampening))
		}
		u.keep(buf)
		if u.Nesterov {
			g = g.Add(buf.Mul(u.Momentum))
		} else {
			g = buf
		}
	}
	return u.p.Sub(g.Mul(u.k(u.LR)))
}

// NewASGD is averaged stochastic gradient descent.
func NewASGD(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("ASGD", asgd, params, Config{LR: lr, Lambda: 1e-4, Alpha: 0.75, T0: 1e6}, opts)
}

func asgd(u *update) *tensor.Tensor {
	eta := u.LR
	if past := float64(u.step - 1); past > 0 {
		eta = u.LR / pow(1+u.Lambda*u.LR*past, u.Alpha)
	}
	p := u.p.Mul(u.k(1 - u.Lambda*eta)).Sub(u.gradient().Mul(u.k(eta)))
	average := p
	if mu := 1 / max(1, float64(u.step-1)-u.T0); mu != 1 {
		average = u.slots[0].Add(p.Sub(u.slots[0]).Mul(u.k(mu)))
	}
	u.keep(average)
	return p
}

// NewRprop is resilient backpropagation: only the signs of gradients count.
func NewRprop(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("Rprop", rprop, params,
		Config{LR: lr, EtaMinus: 0.5, EtaPlus: 1.2, StepMin: 1e-6, StepMax: 50}, opts)
}

func rprop(u *update) *tensor.Tensor {
	g, previous, size := u.gradient(), u.slot(0, 0), u.slot(1, u.LR)
	agree := g.Mul(previous).Sign()
	turned := agree.Lt(0)
	factor := tensor.Where(agree.Gt(0), u.EtaPlus, tensor.Where(turned, u.EtaMinus, u.p.FullLike(1)))
	size = size.Mul(factor).Clamp(u.StepMin, u.StepMax)
	g = tensor.Where(turned, 0.0, g)
	u.keep(g, size)
	return u.p.Sub(g.Sign().Mul(size))
}
