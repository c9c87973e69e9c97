package optim

import "weft/frontend/tensor"

// NewRMSprop divides gradients by the root of a running mean of their squares (Hinton, 2012), smoothed by the Config's Alpha, 0.99
// where not given; with Centered the square of their running mean is subtracted first (Graves, 2013). PyTorch's rate is
// 1e-2 where none is given. Momentum, Eps (1e-8), WeightDecay and Maximize apply.
func NewRMSprop(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("RMSprop", rmsprop, params, Config{LR: lr, Alpha: 0.99, Eps: 1e-8}, opts)
}

func rmsprop(u *update) *tensor.Tensor {
	g := u.gradient()
	spread := u.average("square_avg", &u.Alpha, g.Mul(g))
	if u.Centered {
		mean := u.average("grad_avg", &u.Alpha, g)
		spread = spread.Sub(mean.Mul(mean))
	}
	move := g.Div(spread.Sqrt().Add(u.k(&u.Eps)))
	if u.Momentum != 0 {
		move = u.keep("momentum_buffer", u.slot("momentum_buffer", 0).Mul(u.k(&u.Momentum)).Add(move))
	}
	return u.p.Sub(move.Mul(u.k(&u.LR)))
}

// NewAdagrad divides gradients by the root of the sum of their squares (Duchi, Hazan and Singer, 2011). The sum begins at the Config's
// InitialAccum, and the rate falls as lr / (1 + (step-1) LRDecay). PyTorch's rate is 1e-2 where none is given. Eps (1e-10),
// WeightDecay and Maximize apply.
func NewAdagrad(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("Adagrad", adagrad, params, Config{LR: lr, Eps: 1e-10}, opts)
}

func adagrad(u *update) *tensor.Tensor {
	g := u.gradient()
	sum := u.keep("sum", u.slot("sum", u.InitialAccum).Add(g.Mul(g)))
	rate := u.calc(func() float64 { return u.LR / (1 + float64(u.step-1)*u.LRDecay) })
	return u.p.Sub(g.Mul(rate).Div(sum.Sqrt().Add(u.k(&u.Eps))))
}

// NewAdadelta scales gradients by the ratio of past steps to past gradients, both running means of squares (Zeiler, 2012), smoothed
// by the Config's Rho, 0.9 where not given. PyTorch's rate is 1 where none is given. Eps (1e-6), WeightDecay and Maximize apply.
func NewAdadelta(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("Adadelta", adadelta, params, Config{LR: lr, Rho: 0.9, Eps: 1e-6}, opts)
}

func adadelta(u *update) *tensor.Tensor {
	g := u.gradient()
	square := u.average("square_avg", &u.Rho, g.Mul(g))
	moved := u.slot("acc_delta", 0)
	delta := moved.Add(u.k(&u.Eps)).Sqrt().Div(square.Add(u.k(&u.Eps)).Sqrt()).Mul(g)
	u.average("acc_delta", &u.Rho, delta.Mul(delta))
	return u.p.Sub(delta.Mul(u.k(&u.LR)))
}
