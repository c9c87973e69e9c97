package workload

import (
	"context"
	"math"

	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
)

// block is a transformer block as GPT-2 has it: norms first, causal attention, tanh GELU.
type block struct {
	LN1, LN2           *nn.LayerNorm
	QKV, Proj, FC, Out *nn.Linear
	heads              int
	mask               *tensor.Tensor
}

func newBlock(c, heads, t int) *block {
	return &block{
		LN1: nn.NewLayerNorm(c), LN2: nn.NewLayerNorm(c), QKV: nn.NewLinear(c, 3*c), Proj: nn.NewLinear(c, c),
		FC: nn.NewLinear(c, 4*c), Out: nn.NewLinear(4*c, c), heads: heads, mask: tensor.Ones(t, t).Tril().Eq(0).Reshape(1, 1, t, t),
	}
}

func (m *block) Forward(x *tensor.Tensor) *tensor.Tensor {
	b, t, c := x.Dim(0), x.Dim(1), x.Dim(2)
	qkv := m.QKV.Forward(m.LN1.Forward(x))
	head := func(i int) *tensor.Tensor {
		return qkv.Narrow(2, i*c, c).Reshape(b, t, m.heads, c/m.heads).Transpose(1, 2)
	}
	att := head(0).MatMul(head(1).Transpose(-2, -1)).Mul(1 / math.Sqrt(float64(c/m.heads)))
	att = att.MaskedFill(m.mask, math.Inf(-1)).Softmax(-1)
	y := att.MatMul(head(2)).Transpose(1, 2).Reshape(b, t, c)
	x = x.Add(m.Proj.Forward(y))
	return x.Add(m.Out.Forward(m.FC.Forward(m.LN2.Forward(x)).GeluTanh()))
}

func blockForward() Run {
	m, x := newBlock(768, 12, 256), randn(1, 256, 768)
	return forward(func() *tensor.Tensor { return m.Forward(x) })
}

func blockBackward() Run {
	m := newBlock(768, 12, 256)
	x, g := randn(1, 256, 768).RequireGrad(), randn(1, 256, 768)
	params := append(nn.Parameters(m), x)
	return func(ctx context.Context) error {
		for _, p := range params {
			p.ZeroGrad()
		}
		m.Forward(x).Backward(g)
		grads := make([]*tensor.Tensor, len(params))
		for i, p := range params {
			grads[i] = p.Grad()
		}
		return tensor.Realize(ctx, grads...)
	}
}

// charGPT is a small character model with a tied head.
type charGPT struct {
	WTE, WPE *nn.Embedding
	H        nn.Sequential
	LNF      *nn.LayerNorm
	pos      *tensor.Tensor
}

func newCharGPT(vocabulary, layers, c, heads, t int) *charGPT {
	m := &charGPT{WTE: nn.NewEmbedding(vocabulary, c), WPE: nn.NewEmbedding(t, c), LNF: nn.NewLayerNorm(c), pos: tensor.Arange(t).Realize()}
	for range layers {
		m.H.Append(newBlock(c, heads, t))
	}
	return m
}

func (m *charGPT) Forward(ids *tensor.Tensor) *tensor.Tensor {
	x := m.H.Forward(m.WTE.Forward(ids).Add(m.WPE.Forward(m.pos)))
	return functional.Linear(m.LNF.Forward(x), m.WTE.Weight, nil)
}

func gptTrain(step stepper) Run {
	m := newCharGPT(65, 4, 128, 4, 64)
	x, y := tensor.RandInt(0, 65, 12, 64).Realize(), tensor.RandInt(0, 65, 12, 64).Realize()
	opt := optim.NewAdamW(nn.Parameters(m), 1e-3, optim.Betas(0.9, 0.99), optim.WeightDecay(0.1))
	return step(opt, func() *tensor.Tensor {
		return functional.CrossEntropy(m.Forward(x).Reshape(-1, 65), y.Reshape(-1))
	})
}
