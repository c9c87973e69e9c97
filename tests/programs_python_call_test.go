package tests

import (
	"fmt"
	"strings"
	"sync"

	"weft/frontend/optim"
	"weft/frontend/tensor"
	"weft/tests/goldendata"
	"weft/tests/pytext"
)

func (w *torch) Call(f any, args []any, named map[string]any) any {
	return w.scoped(func() any {
		switch f := f.(type) {
		case space:
			return w.function(canonical(string(f)), args, named)
		case builtin:
			return builtins[string(f)](w, args)
		case method:
			return w.method(f, args, named)
		case *layer:
			return w.layer(f, args, named)
		}
		panic(unsupported("a call of something that is no function"))
	})
}

// layer calls a module with its tensors and what else it is given by name.
func (w *torch) layer(l *layer, args []any, named map[string]any) any {
	var in []*tensor.Tensor
	for _, a := range args {
		ts := flatTensors(nil, partsOf(a))
		if len(ts) == 0 {
			panic(refusedByTypes(fmt.Sprintf("a module called with a %T", a)))
		}
		in = append(in, ts...)
	}
	out := l.call(in, &call{kwargs: named, in: in})
	if len(out) == 1 {
		return out[0]
	}
	return out
}

// function calls a function of torch by its name without that prefix.
func (w *torch) function(name string, args []any, named map[string]any) any {
	track := named["requires_grad"] == true
	delete(named, "requires_grad")
	if named["device"] == "cpu" {
		delete(named, "device")
	}
	out := w.named(name, args, named)
	if t, ok := out.(*tensor.Tensor); ok && track {
		return t.RequireGrad()
	}
	return out
}

func (w *torch) named(name string, args []any, named map[string]any) any {
	if name == "where" && len(args) == 1 && len(named) == 0 {
		name, named = "nonzero", map[string]any{"as_tuple": true}
	}
	if f := torchFunctions[name]; f != nil {
		return f(w, args, named)
	}
	if make, ok := modules[strings.TrimPrefix(name, "nn.")]; ok && strings.HasPrefix(name, "nn.") {
		c := &call{kwargs: bind(name, args, named), device: w.program.device}
		m, call := make(c)
		return &layer{module: m, call: call}
	}
	if o, ok := strings.CutPrefix(name, "optim."); ok {
		return w.optimizer(o, args, named)
	}
	return w.operator(name, args, named)
}

// operator calls an adapter.
func (w *torch) operator(name string, args []any, named map[string]any) any {
	make := adapters[name]
	if make == nil {
		panic(unsupported(name))
	}
	c := &call{kwargs: bind(name, args, named), op: name, device: w.program.device}
	for _, v := range append(args, valuesOf(named)...) {
		switch v := v.(type) {
		case *tensor.Tensor:
			c.in = append(c.in, v)
		case pytext.List, pytext.Tuple:
			c.in = flatTensors(c.in, plainList(v))
		}
	}
	return make(c)
}

func valuesOf(m map[string]any) (out []any) {
	for _, k := range keysOf(m) {
		out = append(out, m[k])
	}
	return out
}

// operatorAliases are PyTorch's other names of the recorded operators.
var operatorAliases = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	var index struct {
		Ops []struct {
			Op      string
			Aliases []string
		}
	}
	if answers, err := goldendata.Open(); err == nil && goldendata.Read(answers, "index.json", &index) == nil {
		for _, o := range index.Ops {
			for _, a := range o.Aliases {
				out[a] = o.Op
			}
		}
	}
	return out
})

// canonical is the adapter's name of a function or method: of torch's own, of torch.special, or of nn.functional.
func canonical(path string) string {
	name := strings.TrimPrefix(strings.TrimPrefix(path, "torch."), "special.")
	for _, n := range []string{name, operatorAliases()[name], moreAliases[name], "nn.functional." + name} {
		if adapters[n] != nil || torchFunctions[n] != nil {
			return n
		}
	}
	return name
}

// optimizer makes an optimizer of a list of parameters, or of groups of them.
func (w *torch) optimizer(name string, args []any, named map[string]any) any {
	if s, ok := strings.CutPrefix(name, "lr_scheduler."); ok {
		return w.scheduler(s, args, named)
	}
	make, ok := optimizers[name]
	if !ok {
		panic(unsupported("optimizer " + name))
	}
	c := &call{kwargs: bind("optim."+name, args, named)}
	list := c.kwargs["params"].([]any)
	if len(list) == 0 || !isDict(list[0]) {
		return make(flatTensors(nil, list), c)
	}
	var o *optim.Optimizer
	for _, g := range list {
		group := g.(pytext.Dict)
		merged := &call{kwargs: map[string]any{}}
		for k, v := range c.kwargs {
			merged.kwargs[k] = v
		}
		for k, v := range group {
			merged.kwargs[k.(string)] = v
		}
		params := flatTensors(nil, plainList(group["params"]))
		if o == nil {
			o = make(params, merged)
		} else {
			o.AddGroup(params, configure(merged))
		}
	}
	return o
}

func isDict(v any) bool {
	_, ok := v.(pytext.Dict)
	return ok
}
