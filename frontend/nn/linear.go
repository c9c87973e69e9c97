package nn

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// Linear is y = x wᵀ + b.
type Linear struct {
	Weight *tensor.Tensor // (out, in)
	Bias   *tensor.Tensor // (out), or nil
}

// NewLinear makes a layer from in features to out, drawn as PyTorch draws it.
func NewLinear(in, out int, opts ...Option) *Linear {
	o := gather(opts)
	l := &Linear{Weight: o.uniform(fanIn(in), out, in)}
	if !o.noBias {
		l.Bias = o.uniform(fanIn(in), out)
	}
	return l
}

// Forward applies the layer to the last axis of x.
func (l *Linear) Forward(x *tensor.Tensor) *tensor.Tensor {
	return functional.Linear(x, l.Weight, l.Bias)
}

// Bilinear is y[o] = sum over (i, j) of a[i] w[o, i, j] b[j], plus a bias.
type Bilinear struct {
	Weight *tensor.Tensor // (out, in1, in2)
	Bias   *tensor.Tensor // (out), or nil
}

// NewBilinear makes a layer of two inputs.
func NewBilinear(in1, in2, out int, opts ...Option) *Bilinear {
	o := gather(opts)
	l := &Bilinear{Weight: o.uniform(fanIn(in1), out, in1, in2)}
	if !o.noBias {
		l.Bias = o.uniform(fanIn(in1), out)
	}
	return l
}

// Forward combines a and b.
func (l *Bilinear) Forward(a, b *tensor.Tensor) *tensor.Tensor {
	return functional.Bilinear(a, b, l.Weight, l.Bias)
}

// Embedding is a table of vectors, selected by integer ids.
type Embedding struct {
	Weight  *tensor.Tensor // (vocabulary, size)
	padding []int
}

// NewEmbedding makes a table drawn from the normal distribution. PaddingIndex names a row that stays zero.
func NewEmbedding(vocabulary, size int, opts ...Option) *Embedding {
	o := gather(opts)
	w := o.create.Randn(vocabulary, size)
	e := &Embedding{}
	if o.paddingIndex != nil {
		at := *o.paddingIndex
		if at < 0 {
			at += vocabulary
		}
		e.padding = []int{at}
		w = tensor.Where(tensor.Options{Device: w.Device()}.Arange(float64(vocabulary)).Eq(at).Unsqueeze(1), 0.0, w)
	}
	e.Weight = w.Realize().RequireGrad()
	return e
}

// Forward selects the rows that ids name.
func (e *Embedding) Forward(ids *tensor.Tensor) *tensor.Tensor {
	return functional.Embedding(ids, e.Weight, e.padding...)
}

// EmbeddingBag selects rows of a table and folds those of each bag.
type EmbeddingBag struct {
	Weight  *tensor.Tensor // (vocabulary, size)
	mode    string
	last    bool
	padding *int
}

// NewEmbeddingBag makes a table drawn from the normal distribution; mode is "mean", "sum" or "max". PaddingIndex names a row that
// stays zero and does not count, IncludeLastOffset has offsets end with the end of the last bag.
func NewEmbeddingBag(vocabulary, size int, mode string, opts ...Option) *EmbeddingBag {
	o := gather(opts)
	e := &EmbeddingBag{Weight: NewEmbedding(vocabulary, size, opts...).Weight, mode: mode, last: o.lastOffset, padding: o.paddingIndex}
	return e
}

// Forward folds bags of ids (bags, n), or of a vector of ids with the offsets where bags begin; weights scale each id's row in sums.
func (e *EmbeddingBag) Forward(ids, offsets, weights *tensor.Tensor) *tensor.Tensor {
	return functional.EmbeddingBag(ids, e.Weight, functional.Bag{Mode: e.mode, Offsets: offsets, Last: e.last, Weights: weights,
		Padding: e.padding})
}

// Flatten joins the axes from Start to End; the zero value keeps the first axis and joins all others.
type Flatten struct{ Start, End int }

// Forward flattens x.
func (f *Flatten) Forward(x *tensor.Tensor) *tensor.Tensor {
	if f.Start == 0 && f.End == 0 {
		return x.Flatten(1, -1)
	}
	return x.Flatten(f.Start, f.End)
}

// Sequential calls modules one after another; its state dict names them 0, 1, 2 and so on.
type Sequential []Module

// NewSequential lists modules.
func NewSequential(modules ...Module) Sequential { return modules }

// Forward calls the modules in order.
func (s Sequential) Forward(x *tensor.Tensor) *tensor.Tensor {
	for _, m := range s {
		x = m.Forward(x)
	}
	return x
}
