package tests

import (
	"context"
	"fmt"
	"math"
	"slices"
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
	Model      string // as PyTorch prints it
	Optimizer  string
	Note       string
}

// trainer is a model, its loss and its optimizer.
type trainer struct {
	model   any
	forward func(x *tensor.Tensor) *tensor.Tensor
	loss    func(out, y *tensor.Tensor) *tensor.Tensor
	opt     func(params []*tensor.Tensor) *optim.Optimizer
	clip    float64
}

// TestTraining repeats the recorded training runs from their initial parameters.
func TestTraining(t *testing.T) {
	p, programs := openPrograms[trainProgram](t, "train")
	sum := newTally("training")
	for _, r := range programs {
		sum.run(r.ID, func() string {
			return p.train(&r, p.trainer(&r))
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
	return p.finalState(m.model, r.Init, r.Final)
}

// finalState compares where all parameters and buffers have come, together: how far they are off the recorded place is a small part of
// the way that they went. One by one they could not be held: a bias of keys has no gradient but roundings, which Adam makes steps of.
func (p *program) finalState(model any, init, want map[string]string) string {
	state, off, way := nn.StateDict(model), 0.0, 0.0
	for name, rec := range want {
		if state[name] == nil || !slices.Equal(state[name].Shape(), p.tensors[rec].Shape) {
			return fmt.Sprintf("%s is %v at the end", name, state[name])
		}
		end, start := floatsOf(p.t(rec)), floatsOf(p.t(init[name]))
		for i, got := range floatsOf(state[name]) {
			off += (got - end[i]) * (got - end[i])
			way += (start[i] - end[i]) * (start[i] - end[i])
		}
	}
	if !(off <= 0.01*0.01*way) {
		return fmt.Sprintf("the end is %v off, after a way of %v", math.Sqrt(off), math.Sqrt(way))
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

// tinyGPT is the recorded transformer: two heads, exact in all but the tanh of its activation, the output tied to the embedding.
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

// newTinyGPT makes a model of the lengths that its parameters were recorded with.
func newTinyGPT(init map[string]*tt) *tinyGPT {
	size := init["wte.weight"].Dim(1)
	g := &tinyGPT{Wte: nn.NewEmbedding(init["wte.weight"].Dim(0), size), Wpe: nn.NewEmbedding(init["wpe.weight"].Dim(0), size),
		Lnf: nn.NewLayerNorm(size)}
	for i := 0; init[fmt.Sprintf("h.%d.fc.weight", i)] != nil; i++ {
		inner := init[fmt.Sprintf("h.%d.fc.weight", i)].Dim(0)
		g.H = append(g.H, &gptBlock{nn.NewLayerNorm(size), nn.NewLinear(size, 3*size), nn.NewLinear(size, size), nn.NewLayerNorm(size),
			nn.NewLinear(size, inner), nn.NewLinear(inner, size)})
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
