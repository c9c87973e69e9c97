package differential

import (
	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// products sum products over axes.
var products = map[string]composition{
	"matmul": func(s *sample) []*tensor.Tensor {
		d, k := s.float(), s.more(1, 18)
		a, b := []int{s.more(1, 6), k}, []int{k, s.more(1, 18)}
		switch s.n(0, 3) {
		case 0:
			a = append([]int{s.n(1, 3)}, a...)
		case 1:
			a, b = append([]int{3, 1}, a...), append([]int{2}, b...)
		case 2:
			a = a[1:]
		}
		return one(s.real(d, a...).MatMul(s.real(d, b...)))
	},
	"einsum": func(s *sample) []*tensor.Tensor {
		d := s.float()
		i, j, k, l := s.n(1, 5), s.n(1, 5), s.n(1, 5), s.n(1, 5)
		switch s.n(0, 5) {
		case 0:
			return one(tensor.Einsum("ijk,kl->jil", s.real(d, i, j, k), s.real(d, k, l)))
		case 1:
			return one(tensor.Einsum("bij,bjk,k->bi", s.real(d, l, i, j), s.real(d, l, j, k), s.real(d, k)))
		case 2:
			return one(tensor.Einsum("ii,ij->j", s.real(d, i, i), s.real(d, i, j)))
		case 3:
			return one(tensor.Einsum("...ij,...kj", s.real(d, l, i, j), s.real(d, k, j)))
		case 4:
			return one(tensor.Einsum("i,j->", s.real(d, i), s.real(d, j)))
		}
		return one(tensor.Einsum("bn,anm,bm->ba", s.real(d, i, j), s.real(d, k, j, l), s.real(d, i, l)))
	},
	"tensordot": func(s *sample) []*tensor.Tensor {
		d, j, k := s.float(), s.n(1, 5), s.n(1, 5)
		return one(s.real(d, s.n(1, 4), j, k).TensorDot(s.real(d, k, s.n(1, 4), j), []int{1, -1}, []int{2, 0}))
	},
	"outer, kron, cross": func(s *sample) []*tensor.Tensor {
		d, n := s.float(), s.n(1, 5)
		x := s.real(d, n, 3)
		return []*tensor.Tensor{x.Cross(s.real(d, n, 3), 1).Kron(s.real(d, 2, s.n(1, 3))), x.Select(1, 0).Outer(x.Select(1, 2))}
	},
	"linear, bilinear": func(s *sample) []*tensor.Tensor {
		d, n, i, j, k := s.float(), s.n(1, 4), s.n(1, 6), s.n(1, 6), s.n(1, 6)
		x := functional.Linear(s.real(d, n, i), s.real(d, j, i), s.real(d, j))
		return one(functional.Bilinear(x, s.real(d, n, i), s.real(d, k, j, i), s.real(d, k)))
	},
	"attention": func(s *sample) []*tensor.Tensor {
		d, heads, n, m, k := s.float(), s.n(1, 2), s.n(1, 6), s.n(1, 6), s.n(1, 5)
		return both(functional.ScaledDotProductAttention(s.real(d, 2, heads, n, k), s.real(d, 2, heads, m, k), s.real(d, 2, heads, m, k),
			functional.Attention{Causal: s.coin()}))
	},
}

// cells are steps of recurrent layers, and layers that read tables.
var cells = map[string]composition{
	"rnn cell": func(s *sample) []*tensor.Tensor {
		in, hidden := s.n(1, 6), s.n(1, 6)
		return s.steps(nn.NewRNNCell(in, hidden, s.on()), in, hidden, 1)
	},
	"gru cell": func(s *sample) []*tensor.Tensor {
		in, hidden := s.n(1, 6), s.n(1, 6)
		return s.steps(nn.NewGRUCell(in, hidden, s.on()), in, hidden, 1)
	},
	"lstm cell": func(s *sample) []*tensor.Tensor {
		in, hidden := s.n(1, 6), s.n(1, 6)
		return s.steps(nn.NewLSTMCell(in, hidden, s.on()), in, hidden, 2)
	},
	"embedding": func(s *sample) []*tensor.Tensor {
		w := s.real(s.float(), s.n(2, 9), s.n(1, 6))
		ids := s.ids(w.Dim(0), s.shape(2)...)
		if len(s.fixed) == 0 { // no gradient goes to the padding's row, whatever the slope
			padding := pick(s, 0, -1)
			return one(functional.Embedding(ids, w, functional.Lookup{PaddingIdx: &padding}))
		}
		return one(functional.Embedding(ids, w))
	},
	"embedding_bag": func(s *sample) []*tensor.Tensor {
		w := s.real(s.float(), s.n(2, 9), s.n(1, 6))
		b := functional.Bag{Mode: pick(s, "sum", "mean", "max")}
		if s.coin() {
			b.Offsets = tensor.New([]int64{0, 2, 2, 5}, 4)
			return one(functional.EmbeddingBag(s.ids(w.Dim(0), 8), w, b))
		}
		n, k := s.n(1, 4), s.n(1, 5)
		if b.Mode == "sum" {
			b.PerSampleWeights = s.real(w.DType(), n, k)
		}
		return one(functional.EmbeddingBag(s.ids(w.Dim(0), n, k), w, b))
	},
}

// on makes modules of the drawn dtype.
func (s *sample) on() nn.Option {
	s.fixed = []tensor.DType{s.float()}
	return nn.Create(tensor.Options{DType: s.fixed[0], Generator: tensor.NewGenerator(s.r.Uint64())})
}

// cell is a step of a recurrent layer.
type cell interface {
	Forward(x *tensor.Tensor, state ...*tensor.Tensor) []*tensor.Tensor
}

// steps goes two steps from a state that is drawn.
func (s *sample) steps(m cell, in, hidden, states int) []*tensor.Tensor {
	for _, p := range nn.Parameters(m) {
		s.leaves = append(s.leaves, p.Realize())
	}
	d, n := s.fixed[0], s.n(1, 4)
	state := make([]*tensor.Tensor, states)
	for i := range state {
		state[i] = s.real(d, n, hidden)
	}
	return m.Forward(s.real(d, n, in), m.Forward(s.real(d, n, in), state...)...)
}
