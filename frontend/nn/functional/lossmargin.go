package functional

import (
	"weft/frontend/tensor"
	"weft/lazy"
)

// MarginRankingLoss is max(0, -y (x - z) + margin): it asks that x beats z by margin where y is 1, and loses by it where y is -1.
// All broadcast. PyTorch's margin is 0.
func MarginRankingLoss(x, z, y *tensor.Tensor, margin float64, how ...Reduction) *tensor.Tensor {
	return reduce(y.Neg().Mul(x.Sub(z)).Add(margin).Clamp(0, nil), how)
}

// HingeEmbeddingLoss is x where y is 1, and what x lacks of margin where y is -1. PyTorch's margin is 1.
func HingeEmbeddingLoss(x, y *tensor.Tensor, margin float64, how ...Reduction) *tensor.Tensor {
	apart := tensor.Where(y.Ne(1), x.RSub(margin).Clamp(0, nil), 0.0)
	together := tensor.Where(y.Ne(-1), x, 0.0)
	return reduce(apart.Add(together), how)
}

// SoftMarginLoss is log(1 + exp(-y x)) for targets y of 1 and -1.
func SoftMarginLoss(x, y *tensor.Tensor, how ...Reduction) *tensor.Tensor {
	return reduce(y.Neg().Mul(x).Exp().Log1p(), how)
}

// CosineEmbeddingLoss is 1 - cos(x, z) where y is 1, and what cos(x, z) exceeds margin by where y is -1, for vectors x and z (n, d)
// and targets y (n), or (d) and a single target. PyTorch's margin is 0.
func CosineEmbeddingLoss(x, z, y *tensor.Tensor, margin float64, how ...Reduction) *tensor.Tensor {
	const eps = 1e-12
	dot := x.Mul(z).Sum(-1)
	cos := dot.Div(x.Mul(x).Sum(-1).Add(eps).Mul(z.Mul(z).Sum(-1).Add(eps)).Sqrt())
	loss := tensor.Where(y.Eq(1), cos.RSub(1), 0.0).Add(tensor.Where(y.Eq(-1), cos.Sub(margin).Clamp(0, nil), 0.0))
	return reduce(loss, how)
}

// TripletMarginLoss asks that anchors (n, d) or (d) are nearer to positive than to negative by margin, by PairwiseDistance; with swap
// the distance between positive and negative counts too (Balntas and others 2016). PyTorch's margin is 1, p 2 and eps 1e-6.
func TripletMarginLoss(anchor, positive, negative *tensor.Tensor, margin, p, eps float64, swap bool, how ...Reduction) *tensor.Tensor {
	return TripletMarginWithDistanceLoss(anchor, positive, negative, func(x, y *tensor.Tensor) *tensor.Tensor {
		return PairwiseDistance(x, y, p, eps, false)
	}, margin, swap, how...)
}

// TripletMarginWithDistanceLoss is TripletMarginLoss by any distance; nil means PairwiseDistance with PyTorch's p and eps.
func TripletMarginWithDistanceLoss(anchor, positive, negative *tensor.Tensor, distance func(x, y *tensor.Tensor) *tensor.Tensor,
	margin float64, swap bool, how ...Reduction) *tensor.Tensor {
	if distance == nil {
		distance = func(x, y *tensor.Tensor) *tensor.Tensor { return PairwiseDistance(x, y, 2, 1e-6, false) }
	}
	near, far := distance(anchor, positive), distance(anchor, negative)
	if swap {
		far = far.Minimum(distance(positive, negative))
	}
	return reduce(near.Sub(far).Add(margin).Clamp(0, nil), how)
}

// MultiMarginLoss asks that the score of the target's class beats every other by margin: the mean over classes of
// max(0, margin - x[y] + x[i])^p, for scores x (n, classes) or (classes) and class ids y (n) or (). p is 1 (PyTorch's) or 2;
// PyTorch's margin is 1; weight, one number a class, may be nil. An id out of range is an error when it runs.
func MultiMarginLoss(x, y, weight *tensor.Tensor, p int, margin float64, how ...Reduction) *tensor.Tensor {
	if p != 1 && p != 2 {
		fail(lazy.ErrValue, "multi_margin_loss", []*tensor.Tensor{x, y}, "p must be 1 or 2, got %d", p)
	}
	single := x.Rank() < 2
	if single {
		x, y = x.Reshape(1, x.Numel()), y.Reshape(1)
	}
	loss := x.Sub(x.Gather(1, y.Unsqueeze(1))).Add(margin).Clamp(0, nil)
	if p == 2 {
		loss = loss.Mul(loss)
	}
	if weight != nil {
		loss = loss.Mul(weight.IndexSelect(0, y).Unsqueeze(1))
	}
	own := arange(x, x.Dim(1)).Eq(y.Unsqueeze(1))
	loss = tensor.Where(own, 0.0, loss).Sum(1).Div(x.Dim(1))
	if single {
		loss = loss.Squeeze(0)
	}
	return reduce(loss, how)
}

// MultilabelSoftMarginLoss is the mean over classes of the binary cross entropy of sigmoid(x), for x and targets y (n, classes) or
// (classes); weight scales elements and may be nil.
func MultilabelSoftMarginLoss(x, y, weight *tensor.Tensor, how ...Reduction) *tensor.Tensor {
	loss := y.Mul(x.LogSigmoid()).Add(y.RSub(1).Mul(x.Neg().LogSigmoid())).Neg()
	if weight != nil {
		loss = loss.Mul(weight)
	}
	return reduce(loss.Mean(-1), how)
}

// MultilabelMarginLoss asks that the score of each target class beats every other class by 1, for scores x (n, classes) or (classes).
// y, of the same shape, lists the ids of a sample's classes, ended by -1.
func MultilabelMarginLoss(x, y *tensor.Tensor, how ...Reduction) *tensor.Tensor {
	single := x.Rank() < 2
	if single {
		x, y = x.Reshape(1, x.Numel()), y.Reshape(1, y.Numel())
	}
	valid := y.Lt(0).Cast(tensor.Int64).Cumsum(1).Eq(0)
	ids := tensor.Where(valid, y, 0)
	hit := ids.Unsqueeze(2).Eq(arange(x, x.Dim(1))).LogicalAnd(valid.Unsqueeze(2)) // (n, target, class)
	isTarget := hit.Any(1)
	wanted := x.Gather(1, ids)
	margins := x.Unsqueeze(1).Sub(wanted.Unsqueeze(2)).Add(1).Clamp(0, nil)
	counts := valid.Unsqueeze(2).LogicalAnd(isTarget.LogicalNot().Unsqueeze(1))
	loss := tensor.Where(counts, margins, 0.0).Sum(1, 2).Div(x.Dim(1))
	if single {
		loss = loss.Squeeze(0)
	}
	return reduce(loss, how)
}
