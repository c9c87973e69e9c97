package tests

import (
	"encoding/json"
	"fmt"
	"math"

	"weft/frontend/tensor"
	"weft/ops"
)

// call is a recorded call that an adapter makes again: its arguments by PyTorch's names.
type call struct {
	in     []*tensor.Tensor
	kwargs map[string]any
	args   []any
	op     string
	want   []int // shape of the first recorded output
	device string
}

// unsupported is what an adapter panics with where an argument has no counterpart here: the case counts as failing.
type unsupported string

func (u unsupported) Error() string { return string(u) }

// has says whether an argument was given and is not None.
func (c *call) has(name string) bool { return c.kwargs[name] != nil }

// value turns an argument as recorded into a tensor, number, bool, string, list or slice description.
func (c *call) value(v any) any {
	switch v := v.(type) {
	case json.Number:
		return number(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = c.value(v[i])
		}
		return out
	case map[string]any:
		return c.special(v)
	}
	return v
}

func number(v json.Number) any {
	if i, err := v.Int64(); err == nil {
		return int(i)
	}
	f, err := v.Float64()
	if err != nil {
		panic(unsupported("number " + v.String()))
	}
	return f
}

// special decodes {"in": k}, {"float": "nan"}, {"dtype": "int64"}, {"slice": [a, b, c]} and {"ellipsis": true}.
func (c *call) special(v map[string]any) any {
	if k, ok := v["in"]; ok {
		i, _ := k.(json.Number).Int64()
		return c.in[i]
	}
	if f, ok := v["float"]; ok {
		return map[string]float64{"nan": math.NaN(), "inf": math.Inf(1), "-inf": math.Inf(-1)}[f.(string)]
	}
	if d, ok := v["dtype"]; ok {
		return dtypeNamed(d.(string))
	}
	if s, ok := v["slice"]; ok {
		return sliceOf{c.value(s).([]any)}
	}
	if _, ok := v["ellipsis"]; ok {
		return ellipsis{}
	}
	panic(unsupported(fmt.Sprint("argument ", v)))
}

// sliceOf is Python's start:stop:step with None for what is missing; ellipsis is Python's ....
type sliceOf struct{ bounds []any }
type ellipsis struct{}

func dtypeNamed(name string) ops.DType {
	d, ok := ops.ParseDType(name)
	if !ok {
		panic(unsupported("dtype " + name))
	}
	return d
}

// any is an argument as a tensor or a Go number.
func (c *call) any(name string) any { return c.value(c.kwargs[name]) }

// t is a tensor argument, nil where it is None or absent.
func (c *call) t(name string) *tensor.Tensor {
	t, _ := c.any(name).(*tensor.Tensor)
	return t
}

// x is the argument named input. Where PyTorch was given a number there and a tensor as the other operand, it is that
// number as a tensor of the type that both have together.
func (c *call) x() *tensor.Tensor {
	v := c.any("input")
	if t, ok := v.(*tensor.Tensor); ok || v == nil {
		return t
	}
	for _, name := range []string{"other", "exponent"} {
		if other := c.t(name); other != nil {
			return tensor.Options{DType: tensor.ResultType(v, other), Device: c.device}.Scalar(v)
		}
	}
	return nil
}

// ts is an argument that is a list of tensors.
func (c *call) ts(name string) []*tensor.Tensor {
	if t := c.t(name); t != nil {
		return []*tensor.Tensor{t}
	}
	return flatTensors(nil, c.any(name).([]any))
}

// flatTensors lists the tensors of nested lists.
func flatTensors(out []*tensor.Tensor, list []any) []*tensor.Tensor {
	for _, v := range list {
		switch v := v.(type) {
		case *tensor.Tensor:
			out = append(out, v)
		case []any:
			out = flatTensors(out, v)
		}
	}
	return out
}

// int is an integer argument, or def.
func (c *call) int(name string, def int) int {
	switch v := c.any(name).(type) {
	case int:
		return v
	case float64:
		return int(v)
	case bool:
		if v {
			return 1
		}
		return 0
	}
	return def
}

// float is a number argument, or def.
func (c *call) float(name string, def float64) float64 {
	switch v := c.any(name).(type) {
	case int:
		return float64(v)
	case float64:
		return v
	case bool:
		return float64(c.int(name, 0))
	}
	return def
}

// num is a number argument in its own kind (int, float64, bool), or def.
func (c *call) num(name string, def any) any {
	if v := c.any(name); v != nil {
		return v
	}
	return def
}

func (c *call) bool(name string, def bool) bool {
	if v, ok := c.any(name).(bool); ok {
		return v
	}
	return def
}

func (c *call) str(name, def string) string {
	if v, ok := c.any(name).(string); ok {
		return v
	}
	return def
}

// ints is an argument that is one integer or a list of them; nil where absent.
func (c *call) ints(name string) []int { return intList(c.any(name)) }

func intList(v any) []int {
	switch v := v.(type) {
	case int:
		return []int{v}
	case float64:
		return []int{int(v)}
	case []any:
		out := make([]int, len(v))
		for i, e := range v {
			out[i] = intList(e)[0]
		}
		return out
	}
	return nil
}

// per is ints for a window argument: one number stands for all n axes.
func (c *call) per(name string, n, def int) []int {
	v := c.ints(name)
	if len(v) == 0 {
		v = []int{def}
	}
	for len(v) < n {
		v = append(v, v[0])
	}
	return v
}

// axes is the argument dim as a list of axes, with KeepDim where keepdim is true.
func (c *call) axes() []int { return c.axesOf("dim") }

func (c *call) axesOf(name string) []int {
	out := c.ints(name)
	if c.bool("keepdim", false) {
		out = append(out, tensor.KeepDim)
	}
	return out
}

// dtype is a dtype argument, or def.
func (c *call) dtype(name string, def ops.DType) ops.DType {
	if d, ok := c.any(name).(ops.DType); ok {
		return d
	}
	return def
}
