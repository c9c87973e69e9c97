package nn

import (
	"strings"
	"testing"

	"weft/frontend/tensor"
)

// TestMistakesOfMaking holds to the letter what constructors say of settings that fit no layer.
func TestMistakesOfMaking(t *testing.T) {
	for _, c := range []struct {
		f    func()
		want string
	}{
		{func() { NewConv2d(3, 4, 3, Groups(2)) }, "conv: 4 and 3 channels must divide into 2 groups"},
		{func() { NewConv2d(1, 1, 3, PaddingMode("mirror")) }, `conv: there is no padding mode "mirror"; modes are zeros, reflect, replicate, circular`},
		{func() { NewConv2d(1, 1, 3, SamePadding(), Stride(2)) }, "conv: padding to the same size needs stride 1, not 2"},
		{func() { NewGroupNorm(3, 4) }, "group_norm: 4 channels must divide into 3 groups"},
		{func() { NewEmbedding(3, 2, PaddingIndex(-4)) }, "embedding: row -4 is not in a table of 3 rows"},
		{func() { NewLSTM(3, 4, Recurrent{Project: 4}) }, "rnn: a state of 4 features cannot be projected to 4: there must be at least one, and fewer after it"},
		{func() { NewGRU(3, 4, Recurrent{Project: 2}) }, "rnn: only the states of an LSTM can be projected"},
		{func() { NewConv1d(2, 2, 3, Groups(0)) }, "conv: 2 and 2 channels must divide into 0 groups"},
		{func() { NewConvTranspose1d(1, 1, 3, PaddingMode("reflect")) }, "conv_transpose: a transposed convolution pads with zeros, not in the mode reflect"},
		{func() { NewHardtanh(1, 1) }, "hardtanh: the bounds 1 and 1 do not grow"},
		{func() { NewDropout(1.5) }, "dropout: the probability must lie between 0 and 1, got 1.5"},
		{func() { NewZeroPad2d(1, 2) }, "pad: 2 pads are given for 2 axes: give one, or 4"},
		{func() { NewMultiheadAttention(6, 4, false) }, "multihead_attention: the size 6 must divide into 4 heads"},
	} {
		err := tensor.Try(c.f)
		if err == nil {
			t.Errorf("no error, want %s", c.want)
			continue
		}
		if got, line, _ := strings.Cut(err.Error(), " (mistakes_test.go:"); got != c.want || line == "" {
			t.Errorf("got %v\nwant %s", err, c.want)
		}
	}
}
