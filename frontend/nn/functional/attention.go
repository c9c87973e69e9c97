package functional

import (
	"math"

	"weft/frontend/tensor"
)

// Attention is softmax(q kᵀ / sqrt(d) + mask) v over the last two axes, and the softmax. mask is added where it holds floats,
// and says where to look where it holds bools; nil looks everywhere. With causal a place sees itself and earlier ones.
func Attention(q, k, v, mask *tensor.Tensor, causal bool) (out, weights *tensor.Tensor) {
	scores := q.Mul(1 / math.Sqrt(float64(q.Dim(-1)))).MatMul(k.Transpose(-2, -1))
	if causal {
		mask = tensor.Options{DType: tensor.Bool, Device: q.Device()}.Full(true, q.Dim(-2), k.Dim(-2)).Tril()
	}
	switch {
	case mask == nil:
	case mask.DType() == tensor.Bool:
		scores = tensor.Where(mask, scores, math.Inf(-1))
	default:
		scores = scores.Add(mask)
	}
	weights = scores.Softmax(-1)
	return weights.MatMul(v), weights
}
