package tests

import (
	"math"

	"weft/tests/pytext"
)

// builtins are Python's own functions.
var builtins = map[string]func(w *torch, args []any) any{
	"bool":  func(w *torch, args []any) any { return truthOf(w, args[0]) },
	"int":   func(_ *torch, args []any) any { return wholeOf(args[0]) },
	"float": func(_ *torch, args []any) any { return floatOf(args[0]) },
	"len":   func(_ *torch, args []any) any { return lengthOf(args[0]) },
	"list":  func(_ *torch, args []any) any { return pytext.List(partsOf(args[0])) },
	"tuple": func(_ *torch, args []any) any { return pytext.Tuple(partsOf(args[0])) },
	"range": func(_ *torch, args []any) any { return rangeOfInts(args) },
}

// mathNames are the names of Python's math, which stand alone in recorded lambdas.
var mathNames = map[string]any{
	"inf": math.Inf(1), "nan": math.NaN(), "pi": math.Pi, "cos": ofNumber(math.Cos), "sin": ofNumber(math.Sin), "exp": ofNumber(math.Exp),
	"sqrt": ofNumber(math.Sqrt), "log": ofNumber(math.Log),
	"min": pytext.Func(func(args ...any) any { return math.Min(toFloat(args[0]), toFloat(args[1])) }),
	"max": pytext.Func(func(args ...any) any { return math.Max(toFloat(args[0]), toFloat(args[1])) }),
}

func ofNumber(f func(float64) float64) pytext.Func {
	return func(args ...any) any { return f(toFloat(args[0])) }
}

func truthOf(w *torch, v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case int:
		return v != 0
	case float64:
		return v != 0
	}
	return w.Truth(v)
}

// partsOf is a list's parts, or one value as a list.
func partsOf(v any) []any {
	switch v := v.(type) {
	case pytext.List, pytext.Tuple:
		return plainList(v)
	case []any:
		return v
	}
	return []any{v}
}

func lengthOf(v any) any {
	if t, ok := v.(*tt); ok {
		return t.Len()
	}
	return len(partsOf(v))
}

func wholeOf(v any) any {
	if t, ok := v.(*tt); ok {
		return int(t.Item())
	}
	return int(floatOf(v).(float64))
}

func floatOf(v any) any {
	switch v := v.(type) {
	case *tt:
		return v.Item()
	case int:
		return float64(v)
	case float64:
		return v
	case string:
		if f, ok := map[string]float64{"inf": math.Inf(1), "-inf": math.Inf(-1), "nan": math.NaN()}[v]; ok {
			return f
		}
	}
	panic(&pytext.Error{Reason: "no number"})
}

func rangeOfInts(args []any) any {
	lo, hi := 0, args[0].(int)
	if len(args) > 1 {
		lo, hi = hi, args[1].(int)
	}
	out := pytext.List{}
	for i := lo; i < hi; i++ {
		out = append(out, i)
	}
	return out
}
