package tests

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
)

type autogradProgram struct {
	ID     string
	Python string
	Answer json.RawMessage
}

// TestAutograd makes the recorded small programs about gradients again; each gives its answer in the recorded form.
func TestAutograd(t *testing.T) {
	_, programs := openPrograms[autogradProgram](t, "autograd")
	sum := newTally("autograd")
	for _, a := range programs {
		sum.run(a.ID, func() string {
			run := autogradPrograms[a.ID]
			if run == nil {
				return notHere + a.Python
			}
			var want any
			if err := json.Unmarshal(a.Answer, &want); err != nil {
				return err.Error()
			}
			return sameAnswer("answer", run(), want)
		})
	}
	sum.report(t)
}

// sameAnswer compares answers part by part; numbers within float32's precision.
func sameAnswer(at string, got, want any) string {
	switch want := want.(type) {
	case map[string]any:
		if f, ok := want["float"]; ok {
			return sameNumber(at, got, caseNumber(map[string]string{"nan": "NaN", "inf": "Inf", "-inf": "-Inf"}[f.(string)]))
		}
		for k, w := range want {
			if wrong := sameAnswer(at+"."+k, got.(map[string]any)[k], w); wrong != "" {
				return wrong
			}
		}
		return ""
	case []any:
		list := asList(got)
		if len(list) != len(want) {
			return fmt.Sprintf("%s has %d parts, want %d", at, len(list), len(want))
		}
		for i, w := range want {
			if wrong := sameAnswer(fmt.Sprintf("%s[%d]", at, i), list[i], w); wrong != "" {
				return wrong
			}
		}
		return ""
	case float64:
		return sameNumber(at, got, want)
	}
	if got != want {
		return fmt.Sprintf("%s is %v, want %v", at, got, want)
	}
	return ""
}

func sameNumber(at string, got any, want float64) string {
	g, ok := got.(float64)
	if !ok || !near(g, want, [2]float64{2e-5, 1e-6}) {
		return fmt.Sprintf("%s is %v, want %v", at, got, want)
	}
	return ""
}

func asList(v any) []any {
	switch v := v.(type) {
	case *tt:
		var out []any
		for _, f := range floatsOf(v) {
			out = append(out, f)
		}
		return out
	case []int:
		var out []any
		for _, n := range v {
			out = append(out, float64(n))
		}
		return out
	case []any:
		return v
	}
	return []any{v}
}

func floatsOf(t *tt) []float64 {
	vs, err := tensor.Floats(t)
	if err != nil {
		panic(err)
	}
	return vs
}

type answers = map[string]any

func leafOf(vs ...float32) *tt { return tensor.New(vs).RequireGrad() }
func number1(v float64) *tt    { return tensor.Scalar(v).RequireGrad() }

var autogradPrograms = map[string]func() any{
	"accumulate": func() any {
		x := number1(2)
		out := answers{"none_before": x.Grad() == nil}
		x.Mul(x).Backward()
		out["after_first"] = x.Grad().Item()
		x.Mul(x).Backward()
		out["after_second"] = x.Grad().Item()
		return out
	},
	"retain_graph": func() any {
		x := number1(3)
		y := x.Pow(3)
		y.Backward()
		out := answers{"first": x.Grad().Item()}
		y.Backward()
		out["second"] = x.Grad().Item()
		return out
	},
	"double_backward": func() any {
		x := number1(2)
		g := tensor.Gradients(x.Pow(3), nil, x)[0]
		return answers{"first": g.Item(), "second": tensor.Gradients(g, nil, x)[0].Item(), "grad_field_is_none": x.Grad() == nil}
	},
	"seed": func() any {
		x := leafOf(1, 2, 3)
		x.Mul(2).Backward(floats(1, 0.5, -1))
		return answers{"grad": x.Grad()}
	},
	"retain_grad": func() any {
		x := number1(2)
		y := x.Mul(3).RetainGrad()
		y.Mul(y).Backward()
		return answers{"y_grad": y.Grad().Item(), "x_grad": x.Grad().Item()}
	},
	"non_leaf_grad_is_none": func() any {
		x := number1(2)
		y := x.Mul(3)
		y.Mul(y).Backward()
		return answers{"y_grad_is_none": y.Grad() == nil}
	},
	"no_grad": func() any {
		w := leaf(2)
		var z *tt
		tensor.NoGrad(func() {
			z = w.Mul(2)
			w.SubAssign(0.1)
		})
		return answers{"z_requires_grad": z.RequiresGrad(), "z_is_leaf": z.IsLeaf(), "w_requires_grad": w.RequiresGrad(),
			"w_is_leaf": w.IsLeaf(), "w": w.Detach()}
	},
	"leaf_table": leafTable,
	"zero_grad": func() any {
		x := leafOf(1, 2)
		x.Mul(x).Sum().Backward()
		x.ZeroGrad(true)
		out := answers{"zeros": x.Grad()}
		x.ZeroGrad()
		out["none"] = x.Grad() == nil
		return out
	},
	"hook": func() any {
		x := leafOf(1, 2)
		x.RegisterHook(func(g *tt) *tt { return g.Mul(10) })
		x.Mul(x).Sum().Backward()
		return answers{"grad": x.Grad()}
	},
	"broadcast_grads": func() any {
		x, b := leaf(3, 1), leaf(4)
		x.Add(b).Sum().Backward()
		return answers{"x_grad": x.Grad().Flatten(), "x_shape": x.Grad().Shape(), "b_grad": b.Grad()}
	},
	"inplace_on_clone": func() any {
		x := leafOf(1, 2, 3)
		y := x.Clone()
		y.SetSlice(10, 1)
		y.Mul(y).Sum().Backward()
		return answers{"grad": x.Grad()}
	},
	"inplace_slice": func() any {
		x := leafOf(1, 2, 3)
		y := x.Mul(1)
		y.Slice(0, 2).MulAssign(3)
		y.Mul(y).Sum().Backward()
		return answers{"grad": x.Grad()}
	},
	"where_nan_trap": func() any {
		x := leafOf(0, 0)
		tensor.Where(x.Gt(0), x.Log(), x.Mul(2)).Sum().Backward()
		return answers{"grad": x.Grad()}
	},
	"kinks": func() any {
		grad := func(f func(*tt) *tt) *tt {
			x := leafOf(0, -1, 1)
			f(x).NanSum().Backward()
			return x.Grad()
		}
		return answers{"relu": grad((*tt).Relu), "abs": grad((*tt).Abs), "sqrt": grad((*tt).Sqrt)}
	},
	"frozen": func() any {
		l := nn.NewLinear(1, 1)
		l.Weight.SetRequiresGrad(false)
		l.Forward(ones(1, 1)).Sum().Backward()
		return answers{"weight_grad_is_none": l.Weight.Grad() == nil, "bias_grad": l.Bias.Grad()}
	},
	"course_week5": courseWeek5,
}

func leafTable() any {
	w := leaf(2)
	var out []any
	for _, t := range []*tt{ones(2), leaf(2), ones(2).Mul(2), w.Mul(2), w.Detach(), w.Mul(2).Detach().RequireGrad(), w.Reshape(1, 2),
		w.Gt(0), w.Argmax(), w.Cast(tensor.Float64), w.Cast(tensor.Float32), ones(2).RequireGrad()} {
		out = append(out, answers{"is_leaf": t.IsLeaf(), "requires_grad": t.RequiresGrad()})
	}
	return stripExpr(out)
}

// stripExpr gives every row the answer's own name for its expression, which is only a label.
func stripExpr(rows []any) any {
	for i, name := range []string{"torch.ones(2)", "torch.ones(2,requires_grad=True)", "ones*2", "w*2", "w.detach()",
		"(w*2).detach().requires_grad_()", "w.reshape(1,2)", "w > 0", "w.argmax()", "w.to(float64)", "w.to(float32)", "nn.Parameter(ones)"} {
		rows[i].(answers)["expr"] = name
	}
	return rows
}

// courseWeek5 fits the line of the lesson for as many steps as were recorded.
func courseWeek5() any {
	x, y := tensor.New([]float32{1, 2, 3, 4}, 4, 1), tensor.New([]float32{3, 5, 7, 9}, 4, 1)
	line := nn.NewLinear(1, 1)
	tensor.NoGrad(func() {
		line.Weight.Fill(0)
		line.Bias.Fill(0)
	})
	opt := optim.NewSGD(nn.Parameters(line), 0.01)
	var steps, losses []any
	for range 50 {
		opt.ZeroGrad()
		loss := functional.MSELoss(line.Forward(x), y)
		loss.Backward()
		row := answers{"dw": line.Weight.Grad().Item(), "db": line.Bias.Grad().Item(), "loss": loss.Item()}
		if err := opt.Step(context.Background()); err != nil {
			panic(err)
		}
		row["w"], row["b"] = line.Weight.Item(), line.Bias.Item()
		steps, losses = append(steps, row), append(losses, row["loss"])
	}
	wide := x.Mul(0).Sub(y.Flatten()) // a column less a row is a square: the trap of the lesson
	return answers{"steps": steps, "module_losses": losses, "mse_4x1_against_4": wide.Mul(wide).Mean().Item(),
		"shape_of_4x1_minus_4": wide.Shape()}
}
