package tests

import (
	"context"
	"fmt"
	"testing"

	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
)

type courseProgram struct {
	ID     string
	Logits []float32
	Target int64
	Loss   float64
	Grad   []float64

	Probabilities  []float64
	X              any
	Y              any
	Mean, Variance float64
	Far            []float64 `json:"y_of_100x_plus_1000"`
	Eps            float64
	Inputs         [][]int64
	Targets        any
	LR             float64
	FirstGrad      string `json:"first_grad"`
	After1         string `json:"table_after_1"`
	After500       string `json:"table_after_500"`
	Losses         []float64
	Wq, Wk, Wv     string
	Scoring        string
	Head           string
	Weights        string
	GradWq         string `json:"grad_wq"`
	Attention      string `json:"after_attention"`
	Start          float64
	Grads          []float64
	Decay          float64 `json:"weight_decay"`
	Theta          []float64
	Init           map[string]string
	LogitsStart    string            `json:"logits_at_start"`
	LogitsEnd      string            `json:"logits_at_end"`
	FirstGrads     map[string]string `json:"first_grads"`
	Parameters     int
	Config         struct{ Vocab, Block, Embd, Head, Layer int }
	GradNorms      []float64 `json:"grad_norms"`
	Final          map[string]string
	Top3           string `json:"top3_probabilities_temperature_0.8"`
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
		if wrong := compareValues(floatsOf(x.Detach().Softmax(0)), c.Probabilities, [2]float64{1e-6, 1e-7}); wrong != "" {
			return "probabilities: " + wrong
		}
		return compareValues(floatsOf(x.Grad()), c.Grad, [2]float64{1e-5, 1e-6})
	},
	"week06_layer_norm": func(p *program, c *courseProgram) string {
		x := tensor.New(asFloats(c.X))
		if variance, mean := x.VarMean(0); !near(variance.Item(), c.Variance, [2]float64{1e-6, 0}) || !near(mean.Item(), c.Mean, [2]float64{1e-6, 0}) {
			return fmt.Sprintf("mean %v and variance %v, want %v and %v", mean, variance, c.Mean, c.Variance)
		}
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
	return p.differs(table.Detach(), c.After500, [2]float64{1e-3, 1e-5})
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
