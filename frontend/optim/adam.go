package optim

import (
	"math"

	"weft/frontend/tensor"
)

// NewAdam is Adam (Kingma and Ba, 2014): running means m of the gradient and v of its square, both divided by 1 - beta^step, and
// p -= lr m / (sqrt(v) + eps). Betas (0.9 and 0.999), Eps (1e-8), AMSGrad (Reddi and others, 2018: the largest v so far),
// WeightDecay (added to the gradient) and Maximize apply. PyTorch's rate is 1e-3 where none is given.
func NewAdam(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("Adam", adam, params, adamConfig(lr, 0), opts)
}

// NewAdamW is Adam with decoupled weight decay (Loshchilov and Hutter, 2017): before the step each parameter shrinks by
// lr times WeightDecay, 0.01 where not given. Adam's options apply.
func NewAdamW(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("AdamW", adamW, params, adamConfig(lr, 0.01), opts)
}

func adamConfig(lr, decay float64) Config {
	return Config{LR: lr, Beta1: 0.9, Beta2: 0.999, Eps: 1e-8, WeightDecay: decay}
}

func adam(u *update) *tensor.Tensor { return u.adam(u.p, u.gradient()) }

func adamW(u *update) *tensor.Tensor {
	p := u.p
	if u.WeightDecay != 0 {
		p = p.Mul(u.calc(func() float64 { return 1 - u.LR*u.WeightDecay }))
	}
	return u.adam(p, u.descent())
}

// moments moves the averages of the gradient and of its square.
func (u *update) moments(g *tensor.Tensor) (m, v *tensor.Tensor) {
	return u.average("exp_avg", &u.Beta1, g), u.average("exp_avg_sq", &u.Beta2, g.Mul(g))
}

// c1 and c2 are 1 - beta^step of the two moments.
func (u *update) c1() float64 { return 1 - math.Pow(u.Beta1, float64(u.step)) }
func (u *update) c2() float64 { return 1 - math.Pow(u.Beta2, float64(u.step)) }

// rate is the learning rate corrected for the first moment's start at zero.
func (u *update) rate() float64 { return u.LR / u.c1() }

func (u *update) adam(p, g *tensor.Tensor) *tensor.Tensor {
	m, v := u.moments(g)
	if u.AMSGrad {
		v = u.keep("max_exp_avg_sq", v.Maximum(u.slot("max_exp_avg_sq", 0)))
	}
	root := u.calc(func() float64 { return 1 / math.Sqrt(u.c2()) })
	return p.Sub(m.Mul(u.calc(u.rate)).Div(v.Sqrt().Mul(root).Add(u.k(&u.Eps))))
}

// NewAdamax is Adam with the largest absolute gradient, decaying by the second beta, in place of the root of the second moment
// (Kingma and Ba, 2014, section 7). PyTorch's rate is 2e-3 where none is given. Betas, Eps, WeightDecay and Maximize apply.
func NewAdamax(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("Adamax", adamax, params, adamConfig(lr, 0), opts)
}

func adamax(u *update) *tensor.Tensor {
	g := u.gradient()
	m := u.average("exp_avg", &u.Beta1, g)
	largest := u.keep("exp_inf", u.slot("exp_inf", 0).Mul(u.k(&u.Beta2)).Maximum(g.Abs().Add(u.k(&u.Eps))))
	return u.p.Sub(m.Mul(u.calc(u.rate)).Div(largest))
}

// NewNAdam is Adam with Nesterov's momentum (Dozat, 2016), whose momentum grows as beta1 (1 - 0.96^(step decay)/2), with decay the
// Config's MomentumDecay, 4e-3 where not given. PyTorch's rate is 2e-3 where none is given. Betas, Eps and WeightDecay apply.
func NewNAdam(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	c := adamConfig(lr, 0)
	c.MomentumDecay = 4e-3
	return newOptimizer("NAdam", nadam, params, c, opts)
}

func nadam(u *update) *tensor.Tensor {
	g := u.gradient()
	m, v := u.moments(g)
	mu := func() float64 { return u.nesterovMomentum(u.step) }
	next := func() float64 { return u.nesterovMomentum(u.step + 1) }
	u.each(func() { u.product = orElse(u.product, 1) * mu() })
	square := u.calc(func() float64 { return 1 / u.c2() })
	// The second correction has the product of all momenta, this step's once more and the next one's, as PyTorch has it.
	now := u.calc(func() float64 { return u.LR * (1 - mu()) / (1 - u.product) })
	ahead := u.calc(func() float64 { return u.LR * next() / (1 - u.product*mu()*next()) })
	return u.p.Sub(g.Mul(now).Add(m.Mul(ahead)).Div(v.Mul(square).Sqrt().Add(u.k(&u.Eps))))
}

func (u *update) nesterovMomentum(step int) float64 {
	return u.Beta1 * (1 - 0.5*math.Pow(0.96, float64(step)*u.MomentumDecay))
}

// NewRAdam is Adam that leaves the second moment out until its variance is bounded, and rectifies it from then on (Liu and
// others, 2019). PyTorch's rate is 1e-3 where none is given. Betas, Eps and WeightDecay apply.
func NewRAdam(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("RAdam", radam, params, adamConfig(lr, 0), opts)
}

// radam has one graph for all steps: until the variance is bounded, the divisor is 0 sqrt(v) + 1.
func radam(u *update) *tensor.Tensor {
	m, v := u.moments(u.gradient())
	rate := u.calc(func() float64 {
		if rect := u.rectification(); rect > 0 {
			return u.rate() * rect * math.Sqrt(u.c2())
		}
		return u.rate()
	})
	root := u.calc(func() float64 { return pick(u.rectification() > 0, 1, 0) })
	rest := u.calc(func() float64 { return pick(u.rectification() > 0, u.Eps, 1) })
	return u.p.Sub(m.Mul(rate).Div(v.Sqrt().Mul(root).Add(rest)))
}

// rectification is that of the second moment's variance, 0 while it is unbounded.
func (u *update) rectification() float64 {
	limit := 2/(1-u.Beta2) - 1
	rho := limit - 2*float64(u.step)*(1-u.c2())/u.c2()
	if rho <= 5 {
		return 0
	}
	return math.Sqrt((rho - 4) * (rho - 2) * limit / ((limit - 4) * (limit - 2) * rho))
}

func pick(ok bool, a, b float64) float64 {
	if ok {
		return a
	}
	return b
}
