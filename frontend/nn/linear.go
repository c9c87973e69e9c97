package nn

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// Linear is y = x wᵀ + b.
type Linear struct {
	Base
	Weight *tensor.Tensor // (out, in)
	Bias   *tensor.Tensor // (out), or nil
}

// NewLinear makes a layer from in features to out. Weight and bias are drawn evenly from ±1/sqrt(in), as PyTorch draws them. NoBias and
// Create apply.
func NewLinear(in, out int, opts ...Option) *Linear {
	o := gather(opts)
	l := &Linear{Weight: o.uniform(fanIn(in), out, in)}
	if !o.noBias {
		l.Bias = o.uniform(fanIn(in), out)
	}
	return l
}

// Forward applies the layer to the last axis of x: (..., in) gives (..., out). Another length or dtype panics with *tensor.Error.
func (m *Linear) Forward(x *tensor.Tensor) *tensor.Tensor {
	return m.Call(x, func(x *tensor.Tensor) *tensor.Tensor { return functional.Linear(x, m.Weight, m.Bias) })
}

// Bilinear is y[o] = sum over (i, j) of a[i] w[o, i, j] b[j], plus a bias.
type Bilinear struct {
	Base
	Weight *tensor.Tensor // (out, in1, in2)
	Bias   *tensor.Tensor // (out), or nil
}

// NewBilinear makes a layer of two inputs. Weight and bias are drawn evenly from ±1/sqrt(in1). NoBias and Create apply.
func NewBilinear(in1, in2, out int, opts ...Option) *Bilinear {
	o := gather(opts)
	l := &Bilinear{Weight: o.uniform(fanIn(in1), out, in1, in2)}
	if !o.noBias {
		l.Bias = o.uniform(fanIn(in1), out)
	}
	return l
}

// Forward combines a (..., in1) and b (..., in2) to (..., out).
func (m *Bilinear) Forward(a, b *tensor.Tensor) *tensor.Tensor {
	return m.two(a, b, func(a, b *tensor.Tensor) *tensor.Tensor { return functional.Bilinear(a, b, m.Weight, m.Bias) })
}

// two is Call for two inputs.
func (b *Base) two(x, y *tensor.Tensor, forward func(x, y *tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
	return b.CallMany(func(in []*tensor.Tensor) []*tensor.Tensor {
		return []*tensor.Tensor{forward(in[0], in[1])}
	}, x, y)[0]
}

// Embedding is a table of vectors, selected by integer ids.
type Embedding struct {
	Base
	Weight *tensor.Tensor // (vocabulary, size)
	lookup functional.Lookup
}

// NewEmbedding makes a table drawn from the normal distribution. PaddingIndex names a row that stays zero, and panics with *tensor.Error
// where there is none; Create applies too.
func NewEmbedding(vocabulary, size int, opts ...Option) *Embedding {
	o := gather(opts)
	e := &Embedding{Weight: o.normal(1, vocabulary, size)}
	if o.paddingIndex != nil {
		at := *o.paddingIndex
		if at < -vocabulary || at >= vocabulary {
			fail("embedding", "row %d is not in a table of %d rows", at, vocabulary)
		}
		if at < 0 {
			at += vocabulary
		}
		e.lookup.PaddingIdx = &at
		tensor.NoGrad(func() { e.Weight.Select(0, at).Fill(0) })
		e.Weight.Realize()
	}
	return e
}

// Forward selects the rows that ids (...) of an integer dtype name: (..., size). An id out of range is an error of what computes the
// result.
func (m *Embedding) Forward(ids *tensor.Tensor) *tensor.Tensor {
	return m.Call(ids, func(ids *tensor.Tensor) *tensor.Tensor { return functional.Embedding(ids, m.Weight, m.lookup) })
}

// EmbeddingBag selects rows of a table and folds those of each bag.
type EmbeddingBag struct {
	Base
	Weight *tensor.Tensor // (vocabulary, size)
	mode   string
	last   bool
	lookup functional.Lookup
}

// NewEmbeddingBag makes a table drawn from the normal distribution; mode is "mean", PyTorch's where none is given, "sum" or "max".
// PaddingIndex names a row that stays zero and does not count, IncludeLastOffset has offsets end with the end of the last bag.
func NewEmbeddingBag(vocabulary, size int, mode string, opts ...Option) *EmbeddingBag {
	table, o := NewEmbedding(vocabulary, size, opts...), gather(opts)
	return &EmbeddingBag{Weight: table.Weight, mode: mode, last: o.lastOffset, lookup: table.lookup}
}

// Forward folds bags of ids (bags, n), or of a vector of ids with the offsets (bags) where bags begin, to (bags, size); weights, of the
// ids' shape, scale each id's row in sums. Offsets and weights are nil where there are none.
func (m *EmbeddingBag) Forward(ids, offsets, weights *tensor.Tensor) *tensor.Tensor {
	return m.CallMany(func(in []*tensor.Tensor) []*tensor.Tensor {
		return []*tensor.Tensor{functional.EmbeddingBag(in[0], m.Weight, functional.Bag{Mode: m.mode, Offsets: in[1], IncludeLastOffset: m.last,
			PerSampleWeights: in[2], Lookup: m.lookup})}
	}, ids, offsets, weights)[0]
}
