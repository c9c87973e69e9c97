package tests

import (
	"context"
	"io"
	"strings"

	"weft/frontend/npy"
	"weft/frontend/tensor"
	"weft/tests/pytext"
)

// tensorFields are the attributes of a tensor that are no methods.
var tensorFields = map[string]func(t *tt) any{
	"shape": func(t *tt) any { return pytext.Tuple(anyInts(t.Shape())) },
	"dtype": func(t *tt) any { return t.DType() },
	"grad":  func(t *tt) any { return orNone(t.Grad()) },
	"data":  func(t *tt) any { return dataOf{t} },
	"ndim":  func(t *tt) any { return t.Rank() },
	"T":     func(t *tt) any { return adapters["T"](inputCall(t)) },
	"mT":    func(t *tt) any { return adapters["mT"](inputCall(t)) },
	"H":     func(t *tt) any { return t.T() },

	"is_leaf": func(t *tt) any { return t.IsLeaf() }, "requires_grad": func(t *tt) any { return t.RequiresGrad() },
}

func inputCall(t *tt) *call { return &call{in: []*tt{t}, kwargs: map[string]any{"input": t}} }

func anyInts(ns []int) (out []any) {
	for _, n := range ns {
		out = append(out, n)
	}
	return out
}

func orNone(t *tt) any {
	if t == nil {
		return nil
	}
	return t
}

type tensorMethod func(t *tt, args []any, named map[string]any) any

// tensorMethods are the methods that are no recorded operators.
var tensorMethods = map[string]tensorMethod{
	"backward":          backward,
	"requires_grad_":    func(t *tt, args []any, _ map[string]any) any { return t.SetRequiresGrad(optionalBool(args, true)) },
	"detach":            func(t *tt, _ []any, _ map[string]any) any { return t.Detach() },
	"cpu":               func(t *tt, _ []any, _ map[string]any) any { return t },
	"retain_grad":       func(t *tt, _ []any, _ map[string]any) any { return t.RetainGrad() },
	"item":              func(t *tt, _ []any, _ map[string]any) any { return numberOf(t) },
	"numpy":             func(t *tt, _ []any, _ map[string]any) any { return exported(t) },
	"tolist":            func(t *tt, _ []any, _ map[string]any) any { return floatsOf(t) },
	"dim":               func(t *tt, _ []any, _ map[string]any) any { return t.Rank() },
	"numel":             func(t *tt, _ []any, _ map[string]any) any { return t.Numel() },
	"nelement":          func(t *tt, _ []any, _ map[string]any) any { return t.Numel() },
	"size":              func(t *tt, args []any, _ map[string]any) any { return sizeOf(t, args) },
	"zero_":             func(t *tt, _ []any, _ map[string]any) any { return t.Fill(0) },
	"copy_":             func(t *tt, args []any, _ map[string]any) any { return t.Assign(args[0]) },
	"type_as":           func(t *tt, args []any, _ map[string]any) any { return t.Cast(args[0].(*tt).DType()) },
	"register_hook":     func(t *tt, args []any, _ map[string]any) any { return hooked(t, args[0].(pytext.Func)) },
	"__getitem__":       func(t *tt, args []any, _ map[string]any) any { return t.Index(subscripts(args[0])...) },
	"is_floating_point": func(t *tt, _ []any, _ map[string]any) any { return t.DType().IsFloat() },

	"fill_": func(t *tt, args []any, _ map[string]any) any {
		if v, ok := args[0].(*tt); ok && v.Rank() > 0 {
			panic(refusedByTypes("fill_: only a number or a tensor without axes"))
		}
		return t.Assign(args[0])
	},
	"index_put_": func(t *tt, args []any, named map[string]any) any {
		items := indexItems(plainList(args[0]))
		if named["accumulate"] == true || len(args) > 2 && args[2] == true {
			return t.AddSlice(args[1], items...)
		}
		return t.SetSlice(args[1], items...)
	},
}

func optionalBool(args []any, def bool) bool {
	if len(args) > 0 {
		return args[0] == true
	}
	return def
}

// exported is a tensor handed to numpy, which knows no gradients.
func exported(t *tt) any {
	raise(npy.Write(context.Background(), io.Discard, t))
	return t
}

func sizeOf(t *tt, args []any) any {
	if len(args) > 0 {
		return t.Dim(args[0].(int))
	}
	return t.Shape()
}

func hooked(t *tt, f pytext.Func) any {
	t.RegisterHook(func(g *tt) *tt {
		out, _ := f(g).(*tt)
		return out
	})
	return nil
}

func backward(t *tt, args []any, named map[string]any) any {
	if seed, ok := named["gradient"]; ok {
		args = []any{seed}
	}
	if len(args) > 0 && args[0] != nil {
		t.Backward(args[0].(*tt))
	} else {
		t.Backward()
	}
	return nil
}

// inPlace are the methods that have a form in place of their own; the others compute and then take the result.
var inPlace = map[string]binaryCall{"add": (*tt).AddAssign, "sub": (*tt).SubAssign, "mul": (*tt).MulAssign, "div": (*tt).DivAssign}

// method calls a method of a tensor, module or optimizer.
func (w *torch) method(m method, args []any, named map[string]any) any {
	if d, ok := m.self.(dataOf); ok {
		var out any
		tensor.NoGrad(func() { out = w.method(method{d.t, m.name}, args, named) })
		return out
	}
	t, ok := m.self.(*tt)
	if !ok {
		return w.objectMethod(m, args, named)
	}
	if f := tensorMethods[m.name]; f != nil {
		return f(t, args, named)
	}
	plain, changes := strings.CutSuffix(m.name, "_")
	if changes = changes && !strings.HasSuffix(plain, "_"); !changes {
		return w.named(canonical(m.name), append([]any{t}, args...), named)
	}
	name := canonical(plain)
	if f := inPlace[name]; f != nil && len(args) == 1 && len(named) == 0 {
		return f(t, args[0])
	}
	out, ok := w.named(name, append([]any{t}, args...), named).(*tt)
	if !ok {
		panic(unsupported(m.name))
	}
	return t.Update(out)
}

// operators are the adapters of Python's operators, and of those that have the tensor on the right.
var operators = map[string][2]string{
	"+": {"add", "__radd__"}, "-": {"sub", "__rsub__"}, "*": {"mul", "__rmul__"}, "/": {"div", "__rdiv__"},
	"//": {"floor_divide", ""}, "%": {"remainder", "__rmod__"}, "**": {"pow", "__rpow__"}, "@": {"matmul", "__rmatmul__"},
	"&": {"bitwise_and", "bitwise_and"}, "|": {"bitwise_or", "bitwise_or"}, "^": {"bitwise_xor", "bitwise_xor"},
	"<<": {"bitwise_left_shift", ""}, ">>": {"bitwise_right_shift", ""},
	"==": {"eq", "eq"}, "!=": {"ne", "ne"}, "<": {"lt", "gt"}, "<=": {"le", "ge"}, ">": {"gt", "lt"}, ">=": {"ge", "le"},
}

func (w *torch) Binary(op string, x, y any) any {
	if (x == nil || y == nil) && (op == "==" || op == "!=") {
		return op == "!="
	}
	return w.scoped(func() any {
		left, ok := x.(*tt)
		if plain, changes := strings.CutSuffix(op, "="); changes && operators[op][0] == "" && ok {
			return w.method(method{left, operators[plain][0] + "_"}, []any{y}, map[string]any{})
		}
		names, known := operators[strings.TrimSuffix(op, "=")]
		if exact, is := operators[op]; is {
			names, known = exact, true
		}
		right, second := y.(*tt)
		switch {
		case !known || !ok && !second:
			panic(&pytext.Error{Reason: "operands that have no " + op})
		case ok:
			return w.operator(names[0], []any{left, y}, nil)
		case names[1] == "":
			return w.operator(names[0], []any{tensor.Scalar(x), right}, nil)
		}
		return w.operator(names[1], []any{right, x}, nil)
	})
}

func (w *torch) Unary(op string, x any) any {
	t, ok := x.(*tt)
	if !ok {
		panic(&pytext.Error{Reason: "no " + op + " of this value"})
	}
	return w.scoped(func() any {
		return w.operator(map[string]string{"-": "neg", "+": "positive", "~": "bitwise_not"}[op], []any{t}, nil)
	})
}

// torchValues are the names in torch and math that are values.
var torchValues = map[string]any{"float": tensor.Float32, "double": tensor.Float64, "half": tensor.Float16, "long": tensor.Int64,
	"int": tensor.Int32, "short": tensor.Int16}
