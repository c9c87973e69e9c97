package optim

import (
	"context"

	"weft/frontend/tensor"
)

// step is one update of all parameters, written down but not run.
type step struct{ parts []stepPart }

type stepPart struct {
	p, value  *tensor.Tensor
	old       *state
	nextState state
}

// run computes the new values and hands them to the parameters.
func (s *step) run(ctx context.Context) error {
	if len(s.parts) == 0 {
		return nil
	}
	var all []*tensor.Tensor
	for _, part := range s.parts {
		all = append(all, part.value)
		all = append(all, part.nextState.slots...)
	}
	if err := tensor.Realize(ctx, all...); err != nil {
		return err
	}
	for _, part := range s.parts {
		part.p.SetData(part.value)
		*part.old = part.nextState
	}
	return nil
}

// update is what a rule sees of one parameter: its settings, value, gradient and state.
type update struct {
	*Config
	state
	p, g *tensor.Tensor
	next []*tensor.Tensor // the state after this step
}

// k is a number that changes from step to step: its value is read at launch. Equal numbers stay two scalars, so that the graph
// of a step does not depend on them.
func (u *update) k(v float64) *tensor.Tensor {
	return tensor.Options{DType: u.p.DType(), Device: u.p.Device()}.LaunchScalar(v)
}

// gradient is the gradient to go down, with weight decay in it.
func (u *update) gradient() *tensor.Tensor {
	g := u.g
	if u.Maximize {
		g = g.Neg()
	}
	if u.WeightDecay != 0 {
		g = g.Add(u.p.Mul(u.WeightDecay))
	}
	return g
}

// slot is the state's i-th tensor, filled with start before the first step.
func (u *update) slot(i int, start float64) *tensor.Tensor {
	if u.slots == nil {
		return u.p.FullLike(start)
	}
	return u.slots[i]
}

// keep adds tensors to the state after this step.
func (u *update) keep(ts ...*tensor.Tensor) { u.next = append(u.next, ts...) }

// average is old*keep + x*(1-keep).
func average(old *tensor.Tensor, keep float64, x *tensor.Tensor) *tensor.Tensor {
	return old.Mul(keep).Add(x.Mul(1 - keep))
}
