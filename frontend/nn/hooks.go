package nn

import (
	"slices"

	"weft/frontend/tensor"
)

// ForwardPreHook is shown what a module is called with. What it returns takes its place; nil keeps it.
type ForwardPreHook func(in []*tensor.Tensor) []*tensor.Tensor

// ForwardHook is shown what a module was called with and what it gives. What it returns takes the result's place; nil keeps it.
type ForwardHook func(in, out []*tensor.Tensor) []*tensor.Tensor

type hooks struct {
	before []*ForwardPreHook
	after  []*ForwardHook
}

// RegisterForwardPreHook has f called before each call of the module, after the pre-hooks that are there. The function returned removes
// it.
func (b *Base) RegisterForwardPreHook(f ForwardPreHook) (remove func()) {
	return add(&b.withHooks().before, f)
}

// RegisterForwardHook has f called after each call of the module, after the hooks that are there. The function returned removes it.
func (b *Base) RegisterForwardHook(f ForwardHook) (remove func()) {
	return add(&b.withHooks().after, f)
}

func (b *Base) withHooks() *hooks {
	if b.hooks == nil {
		b.hooks = &hooks{}
	}
	return b.hooks
}

func add[F any](list *[]*F, f F) (remove func()) {
	*list = append(*list, &f)
	return func() { *list = slices.DeleteFunc(slices.Clone(*list), func(x *F) bool { return x == &f }) }
}

// Call computes forward(x) between the module's hooks: what a Forward with one input and one output does. A module of one's own whose
// Forward does not go through Call, or through CallMany, has no hooks.
func (b *Base) Call(x *tensor.Tensor, forward func(x *tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
	if b.hooks == nil {
		return forward(x)
	}
	return b.CallMany(func(in []*tensor.Tensor) []*tensor.Tensor {
		return []*tensor.Tensor{forward(in[0])}
	}, x)[0]
}

// CallMany is Call for any numbers of inputs and outputs; some may be nil. A hook that gives another number of them panics with
// *tensor.Error.
func (b *Base) CallMany(forward func(in []*tensor.Tensor) []*tensor.Tensor, in ...*tensor.Tensor) []*tensor.Tensor {
	if b.hooks == nil {
		return forward(in)
	}
	for _, h := range b.hooks.before {
		in = replaced("forward_pre_hook", in, (*h)(in))
	}
	out := forward(in)
	for _, h := range b.hooks.after {
		out = replaced("forward_hook", out, (*h)(in, out))
	}
	return out
}

func replaced(op string, old, new []*tensor.Tensor) []*tensor.Tensor {
	switch len(new) {
	case 0:
		return old
	case len(old):
		return new
	}
	fail(op, "the hook gives %d tensors in place of %d", len(new), len(old))
	return nil
}
