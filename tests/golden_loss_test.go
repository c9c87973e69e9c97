package tests

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// how is the reduction of a loss.
func how(c *call) functional.Reduction {
	return map[string]functional.Reduction{"mean": functional.Mean, "sum": functional.Sum, "none": functional.None,
		"batchmean": functional.BatchMean}[c.str("reduction", "mean")]
}

// loss adapts a loss of input and target.
func loss(f func(x, y *tensor.Tensor, how ...functional.Reduction) *tensor.Tensor) adapter {
	return func(c *call) any { return f(c.x(), c.t("target"), how(c)) }
}

func classes(c *call) functional.Classes {
	o := functional.Classes{Weight: c.t("weight"), LabelSmoothing: c.float("label_smoothing", 0), Reduction: how(c)}
	if c.has("ignore_index") {
		at := c.int("ignore_index", 0)
		o.IgnoreIndex = &at
	}
	return o
}

var lossOps = map[string]adapter{
	"nn.functional.mse_loss":         loss(functional.MSELoss),
	"nn.functional.l1_loss":          loss(functional.L1Loss),
	"nn.functional.soft_margin_loss": loss(functional.SoftMarginLoss),
	"nn.functional.smooth_l1_loss": func(c *call) any {
		return functional.SmoothL1Loss(c.x(), c.t("target"), c.float("beta", 1), how(c))
	},
	"nn.functional.huber_loss": func(c *call) any {
		return functional.HuberLoss(c.x(), c.t("target"), c.float("delta", 1), how(c))
	},
	"nn.functional.cross_entropy": func(c *call) any { return functional.CrossEntropy(c.x(), c.t("target"), classes(c)) },
	"nn.functional.nll_loss":      func(c *call) any { return functional.NLLLoss(c.x(), c.t("target"), classes(c)) },
	"nn.functional.binary_cross_entropy": func(c *call) any {
		return functional.BinaryCrossEntropy(c.x(), c.t("target"), c.t("weight"), how(c))
	},
	"nn.functional.binary_cross_entropy_with_logits": func(c *call) any {
		return functional.BinaryCrossEntropyWithLogits(c.x(), c.t("target"), c.t("weight"), c.t("pos_weight"), how(c))
	},
	"nn.functional.kl_div": func(c *call) any {
		return functional.KLDiv(c.x(), c.t("target"), c.bool("log_target", false), how(c))
	},
	"nn.functional.poisson_nll_loss": func(c *call) any {
		return functional.PoissonNLLLoss(c.x(), c.t("target"), c.bool("log_input", true), c.bool("full", false), c.float("eps", 1e-8), how(c))
	},
	"nn.functional.gaussian_nll_loss": func(c *call) any {
		return functional.GaussianNLLLoss(c.x(), c.t("target"), c.t("var"), c.bool("full", false), c.float("eps", 1e-6), how(c))
	},
	"nn.functional.margin_ranking_loss": func(c *call) any {
		return functional.MarginRankingLoss(c.t("input1"), c.t("input2"), c.t("target"), c.float("margin", 0), how(c))
	},
	"nn.functional.hinge_embedding_loss": func(c *call) any {
		return functional.HingeEmbeddingLoss(c.x(), c.t("target"), c.float("margin", 1), how(c))
	},
	"nn.functional.cosine_embedding_loss": func(c *call) any {
		return functional.CosineEmbeddingLoss(c.t("input1"), c.t("input2"), c.t("target"), c.float("margin", 0), how(c))
	},
	"nn.functional.cosine_similarity": func(c *call) any {
		return functional.CosineSimilarity(c.t("x1"), c.t("x2"), c.int("dim", 1), c.float("eps", 1e-8))
	},
	"nn.functional.pairwise_distance": func(c *call) any {
		return functional.PairwiseDistance(c.t("x1"), c.t("x2"), c.float("p", 2), c.float("eps", 1e-6), c.bool("keepdim", false))
	},
	"nn.functional.pdist": func(c *call) any { return functional.Pdist(c.x(), c.float("p", 2)) },
	"nn.functional.triplet_margin_loss": func(c *call) any {
		return functional.TripletMarginLoss(c.t("anchor"), c.t("positive"), c.t("negative"), c.float("margin", 1), c.float("p", 2),
			c.float("eps", 1e-6), c.bool("swap", false), how(c))
	},
	"nn.functional.multi_margin_loss": func(c *call) any {
		return functional.MultiMarginLoss(c.x(), c.t("target"), c.t("weight"), c.int("p", 1), c.float("margin", 1), how(c))
	},
	"nn.functional.multilabel_soft_margin_loss": func(c *call) any {
		return functional.MultilabelSoftMarginLoss(c.x(), c.t("target"), c.t("weight"), how(c))
	},
	"nn.functional.multilabel_margin_loss": loss(functional.MultilabelMarginLoss),
	"nn.functional.ctc_loss": func(c *call) any {
		return functional.CTCLoss(c.t("log_probs"), c.t("targets"), c.lengths("input_lengths"), c.lengths("target_lengths"),
			functional.CTC{Blank: c.int("blank", 0), Reduction: how(c), ZeroInfinity: c.bool("zero_infinity", false)})
	},
}

// lengths is an argument that is a list of integers, or a tensor of them.
func (c *call) lengths(name string) []int {
	if t := c.t(name); t != nil {
		return asInts(t)
	}
	return c.ints(name)
}
