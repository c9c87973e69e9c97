package tests

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"weft/frontend/nn"
	"weft/frontend/optim"
	"weft/frontend/tensor"
	"weft/tests/goldendata"
	"weft/tests/pytext"
)

// torch is the world of a recorded program: it makes the program's calls of PyTorch as calls of ours, through the adapters of
// the recorded operators and the tables of modules, optimizers and schedules.
type torch struct {
	program *program
	noGrad  bool // after set_grad_enabled(False)
	made    []*tensor.Tensor
}

// space is a name that no value was found for yet: torch, torch.nn, torch.add.
type space string

// method is a method of a value.
type method struct {
	self any
	name string
}

// layer is a module and how it is called.
type layer struct {
	module any
	call   forward
	parts  []*layer // of a list of modules
}

// part is a module of a list of them.
func (l *layer) part(key any) *layer {
	i, ok := key.(int)
	if i < 0 {
		i += len(l.parts)
	}
	if !ok || i < 0 || i >= len(l.parts) {
		panic(&pytext.Error{Reason: "no such module"})
	}
	return l.parts[i]
}

// dataOf is x.data: x itself, changed without gradients.
type dataOf struct{ t *tensor.Tensor }

// builtin is a function of Python itself, by its name.
type builtin string

// gradContext is what torch.no_grad() and its like give to with.
type gradContext func(body func())

var spaces = map[string]space{"F": "torch.nn.functional", "nn": "torch.nn", "optim": "torch.optim"}

func (w *torch) Global(name string) any {
	if s, ok := spaces[name]; ok {
		return s
	}
	if builtins[name] != nil {
		return builtin(name)
	}
	if v, ok := mathNames[name]; ok {
		return v
	}
	return space(name)
}

func (w *torch) Attribute(x any, name string) any {
	switch x := x.(type) {
	case space:
		if v, ok := mathNames[name]; ok && x == "math" {
			return v
		}
		if v, ok := torchValues[name]; ok {
			return v
		}
		return x + space("."+name)
	case *tensor.Tensor:
		if get := tensorFields[name]; get != nil {
			return get(x)
		}
	case dataOf:
		if !strings.HasSuffix(name, "_") {
			return w.Attribute(x.t.Detach(), name)
		}
	case pytext.Tuple:
		if at, ok := map[string]int{"values": 0, "indices": 1}[name]; ok && at < len(x) {
			return x[at]
		}
	case *layer:
		for n, p := range nn.NamedParameters(x.module) {
			if n == name {
				return p
			}
		}
	}
	return method{x, name}
}

func (w *torch) SetAttribute(x any, name string, v any) {
	t, ok := x.(*tensor.Tensor)
	value, _ := v.(*tensor.Tensor)
	switch {
	case ok && name == "grad":
		t.SetGrad(value)
	case ok && name == "data" && value != nil:
		t.SetData(value)
	case ok && name == "requires_grad":
		t.SetRequiresGrad(v == true)
	default:
		panic(unsupported("setting " + name))
	}
}

func (w *torch) Item(x, key any) any {
	if l, ok := x.(*layer); ok {
		return l.part(key)
	}
	t, ok := x.(*tensor.Tensor)
	if !ok {
		panic(unsupported("a subscript"))
	}
	return w.result(t.Index(subscripts(key)...))
}

func (w *torch) SetItem(x, key, v any) {
	t, ok := x.(*tensor.Tensor)
	if !ok {
		panic(unsupported("setting a subscript"))
	}
	w.scoped(func() any { return t.SetSlice(v, subscripts(key)...) })
}

// subscripts are the items of an index as the adapters know them.
func subscripts(key any) []any {
	parts, ok := key.(pytext.Tuple)
	if !ok {
		parts = pytext.Tuple{key}
	}
	for i, p := range parts {
		switch v := p.(type) {
		case pytext.Slice:
			parts[i] = sliceOf{[]any{v.Start, v.Stop, v.Step}}
		case pytext.Ellipsis:
			parts[i] = ellipsis{}
		case pytext.List:
			parts[i] = tensor.Of([]any(plainList(v)))
		}
	}
	return indexItems(parts)
}

func (w *torch) Truth(x any) bool {
	if t, ok := x.(*tensor.Tensor); ok {
		return t.IsTrue()
	}
	return true
}

func (w *torch) With(context any, body func()) {
	scope, ok := context.(gradContext)
	if !ok {
		panic(unsupported("with"))
	}
	scope(body)
}

// result keeps what a call gave, so that what fails only when it runs is found at the end, and has it in Python's form.
func (w *torch) result(v any) any {
	switch v := v.(type) {
	case *tensor.Tensor:
		if v == nil {
			return nil
		}
		w.made = append(w.made, v)
	case []*tensor.Tensor:
		out := make(pytext.Tuple, len(v))
		for i, t := range v {
			out[i] = w.result(t)
		}
		return out
	case []int:
		out := make(pytext.Tuple, len(v))
		for i, n := range v {
			out[i] = n
		}
		return out
	}
	return v
}

// scoped makes a call, without gradients where they were switched off.
func (w *torch) scoped(call func() any) (out any) {
	if !w.noGrad {
		return w.result(call())
	}
	tensor.NoGrad(func() { out = w.result(call()) })
	return out
}

// finish computes all that was made.
func (w *torch) finish() error { return tensor.Realize(context.Background(), w.made...) }

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
