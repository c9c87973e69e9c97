package tests

import (
	"maps"

	"weft/frontend/nn"
)

func init() { maps.Copy(modules, recurrentModules) }

func recurrentArgs(c *call) (in, hidden int, r nn.Recurrent) {
	return c.int("input_size", 0), c.int("hidden_size", 0), nn.Recurrent{Layers: c.int("num_layers", 1), NoBias: !c.bool("bias", true),
		BatchFirst: c.bool("batch_first", false), Bidirectional: c.bool("bidirectional", false),
		ReLU: c.str("nonlinearity", "tanh") == "relu", Project: c.int("proj_size", 0)}
}

// sequence adapts a layer that gives outputs and last states.
func sequence(m interface {
	Forward(x *tt) (*tt, []*tt)
}) (any, forward) {
	return m, func(in []*tt) []*tt {
		out, last := m.Forward(in[0])
		return append([]*tt{out}, last...)
	}
}

// transformerOptions reads a recorded transformer layer's arguments.
func transformerOptions(c *call) nn.TransformerOptions {
	return nn.TransformerOptions{Feedforward: c.int("dim_feedforward", 2048), Dropout: c.float("dropout", 0.1),
		GELU: c.str("activation", "relu") == "gelu", BatchFirst: c.bool("batch_first", false), NormFirst: c.bool("norm_first", false)}
}

var recurrentModules = map[string]makeModule{
	"RNN": func(c *call, _ *moduleProgram) (any, forward) {
		in, hidden, r := recurrentArgs(c)
		return sequence(nn.NewRNN(in, hidden, r))
	},
	"GRU": func(c *call, _ *moduleProgram) (any, forward) {
		in, hidden, r := recurrentArgs(c)
		return sequence(nn.NewGRU(in, hidden, r))
	},
	"LSTM": func(c *call, _ *moduleProgram) (any, forward) {
		in, hidden, r := recurrentArgs(c)
		return sequence(nn.NewLSTM(in, hidden, r))
	},
	"RNNCell": func(c *call, _ *moduleProgram) (any, forward) {
		m := nn.NewRNNCell(c.int("input_size", 0), c.int("hidden_size", 0))
		return m, func(in []*tt) []*tt { return m.Forward(in[0]) }
	},
	"GRUCell": func(c *call, _ *moduleProgram) (any, forward) {
		m := nn.NewGRUCell(c.int("input_size", 0), c.int("hidden_size", 0))
		return m, func(in []*tt) []*tt { return m.Forward(in[0]) }
	},
	"LSTMCell": func(c *call, _ *moduleProgram) (any, forward) {
		m := nn.NewLSTMCell(c.int("input_size", 0), c.int("hidden_size", 0))
		return m, func(in []*tt) []*tt { return m.Forward(in[0]) }
	},
	"MultiheadAttention": func(c *call, p *moduleProgram) (any, forward) {
		m := nn.NewMultiheadAttention(c.int("embed_dim", 0), c.int("num_heads", 1), c.bool("batch_first", false), windowOptions(c)...)
		return m, func(in []*tt) []*tt {
			out, weights := m.Forward(in[0], in[1], in[2], p.mask("attn_mask"))
			return []*tt{out, weights}
		}
	},
	"TransformerEncoderLayer": func(c *call, p *moduleProgram) (any, forward) {
		m := nn.NewTransformerEncoderLayer(c.int("d_model", 0), c.int("nhead", 1), transformerOptions(c))
		return m, func(in []*tt) []*tt { return []*tt{m.Forward(in[0], p.mask("src_mask"))} }
	},
	"TransformerDecoderLayer": func(c *call, p *moduleProgram) (any, forward) {
		m := nn.NewTransformerDecoderLayer(c.int("d_model", 0), c.int("nhead", 1), transformerOptions(c))
		return m, func(in []*tt) []*tt { return []*tt{m.Forward(in[0], in[1], nil, nil)} }
	},
}

// mask is a tensor that the call was given by keyword.
func (m *moduleProgram) mask(name string) *tt {
	rec, ok := m.CallKwargs[name].(string)
	if !ok {
		return nil
	}
	return m.program.t(rec)
}
