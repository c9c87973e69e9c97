package nn

import (
	"slices"
	"strings"

	"weft/frontend/tensor"
)

// Base is what a module embeds to know whether it is in training, to have hooks, and to have parameters and buffers whose names are
// made at run time. All layers of this package embed it. Its zero value is ready: in training, with nothing registered.
type Base struct {
	eval  bool
	own   []registered
	hooks *hooks
}

// registered is a parameter or buffer without a field.
type registered struct {
	name string
	t    *tensor.Tensor
	kind kind
}

// Training says whether the module is in training.
func (b *Base) Training() bool { return !b.eval }

// RegisterParameter gives the module a parameter under a name, and returns it: t itself, as a leaf that requires gradients. A name
// that is empty, has a dot or is taken panics with *tensor.Error.
func (b *Base) RegisterParameter(name string, t *tensor.Tensor) *tensor.Tensor {
	b.register("register_parameter", registered{name, t.RequireGrad(), parameter})
	return t
}

// RegisterBuffer gives the module a buffer under a name, and returns it: a tensor that moves with the module and learns nothing. It is
// part of the state dict unless persistent is false. A name that is empty, has a dot or is taken panics with *tensor.Error.
func (b *Base) RegisterBuffer(name string, t *tensor.Tensor, persistent ...bool) *tensor.Tensor {
	k := buffer
	if len(persistent) > 0 && !persistent[0] {
		k = transient
	}
	b.register("register_buffer", registered{name, t, k})
	return t
}

func (b *Base) register(op string, r registered) {
	switch {
	case r.name == "" || strings.Contains(r.name, "."):
		fail(op, "%q is no name: it must have letters and no dots", r.name)
	case b.Registered(r.name) != nil:
		fail(op, "the name %s is taken", r.name)
	}
	b.own = append(b.own, r)
}

// Registered is the parameter or buffer of a name that was registered, nil where there is none.
func (b *Base) Registered(name string) *tensor.Tensor {
	i := slices.IndexFunc(b.own, func(r registered) bool { return r.name == name })
	if i < 0 {
		return nil
	}
	return b.own[i].t
}
