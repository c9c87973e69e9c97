package tests

import (
	"context"
	"fmt"
	"math"
	"testing"

	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
)

type trainProgram struct {
	ID         string
	Steps      int
	X, Y       string
	Init       map[string]string
	Forward    string            `json:"forward_at_start"`
	FirstGrads map[string]string `json:"first_grads"`
	Losses     []float64
	Losses64   []float64 `json:"losses_float64"`
	GradNorms  []float64 `json:"grad_norms"`
	Final      map[string]string
}

// trainer is a model, its loss and its optimizer.
type trainer struct {
	model   any
	forward func(x *tensor.Tensor) *tensor.Tensor
	loss    func(out, y *tensor.Tensor) *tensor.Tensor
	opt     func(params []*tensor.Tensor) *optim.Optimizer
	clip    float64
}

func crossEntropy(out, y *tensor.Tensor) *tensor.Tensor { return functional.CrossEntropy(out, y) }

var trainers = map[string]func() *trainer{
	"train/xor": func() *trainer {
		m := nn.NewSequential(nn.NewLinear(2, 8), &nn.Tanh{}, nn.NewLinear(8, 1))
		return &trainer{model: m, forward: m.Forward,
			loss: func(out, y *tt) *tt { return functional.BinaryCrossEntropyWithLogits(out, y, nil, nil) },
			opt:  func(p []*tt) *optim.Optimizer { return optim.NewSGD(p, 0.5) }}
	},
	"train/spiral": func() *trainer {
		m := nn.NewSequential(nn.NewLinear(2, 16), &nn.ReLU{}, nn.NewLinear(16, 16), &nn.ReLU{}, nn.NewLinear(16, 3))
		return &trainer{model: m, forward: m.Forward, loss: crossEntropy,
			opt: func(p []*tt) *optim.Optimizer { return optim.NewAdam(p, 0.02) }}
	},
	"train/cnn": func() *trainer {
		m := nn.NewSequential(nn.NewConv2d(1, 4, 3, nn.Padding(1)), nn.NewBatchNorm2d(4), &nn.ReLU{}, nn.NewMaxPool2d(2),
			nn.NewConv2d(4, 6, 3), &nn.ReLU{}, &nn.Flatten{}, nn.NewLinear(24, 4))
		return &trainer{model: m, forward: m.Forward, loss: crossEntropy,
			opt: func(p []*tt) *optim.Optimizer {
				return optim.NewSGD(p, 0.05, optim.Momentum(0.9), optim.WeightDecay(0.01))
			}}
	},
	"train/gpt": func() *trainer {
		m := newTinyGPT()
		return &trainer{model: m, forward: m.Forward, clip: 1,
			loss: func(out, y *tt) *tt { return functional.CrossEntropy(out.Reshape(-1, out.Dim(-1)), y.Reshape(-1)) },
			opt: func(p []*tt) *optim.Optimizer {
				return optim.NewAdamW(p, 0.01, optim.Betas(0.9, 0.95), optim.WeightDecay(0.1))
			}}
	},
}

// TestTraining repeats the recorded training runs from their initial parameters.
func TestTraining(t *testing.T) {
	p, programs := openPrograms[trainProgram](t, "train")
	sum := newTally("training")
	for _, r := range programs {
		sum.run(r.ID, func() string {
			make := trainers[r.ID]
			if make == nil {
				return notHere + r.ID
			}
			return p.train(&r, make())
		})
	}
	sum.report(t)
}

func (p *program) load(model any, state map[string]string) error {
	values := map[string]*tensor.Tensor{}
	for name, rec := range state {
		values[name] = p.t(rec)
	}
	return nn.LoadStateDict(model, values)
}

func (p *program) train(r *trainProgram, m *trainer) string {
	if err := p.load(m.model, r.Init); err != nil {
		return err.Error()
	}
	opt, x, y := m.opt(nn.Parameters(m.model)), p.t(r.X), p.t(r.Y)
	nn.Eval(m.model)
	if wrong := p.differs(m.forward(x).Detach(), r.Forward, [2]float64{1e-4, 1e-5}); wrong != "" {
		return "first forward: " + wrong
	}
	nn.Train(m.model)
	for k := range r.Steps {
		opt.ZeroGrad()
		out := m.forward(x)
		loss := m.loss(out, y)
		loss.Backward()
		if k == 0 {
			if wrong := p.firstGrads(m.model, r.FirstGrads); wrong != "" {
				return wrong
			}
		}
		if m.clip > 0 {
			norm := optim.ClipGradNorm(nn.Parameters(m.model), m.clip, 2)
			if got := norm.Item(); k < len(r.GradNorms) && !near(got, r.GradNorms[k], drift(k)) {
				return fmt.Sprintf("step %d: gradient norm %v, want %v", k, got, r.GradNorms[k])
			}
		}
		if err := opt.Step(context.Background()); err != nil {
			return err.Error()
		}
		if got := loss.Item(); math.Abs(got-r.Losses[k]) > lossBound(r, k) {
			return fmt.Sprintf("step %d: loss %v, want %v", k, got, r.Losses[k])
		}
	}
	return ""
}

// drift is a tolerance that widens with the steps: roundings of different order grow in training.
func drift(step int) [2]float64 {
	return [2]float64{1e-4 * float64(1+step), 1e-5 * float64(1+step)}
}

// lossBound allows 50 times what PyTorch's own float32 run drifted from its float64 run up to a step, and at least drift.
func lossBound(r *trainProgram, step int) float64 {
	tol := drift(step / 10)
	bound := tol[1] + tol[0]*math.Abs(r.Losses[step])
	for k := 0; k <= step && k < len(r.Losses64); k++ {
		bound = math.Max(bound, 50*math.Abs(r.Losses[k]-r.Losses64[k]))
	}
	return bound
}

func (p *program) firstGrads(model any, want map[string]string) string {
	for name, x := range nn.NamedParameters(model) {
		rec, ok := want[name]
		if !ok {
			continue
		}
		if wrong := p.differs(x.Grad(), rec, [2]float64{1e-3, 1e-5}); wrong != "" {
			return fmt.Sprintf("first gradient of %s: %s", name, wrong)
		}
	}
	return ""
}

// tinyGPT is the recorded transformer: 13 letters, 8 places, 16 channels, 2 heads, 2 blocks, output tied to the embedding.
type tinyGPT struct {
	Wte, Wpe *nn.Embedding
	H        []*gptBlock
	Lnf      *nn.LayerNorm
}

type gptBlock struct {
	Ln1  *nn.LayerNorm
	Attn *nn.Linear
	Proj *nn.Linear
	Ln2  *nn.LayerNorm
	Fc   *nn.Linear
	Fc2  *nn.Linear
}

func newTinyGPT() *tinyGPT {
	g := &tinyGPT{Wte: nn.NewEmbedding(13, 16), Wpe: nn.NewEmbedding(8, 16), Lnf: nn.NewLayerNorm(16)}
	for range 2 {
		g.H = append(g.H, &gptBlock{nn.NewLayerNorm(16), nn.NewLinear(16, 48), nn.NewLinear(16, 16), nn.NewLayerNorm(16),
			nn.NewLinear(16, 64), nn.NewLinear(64, 16)})
	}
	return g
}

func (g *tinyGPT) Forward(ids *tensor.Tensor) *tensor.Tensor {
	x := g.Wte.Forward(ids).Add(g.Wpe.Forward(tensor.Arange(ids.Dim(1))))
	for _, b := range g.H {
		x = x.Add(b.Proj.Forward(attend(b.Attn.Forward(b.Ln1.Forward(x)), 2)))
		x = x.Add(b.Fc2.Forward(b.Fc.Forward(b.Ln2.Forward(x)).GeluTanh()))
	}
	return g.Lnf.Forward(x).MatMul(g.Wte.Weight.T())
}

// attend is causal attention with several heads over q, k and v side by side in the last axis.
func attend(qkv *tensor.Tensor, heads int) *tensor.Tensor {
	b, n, c := qkv.Dim(0), qkv.Dim(1), qkv.Dim(2)/3
	parts := qkv.Split(c, 2)
	for i, p := range parts {
		parts[i] = p.Reshape(b, n, heads, c/heads).Transpose(1, 2)
	}
	out, _ := functional.ScaledDotProductAttention(parts[0], parts[1], parts[2], functional.Attention{Causal: true})
	return out.Transpose(1, 2).Reshape(b, n, c)
}
