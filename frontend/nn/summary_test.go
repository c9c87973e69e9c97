package nn

import (
	"strings"
	"testing"

	"weft/frontend/tensor"
)

// tied is a model with a shared weight, a list of blocks, and calls of its own making.
type tied struct {
	Tok    *Embedding
	Blocks []*block
	Unused *Dropout
	Scale  *tensor.Tensor
}

type block struct {
	Norm *BatchNorm1d
	Up   *Linear
}

func (b *block) forward(x *tensor.Tensor) *tensor.Tensor {
	return b.Up.Forward(b.Norm.Forward(x.Transpose(1, 2)).Transpose(1, 2)).Relu()
}

func (m *tied) Forward(ids *tensor.Tensor) *tensor.Tensor {
	x := m.Tok.Forward(ids)
	for _, b := range m.Blocks {
		x = b.forward(x)
	}
	return x.MatMul(m.Tok.Weight.T()).Mul(m.Scale)
}

func sameText(t *testing.T, got, want string) {
	t.Helper()
	if want = strings.TrimPrefix(want, "\n") + "\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSummary(t *testing.T) {
	up := NewLinear(4, 4)
	m := &tied{Tok: NewEmbedding(7, 4), Blocks: []*block{{NewBatchNorm1d(4), up}, {NewBatchNorm1d(4), up}}, Unused: NewDropout(0.1),
		Scale: Parameter(tensor.Ones(1))}
	Freeze(m.Tok)
	count := m.Blocks[0].Norm.NumBatchesTracked
	sameText(t, Summary(m, tensor.Options{DType: tensor.Int64}.Zeros(2, 5)), `
layer          type         output     parameters
               tied         (2, 5, 7)           1
tok            Embedding    (2, 5, 4)          28
blocks.0       block        -                   0
blocks.0.norm  BatchNorm1d  (2, 4, 5)           8
blocks.0.up    Linear       (2, 5, 4)          20
blocks.1       block        -                   0
blocks.1.norm  BatchNorm1d  (2, 4, 5)           8
unused         Dropout      -                   0
65 parameters, 37 of them trainable; 18 elements of buffers`)
	if !m.Unused.Training() || up.hooks != nil && len(up.hooks.after) > 0 || count.Int() != 0 {
		t.Error("the summary has left something behind")
	}
}

func TestSummaryOfManyInputs(t *testing.T) {
	sameText(t, Summary(NewLSTM(2, 3, Recurrent{}), []int{4, 1, 2}), `
layer  type  output                           parameters
       LSTM  (4, 1, 3), (1, 1, 3), (1, 1, 3)          84
84 parameters, 84 of them trainable; 0 elements of buffers`)
	sameText(t, Summary(NewBilinear(2, 3, 4), []int{5, 2}, []int{5, 3}), `
layer  type      output  parameters
       Bilinear  (5, 4)          28
28 parameters, 28 of them trainable; 0 elements of buffers`)
	for name, f := range map[string]func(){
		"no Forward":      func() { Summary(&struct{ A *Linear }{NewLinear(1, 1)}) },
		"another input":   func() { Summary(NewLinear(1, 1), 3) },
		"too many inputs": func() { Summary(NewLinear(1, 1), []int{1}, []int{1}) },
	} {
		if err := tensor.Try(f); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}
