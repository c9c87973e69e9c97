package differential

import (
	"testing"

	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
	"weft/lazy"
	"weft/ops"
)

// adopt turns the memory of tensors into memory that every mode can have a copy of.
func adopt(roots []*lazy.Node) []*lazy.Node {
	known := map[lazy.Ref]*Memory{}
	return rebuild(roots, func(n *lazy.Node, _ []*lazy.Node) *lazy.Node {
		s, ok := n.Ref.(interface{ Data() []byte })
		if n.Op != ops.Buffer || !ok {
			return nil
		}
		if known[n.Ref] == nil {
			known[n.Ref] = &Memory{lazy.NewID(), append([]byte(nil), s.Data()...)}
		}
		return lazy.NewBuffer(known[n.Ref], n.DType, n.Ints[0], n.Shape...)
	})
}

// users lists what people write: each gives a result and the leaves to differentiate it by.
var users = map[string]func(r func(shape ...int) *tensor.Tensor) (*tensor.Tensor, []*tensor.Tensor){
	"conv2d": func(r func(...int) *tensor.Tensor) (*tensor.Tensor, []*tensor.Tensor) {
		x, w, b := r(2, 3, 9, 10), r(4, 3, 3, 3), r(4)
		return functional.Conv2d(x, w, b, functional.Conv{Padding: []int{1}, Stride: []int{2}}).Relu(), []*tensor.Tensor{x, w, b}
	},
	"conv1d, grouped": func(r func(...int) *tensor.Tensor) (*tensor.Tensor, []*tensor.Tensor) {
		x, w := r(2, 4, 17), r(6, 2, 3)
		return functional.Conv1d(x, w, nil, functional.Conv{Groups: 2, Dilation: []int{2}}), []*tensor.Tensor{x, w}
	},
	"transposed convolution": func(r func(...int) *tensor.Tensor) (*tensor.Tensor, []*tensor.Tensor) {
		x, w := r(2, 3, 5, 5), r(3, 2, 3, 3)
		return functional.ConvTranspose2d(x, w, nil, functional.Conv{Stride: []int{2}}), []*tensor.Tensor{x, w}
	},
	"max_pool2d": func(r func(...int) *tensor.Tensor) (*tensor.Tensor, []*tensor.Tensor) {
		x := r(2, 3, 8, 8)
		return functional.MaxPool2d(x, functional.Window{KernelSize: []int{2}}).Tanh(), []*tensor.Tensor{x}
	},
	"avg_pool2d": func(r func(...int) *tensor.Tensor) (*tensor.Tensor, []*tensor.Tensor) {
		x := r(2, 3, 9, 9)
		return functional.AvgPool2d(x, functional.Window{KernelSize: []int{3}, Stride: []int{2}}).Exp(), []*tensor.Tensor{x}
	},
	"layer_norm": func(r func(...int) *tensor.Tensor) (*tensor.Tensor, []*tensor.Tensor) {
		x, w, b := r(5, 33), r(33), r(33)
		return functional.LayerNorm(x, []int{33}, w, b, 1e-5).Square(), []*tensor.Tensor{x, w, b}
	},
	"attention": func(r func(...int) *tensor.Tensor) (*tensor.Tensor, []*tensor.Tensor) {
		q, k, v := r(2, 3, 17, 8), r(2, 3, 17, 8), r(2, 3, 17, 8)
		out, _ := functional.ScaledDotProductAttention(q, k, v, functional.Attention{Causal: true})
		return out, []*tensor.Tensor{q, k, v}
	},
	"cross_entropy": func(r func(...int) *tensor.Tensor) (*tensor.Tensor, []*tensor.Tensor) {
		x, w := r(20, 7), r(7, 10)
		return functional.CrossEntropy(x.MatMul(w), tensor.Arange(20).Remainder(10)), []*tensor.Tensor{x, w}
	},
	"embedding": func(r func(...int) *tensor.Tensor) (*tensor.Tensor, []*tensor.Tensor) {
		w := r(11, 6)
		ids := tensor.Arange(24).Mul(7).Remainder(11).Reshape(4, 6)
		return functional.Embedding(ids, w).Gelu(), []*tensor.Tensor{w}
	},
	"scatter": func(r func(...int) *tensor.Tensor) (*tensor.Tensor, []*tensor.Tensor) {
		x, s := r(5, 4), r(9, 4)
		ids := tensor.Arange(36).Mul(3).Remainder(5).Reshape(9, 4)
		return x.ScatterAdd(0, ids, s).Sin(), []*tensor.Tensor{x, s}
	},
	"gather, index": func(r func(...int) *tensor.Tensor) (*tensor.Tensor, []*tensor.Tensor) {
		x := r(6, 9)
		ids := tensor.Arange(30).Mul(5).Remainder(9).Reshape(6, 5)
		return x.Gather(1, ids).Cumsum(1).Mul(x.IndexSelect(1, tensor.New([]int64{8, 0, 0, 3, 8}, 5))), []*tensor.Tensor{x}
	},
	"scans": func(r func(...int) *tensor.Tensor) (*tensor.Tensor, []*tensor.Tensor) {
		x := r(4, 13)
		best, _ := x.Cummax(1)
		return x.Cumsum(0).Add(x.Cumprod(1)).Mul(best), []*tensor.Tensor{x}
	},
	"sort, topk": func(r func(...int) *tensor.Tensor) (*tensor.Tensor, []*tensor.Tensor) {
		x := r(3, 19)
		v, i := x.Sort(1, true)
		top, _ := x.TopK(19, 1, false)
		return v.Mul(i.Cast(tensor.Float32)).Sub(top), []*tensor.Tensor{x}
	},
	"cat, slices": func(r func(...int) *tensor.Tensor) (*tensor.Tensor, []*tensor.Tensor) {
		x, y := r(4, 6), r(3, 6)
		all := tensor.Cat([]*tensor.Tensor{x, y.Mul(2), x.Slice(1, 3)}, 0)
		all.SetSlice(y, tensor.R(2, 5))
		return all.Mul(all), []*tensor.Tensor{x, y}
	},
	"statistics": func(r func(...int) *tensor.Tensor) (*tensor.Tensor, []*tensor.Tensor) {
		x := r(6, 21)
		return x.Var(1).Add(x.Std(1)).Add(x.LogSumExp(1)).Add(x.Norm(2, 1)).Mul(x.Amax(1)).Add(x.Prod(1)), []*tensor.Tensor{x}
	},
	"mlp in float16": func(r func(...int) *tensor.Tensor) (*tensor.Tensor, []*tensor.Tensor) {
		x, w, v := r(9, 12), r(12, 17), r(17, 4)
		h := x.Cast(tensor.Float16).MatMul(w.Cast(tensor.Float16)).Gelu()
		return h.MatMul(v.Cast(tensor.Float16)).Softmax(1).Cast(tensor.Float32), []*tensor.Tensor{x, w, v}
	},
}

// TestUsers holds what people write, with its gradients, in every mode and node by node against the reference.
func TestUsers(t *testing.T) {
	for name, build := range users {
		g := tensor.NewGenerator(5)
		y, leaves := build(func(shape ...int) *tensor.Tensor {
			return tensor.Options{Generator: g}.Randn(shape...).Realize().RequireGrad()
		})
		roots := []*lazy.Node{y.Node()}
		for _, grad := range tensor.Gradients(y.Sum(), nil, leaves...) {
			roots = append(roots, grad.Node())
		}
		if err := Hold(adopt(roots), eachMode); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
