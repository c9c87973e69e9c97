package tests

import (
	"context"
	"strings"

	"weft/frontend/nn"
	"weft/frontend/tensor"
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
