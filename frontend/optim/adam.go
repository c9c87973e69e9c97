package optim

import (
	"math"

	"weft/frontend/tensor"
)

func pow(x, y float64) float64 { return math.Pow(x, y) }

// NewAdam is Adam with betas 0.9 and 0.999: Betas, Eps, AMSGrad, WeightDecay (added to the gradient) and Maximize apply.
func NewAdam(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("Adam", adam, params, adamConfig(lr, 0), opts)
}

// NewAdamW is Adam with weight decay 0.01 applied to the parameters themselves.
func NewAdamW(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("AdamW", adamW, params, adamConfig(lr, 0.01), opts)
}

func adamConfig(lr, decay float64) Config {
	return Config{LR: lr, Beta1: 0.9, Beta2: 0.999, Eps: 1e-8, WeightDecay: decay}
}

func adam(u *update) *tensor.Tensor { return u.adam(u.p, u.gradient()) }

func adamW(u *update) *tensor.Tensor {
	g, p := u.g, u.p
	if u.Maximize {
		g = g.Neg()
	}
	if u.WeightDecay != 0 {
		p = p.Mul(u.k(1 - u.LR*u.WeightDecay))
	}
	return u.adam(p, g)
}

// moments moves the averages of the gradient and of its square.
func (u *update) moments(g *tensor.Tensor) (m, v *tensor.Tensor) {
	m = average(u.slot(0, 0), u.Beta1, g)
	v = average(u.slot(1, 0), u.Beta2, g.Mul(g))
	u.keep(m, v)
	return m, v
}

// corrections are 1 - beta^step of both moments.
func (u *update) corrections() (c1, c2 float64) {
	return 1 - pow(u.Beta1, float64(u.step)), 1 - pow(u.Beta2, float64(u.step))
}

func (u *update) adam(p, g *tensor.Tensor) *tensor.Tensor {
	m, v := u.moments(g)
	if u.AMSGrad {
		v = v.Maximum(u.slot(2, 0))
		u.keep(v)
	}
	c1, c2 := u.corrections()
	denominator := v.Sqrt().Mul(u.k(1 / math.Sqrt(c2))).Add(u.Eps)
	return p.Sub(m.Mul(u.k(u.LR / c1)).Div(denominator))
}

// NewAdamax is Adam with the largest absolute gradient instead of the second moment.
func NewAdamax(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("Adamax", adamax, params, adamConfig(lr, 0), opts)
}

func adamax(u *update) *tensor.Tensor {
	g := u.gradient()
	m := average(u.slot(0, 0), u.Beta1, g)
	largest := u.slot(1, 0).Mul(u.Beta2).Maximum(g.Abs().Add(u.Eps))
	u.keep(m, largest)
	c1, _ := u.corrections()
	return u.p.Sub(m.Mul(u.k(u.LR / c1)).Div(largest))
}

// NewNAdam is Adam with Nesterov's momentum.
func NewNAdam(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	c := adamConfig(lr, 0)
	c.MomentumDecay = 4e-3
	return newOptimizer("NAdam", nadam, params, c, opts)
}

func nadam(u *update) *tensor.Tensor {
	g := u.gradient()
	m, v := u.moments(g)
	_, c2 := u.corrections()
	mu, next := u.nesterovMomentum(u.step), u.nesterovMomentum(u.step+1)
	if u.aux == 0 {
		u.aux = 1
	}
	u.aux *= mu
	denominator := v.Mul(u.k(1 / c2)).Sqrt().Add(u.Eps)
	// The second correction has the product of all momenta, this step's once more and the next one's, as PyTorch has it.
	ahead := g.Mul(u.k(u.LR * (1 - mu) / (1 - u.aux))).Add(m.Mul(u.k(u.LR * next / (1 - u.aux*mu*next))))
	return u.p.Sub(ahead.Div(denominator))
}

func (u *update) nesterovMomentum(step int) float64 {
	return u.Beta1 * (1 - 0.5*pow(0.96, float64(step)*u.MomentumDecay))
}

// NewRAdam is Adam that uses the second moment only once its variance is bounded.
func NewRAdam(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("RAdam", radam, params, adamConfig(lr, 0), opts)
}

func radam(u *update) *tensor.Tensor {
	m, v := u.moments(u.gradient())
	c1, c2 := u.corrections()
	limit := 2/(1-u.Beta2) - 1
	rho := limit - 2*float64(u.step)*(1-c2)/c2
	if rho <= 5 {
		return u.p.Sub(m.Mul(u.k(u.LR / c1)))
	}
	rect := math.Sqrt((rho - 4) * (rho - 2) * limit / ((limit - 4) * (limit - 2) * rho))
	return u.p.Sub(m.Mul(u.k(u.LR / c1 * rect * math.Sqrt(c2))).Div(v.Sqrt().Add(u.Eps)))
}
