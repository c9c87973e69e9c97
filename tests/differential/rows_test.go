package differential

import (
	"testing"

	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
	"weft/lazy"
)

// TestRowsOfProducts holds attention whose scores no second cache holds, so that they go through scratch a block of rows at a time,
// with its gradients and a gradient's gradient, in every mode. The numbers of rows are odd: some are left over.
func TestRowsOfProducts(t *testing.T) {
	g := tensor.NewGenerator(3)
	randn := func(shape ...int) *tensor.Tensor {
		return tensor.Options{Generator: g}.Randn(shape...).Realize().RequireGrad()
	}
	q, k, v, w := randn(3, 331, 16), randn(3, 331, 16), randn(3, 331, 18), randn(331, 16)
	causal, _ := functional.ScaledDotProductAttention(q, k, v, functional.Attention{Causal: true})
	masked, _ := functional.ScaledDotProductAttention(q, k, v, functional.Attention{Mask: randn(3, 331, 331)})
	grads := tensor.Gradients(causal.Sum(), nil, q, k, v)
	second := tensor.Gradients(grads[0].Square().Sum(), nil, k)
	linear := q.MatMul(w.MT()).Softmax(-1)
	for name, ys := range map[string][]*tensor.Tensor{
		"causal": {causal}, "masked": {masked}, "gradients": grads, "second": second, "linear": {linear},
	} {
		roots := make([]*lazy.Node, len(ys))
		for i, y := range ys {
			roots[i] = y.Node()
		}
		roots = adopt(roots)
		first := map[string][]*lazy.Array{} // of an instruction set
		for _, m := range modes(2) {
			if m.Stepwise {
				continue
			}
			got, err := m.run(roots)
			if err != nil {
				t.Fatalf("%s: %v: %v", name, m, err)
			}
			if first[m.isa()] == nil {
				first[m.isa()] = got
			}
			if err := sameRoots(first[m.isa()], got); err != nil {
				t.Errorf("%s: %v: %v", name, m, err)
			}
		}
	}
}
