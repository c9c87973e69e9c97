package nn

import "weft/frontend/tensor"

// TransformerOptions says how a transformer layer is made. Zero fields take PyTorch's values, but for Dropout.
type TransformerOptions struct {
	Feedforward int     // length of the layer between the two linear ones; 0 means 2048
	Dropout     float64 // after attention and after each linear layer, while training; PyTorch has it at 0.1
	GELU        bool    // instead of relu
	BatchFirst  bool    // (batch, time, size) instead of (time, batch, size)
	NormFirst   bool    // norms before attention and feed-forward instead of after
	Eps         float64 // of the norms; 0 means 1e-5
}

// feedforward is what both transformer layers share.
type feedforward struct {
	Base
	Linear1, Linear2 *Linear
	Norm1, Norm2     *LayerNorm
	Drop             *Dropout
	o                TransformerOptions
}

func newFeedforward(size int, o TransformerOptions) feedforward {
	if o.Feedforward == 0 {
		o.Feedforward = 2048
	}
	return feedforward{Linear1: NewLinear(size, o.Feedforward), Linear2: NewLinear(o.Feedforward, size),
		Norm1: o.norm(size), Norm2: o.norm(size), Drop: NewDropout(o.Dropout), o: o}
}

func (o TransformerOptions) norm(size int) *LayerNorm {
	if o.Eps == 0 {
		o.Eps = 1e-5
	}
	return NewLayerNorm(size, Eps(o.Eps))
}

func (o TransformerOptions) attention(size, heads int) *MultiheadAttention {
	return NewMultiheadAttention(size, heads, o.BatchFirst, DropAttention(o.Dropout))
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

func (f *feedforward) attend(m *MultiheadAttention, q, k *tensor.Tensor, how Attend) *tensor.Tensor {
	how.NoWeights = true
	out, _ := m.Forward(q, k, k, how)
	return f.Drop.Forward(out)
}

// TransformerEncoderLayer is self attention and two linear layers, each with a norm and a way around (Vaswani and others, 2017):
// x = norm(x + attention(x)), then x = norm(x + linear2(relu(linear1(x)))); NormFirst norms what goes in instead.
type TransformerEncoderLayer struct {
	SelfAttn *MultiheadAttention
	feedforward
}

// NewTransformerEncoderLayer makes a layer for sequences of vectors of size, which heads must divide.
func NewTransformerEncoderLayer(size, heads int, o TransformerOptions) *TransformerEncoderLayer {
	return &TransformerEncoderLayer{SelfAttn: o.attention(size, heads), feedforward: newFeedforward(size, o)}
}

// Forward encodes x; how says where self attention looks.
func (t *TransformerEncoderLayer) Forward(x *tensor.Tensor, how ...Attend) *tensor.Tensor {
	a := at(how, 0)
	return t.Call(x, func(x *tensor.Tensor) *tensor.Tensor {
		x = t.residual(x, t.Norm1, func(x *tensor.Tensor) *tensor.Tensor { return t.attend(t.SelfAttn, x, x, a) })
		return t.residual(x, t.Norm2, t.forward)
	})
}

func at(how []Attend, i int) Attend {
	if i < len(how) {
		return how[i]
	}
	return Attend{}
}

// TransformerDecoderLayer is self attention, attention to an encoder's output, and two linear layers.
type TransformerDecoderLayer struct {
	SelfAttn      *MultiheadAttention
	MultiheadAttn *MultiheadAttention
	feedforward
	Norm3 *LayerNorm
}

// NewTransformerDecoderLayer makes a layer for sequences of vectors of size, which heads must divide.
func NewTransformerDecoderLayer(size, heads int, o TransformerOptions) *TransformerDecoderLayer {
	return &TransformerDecoderLayer{o.attention(size, heads), o.attention(size, heads), newFeedforward(size, o), o.norm(size)}
}

// Forward decodes x looking at memory; how says where self attention looks, then where attention to memory does.
func (t *TransformerDecoderLayer) Forward(x, memory *tensor.Tensor, how ...Attend) *tensor.Tensor {
	self, cross := at(how, 0), at(how, 1)
	return t.two(x, memory, func(x, memory *tensor.Tensor) *tensor.Tensor {
		x = t.residual(x, t.Norm1, func(x *tensor.Tensor) *tensor.Tensor { return t.attend(t.SelfAttn, x, x, self) })
		x = t.residual(x, t.Norm2, func(x *tensor.Tensor) *tensor.Tensor { return t.attend(t.MultiheadAttn, x, memory, cross) })
		return t.residual(x, t.Norm3, t.forward)
	})
}

// TransformerEncoder is encoder layers one after another, and a norm unless it is nil.
type TransformerEncoder struct {
	Base
	Layers []*TransformerEncoderLayer
	Norm   *LayerNorm
}

// NewTransformerEncoder makes n layers without a norm behind them; set Norm for one.
func NewTransformerEncoder(size, heads, n int, o TransformerOptions) *TransformerEncoder {
	e := &TransformerEncoder{}
	for range n {
		e.Layers = append(e.Layers, NewTransformerEncoderLayer(size, heads, o))
	}
	return e
}

// Forward encodes x; how holds for every layer.
func (t *TransformerEncoder) Forward(x *tensor.Tensor, how ...Attend) *tensor.Tensor {
	return t.Call(x, func(x *tensor.Tensor) *tensor.Tensor {
		for _, l := range t.Layers {
			x = l.Forward(x, how...)
		}
		return normed(x, t.Norm)
	})
}

// TransformerDecoder is decoder layers one after another, and a norm unless it is nil.
type TransformerDecoder struct {
	Base
	Layers []*TransformerDecoderLayer
	Norm   *LayerNorm
}

// NewTransformerDecoder makes n layers without a norm behind them; set Norm for one.
func NewTransformerDecoder(size, heads, n int, o TransformerOptions) *TransformerDecoder {
	d := &TransformerDecoder{}
	for range n {
		d.Layers = append(d.Layers, NewTransformerDecoderLayer(size, heads, o))
	}
	return d
}

// Forward decodes x looking at memory; how holds for every layer.
func (t *TransformerDecoder) Forward(x, memory *tensor.Tensor, how ...Attend) *tensor.Tensor {
	return t.two(x, memory, func(x, memory *tensor.Tensor) *tensor.Tensor {
		for _, l := range t.Layers {
			x = l.Forward(x, memory, how...)
		}
		return normed(x, t.Norm)
	})
}

func normed(x *tensor.Tensor, norm *LayerNorm) *tensor.Tensor {
	if norm == nil {
		return x
	}
	return norm.Forward(x)
}
