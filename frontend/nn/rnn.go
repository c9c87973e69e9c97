package nn

import (
	"fmt"
	"strings"

	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// cell is the step of a recurrent layer: the input x and state of one moment give the state of the next.
type cell struct {
	gates int // how many times the hidden size the weights are long
	step  func(x, h *gateInputs) []*tensor.Tensor
}

// gateInputs is what one side brings to the gates: its weighted sum, and the states that it came from.
type gateInputs struct {
	sum   *tensor.Tensor
	state []*tensor.Tensor
}

// parts cuts the sum into the gates' parts.
func (g *gateInputs) parts(n int) []*tensor.Tensor { return g.sum.Chunk(n, -1) }

var (
	tanhCell = cell{1, func(x, h *gateInputs) []*tensor.Tensor { return []*tensor.Tensor{x.sum.Add(h.sum).Tanh()} }}
	reluCell = cell{1, func(x, h *gateInputs) []*tensor.Tensor { return []*tensor.Tensor{x.sum.Add(h.sum).Relu()} }}
	gruCell  = cell{3, gruStep}
	lstmCell = cell{4, lstmStep}
)

// gruStep: reset and update gates, then a new state that the reset lets forget.
func gruStep(x, h *gateInputs) []*tensor.Tensor {
	a, b := x.parts(3), h.parts(3)
	reset, update := a[0].Add(b[0]).Sigmoid(), a[1].Add(b[1]).Sigmoid()
	fresh := a[2].Add(reset.Mul(b[2])).Tanh()
	return []*tensor.Tensor{update.Mul(h.state[0].Sub(fresh)).Add(fresh)}
}

// lstmStep: input, forget and output gates around a cell state that is carried on.
func lstmStep(x, h *gateInputs) []*tensor.Tensor {
	g := (&gateInputs{sum: x.sum.Add(h.sum)}).parts(4)
	c := g[1].Sigmoid().Mul(h.state[1]).Add(g[0].Sigmoid().Mul(g[2].Tanh()))
	return []*tensor.Tensor{g[3].Sigmoid().Mul(c.Tanh()), c}
}

// recurrent is what RNN, GRU and LSTM share. Their parameters are registered under PyTorch's names: weight_ih_l0 (gates*hidden, input),
// weight_hh_l0, bias_ih_l0, bias_hh_l0, weight_hr_l0, then those of l0_reverse, l1 and so on.
type recurrent struct {
	Base
	cell       cell
	hidden     int
	layers     int
	directions int
	batchFirst bool
	project    int // LSTM: length of the projected state; 0 for none
	drop       float64
}

// RNN is a recurrent layer with tanh or relu: h' = tanh(W x + b + U h + c) (Elman, 1990).
type RNN struct{ recurrent }

// GRU is a recurrent layer with reset and update gates (Cho and others, 2014): with r and z sigmoids of such sums as RNN's,
// n = tanh(W x + b + r (U h + c)) and h' = (1-z) n + z h. The rows of its weights are r's, z's and n's.
type GRU struct{ recurrent }

// LSTM is a recurrent layer with a cell state (Hochreiter and Schmidhuber, 1997): with i, f and o sigmoids of such sums as RNN's and g a
// tanh of one, c' = f c + i g and h' = o tanh(c'). The rows of its weights are i's, f's, g's and o's.
type LSTM struct{ recurrent }

// Recurrent says how a recurrent layer is made; zero fields take PyTorch's values.
type Recurrent struct {
	Layers        int // stacked; 0 means 1
	NoBias        bool
	BatchFirst    bool // (batch, time, features) instead of (time, batch, features)
	Bidirectional bool
	ReLU          bool    // RNN: relu instead of tanh
	Project       int     // LSTM: the hidden state is projected to this length
	Dropout       float64 // between layers, while training
}

// NewRNN makes a recurrent layer from input features to a state of hidden ones. Parameters are drawn evenly from ±1/sqrt(hidden), here
// and in all recurrent layers; Create applies.
func NewRNN(input, hidden int, r Recurrent, opts ...Option) *RNN {
	c := tanhCell
	if r.ReLU {
		c = reluCell
	}
	return &RNN{newRecurrent(c, input, hidden, r, opts)}
}

// NewGRU makes a gated recurrent layer from input features to a state of hidden ones.
func NewGRU(input, hidden int, r Recurrent, opts ...Option) *GRU {
	return &GRU{newRecurrent(gruCell, input, hidden, r, opts)}
}

// NewLSTM makes a long short-term memory from input features to states of hidden ones; Project makes the hidden one shorter (Sak and
// others, 2014).
func NewLSTM(input, hidden int, r Recurrent, opts ...Option) *LSTM {
	return &LSTM{newRecurrent(lstmCell, input, hidden, r, opts)}
}

func newRecurrent(c cell, input, hidden int, r Recurrent, opts []Option) recurrent {
	o := gather(opts)
	if hidden < 1 || r.Project >= hidden || r.Project < 0 {
		fail("rnn", "a state of %d features cannot be projected to %d: there must be at least one, and fewer after it", hidden, r.Project)
	}
	if r.Project > 0 && c.gates != lstmCell.gates {
		fail("rnn", "only the states of an LSTM can be projected")
	}
	l := recurrent{cell: c, hidden: hidden, layers: max(r.Layers, 1), directions: 1, batchFirst: r.BatchFirst,
		project: r.Project, drop: probability(r.Dropout)}
	if r.Bidirectional {
		l.directions = 2
	}
	state := hidden
	if r.Project > 0 {
		state = r.Project
	}
	for layer := range l.layers {
		in := input
		if layer > 0 {
			in = state * l.directions
		}
		for d := range l.directions {
			draw := func(name string, shape ...int) {
				l.RegisterParameter(name+place(layer, d), o.uniform(fanIn(hidden), shape...))
			}
			draw("weight_ih", c.gates*hidden, in)
			draw("weight_hh", c.gates*hidden, state)
			if !r.NoBias {
				draw("bias_ih", c.gates*hidden)
				draw("bias_hh", c.gates*hidden)
			}
			if r.Project > 0 {
				draw("weight_hr", r.Project, hidden)
			}
		}
	}
	return l
}

func place(layer, direction int) string {
	return fmt.Sprintf("_l%d%s", layer, strings.Repeat("_reverse", direction))
}

// Forward runs the layer over x, which may be without a batch, from states of zeros or from the given ones (layers*directions,
// batch, length). It gives the last layer's outputs at all times, and the last state of each layer and direction: one tensor for RNN
// and GRU, hidden and cell state for LSTM.
func (l *recurrent) Forward(x *tensor.Tensor, state ...*tensor.Tensor) (out *tensor.Tensor, last []*tensor.Tensor) {
	all := l.CallMany(func(in []*tensor.Tensor) []*tensor.Tensor {
		out, last := l.arranged(in[0], in[1:])
		return append([]*tensor.Tensor{out}, last...)
	}, append([]*tensor.Tensor{x}, state...)...)
	return all[0], all[1:]
}

// arranged brings x and the states into (time, batch, features), and what comes out back.
func (l *recurrent) arranged(x *tensor.Tensor, state []*tensor.Tensor) (out *tensor.Tensor, last []*tensor.Tensor) {
	checkFeatures("rnn", x, l.Registered("weight_ih_l0").Dim(1), 2, 3)
	switch {
	case x.Rank() == 2:
		state = along(state, func(s *tensor.Tensor) *tensor.Tensor { return s.Unsqueeze(1) })
		out, last = l.forward(x.Unsqueeze(1), state)
		return out.Squeeze(1), along(last, func(s *tensor.Tensor) *tensor.Tensor { return s.Squeeze(1) })
	case l.batchFirst:
		out, last = l.forward(x.Transpose(0, 1), state)
		return out.Transpose(0, 1), last
	}
	return l.forward(x, state)
}

// forward takes and gives (time, batch, features).
func (l *recurrent) forward(x *tensor.Tensor, before []*tensor.Tensor) (out *tensor.Tensor, last []*tensor.Tensor) {
	before = l.start(x, before)
	states := make([][]*tensor.Tensor, len(before)) // by kind of state, then by layer and direction
	for layer := range l.layers {
		var sides []*tensor.Tensor
		for d := range l.directions {
			at := layer*l.directions + d
			y, state := l.run(x, along(before, func(s *tensor.Tensor) *tensor.Tensor { return s.Select(0, at) }), layer, d)
			sides = append(sides, y)
			for k, s := range state {
				states[k] = append(states[k], s)
			}
		}
		x = sides[0]
		if len(sides) > 1 {
			x = tensor.Cat(sides, -1)
		}
		if layer < l.layers-1 {
			x = functional.Dropout(x, l.drop, l.Training())
		}
	}
	for _, s := range states {
		last = append(last, tensor.Stack(s, 0))
	}
	return x, last
}

// start is the states before the first moment: the given ones, else zeros.
func (l *recurrent) start(x *tensor.Tensor, given []*tensor.Tensor) []*tensor.Tensor {
	widths := []int{l.Registered("weight_hh_l0").Dim(1), l.hidden}
	if l.cell.gates != 4 {
		widths = widths[:1]
	}
	zeros := tensor.Options{DType: x.DType(), Device: x.Device()}
	if len(given) != 0 && len(given) != len(widths) {
		mismatch("rnn", "%d states are given, the layer has %d", append([]*tensor.Tensor{x}, given...), len(given), len(widths))
	}
	out := make([]*tensor.Tensor, len(widths))
	for i, w := range widths {
		if len(given) == 0 {
			out[i] = zeros.Zeros(l.layers*l.directions, x.Dim(1), w)
			continue
		}
		checkState("rnn", x, given[i], l.layers*l.directions, x.Dim(1), w)
		out[i] = given[i]
	}
	return out
}

// run goes through time once, forwards or backwards.
func (l *recurrent) run(x *tensor.Tensor, state []*tensor.Tensor, layer, direction int) (*tensor.Tensor, []*tensor.Tensor) {
	at, steps := place(layer, direction), x.Dim(0)
	w := func(name string) *tensor.Tensor { return l.Registered(name + at) }
	inputs := functional.Linear(x, w("weight_ih"), w("bias_ih")) // of all times at once
	outs := make([]*tensor.Tensor, steps)
	for k := range steps {
		t := k
		if direction == 1 {
			t = steps - 1 - k
		}
		h := &gateInputs{functional.Linear(state[0], w("weight_hh"), w("bias_hh")), state}
		state = l.cell.step(&gateInputs{sum: inputs.Select(0, t)}, h)
		if l.project > 0 {
			state[0] = functional.Linear(state[0], w("weight_hr"), nil)
		}
		outs[t] = state[0]
	}
	return tensor.Stack(outs, 0), state
}
