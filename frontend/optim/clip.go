package optim

import "weft/frontend/tensor"

// ClipGradNorm scales the gradients of all parameters so that their p-norm together is at most limit, and gives the norm
// that they had. Parameters without a gradient do not count.
func ClipGradNorm(params []*tensor.Tensor, limit, p float64) *tensor.Tensor {
	var norms []*tensor.Tensor
	for _, x := range params {
		if g := x.Grad(); g != nil {
			norms = append(norms, g.Norm(p))
		}
	}
	if len(norms) == 0 {
		return tensor.Zeros()
	}
	total := tensor.Stack(norms, 0).Norm(p)
	scale := total.Add(1e-6).RDiv(limit).Clamp(nil, 1)
	for _, x := range params {
		if g := x.Grad(); g != nil {
			x.SetGrad(g.Mul(scale))
		}
	}
	return total
}

// ClipGradValue brings every element of every gradient between -limit and limit.
func ClipGradValue(params []*tensor.Tensor, limit float64) {
	for _, x := range params {
		if g := x.Grad(); g != nil {
			x.SetGrad(g.Clamp(-limit, limit))
		}
	}
}
