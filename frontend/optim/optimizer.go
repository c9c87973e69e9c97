package optim

import (
	"context"

	"weft/frontend/tensor"
	"weft/lazy"
)

// Group is parameters that share settings.
type Group struct {
	Params []*tensor.Tensor
	Config
}

// Optimizer updates parameters from their gradients by one rule.
type Optimizer struct {
	Groups []*Group
	name   string
	rule   rule
	state  map[*tensor.Tensor]*state
	seen   map[*tensor.Tensor]bool
}

// rule gives a parameter's next value, and its next state in u.next.
type rule func(u *update) *tensor.Tensor

// state is what an optimizer remembers of one parameter.
type state struct {
	step  int              // steps that had a gradient
	slots []*tensor.Tensor // momenta and their like; nil before the first step
	aux   float64          // a running product (NAdam)
}

func newOptimizer(name string, rule rule, params []*tensor.Tensor, def Config, opts []Option) *Optimizer {
	o := &Optimizer{name: name, rule: rule, state: map[*tensor.Tensor]*state{}, seen: map[*tensor.Tensor]bool{}}
	for _, opt := range opts {
		opt(&def)
	}
	o.add(params, def)
	return o
}

// AddGroup has further parameters updated, with the first group's settings but for opts.
func (o *Optimizer) AddGroup(params []*tensor.Tensor, opts ...Option) {
	c := o.Groups[0].Config
	for _, opt := range opts {
		opt(&c)
	}
	o.add(params, c)
}

func (o *Optimizer) add(params []*tensor.Tensor, c Config) {
	c.validate(o.name)
	if len(params) == 0 {
		fail(o.name, "no parameters to optimize")
	}
	for _, p := range params {
		switch {
		case !p.IsLeaf():
			fail(o.name, "can't optimize a tensor of shape %s that is computed from others; give it the leaves",
				lazy.ShapeString(p.Shape()))
		case o.seen[p]:
			fail(o.name, "a parameter of shape %s is given twice", lazy.ShapeString(p.Shape()))
		}
		o.seen[p] = true
	}
	o.Groups = append(o.Groups, &Group{params, c})
}

// ZeroGrad forgets the gradients of all parameters.
func (o *Optimizer) ZeroGrad() {
	for _, g := range o.Groups {
		for _, p := range g.Params {
			p.ZeroGrad()
		}
	}
}

// Step updates every parameter that has a gradient. All new values are computed in one realize; if it fails, nothing
// has changed.
func (o *Optimizer) Step(ctx context.Context) error {
	return o.build().run(ctx)
}

// MustStep is Step that panics on an error.
func (o *Optimizer) MustStep() {
	if err := o.Step(context.Background()); err != nil {
		panic(err)
	}
}

// build writes down the step without running it. Rules see detached values, so no gradient is recorded of what they do.
func (o *Optimizer) build() *step {
	s := &step{}
	for _, g := range o.Groups {
		for _, p := range g.Params {
			grad := p.Grad()
			if grad == nil {
				continue
			}
			old := o.state[p]
			if old == nil {
				old = &state{}
				o.state[p] = old
			}
			u := &update{Config: &g.Config, state: state{old.step + 1, old.slots, old.aux}, p: p.Detach(), g: detached(grad)}
			value := o.rule(u)
			u.slots = u.next
			s.parts = append(s.parts, stepPart{p, value, old, u.state})
		}
	}
	return s
}

func detached(g *tensor.Tensor) *tensor.Tensor {
	if g.RequiresGrad() {
		return g.Detach()
	}
	return g
}
