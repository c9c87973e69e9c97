package optim

import "weft/frontend/tensor"

// NewRMSprop divides gradients by a running mean of their size.
func NewRMSprop(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("RMSprop", rmsprop, params, Config{LR: lr, Alpha: 0.99, Eps: 1e-8}, opts)
}

func rmsprop(u *update) *tensor.Tensor {
	g := u.gradient()
	square := average(u.slot(0, 0), u.Alpha, g.Mul(g))
	u.keep(square)
	spread := square
	if u.Centered {
		mean := average(u.slot(1, 0), u.Alpha, g)
		u.keep(mean)
		spread = square.Sub(mean.Mul(mean))
	}
	move := g.Div(spread.Sqrt().Add(u.Eps))
	if u.Momentum != 0 {
		move = u.slot(len(u.next), 0).Mul(u.Momentum).Add(move)
		u.keep(move)
	}
	return u.p.Sub(move.Mul(u.k(u.LR)))
}

// NewAdagrad divides gradients by the root of the sum of their squares.
func NewAdagrad(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("Adagrad", adagrad, params, Config{LR: lr, Eps: 1e-10}, opts)
}

func adagrad(u *update) *tensor.Tensor {
	g := u.gradient()
	sum := u.slot(0, u.InitialAccum).Add(g.Mul(g))
	u.keep(sum)
	rate := u.LR / (1 + float64(u.step-1)*u.LRDecay)
	return u.p.Sub(g.Mul(u.k(rate)).Div(sum.Sqrt().Add(u.Eps)))
}

// NewAdadelta scales gradients by the ratio of past steps to past gradients.
func NewAdadelta(params []*tensor.Tensor, lr float64, opts ...Option) *Optimizer {
	return newOptimizer("Adadelta", adadelta, params, Config{LR: lr, Rho: 0.9, Eps: 1e-6}, opts)
}

func adadelta(u *update) *tensor.Tensor {
	g := u.gradient()
	square := average(u.slot(0, 0), u.Rho, g.Mul(g))
	moved := u.slot(1, 0)
	delta := moved.Add(u.Eps).Sqrt().Div(square.Add(u.Eps).Sqrt()).Mul(g)
	u.keep(square, average(moved, u.Rho, delta.Mul(delta)))
	return u.p.Sub(delta.Mul(u.k(u.LR)))
}
