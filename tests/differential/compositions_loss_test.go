package differential

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

func (s *sample) how() functional.Reduction {
	return pick(s, functional.Mean, functional.Sum, functional.None)
}

// pair draws two operands of one shape and dtype.
func (s *sample) pair() (x, y *tensor.Tensor) {
	d, shape := s.float(), s.shape(2)
	return s.real(d, shape...), s.real(d, shape...)
}

// signs draws 1 and -1.
func (s *sample) signs(d tensor.DType, shape ...int) *tensor.Tensor {
	return s.ids(2, shape...).Mul(2).Sub(1).Cast(d).Realize()
}

// losses fold predictions and targets.
var losses = map[string]composition{
	"cross_entropy": func(s *sample) []*tensor.Tensor {
		d, n, k := s.float(), s.n(1, 6), s.n(2, 7)
		ignore := pick(s, -100, 0)
		c := functional.Classes{IgnoreIndex: &ignore, LabelSmoothing: pick(s, 0, 0.1), Reduction: s.how()}
		if s.coin() {
			c.Weight = s.of(d, 0.5, 2, k)
		}
		if s.coin() {
			return one(functional.CrossEntropy(s.real(d, n, k, 3), s.ids(k, n, 3), c))
		}
		return one(functional.CrossEntropy(s.real(d, n, k), s.ids(k, n), c))
	},
	"cross_entropy with probabilities": func(s *sample) []*tensor.Tensor {
		d, n, k := s.float(), s.n(1, 6), s.n(2, 7)
		return one(functional.CrossEntropy(s.real(d, n, k), s.of(d, 0, 0.5, n, k), functional.Classes{Reduction: s.how()}))
	},
	"nll_loss": func(s *sample) []*tensor.Tensor {
		d, n, k := s.float(), s.n(1, 6), s.n(2, 7)
		return one(functional.NLLLoss(s.real(d, n, k).LogSoftmax(1), s.ids(k, n), functional.Classes{Reduction: s.how()}))
	},
	"bce": func(s *sample) []*tensor.Tensor {
		d, shape := s.float(), s.shape(2)
		return one(functional.BinaryCrossEntropy(s.of(d, 0.05, 0.95, shape...), s.of(d, 0.1, 0.9, shape...), nil, s.how()))
	},
	"bce with logits": func(s *sample) []*tensor.Tensor {
		d, n, k := s.float(), s.n(1, 5), s.n(1, 5)
		return one(functional.BinaryCrossEntropyWithLogits(s.real(d, n, k), s.of(d, 0, 1, n, k), s.of(d, 0.5, 2, k), s.of(d, 0.5, 2, k), s.how()))
	},
	"ctc_loss": func(s *sample) []*tensor.Tensor {
		n, steps, k, most := s.n(1, 2), s.n(5, 7), s.n(3, 4), s.n(1, 2)
		logs := s.real(pick(s, s.real32or64()...), steps, n, k).LogSoftmax(2)
		lengths, targets := make([]int, n), make([]int, n)
		for i := range n {
			lengths[i], targets[i] = s.n(steps-1, steps), s.n(1, most)
		}
		ids := s.ids(k-1, n, most).Add(1).Realize()
		return one(functional.CTCLoss(logs, ids, lengths, targets, functional.CTC{Reduction: s.how(), ZeroInfinity: s.coin()}))
	},
	"kl_div": func(s *sample) []*tensor.Tensor {
		d, shape := s.float(), s.shape(2)
		return one(functional.KLDiv(s.real(d, shape...), s.of(d, 0.1, 1, shape...), s.coin(), s.how()))
	},
	"huber, smooth l1, l1": func(s *sample) []*tensor.Tensor {
		x, y := s.pair()
		how := s.how()
		return one(functional.HuberLoss(x, y, 0.7, how).Add(functional.SmoothL1Loss(x, y, 0.6, how)).Add(functional.L1Loss(x, y, how)))
	},
	"hinge, soft margin": func(s *sample) []*tensor.Tensor {
		x, _ := s.row(s.float())
		y, how := s.signs(x.DType(), x.Shape()...), s.how()
		return one(functional.HingeEmbeddingLoss(x, y, 0.8, how).Add(functional.SoftMarginLoss(x, y, how)))
	},
	"margins of pairs": func(s *sample) []*tensor.Tensor {
		d, n, k := s.float(), s.n(1, 5), s.n(1, 5)
		x, z, y, how := s.real(d, n, k), s.real(d, n, k), s.signs(d, n), s.how()
		return one(functional.CosineEmbeddingLoss(x, z, y, 0.1, how).Add(functional.MarginRankingLoss(x.Sum(1), z.Sum(1), y, 0.3, how)))
	},
	"margins of classes": func(s *sample) []*tensor.Tensor {
		d, n, k := s.float(), s.n(1, 5), s.n(2, 5)
		x, ids := s.real(d, n, k), s.ids(k, n)
		several := s.ids(k+1, n, k).Sub(1).Realize()
		return one(functional.MultiMarginLoss(x, ids, nil, s.n(1, 2), 1, functional.Sum).Add(functional.MultilabelMarginLoss(x, several, functional.Sum)))
	},
	"triplet": func(s *sample) []*tensor.Tensor {
		d, n, k := s.float(), s.n(1, 5), s.n(1, 5)
		return one(functional.TripletMarginLoss(s.real(d, n, k), s.real(d, n, k), s.real(d, n, k), 1, 2, 1e-6, s.coin(), s.how()))
	},
	"likelihoods": func(s *sample) []*tensor.Tensor {
		x, y := s.pair()
		v := s.of(x.DType(), 0.5, 2, x.Shape()...)
		how := s.how()
		return one(functional.GaussianNLLLoss(x, y, v, s.coin(), 1e-6, how).Add(functional.PoissonNLLLoss(x, v, true, s.coin(), 1e-8, how)))
	},
	"mse, multilabel soft margin": func(s *sample) []*tensor.Tensor {
		x, y := s.pair()
		return one(functional.MSELoss(x, y).Add(functional.MultilabelSoftMarginLoss(x, y.Sigmoid(), nil)))
	},
}
