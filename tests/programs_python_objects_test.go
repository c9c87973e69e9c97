package tests

import (
	"context"
	"errors"

	"weft/frontend/nn"
	"weft/frontend/optim"
	"weft/frontend/tensor"
	"weft/tests/pytext"
)

// objectMethod calls a method of what is no tensor: of modules, optimizers, schedulers and namespaces.
func (w *torch) objectMethod(m method, args []any, named map[string]any) any {
	switch self := m.self.(type) {
	case *layer:
		if f := layerMethods[m.name]; f != nil {
			return f(w, self, args, named)
		}
	case *optim.Optimizer:
		switch m.name {
		case "step":
			raise(self.Step(context.Background()))
			return nil
		case "zero_grad":
			self.ZeroGrad(named["set_to_none"] != true)
			return nil
		case "add_param_group":
			group := args[0].(pytext.Dict)
			c := &call{kwargs: map[string]any{}}
			for k, v := range group {
				c.kwargs[k.(string)] = v
			}
			self.AddGroup(flatTensors(nil, partsOf(group["params"])), configure(c))
			return nil
		}
	case *optim.Scheduler:
		if m.name == "step" {
			self.Step()
			return nil
		}
	case *optim.PlateauScheduler:
		if m.name == "step" {
			self.Step(floatOf(args[0]).(float64))
			return nil
		}
	case pytext.List:
		if m.name == "append" {
			panic(unsupported("append"))
		}
	case nil:
		panic(&pytext.Error{Reason: "None has no " + m.name})
	}
	panic(unsupported("method " + m.name))
}

type layerMethod func(w *torch, l *layer, args []any, named map[string]any) any

var layerMethods = map[string]layerMethod{
	"parameters": func(_ *torch, l *layer, _ []any, _ map[string]any) any {
		out := pytext.List{}
		for _, p := range nn.Parameters(l.module) {
			out = append(out, p)
		}
		return out
	},
	"train": func(_ *torch, l *layer, args []any, _ map[string]any) any {
		trainOrEval(l, optionalBool(args, true))
		return l
	},
	"eval":      func(_ *torch, l *layer, _ []any, _ map[string]any) any { trainOrEval(l, false); return l },
	"zero_grad": func(_ *torch, l *layer, _ []any, _ map[string]any) any { nn.ZeroGrad(l.module); return nil },
	"forward":   func(w *torch, l *layer, args []any, named map[string]any) any { return w.layer(l, args, named) },
	"double":    func(_ *torch, l *layer, _ []any, _ map[string]any) any { panic(unsupported("a module's dtype")) },
	"requires_grad_": func(_ *torch, l *layer, args []any, _ map[string]any) any {
		nn.Freeze(l.module, !optionalBool(args, true))
		return l
	},
	"state_dict": func(_ *torch, l *layer, _ []any, _ map[string]any) any {
		out := pytext.Dict{}
		for k, v := range nn.StateDict(l.module) {
			out[k] = v
		}
		return out
	},
	"load_state_dict": func(_ *torch, l *layer, args []any, named map[string]any) any {
		state := map[string]*tt{}
		for k, v := range args[0].(pytext.Dict) {
			state[k.(string)] = v.(*tt)
		}
		if strict, given := named["strict"]; given && strict != true {
			_, _, err := nn.LoadPartial(l.module, state)
			raise(err)
			return nil
		}
		raise(nn.LoadStateDict(l.module, state))
		return nil
	},
}

func trainOrEval(l *layer, train bool) {
	if train {
		nn.Train(l.module)
	} else {
		nn.Eval(l.module)
	}
}

// raise panics with an error that a function returned.
func raise(err error) {
	var e *tensor.Error
	switch {
	case err == nil:
	case errors.As(err, &e):
		panic(e)
	default:
		panic(refusedByTypes(err.Error()))
	}
}
