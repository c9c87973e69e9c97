package optim

import (
	"fmt"

	"weft/frontend/tensor"
)

// ClipGradNorm scales the gradients of all parameters so that their norm of order p together is at most limit, and gives the norm
// that they had, without axes: PyTorch's clip_grad_norm_. Any order is allowed, infinity too. The scale is
// min(1, limit/(norm + 1e-6)). Parameters without a gradient do not count; without any, the norm is 0.
//
// Nothing is computed yet. With errorIfNonfinite, a norm that is NaN or infinite is an error of the step, or of whatever else
// computes the gradients or the norm, and no parameter changes; otherwise it spoils all gradients, as in PyTorch.
func ClipGradNorm(params []*tensor.Tensor, limit, p float64, errorIfNonfinite ...bool) *tensor.Tensor {
	owners := withGrad(params)
	if len(owners) == 0 {
		return tensor.Zeros()
	}
	device := owners[0].Device()
	var norms []*tensor.Tensor
	for _, x := range owners {
		norms = append(norms, x.Grad().Norm(p).To(device))
	}
	total := tensor.Stack(norms, 0).Norm(p)
	if len(errorIfNonfinite) > 0 && errorIfNonfinite[0] {
		total = total.Checked(total.IsFinite(), "clip_grad_norm",
			fmt.Sprintf("the norm of order %v of all gradients is not finite, so they cannot be clipped", p))
	}
	scale := total.Add(1e-6).RDiv(limit).Clamp(nil, 1)
	for _, x := range owners {
		x.SetGrad(x.Grad().Mul(scale.To(x.Device())))
	}
	return total
}

// ClipGradValue brings every element of every gradient between -limit and limit: PyTorch's clip_grad_value_.
func ClipGradValue(params []*tensor.Tensor, limit float64) {
	for _, x := range withGrad(params) {
		x.SetGrad(x.Grad().Clamp(-limit, limit))
	}
}

func withGrad(params []*tensor.Tensor) (out []*tensor.Tensor) {
	for _, x := range params {
		if x.Grad() != nil {
			out = append(out, x)
		}
	}
	return out
}
