package tests

import (
	"encoding/json"
	"math"

	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// stepMachine runs the steps of a case on named values.
type stepMachine struct {
	device   string
	values   map[string]*tensor.Tensor
	eager    bool // realize after every assign
	rejected bool
}

// caseStep is one step: its arguments and attributes.
type caseStep struct {
	m    *stepMachine
	args []any
	attr map[string]any
}

func (m *stepMachine) step(raw map[string]any) {
	s := &caseStep{m: m, attr: raw}
	for _, a := range raw["args"].([]any) {
		s.args = append(s.args, m.operand(a))
	}
	op := stepOps[raw["op"].(string)]
	if op == nil {
		panic(unsupported("step " + raw["op"].(string)))
	}
	out := op(s)
	if name, _ := raw["out"].(string); name != "" && out != nil {
		m.values[name] = out
	}
}

// operand is a named value or a constant.
func (m *stepMachine) operand(a any) any {
	switch a := a.(type) {
	case json.Number:
		if i, err := a.Int64(); err == nil {
			return int(i)
		}
		f, _ := a.Float64()
		return f
	case string:
		return m.values[a]
	}
	return a
}

func (s *caseStep) x() *tt {
	if t, ok := s.args[0].(*tt); ok {
		return t
	}
	return tensor.Options{Device: s.m.device}.Scalar(s.args[0])
}

func (s *caseStep) y() any { return s.args[1] }

func (s *caseStep) int(name string, def int) int {
	if n, ok := s.attr[name].(json.Number); ok {
		i, _ := n.Int64()
		return int(i)
	}
	return def
}

func (s *caseStep) ints(name string) []int {
	var out []int
	list, _ := s.attr[name].([]any)
	for _, v := range list {
		i, _ := v.(json.Number).Int64()
		out = append(out, int(i))
	}
	return out
}

func (s *caseStep) axes() []int {
	out := s.ints("axes")
	if keep, _ := s.attr["keepdim"].(bool); keep {
		out = append(out, tensor.KeepDim)
	}
	return out
}

func (s *caseStep) parts() []*tt {
	var out []*tt
	for _, a := range s.args {
		out = append(out, a.(*tt))
	}
	return out
}

var stepOps = map[string]func(s *caseStep) *tt{
	"expand": func(s *caseStep) *tt { return s.x().Expand(s.ints("shape")...) },
	"reject": func(s *caseStep) *tt {
		s.m.rejected = tensor.Try(func() { s.x().Assign(s.y()) }) != nil
		return nil
	},
	"index_add_rows": func(s *caseStep) *tt {
		rows := s.ints("rows")
		return s.x().IndexAdd(0, tensor.NewOn(s.m.device, rows, len(rows)), s.args[1].(*tt))
	},
	"slice": func(s *caseStep) *tt {
		axis, start, step := s.int("axis", 0), s.int("start", 0), s.int("step", 1)
		n := s.x().Dim(axis)
		if step > 0 {
			return s.x().SliceAxis(axis, start, s.int("stop", n), step)
		}
		stop := s.int("stop", -1) // backwards from start to before stop, -1 for all
		return s.x().Flip(axis).SliceAxis(axis, n-1-s.int("start", n-1), n-1-stop, -step)
	},
	"set_slice0": func(s *caseStep) *tt {
		y := s.x().Clone()
		return y.SetSlice(s.y(), tensor.R(s.int("start", 0), s.int("stop", 0)))
	},
	"assign": func(s *caseStep) *tt {
		y := s.x().Assign(s.y())
		if s.m.eager {
			y.Realize()
		}
		return nil
	},
	"cat":      func(s *caseStep) *tt { return tensor.Cat(s.parts(), s.int("axis", 0)) },
	"stack":    func(s *caseStep) *tt { return tensor.Stack(s.parts(), s.int("axis", 0)) },
	"add":      func(s *caseStep) *tt { return s.x().Add(s.y()) },
	"mul":      func(s *caseStep) *tt { return s.x().Mul(s.y()) },
	"div":      func(s *caseStep) *tt { return s.x().Div(s.y()) },
	"floordiv": func(s *caseStep) *tt { return s.x().FloorDiv(s.y()) },
	"floormod": func(s *caseStep) *tt { return s.x().Remainder(s.y()) },
	"truncdiv": func(s *caseStep) *tt { return s.x().DivTrunc(s.y()) },
	"truncmod": func(s *caseStep) *tt { return s.x().Fmod(s.y()) },
	"maximum":  func(s *caseStep) *tt { return s.x().Maximum(s.y()) },
	"minimum":  func(s *caseStep) *tt { return s.x().Minimum(s.y()) },
	"pow":      func(s *caseStep) *tt { return s.x().Pow(s.y()) },
	"lt":       func(s *caseStep) *tt { return s.x().Lt(s.y()) },
	"where":    func(s *caseStep) *tt { return tensor.Where(s.args[0].(*tt), s.args[1], s.args[2]) },
	"neg":      func(s *caseStep) *tt { return s.x().Neg() },
	"exp":      func(s *caseStep) *tt { return s.x().Exp() },
	"cos":      func(s *caseStep) *tt { return s.x().Cos() },
	"sqrt":     func(s *caseStep) *tt { return s.x().Sqrt() },
	"relu":     func(s *caseStep) *tt { return s.x().Relu() },
	"recip":    func(s *caseStep) *tt { return s.x().Reciprocal() },
	"cast":     func(s *caseStep) *tt { return s.x().Cast(dtypeNamed(s.attr["dtype"].(string))) },
	"max":      func(s *caseStep) *tt { return s.x().Amax(s.axes()...) },
	"min":      func(s *caseStep) *tt { return s.x().Amin(s.axes()...) },
	"sum": func(s *caseStep) *tt {
		out := s.x().Sum(s.axes()...)
		if d, ok := s.attr["dtype"].(string); ok {
			out = s.x().Cast(dtypeNamed(d)).Sum(s.axes()...).Cast(dtypeNamed(d))
		}
		return out
	},
	"prod":      func(s *caseStep) *tt { return s.x().Prod(s.axes()...) },
	"mean":      func(s *caseStep) *tt { return s.x().Mean(s.axes()...) },
	"argmax":    func(s *caseStep) *tt { return s.x().Argmax() },
	"argmin":    func(s *caseStep) *tt { return s.x().Argmin() },
	"logsumexp": func(s *caseStep) *tt { return s.x().LogSumExp(s.int("axis", 0)) },
	"softmax":   func(s *caseStep) *tt { return s.x().Softmax(s.int("axis", 0)) },
	"safe_attention_softmax": func(s *caseStep) *tt {
		p := s.x().Softmax(s.int("axis", 0))
		hidden := s.x().Eq(math.Inf(-1)).All(s.int("axis", 0), tensor.KeepDim)
		return tensor.Where(hidden, 0.0, p)
	},
	"matmul":  func(s *caseStep) *tt { return s.x().MatMul(s.args[1].(*tt)) },
	"reshape": func(s *caseStep) *tt { return s.x().Reshape(s.ints("shape")...) },
	"permute": func(s *caseStep) *tt { return s.x().Permute(s.ints("axes")...) },
	"flip":    func(s *caseStep) *tt { return s.x().Flip(s.ints("axes")...) },
	"pad": func(s *caseStep) *tt {
		var pads []int
		list := s.attr["pads"].([]any)
		for i := len(list) - 1; i >= 0; i-- {
			for _, v := range list[i].([]any) {
				n, _ := v.(json.Number).Int64()
				pads = append(pads, int(n))
			}
		}
		return s.x().Pad(pads, caseNumber(orDefault(s.attr["value"], json.Number("0"))))
	},
	"maxpool1d": func(s *caseStep) *tt {
		w := functional.Window{KernelSize: []int{s.int("window", 1)}, Stride: []int{s.int("stride", 1)}}
		return functional.MaxPool1d(s.x().Unsqueeze(0), w).Squeeze(0)
	},
}
