package optim

import (
	"context"

	"weft/frontend/tensor"
	"weft/lazy"
)

// step is one update of all parameters, written down but not run.
type step struct{ parts []stepPart }

type stepPart struct {
	p, value *tensor.Tensor
	old      *state
	after    *update
}

// run computes the new values and hands them to the parameters.
func (s *step) run(ctx context.Context) error {
	if len(s.parts) == 0 {
		return nil
	}
	var all []*tensor.Tensor
	for _, part := range s.parts {
		all = append(all, part.value)
		for _, slot := range part.after.next {
			all = append(all, slot.t)
		}
	}
	if err := tensor.Realize(ctx, all...); err != nil {
		return err
	}
	for _, part := range s.parts {
		part.p.SetData(part.value)
		part.commit()
	}
	return nil
}

// commit makes the state after the step the parameter's state: its tensors keep their handles. In a compiled function each call
// counts one more step.
func (part *stepPart) commit() {
	count := func() { part.old.step, part.old.product = part.after.step, part.after.product }
	traced := tensor.EachCall(nil, count)
	if !traced {
		count()
	}
	if part.old.slots == nil {
		if traced && part.after.next != nil {
			fail("step", "a parameter of shape %s has its first step while the function is traced; let it have a gradient in the first call",
				lazy.ShapeString(part.p.Shape()))
		}
		part.old.slots = part.after.next
		return
	}
	for i, s := range part.after.next {
		part.old.slots[i].t.Renew(s.t)
	}
}

// state is what an optimizer remembers of one parameter.
type state struct {
	step    int     // steps that had a gradient
	slots   []slot  // momenta and their like; none before the first step
	product float64 // NAdam's product of all momenta; 0 before the first step and in other rules
}

// slot is a tensor of the state, under PyTorch's name.
type slot struct {
	name string
	t    *tensor.Tensor
}

// update is what a rule sees of one parameter: its settings, value, gradient, and its state with this step counted.
type update struct {
	*Config
	state
	p, g  *tensor.Tensor
	shape []int  // of p
	next  []slot // the slots after this step
}

// each runs f now, and in a compiled function ahead of every call: what a number of the step needs to be known.
func (u *update) each(f func()) {
	tensor.EachCall(f, nil)
	f()
}

// k is a setting as the rules use it: its value is read at launch, so that another one re-plans nothing. Equal numbers stay
// two scalars, so that the graph of a step does not depend on which settings happen to be equal.
func (u *update) k(setting *float64) *tensor.Tensor {
	return u.calc(func() float64 { return *setting })
}

// calc is a number that a rule computes of settings and the step count, read at launch too. It has the parameter's shape, so that
// nothing has to be broadcast.
func (u *update) calc(f func() float64) *tensor.Tensor {
	return tensor.Options{DType: u.p.DType(), Device: u.p.Device()}.LaunchFunc(f, u.shape...)
}

// gradient is the gradient to go down, with weight decay in it.
func (u *update) gradient() *tensor.Tensor {
	g := u.descent()
	if u.WeightDecay != 0 {
		g = g.Add(u.p.Mul(u.k(&u.WeightDecay)))
	}
	return g
}

// descent is the gradient to go down.
func (u *update) descent() *tensor.Tensor {
	if u.Maximize {
		return u.g.Neg()
	}
	return u.g
}

// find is a slot's tensor, nil before there is one.
func (u *update) find(name string) *tensor.Tensor {
	for _, s := range u.slots {
		if s.name == name {
			return s.t
		}
	}
	return nil
}

// slot is a slot's tensor, filled with start before there is one.
func (u *update) slot(name string, start float64) *tensor.Tensor {
	if t := u.find(name); t != nil {
		return t
	}
	return u.p.FullLike(start)
}

// keep has the state remember t under a name after this step, and returns it.
func (u *update) keep(name string, t *tensor.Tensor) *tensor.Tensor {
	u.next = append(u.next, slot{name, t})
	return t
}

// average moves the running mean that a slot holds towards x: slot*keep + x*(1-keep).
func (u *update) average(name string, keep *float64, x *tensor.Tensor) *tensor.Tensor {
	rest := u.calc(func() float64 { return 1 - *keep })
	return u.keep(name, u.slot(name, 0).Mul(u.k(keep)).Add(x.Mul(rest)))
}
