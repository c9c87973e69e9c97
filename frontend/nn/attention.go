package nn

import (
	"math"

	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// MultiheadAttention lets each place of a sequence look at all places of another, with several heads side by side.
type MultiheadAttention struct {
	InProjWeight *tensor.Tensor // (3 size, size): queries, keys and values
	InProjBias   *tensor.Tensor // (3 size), or nil
	OutProj      *Linear
	heads        int
	batchFirst   bool
}

// NewMultiheadAttention makes a layer for sequences of vectors of size, which heads must divide. Sequences are (time, batch,
// size), with batchFirst (batch, time, size).
func NewMultiheadAttention(size, heads int, batchFirst bool, opts ...Option) *MultiheadAttention {
	o := gather(opts)
	m := &MultiheadAttention{heads: heads, batchFirst: batchFirst}
	m.InProjWeight = o.uniform(math.Sqrt(6/float64(4*size)), 3*size, size) // Xavier's bound
	m.OutProj = NewLinear(size, size, opts...)
	if !o.noBias {
		m.InProjBias = o.filled(0, 3*size)
		m.OutProj.Bias = o.filled(0, size)
	}
	return m
}

// Forward attends from q to k and reads v; mask is added to the scores, or says where to look, nil everywhere. It gives the
// result and the weights averaged over the heads.
func (m *MultiheadAttention) Forward(q, k, v, mask *tensor.Tensor) (out, weights *tensor.Tensor) {
	if !m.batchFirst {
		q, k, v = q.Transpose(0, 1), k.Transpose(0, 1), v.Transpose(0, 1)
	}
	size := m.OutProj.Weight.Dim(0)
	parts := []*tensor.Tensor{q, k, v}
	for i, x := range parts {
		var bias *tensor.Tensor
		if m.InProjBias != nil {
			bias = m.InProjBias.Narrow(0, i*size, size)
		}
		x = functional.Linear(x, m.InProjWeight.Narrow(0, i*size, size), bias)
		parts[i] = x.Reshape(x.Dim(0), x.Dim(1), m.heads, size/m.heads).Transpose(1, 2)
	}
	out, weights = functional.Attention(parts[0], parts[1], parts[2], mask, false)
	out = m.OutProj.Forward(out.Transpose(1, 2).Reshape(q.Dim(0), q.Dim(1), size))
	if !m.batchFirst {
		out = out.Transpose(0, 1)
	}
	return out, weights.Mean(1)
}

// TransformerOptions says how a transformer layer is made.
type TransformerOptions struct {
	Feedforward int // length of the layer between the two linear ones; 0 means 2048
	Dropout     float64
	GELU        bool // instead of relu
	BatchFirst  bool
	NormFirst   bool // norms before attention and feed-forward instead of after
}

// feedforward is what both transformer layers share.
type feedforward struct {
	Linear1, Linear2 *Linear
	Norm1, Norm2     *LayerNorm
	Drop             *Dropout
	o                TransformerOptions
}

func newFeedforward(size int, o TransformerOptions) feedforward {
	if o.Feedforward == 0 {
		o.Feedforward = 2048
	}
	return feedforward{NewLinear(size, o.Feedforward), NewLinear(o.Feedforward, size), NewLayerNorm(size), NewLayerNorm(size),
		NewDropout(o.Dropout), o}
}

func (f *feedforward) forward(x *tensor.Tensor) *tensor.Tensor {
	x = f.Linear1.Forward(x)
	if f.o.GELU {
		x = x.Gelu()
	} else {
		x = x.Relu()
	}
	return f.Drop.Forward(f.Linear2.Forward(f.Drop.Forward(x)))
}

// residual adds what a part makes of x, with the norm before or after.
func (f *feedforward) residual(x *tensor.Tensor, norm *LayerNorm, part func(x *tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
	if f.o.NormFirst {
		return x.Add(part(norm.Forward(x)))
	}
	return norm.Forward(x.Add(part(x)))
}

// TransformerEncoderLayer is self attention and two linear layers, each with a norm and a way around.
type TransformerEncoderLayer struct {
	SelfAttn *MultiheadAttention
	feedforward
}

// NewTransformerEncoderLayer makes a layer for sequences of vectors of size.
func NewTransformerEncoderLayer(size, heads int, o TransformerOptions) *TransformerEncoderLayer {
	return &TransformerEncoderLayer{NewMultiheadAttention(size, heads, o.BatchFirst), newFeedforward(size, o)}
}

// Forward encodes x; mask as in MultiheadAttention, nil for none.
func (t *TransformerEncoderLayer) Forward(x, mask *tensor.Tensor) *tensor.Tensor {
	x = t.residual(x, t.Norm1, func(x *tensor.Tensor) *tensor.Tensor { return t.attend(t.SelfAttn, x, x, mask) })
	return t.residual(x, t.Norm2, t.forward)
}

func (f *feedforward) attend(m *MultiheadAttention, q, k, mask *tensor.Tensor) *tensor.Tensor {
	out, _ := m.Forward(q, k, k, mask)
	return f.Drop.Forward(out)
}

// TransformerDecoderLayer is self attention, attention to an encoder's output, and two linear layers.
type TransformerDecoderLayer struct {
	SelfAttn      *MultiheadAttention
	MultiheadAttn *MultiheadAttention
	Norm3         *LayerNorm
	feedforward
}

// NewTransformerDecoderLayer makes a layer for sequences of vectors of size.
func NewTransformerDecoderLayer(size, heads int, o TransformerOptions) *TransformerDecoderLayer {
	return &TransformerDecoderLayer{NewMultiheadAttention(size, heads, o.BatchFirst), NewMultiheadAttention(size, heads, o.BatchFirst),
		NewLayerNorm(size), newFeedforward(size, o)}
}

// Forward decodes x looking at memory; masks as in MultiheadAttention, nil for none.
func (t *TransformerDecoderLayer) Forward(x, memory, mask, memoryMask *tensor.Tensor) *tensor.Tensor {
	x = t.residual(x, t.Norm1, func(x *tensor.Tensor) *tensor.Tensor { return t.attend(t.SelfAttn, x, x, mask) })
	x = t.residual(x, t.Norm2, func(x *tensor.Tensor) *tensor.Tensor { return t.attend(t.MultiheadAttn, x, memory, memoryMask) })
	return t.residual(x, t.Norm3, t.forward)
}
