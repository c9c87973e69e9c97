package functional

import (
	"math"

	"weft/frontend/tensor"
	"weft/lazy"
)

// Attention is the settings of ScaledDotProductAttention. The zero value looks everywhere.
type Attention struct {
	Mask    *tensor.Tensor // (..., l, s): added where it holds floats, true where to look where it holds bools; nil for none
	Dropout float64        // the probability that a weight is set to zero; for training only
	Causal  bool           // a place sees itself and earlier ones; without a mask
	Scale   float64        // of the products; 0 means 1 over the root of the length of queries
}

// ScaledDotProductAttention is softmax(q kᵀ scale + mask) v for queries (..., l, e), keys (..., s, e) and values (..., s, v), as
// (..., l, v), and the softmax, (..., l, s), for floats of one dtype (Vaswani and others 2017). A mask beside Causal panics with
// *Error.
func ScaledDotProductAttention(q, k, v *tensor.Tensor, a Attention) (out, weights *tensor.Tensor) {
	scale := a.Scale
	if scale == 0 {
		scale = 1 / math.Sqrt(float64(q.Dim(-1)))
	}
	scores := q.Mul(scale).MatMul(k.Transpose(-2, -1))
	mask := a.Mask
	if a.Causal && mask != nil {
		fail(lazy.ErrValue, "scaled_dot_product_attention", []*tensor.Tensor{q, k, v, mask}, "give either a mask or causal")
	}
	if a.Causal {
		mask = tensor.Options{DType: tensor.Bool, Device: q.Device()}.Full(true, q.Dim(-2), k.Dim(-2)).Tril()
	}
	switch {
	case mask == nil:
	case mask.DType() == tensor.Bool:
		scores = tensor.Where(mask, scores, math.Inf(-1))
	default:
		scores = scores.Add(mask)
	}
	weights = Dropout(scores.Softmax(-1), a.Dropout, true)
	return weights.MatMul(v), weights
}
