package nn

import (
	"math"

	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// MultiheadAttention lets each place of a sequence look at all places of another, with several heads side by side (Vaswani and
// others, 2017): softmax(q kᵀ/sqrt(size/heads)) v of projected queries, keys and values, in each head, then one projection of all heads.
type MultiheadAttention struct {
	Base
	InProjWeight *tensor.Tensor // (3 size, size): queries, keys and values; nil where keys or values have lengths of their own
	QProjWeight  *tensor.Tensor // (size, size), then
	KProjWeight  *tensor.Tensor // (size, length of keys)
	VProjWeight  *tensor.Tensor // (size, length of values)
	InProjBias   *tensor.Tensor // (3 size), or nil
	BiasK, BiasV *tensor.Tensor // (1, 1, size): one place more in every sequence; nil without BiasKV
	OutProj      *Linear
	heads        int
	batchFirst   bool
	zero         bool
	drop         float64
}

// NewMultiheadAttention makes a layer for sequences of vectors of size, which heads must divide. Sequences are (time, batch,
// size), with batchFirst (batch, time, size); without a batch they are (time, size). NoBias, KeyLength, ValueLength, BiasKV,
// ZeroAttention, DropAttention and Create apply. Projections are drawn by Xavier's rule, biases are zero.
func NewMultiheadAttention(size, heads int, batchFirst bool, opts ...Option) *MultiheadAttention {
	o := gather(opts)
	if heads < 1 || size%heads != 0 {
		fail("multihead_attention", "the size %d must divide into %d heads", size, heads)
	}
	m := &MultiheadAttention{heads: heads, batchFirst: batchFirst, zero: o.zeroAttention, drop: probability(o.drop)}
	if o.keyLength == 0 && o.valueLength == 0 {
		m.InProjWeight = o.xavier(3*size, size)
	} else {
		m.QProjWeight = o.xavier(size, size)
		m.KProjWeight, m.VProjWeight = o.xavier(size, orSize(o.keyLength, size)), o.xavier(size, orSize(o.valueLength, size))
	}
	m.OutProj = NewLinear(size, size, opts...)
	if !o.noBias {
		m.InProjBias, m.OutProj.Bias = o.filled(0, 3*size), o.filled(0, size)
	}
	if o.biasKV {
		m.BiasK, m.BiasV = o.normal(1/math.Sqrt(float64(size)), 1, 1, size), o.normal(1/math.Sqrt(float64(size)), 1, 1, size)
	}
	return m
}

func orSize(n, size int) int {
	if n == 0 {
		return size
	}
	return n
}

// Attend says where attention looks, and which weights it gives back.
type Attend struct {
	Mask       *tensor.Tensor // (to, from) or (batch*heads, to, from): added to the scores; of bools, true hides a place
	KeyPadding *tensor.Tensor // (batch, from): the same for all places that look
	PerHead    bool           // the weights of each head instead of their mean
	NoWeights  bool           // no weights
}

// Forward attends from q to k and reads v. It gives the result, of q's shape, and the weights averaged over the heads (batch, to, from),
// nil where they are not asked for.
func (m *MultiheadAttention) Forward(q, k, v *tensor.Tensor, how ...Attend) (out, weights *tensor.Tensor) {
	a := at(how, 0)
	all := m.CallMany(func(in []*tensor.Tensor) []*tensor.Tensor {
		out, weights := m.attend(in[0], in[1], in[2], a)
		return []*tensor.Tensor{out, weights}
	}, q, k, v)
	return all[0], all[1]
}

func (m *MultiheadAttention) attend(q, k, v *tensor.Tensor, a Attend) (out, weights *tensor.Tensor) {
	unbatched := q.Rank() == 2
	parts := []*tensor.Tensor{q, k, v}
	for i, x := range parts {
		parts[i] = m.project(batchFirst(x, m.batchFirst, unbatched), i)
	}
	batch, to := parts[0].Dim(0), parts[0].Dim(1)
	mask := a.scores(batch, m.heads)
	parts, mask = m.lengthen(parts, mask)
	for i, x := range parts {
		parts[i] = x.Reshape(batch, x.Dim(1), m.heads, -1).Transpose(1, 2)
	}
	settings := functional.Attention{Mask: mask}
	if m.Training() {
		settings.Dropout = m.drop
	}
	out, weights = functional.ScaledDotProductAttention(parts[0], parts[1], parts[2], settings)
	out = m.OutProj.Forward(out.Transpose(1, 2).Reshape(batch, to, -1))
	return placed(out, m.batchFirst, unbatched), a.given(weights, unbatched)
}

// batchFirst brings a sequence into (batch, time, size), and placed brings it back.
func batchFirst(x *tensor.Tensor, already, unbatched bool) *tensor.Tensor {
	switch {
	case unbatched:
		return x.Unsqueeze(0)
	case already:
		return x
	}
	return x.Transpose(0, 1)
}

func placed(x *tensor.Tensor, already, unbatched bool) *tensor.Tensor {
	switch {
	case unbatched:
		return x.Squeeze(0)
	case already:
		return x
	}
	return x.Transpose(0, 1)
}

// project makes queries (0), keys (1) or values (2).
func (m *MultiheadAttention) project(x *tensor.Tensor, i int) *tensor.Tensor {
	size := m.OutProj.Weight.Dim(0)
	w := []*tensor.Tensor{m.QProjWeight, m.KProjWeight, m.VProjWeight}[i]
	if m.InProjWeight != nil {
		w = m.InProjWeight.Narrow(0, i*size, size)
	}
	if m.InProjBias == nil {
		return functional.Linear(x, w, nil)
	}
	return functional.Linear(x, w, m.InProjBias.Narrow(0, i*size, size))
}

// lengthen adds what every sequence of keys and values has at its end: the learned place, and one of zeros. Nothing hides them.
func (m *MultiheadAttention) lengthen(parts []*tensor.Tensor, mask *tensor.Tensor) ([]*tensor.Tensor, *tensor.Tensor) {
	more := 0
	add := func(k, v *tensor.Tensor) {
		for i, x := range []*tensor.Tensor{k, v} {
			x = x.Expand(parts[1].Dim(0), 1, x.Dim(2))
			parts[i+1] = tensor.Cat([]*tensor.Tensor{parts[i+1], x}, 1)
		}
		more++
	}
	if m.BiasK != nil {
		add(m.BiasK, m.BiasV)
	}
	if m.zero {
		zeros := parts[1].Narrow(1, 0, 1).ZerosLike().Narrow(0, 0, 1)
		add(zeros, zeros)
	}
	if mask != nil && more > 0 {
		mask = mask.Pad([]int{0, more}, 0)
	}
	return parts, mask
}

// scores are both masks as what is added to the scores (batch, heads, to, from); nil where there is none.
func (a Attend) scores(batch, heads int) *tensor.Tensor {
	var sum *tensor.Tensor
	if a.Mask != nil {
		sum = hiding(a.Mask)
		if sum.Rank() == 3 {
			sum = sum.Reshape(batch, heads, sum.Dim(1), sum.Dim(2))
		}
	}
	if a.KeyPadding != nil {
		pad := hiding(a.KeyPadding)
		pad = pad.Reshape(-1, 1, 1, pad.Dim(-1))
		if sum == nil {
			return pad
		}
		sum = sum.Add(pad)
	}
	return sum
}

// hiding is a mask as numbers to add: a mask of bools hides where it is true.
func hiding(mask *tensor.Tensor) *tensor.Tensor {
	if mask.DType() != tensor.Bool {
		return mask
	}
	return tensor.Where(mask, math.Inf(-1), tensor.Options{Device: mask.Device()}.Zeros())
}

// given are the weights as they were asked for.
func (a Attend) given(weights *tensor.Tensor, unbatched bool) *tensor.Tensor {
	if a.NoWeights {
		return nil
	}
	if !a.PerHead {
		weights = weights.Mean(1)
	}
	if unbatched {
		return weights.Squeeze(0)
	}
	return weights
}
