package tests

import (
	"context"
	"fmt"
	"testing"

	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
)

type courseProgram struct {
	ID          string
	Logits      []float32
	Target      int64
	Loss        float64
	Grad        []float64
	X           any
	Y           any
	Far         []float64 `json:"y_of_100x_plus_1000"`
	Eps         float64
	Inputs      [][]int64
	Targets     any
	LR          float64
	FirstGrad   string `json:"first_grad"`
	After1      string `json:"table_after_1"`
	After500    string `json:"table_after_500"`
	Losses      []float64
	Wq, Wk, Wv  string
	Scoring     string
	Head        string
	Weights     string
	GradWq      string `json:"grad_wq"`
	Attention   string `json:"after_attention"`
	Start       float64
	Grads       []float64
	Decay       float64 `json:"weight_decay"`
	Theta       []float64
	Init        map[string]string
	LogitsStart string            `json:"logits_at_start"`
	LogitsEnd   string            `json:"logits_at_end"`
	FirstGrads  map[string]string `json:"first_grads"`
}

// TestCourse checks the numbers of the course that the examples come from.
func TestCourse(t *testing.T) {
	p, programs := openPrograms[courseProgram](t, "course")
	sum := newTally("course")
	for _, c := range programs {
		sum.run(c.ID, func() string {
			run := coursePrograms[c.ID]
			if run == nil {
				return notHere + c.ID
			}
			return run(p, &c)
		})
	}
	sum.report(t)
}

var coursePrograms = map[string]func(p *program, c *courseProgram) string{
	"week06_probability": func(p *program, c *courseProgram) string {
		x := tensor.New(c.Logits).RequireGrad()
		loss := functional.CrossEntropy(x, scalar(int(c.Target)))
		loss.Backward()
		if wrong := compareValues([]float64{loss.Item()}, []float64{c.Loss}, [2]float64{1e-6, 1e-6}); wrong != "" {
			return "loss: " + wrong
		}
		return compareValues(floatsOf(x.Grad()), c.Grad, [2]float64{1e-5, 1e-6})
	},
	"week06_layer_norm": func(p *program, c *courseProgram) string {
		x := tensor.New(asFloats(c.X))
		y := functional.LayerNorm(x, []int{4}, nil, nil, c.Eps)
		if wrong := compareValues(floatsOf(y), asFloats(c.Y), [2]float64{1e-6, 1e-6}); wrong != "" {
			return wrong
		}
		far := functional.LayerNorm(x.Mul(100).Add(1000), []int{4}, nil, nil, c.Eps)
		return compareValues(floatsOf(far), c.Far, [2]float64{1e-6, 1e-6})
	},
	"week06_bigram":      bigram,
	"week07_attention":   courseAttention,
	"week08_block":       courseBlock,
	"week11_adamw":       courseAdamW,
	"week10_12_mini_gpt": miniGPT,
}

func asFloats(v any) (out []float64) {
	for _, e := range v.([]any) {
		out = append(out, caseNumber(e))
	}
	return out
}

func idsOf(v any) *tt {
	var flat []int64
	shape := []int{len(v.([][]int64)), len(v.([][]int64)[0])}
	for _, row := range v.([][]int64) {
		flat = append(flat, row...)
	}
	return tensor.New(flat, shape...)
}

func targetsOf(c *courseProgram) *tt {
	var flat []int64
	for _, row := range c.Targets.([]any) {
		if list, ok := row.([]any); ok {
			for _, e := range list {
				flat = append(flat, int64(caseNumber(e)))
			}
			continue
		}
		flat = append(flat, int64(caseNumber(row)))
	}
	return tensor.New(flat)
}

// bigram trains a table of logits by plain gradient descent.
func bigram(p *program, c *courseProgram) string {
	table := tensor.Zeros(5, 5).RequireGrad()
	x, y := idsOf(c.Inputs), targetsOf(c)
	opt := optim.NewSGD([]*tt{table}, c.LR)
	for k, want := range c.Losses {
		opt.ZeroGrad()
		loss := functional.CrossEntropy(functional.Embedding(x, table).Reshape(-1, 5), y)
		loss.Backward()
		if k == 0 {
			if wrong := p.differs(table.Grad(), c.FirstGrad, [2]float64{1e-5, 1e-6}); wrong != "" {
				return "first gradient: " + wrong
			}
		}
		if err := opt.Step(context.Background()); err != nil {
			return err.Error()
		}
		if got := loss.Item(); !near(got, want, [2]float64{1e-4, 1e-5}) {
			return fmt.Sprintf("step %d: loss %v, want %v", k, got, want)
		}
		if k == 0 {
			if wrong := p.differs(table.Detach(), c.After1, [2]float64{1e-5, 1e-6}); wrong != "" {
				return "table after a step: " + wrong
			}
		}
	}
	return ""
}

// courseAttention is one head of causal attention with a scoring matrix behind it.
func courseAttention(p *program, c *courseProgram) string {
	x, wq := p.t(c.X.(string)), p.t(c.Wq).RequireGrad()
	head, weights := functional.ScaledDotProductAttention(x.MatMul(wq), x.MatMul(p.t(c.Wk)), x.MatMul(p.t(c.Wv)), functional.Attention{Causal: true})
	loss := functional.CrossEntropy(head.Select(1, -1).MatMul(p.t(c.Scoring)), targetsOf(c))
	loss.Backward()
	if wrong := p.differs(weights.Detach(), c.Weights, [2]float64{1e-5, 1e-6}); wrong != "" {
		return "weights: " + wrong
	}
	if wrong := p.differs(head.Detach(), c.Head, [2]float64{1e-5, 1e-6}); wrong != "" {
		return "head: " + wrong
	}
	if got := loss.Item(); !near(got, c.Loss, [2]float64{1e-5, 1e-6}) {
		return fmt.Sprintf("loss %v, want %v", got, c.Loss)
	}
	return p.differs(wq.Grad(), c.GradWq, [2]float64{1e-4, 1e-6})
}

// courseBlock is a block with its norms before attention and feed-forward, on the inputs and weights of week 7.
func courseBlock(p *program, c *courseProgram) string {
	d := tensor.Options{DType: tensor.Float64}
	norm := func(x *tt) *tt { return functional.LayerNorm(x, []int{4}, nil, nil, 1e-5) }
	x := p.t("course/w7.x")
	n := norm(x)
	head, _ := functional.ScaledDotProductAttention(n.MatMul(p.t("course/w7.wq")), n.MatMul(p.t("course/w7.wk")), n.MatMul(p.t("course/w7.wv")), functional.Attention{Causal: true})
	h := x.Add(head.MatMul(d.Eye(2, 4)))
	up, down := d.Eye(4, 16), d.Eye(16, 4).Mul(0.25)
	y := h.Add(norm(h).MatMul(up).Gelu().MatMul(down))
	if wrong := p.differs(h, c.Attention, [2]float64{1e-6, 1e-6}); wrong != "" {
		return "after attention: " + wrong
	}
	return p.differs(y, c.Y.(string), [2]float64{1e-6, 1e-6})
}

func courseAdamW(p *program, c *courseProgram) string {
	w := tensor.New([]float64{c.Start}).RequireGrad()
	opt := optim.NewAdamW([]*tt{w}, c.LR, optim.WeightDecay(c.Decay))
	for k, g := range c.Grads {
		w.SetGrad(tensor.New([]float64{g}))
		if err := opt.Step(context.Background()); err != nil {
			return err.Error()
		}
		if got := w.Item(); !near(got, c.Theta[k], [2]float64{1e-9, 1e-9}) {
			return fmt.Sprintf("step %d: %v, want %v", k, got, c.Theta[k])
		}
	}
	return ""
}

// miniGPTModel is the course's transformer of 520 parameters.
type miniGPTModel struct {
	Tok, Pos *nn.Embedding
	Blocks   []*miniBlock
	Norm     *nn.LayerNorm
	Out      *nn.Linear `nn:"head"`
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
		x = x.Add(b.Proj.Forward(attend(b.Qkv.Forward(b.Ln1.Forward(x)), 2)))
		x = x.Add(b.Down.Forward(b.Up.Forward(b.Ln2.Forward(x)).Gelu()))
	}
	return g.Out.Forward(g.Norm.Forward(x))
}

func miniGPT(p *program, c *courseProgram) string {
	g := &miniGPTModel{Tok: nn.NewEmbedding(5, 4), Pos: nn.NewEmbedding(2, 4), Norm: nn.NewLayerNorm(4), Out: nn.NewLinear(4, 5, nn.NoBias())}
	for range 2 {
		g.Blocks = append(g.Blocks, &miniBlock{nn.NewLayerNorm(4), nn.NewLinear(4, 12, nn.NoBias()), nn.NewLinear(4, 4),
			nn.NewLayerNorm(4), nn.NewLinear(4, 16), nn.NewLinear(16, 4)})
	}
	if err := p.load(g, c.Init); err != nil {
		return err.Error()
	}
	if n := nn.Count(g); n != 520 {
		return fmt.Sprintf("%d parameters", n)
	}
	x, y := idsOf(c.Inputs), targetsOf(c)
	out := g.Forward(x)
	functional.CrossEntropy(out.Reshape(-1, 5), y).Backward()
	if wrong := p.differs(out.Detach(), c.LogitsStart, [2]float64{1e-4, 1e-5}); wrong != "" {
		return "logits: " + wrong
	}
	return p.firstGrads(g, c.FirstGrads)
}
