package optim

import (
	"context"

	"weft/frontend/tensor"
	"weft/lazy"
)

// Group is parameters that share settings, PyTorch's param_group. The settings may be changed between steps.
type Group struct {
	Params []*tensor.Tensor
	Config
}

// Optimizer updates parameters from their gradients by one rule.
type Optimizer struct {
	Groups []*Group // at least one; schedulers change their settings
	name   string
	rule   rule
	state  map[*tensor.Tensor]*state
}

// rule gives a parameter's next value, and keeps its next state in the update.
type rule func(u *update) *tensor.Tensor

func newOptimizer(name string, rule rule, params []*tensor.Tensor, def Config, opts []Option) *Optimizer {
	o := &Optimizer{name: name, rule: rule, state: map[*tensor.Tensor]*state{}}
	for _, opt := range opts {
		opt(&def)
	}
	o.add(params, def)
	return o
}

// AddGroup has further parameters updated, with the first group's settings but for opts. It panics with *tensor.Error as the
// constructors do, and then nothing has been added.
func (o *Optimizer) AddGroup(params []*tensor.Tensor, opts ...Option) {
	c := o.Groups[0].Config
	for _, opt := range opts {
		opt(&c)
	}
	o.add(params, c)
}

func (o *Optimizer) add(params []*tensor.Tensor, c Config) {
	if wrong := c.wrong(); wrong != "" {
		fail(o.name, "%s", wrong)
	}
	if len(params) == 0 {
		fail(o.name, "no parameters to optimize")
	}
	seen := map[*tensor.Tensor]bool{}
	for _, p := range o.params() {
		seen[p] = true
	}
	for i, p := range params {
		switch {
		case p == nil:
			fail(o.name, "parameter %d is nil", i)
		case !p.IsLeaf():
			fail(o.name, "can't optimize a tensor of shape %s that is computed from others; give it the leaves",
				lazy.ShapeString(p.Shape()))
		case seen[p]:
			fail(o.name, "a parameter of shape %s is given twice", lazy.ShapeString(p.Shape()))
		}
		seen[p] = true
	}
	o.Groups = append(o.Groups, &Group{params, c})
}

// params are the parameters of all groups in order; their places are their numbers in a state dict.
func (o *Optimizer) params() (all []*tensor.Tensor) {
	for _, g := range o.Groups {
		all = append(all, g.Params...)
	}
	return all
}

// ZeroGrad forgets the gradients of all parameters, or with true sets those that there are to zeros. A parameter without a
// gradient is left alone by Step; one with zeros is not: momentum and weight decay still move it.
func (o *Optimizer) ZeroGrad(toZeros ...bool) {
	for _, p := range o.params() {
		p.ZeroGrad(toZeros...)
	}
}

// Step updates every parameter that has a gradient. All new values are computed in one realize, together with the losses that
// the gradients came from; if it fails, nothing has changed.
func (o *Optimizer) Step(ctx context.Context) error {
	return o.build().run(ctx)
}

// MustStep is Step that panics on an error.
func (o *Optimizer) MustStep() {
	if err := o.Step(context.Background()); err != nil {
		panic(err)
	}
}

// build writes down the step without running it.
func (o *Optimizer) build() *step {
	s := &step{}
	for _, g := range o.Groups {
		for _, p := range g.Params {
			if grad := p.Grad(); grad != nil {
				s.parts = append(s.parts, o.part(g, p, grad))
			}
		}
	}
	return s
}

// part is the update of one parameter. Rules see detached values, so no gradient is recorded of what they do.
func (o *Optimizer) part(g *Group, p, grad *tensor.Tensor) stepPart {
	old := o.state[p]
	if old == nil {
		old = &state{}
		o.state[p] = old
	}
	u := &update{Config: &g.Config, p: p.Detach(), g: grad.Detach(), shape: p.Shape()}
	u.each(func() {
		u.state = *old
		u.step++
	})
	return stepPart{p, o.rule(u), old, u}
}
