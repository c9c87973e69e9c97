package differential

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// rows fold or scale lines.
var rows = map[string]composition{
	"softmax": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.float())
		return one(x.Softmax(axis))
	},
	"log_softmax": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.float())
		return one(x.LogSoftmax(axis))
	},
	"logsumexp": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.float())
		return one(x.LogSumExp(axis))
	},
	"var, std": func(s *sample) []*tensor.Tensor {
		x := s.real(s.float(), s.n(1, 4), s.n(3, 9))
		return one(x.Var(1).Add(x.Std(1)))
	},
	"prod": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		return one(x.Prod(axis))
	},
	"norm": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.float())
		return one(x.Norm(pick(s, 1.0, 2, 3, 0.5), axis))
	},
	"renorm": func(s *sample) []*tensor.Tensor {
		x := s.real(s.float(), s.n(2, 5), s.n(2, 5))
		return one(x.Renorm(pick(s, 1.0, 2), s.axis(2), 1))
	},
	"diff, trapezoid, nansum": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.float())
		if x.Dim(axis) == 1 {
			return one(x.NanSum(axis))
		}
		return []*tensor.Tensor{x.Trapezoid(0.5, axis).Add(x.NanSum(axis)), x.Diff(1, axis)}
	},
	"softplus, gelu, sigmoid": func(s *sample) []*tensor.Tensor {
		x := s.real(s.float(), s.n(1, 4), 2*s.n(1, 9))
		return one(x.Gelu().Mul(x.Softplus(1, 20)).Sigmoid())
	},
	"cdist": func(s *sample) []*tensor.Tensor {
		d, n := pick(s, s.real32or64()...), s.n(1, 5)
		return one(s.of(d, -2, 0, s.n(1, 4), n).Cdist(s.of(d, 1, 2, s.n(1, 4), n), pick(s, 1.0, 2, 3)))
	},
	"similarities": func(s *sample) []*tensor.Tensor {
		x, y := s.real(s.float(), 3, 7), s.real(s.float(), 3, 7)
		y = y.Cast(x.DType())
		return []*tensor.Tensor{functional.CosineSimilarity(x, y, 1, 1e-6).Add(functional.PairwiseDistance(x, y, 2, 1e-6, false)),
			functional.Normalize(x, 2, s.axis(2), 1e-6)}
	},
}

// norms centre and scale.
var norms = map[string]composition{
	"layer_norm": func(s *sample) []*tensor.Tensor {
		d, n := s.float(), s.more(2, 20)
		return one(functional.LayerNorm(s.real(d, s.n(1, 5), n), []int{n}, s.real(d, n), s.real(d, n), 1e-3))
	},
	"group_norm": func(s *sample) []*tensor.Tensor {
		d, groups, each := s.float(), s.n(1, 3), s.n(1, 3)
		c := groups * each
		return one(functional.GroupNorm(s.real(d, s.n(1, 3), c, s.n(2, 6)), groups, s.real(d, c), s.real(d, c), 1e-3))
	},
	"batch_norm": func(s *sample) []*tensor.Tensor {
		d, c := s.float(), s.n(1, 4)
		n := functional.Norm{Weight: s.real(d, c), Bias: s.real(d, c), Eps: 1e-3, Training: true}
		return one(functional.BatchNorm(s.real(d, s.n(2, 4), c, s.n(1, 5)), n))
	},
	"batch_norm, by running statistics": func(s *sample) []*tensor.Tensor {
		d, c := s.float(), s.n(1, 4)
		n := functional.Norm{Mean: s.real(d, c), Var: s.of(d, 0.5, 2, c), Weight: s.real(d, c), Bias: s.real(d, c), Eps: 1e-3}
		return one(functional.BatchNorm(s.real(d, s.n(2, 4), c, s.n(1, 5)), n))
	},
	"instance_norm": func(s *sample) []*tensor.Tensor {
		d, c := s.float(), s.n(1, 4)
		n := functional.Norm{Weight: s.real(d, c), Bias: s.real(d, c), Eps: 1e-3, Training: true}
		return one(functional.InstanceNorm(s.real(d, s.n(1, 3), c, s.n(2, 7)), n))
	},
	"local_response_norm": func(s *sample) []*tensor.Tensor {
		return one(functional.LocalResponseNorm(s.real(s.float(), s.n(1, 3), s.n(1, 6), s.n(1, 5)), s.n(1, 5), 1e-2, 0.75, 1))
	},
}
