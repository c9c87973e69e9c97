package tests

import (
	"context"
	"fmt"

	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
)

// miniGPTModel is the course's transformer: exact GELU, no bias at queries, keys and values, an output layer of its own without bias.
type miniGPTModel struct {
	Tok, Pos *nn.Embedding
	Blocks   []*miniBlock
	Norm     *nn.LayerNorm
	Out      *nn.Linear `nn:"head"`
	heads    int
}

type miniBlock struct {
	Ln1  *nn.LayerNorm
	Qkv  *nn.Linear
	Proj *nn.Linear
	Ln2  *nn.LayerNorm
	Up   *nn.Linear
	Down *nn.Linear
}

func (g *miniGPTModel) Forward(ids *tt) *tt {
	x := g.Tok.Forward(ids).Add(g.Pos.Forward(tensor.Arange(ids.Dim(1))))
	for _, b := range g.Blocks {
		x = x.Add(b.Proj.Forward(attend(b.Qkv.Forward(b.Ln1.Forward(x)), g.heads)))
		x = x.Add(b.Down.Forward(b.Up.Forward(b.Ln2.Forward(x)).Gelu()))
	}
	return g.Out.Forward(g.Norm.Forward(x))
}

func newMiniGPT(c *courseProgram) *miniGPTModel {
	size := c.Config.Embd
	g := &miniGPTModel{Tok: nn.NewEmbedding(c.Config.Vocab, size), Pos: nn.NewEmbedding(c.Config.Block, size), Norm: nn.NewLayerNorm(size),
		Out: nn.NewLinear(size, c.Config.Vocab, nn.NoBias()), heads: c.Config.Head}
	for range c.Config.Layer {
		g.Blocks = append(g.Blocks, &miniBlock{nn.NewLayerNorm(size), nn.NewLinear(size, 3*size, nn.NoBias()), nn.NewLinear(size, size),
			nn.NewLayerNorm(size), nn.NewLinear(size, 4*size), nn.NewLinear(4*size, size)})
	}
	return g
}

// miniGPT repeats the course's training run: AdamW at 0.001, gradients held to norm 1, step by step.
func miniGPT(p *program, c *courseProgram) string {
	g := newMiniGPT(c)
	if err := p.load(g, c.Init); err != nil {
		return err.Error()
	}
	if n := nn.Count(g); n != c.Parameters {
		return fmt.Sprintf("%d parameters, want %d", n, c.Parameters)
	}
	x := idsOf(c.Inputs)
	if wrong := p.differs(g.Forward(x).Detach(), c.LogitsStart, [2]float64{1e-4, 1e-5}); wrong != "" {
		return "logits at the start: " + wrong
	}
	opt := optim.NewAdamW(nn.Parameters(g), 1e-3)
	for k := range c.Losses {
		if wrong := p.miniStep(g, opt, c, x, k); wrong != "" {
			return fmt.Sprintf("step %d: %s", k, wrong)
		}
	}
	out := g.Forward(x).Detach()
	if wrong := p.differs(out, c.LogitsEnd, [2]float64{1e-3, 1e-4}); wrong != "" {
		return "logits at the end: " + wrong
	}
	if wrong := p.finalState(g, c.Init, c.Final); wrong != "" {
		return wrong
	}
	return p.differs(top3(out.Select(1, -1)), c.Top3, [2]float64{1e-3, 1e-4})
}

func (p *program) miniStep(g *miniGPTModel, opt *optim.Optimizer, c *courseProgram, x *tt, k int) string {
	opt.ZeroGrad()
	out := g.Forward(x)
	loss := functional.CrossEntropy(out.Reshape(-1, out.Dim(-1)), targetsOf(c))
	loss.Backward()
	if k == 0 {
		if wrong := p.firstGrads(g, c.FirstGrads); wrong != "" {
			return wrong
		}
	}
	norm := optim.ClipGradNorm(nn.Parameters(g), 1, 2)
	if err := opt.Step(context.Background()); err != nil {
		return err.Error()
	}
	if got := norm.Item(); !near(got, c.GradNorms[k], drift(k/10)) {
		return fmt.Sprintf("gradient norm %v, want %v", got, c.GradNorms[k])
	}
	if got := loss.Item(); !near(got, c.Losses[k], drift(k/10)) {
		return fmt.Sprintf("loss %v, want %v", got, c.Losses[k])
	}
	return ""
}

// top3 are the probabilities at temperature 0.8 where only the three likeliest letters may be drawn.
func top3(logits *tt) *tt {
	scaled := logits.Div(0.8)
	values, _ := scaled.TopK(3, -1, true)
	least := values.Narrow(-1, 2, 1)
	return tensor.Where(scaled.Ge(least), scaled, -1e30).Softmax(-1)
}
