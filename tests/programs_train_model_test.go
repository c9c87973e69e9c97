package tests

import (
	"regexp"
	"strings"

	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
	"weft/tests/pytext"
)

// shown is a module as PyTorch prints it: Linear(in_features=2, out_features=8, bias=True), or a container and its children.
type shown struct {
	name, text string
	children   []*shown
}

func (s *shown) class() string {
	class, _, _ := strings.Cut(s.text, "(")
	return class
}

var childLine = regexp.MustCompile(`^\s*\((\w+)\): (.*)$`)

// readShown reads the first module of the lines and gives the lines behind it.
func readShown(lines []string) (*shown, []string) {
	s := &shown{text: lines[0]}
	if m := childLine.FindStringSubmatch(lines[0]); m != nil {
		s.name, s.text = m[1], m[2]
	}
	lines = lines[1:]
	if !strings.HasSuffix(s.text, "(") {
		return s, lines
	}
	for strings.TrimSpace(lines[0]) != ")" {
		var child *shown
		child, lines = readShown(lines)
		s.children = append(s.children, child)
	}
	return s, lines[1:]
}

// chain is a model that calls its children one after another, as PyTorch's Sequential does; a recurrent child may hand on its last
// moment alone.
type chain struct {
	Parts nn.ModuleDict[any] `nn:",inline"`
	calls []forward
	last  bool
}

func (c *chain) Forward(x *tt) *tt {
	for _, call := range c.calls {
		out := call([]*tt{x}, &call0)
		x = out[0]
		if c.last && len(out) > 1 {
			x = x.Select(1, -1)
		}
	}
	return x
}

var call0 = call{}

// build makes a printed module, with all its children.
func (p *program) build(s *shown) (any, forward) {
	if len(s.children) == 0 && !strings.HasSuffix(s.text, "(") {
		parsed, err := pytext.Parse("nn." + s.text)
		if err != nil {
			panic(unsupported(err.Error()))
		}
		l := parsed.Run(&torch{program: p}).(*layer)
		return l.module, l.call
	}
	c := &chain{}
	for _, child := range s.children {
		m, call := p.build(child)
		c.Parts.Set(child.name, m)
		c.calls = append(c.calls, call)
	}
	return c, func(in []*tt, _ *call) []*tt { return []*tt{c.Forward(in[0])} }
}

// knownModels are models whose children are not called one after another, by the names of their classes.
var knownModels = map[string]func(r *trainProgram, init map[string]*tt) nn.Module{
	"GPT": func(r *trainProgram, init map[string]*tt) nn.Module { return newTinyGPT(init) },
}

// trainer makes the recorded model, loss and optimizer from what PyTorch prints of them and from the targets.
func (p *program) trainer(r *trainProgram) *trainer {
	s, _ := readShown(strings.Split(r.Model, "\n"))
	t := &trainer{loss: lossFor(p.t(r.Y)), opt: optimizerShown(r.Optimizer), clip: clipOf(r.Note)}
	if make := knownModels[s.class()]; make != nil {
		init := map[string]*tt{}
		for name, rec := range r.Init {
			init[name] = p.t(rec)
		}
		m := make(r, init)
		t.model, t.forward = m, m.Forward
		return t
	}
	model, call := p.build(s)
	t.model, t.forward = model, func(x *tt) *tt { return call([]*tt{x}, &call0)[0] }
	if c, ok := model.(*chain); ok {
		c.last = t.forward(p.t(r.X)).Rank() > len(p.tensors[r.Forward].Shape)
	}
	return t
}

// lossFor is the loss that targets ask for: of classes, of probabilities, or of numbers.
func lossFor(y *tt) func(out, y *tt) *tt {
	if y.DType().IsInt() {
		return func(out, y *tt) *tt { return functional.CrossEntropy(out.Reshape(-1, out.Dim(-1)), y.Reshape(-1)) }
	}
	for _, v := range floatsOf(y) {
		if v != 0 && v != 1 {
			return func(out, y *tt) *tt { return functional.MSELoss(out, y) }
		}
	}
	return func(out, y *tt) *tt { return functional.BinaryCrossEntropyWithLogits(out, y, nil, nil) }
}

var setting = regexp.MustCompile(`(\w+): (\([^)]*\)|\S+)`)

// optimizerShown makes an optimizer of what PyTorch prints of one: its name, and the settings of its group.
func optimizerShown(text string) func(params []*tensor.Tensor) *optim.Optimizer {
	name, group, _ := strings.Cut(text, " (")
	c := &call{kwargs: map[string]any{}}
	for _, m := range setting.FindAllStringSubmatch(group, -1) {
		v, err := pytext.Parse(m[2])
		if err != nil {
			panic(unsupported(err.Error()))
		}
		if c.kwargs[m[1]] = v.Run(&torch{}); isSequence(c.kwargs[m[1]]) {
			c.kwargs[m[1]] = plainList(c.kwargs[m[1]])
		}
	}
	make := optimizers[name]
	if make == nil {
		panic(unsupported("optimizer " + name))
	}
	return func(params []*tensor.Tensor) *optim.Optimizer { return make(params, c) }
}

var clipCall = regexp.MustCompile(`clip_grad_norm_\(\w+, ([\d.]+)\)`)

// clipOf is the norm that gradients are held to, as the note of a run says; 0 for none.
func clipOf(note string) float64 {
	m := clipCall.FindStringSubmatch(note)
	if m == nil {
		return 0
	}
	return toFloat(pytextNumber(m[1]))
}

func pytextNumber(text string) any {
	p, err := pytext.Parse(text)
	if err != nil {
		panic(unsupported(err.Error()))
	}
	return p.Run(&torch{})
}
