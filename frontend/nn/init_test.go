package nn

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"testing"

	"weft/frontend/tensor"
	"weft/tests/goldendata"
)

// drawn is what PyTorch's initialiser of a parameter draws: no values, but their range, mean and deviation.
type drawn struct {
	Module              string
	Args                map[string]json.Number
	Param               string
	Shape               []int
	Min, Max, Mean, Std float64
}

// made are the modules whose initial values were recorded.
var made = map[string]func(n func(string) int) any{
	"Linear": func(n func(string) int) any { return NewLinear(n("in_features"), n("out_features")) },
	"Conv2d": func(n func(string) int) any { return NewConv2d(n("in_channels"), n("out_channels"), n("kernel_size")) },
	"ConvTranspose2d": func(n func(string) int) any {
		return NewConvTranspose2d(n("in_channels"), n("out_channels"), n("kernel_size"))
	},
	"Embedding": func(n func(string) int) any { return NewEmbedding(n("num_embeddings"), n("embedding_dim")) },
	"Bilinear": func(n func(string) int) any {
		return NewBilinear(n("in1_features"), n("in2_features"), n("out_features"))
	},
	"LayerNorm":          func(n func(string) int) any { return NewLayerNorm(n("normalized_shape")) },
	"BatchNorm2d":        func(n func(string) int) any { return NewBatchNorm2d(n("num_features")) },
	"LSTM":               func(n func(string) int) any { return NewLSTM(n("input_size"), n("hidden_size"), Recurrent{}) },
	"GRU":                func(n func(string) int) any { return NewGRU(n("input_size"), n("hidden_size"), Recurrent{}) },
	"RNN":                func(n func(string) int) any { return NewRNN(n("input_size"), n("hidden_size"), Recurrent{}) },
	"MultiheadAttention": func(n func(string) int) any { return NewMultiheadAttention(n("embed_dim"), n("num_heads"), false) },
	"PReLU":              func(func(string) int) any { return NewPReLU(1) },
}

// TestInitialisers draws each parameter and holds it against the recorded range and deviation.
func TestInitialisers(t *testing.T) {
	answers, err := goldendata.Open()
	if err != nil {
		t.Fatal(err)
	}
	var rows []json.RawMessage
	if err := goldendata.Read(answers, "programs/init.json", &rows); err != nil {
		t.Fatal(err)
	}
	tensor.Seed(1)
	checked := 0
	for _, raw := range rows {
		var d drawn
		if json.Unmarshal(raw, &d) != nil || made[d.Module] == nil {
			continue
		}
		m := made[d.Module](func(name string) int {
			v, _ := d.Args[name].Int64()
			return int(v)
		})
		checked++
		d.check(t, maps.Collect(NamedParameters(m))[d.Param])
	}
	if checked < 30 {
		t.Errorf("only %d initialisers checked", checked)
	}
}

func (d *drawn) check(t *testing.T, p *tensor.Tensor) {
	name := d.Module + "." + d.Param
	if p == nil || fmt.Sprint(p.Shape()) != fmt.Sprint(d.Shape) {
		t.Errorf("%s: %v, want shape %v", name, p, d.Shape)
		return
	}
	vs, _ := tensor.Floats(p)
	low, high, sum, squares := math.Inf(1), math.Inf(-1), 0.0, 0.0
	for _, v := range vs {
		low, high, sum, squares = math.Min(low, v), math.Max(high, v), sum+v, squares+v*v
	}
	n := float64(len(vs))
	mean := sum / n
	std := math.Sqrt(math.Max(0, squares/n-mean*mean))
	spread := math.Max(d.Std, 1e-9)
	switch {
	case math.Abs(std-d.Std) > 8*spread/math.Sqrt(n):
		t.Errorf("%s: deviation %v, want %v", name, std, d.Std)
	case math.Abs(mean-d.Mean) > 8*spread/math.Sqrt(n):
		t.Errorf("%s: mean %v, want %v", name, mean, d.Mean)
	case d.Module != "Embedding" && (low < d.Min-0.5*spread || high > d.Max+0.5*spread):
		t.Errorf("%s: from %v to %v, want %v to %v", name, low, high, d.Min, d.Max)
	}
}
