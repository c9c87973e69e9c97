package nn

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// recurrentCell is one step of a recurrent layer as a module.
type recurrentCell struct {
	Base
	WeightIh, WeightHh *tensor.Tensor // (gates*hidden, input) and (gates*hidden, hidden)
	BiasIh, BiasHh     *tensor.Tensor // (gates*hidden), or nil
	cell               cell
	hidden             int
}

// RNNCell is one step of an RNN.
type RNNCell struct{ recurrentCell }

// GRUCell is one step of a GRU.
type GRUCell struct{ recurrentCell }

// LSTMCell is one step of an LSTM.
type LSTMCell struct{ recurrentCell }

// NewRNNCell makes a step from input features to a state of hidden ones. Parameters are drawn evenly from ±1/sqrt(hidden). NoBias,
// WithReLU and Create apply.
func NewRNNCell(input, hidden int, opts ...Option) *RNNCell {
	c := tanhCell
	if gather(opts).relu {
		c = reluCell
	}
	return &RNNCell{newCell(c, input, hidden, opts)}
}

// NewGRUCell makes a step from input features to a state of hidden ones. NoBias and Create apply.
func NewGRUCell(input, hidden int, opts ...Option) *GRUCell {
	return &GRUCell{newCell(gruCell, input, hidden, opts)}
}

// NewLSTMCell makes a step from input features to states of hidden ones. NoBias and Create apply.
func NewLSTMCell(input, hidden int, opts ...Option) *LSTMCell {
	return &LSTMCell{newCell(lstmCell, input, hidden, opts)}
}

func newCell(c cell, input, hidden int, opts []Option) recurrentCell {
	o := gather(opts)
	m := recurrentCell{cell: c, hidden: hidden}
	m.WeightIh = o.uniform(fanIn(hidden), c.gates*hidden, input)
	m.WeightHh = o.uniform(fanIn(hidden), c.gates*hidden, hidden)
	if !o.noBias {
		m.BiasIh, m.BiasHh = o.uniform(fanIn(hidden), c.gates*hidden), o.uniform(fanIn(hidden), c.gates*hidden)
	}
	return m
}

// Forward takes x (batch, features) or (features) and the states before, zeros where none are given, and gives the states after:
// one, or hidden and cell state for LSTM.
func (m *recurrentCell) Forward(x *tensor.Tensor, state ...*tensor.Tensor) []*tensor.Tensor {
	return m.CallMany(func(in []*tensor.Tensor) []*tensor.Tensor {
		return m.step(in[0], in[1:])
	}, append([]*tensor.Tensor{x}, state...)...)
}

func (m *recurrentCell) step(x *tensor.Tensor, state []*tensor.Tensor) []*tensor.Tensor {
	checkFeatures("rnn_cell", x, m.WeightIh.Dim(1), 1, 2)
	if x.Rank() == 1 {
		return along(m.step(x.Unsqueeze(0), along(state, func(s *tensor.Tensor) *tensor.Tensor { return s.Unsqueeze(0) })),
			func(s *tensor.Tensor) *tensor.Tensor { return s.Squeeze(0) })
	}
	if len(state) == 0 {
		zero := tensor.Options{DType: x.DType(), Device: x.Device()}.Zeros(x.Dim(0), m.hidden)
		state = []*tensor.Tensor{zero, zero}
	}
	for _, s := range state {
		checkState("rnn_cell", x, s, x.Dim(0), m.hidden)
	}
	in := &gateInputs{sum: functional.Linear(x, m.WeightIh, m.BiasIh)}
	return m.cell.step(in, &gateInputs{functional.Linear(state[0], m.WeightHh, m.BiasHh), state})
}

// along applies f to each.
func along(ts []*tensor.Tensor, f func(*tensor.Tensor) *tensor.Tensor) []*tensor.Tensor {
	out := make([]*tensor.Tensor, len(ts))
	for i, t := range ts {
		out[i] = f(t)
	}
	return out
}
