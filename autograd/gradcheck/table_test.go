package gradcheck

import (
	"math"
	"testing"

	"weft/autograd"
	"weft/lazy"
	"weft/ops"
)

const bound1, bound2 = 1e-8, 1e-7

// points gives n numbers between lo and hi, none of them close to another.
func points(lo, hi float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		at := math.Mod(0.37+float64(i)*0.6180339887498949, 1)
		out[i] = lo + (hi-lo)*at
	}
	return out
}

func input(lo, hi float64, shape ...int) Input {
	return Input{shape, points(lo, hi, lazy.Numel(shape))}
}

// domains says where each operation is smooth; every one with a rule must be here.
var domains = map[ops.Op][][2]float64{
	ops.Neg: {{-2, 2}}, ops.Abs: {{0.1, 2}, {-2, -0.1}}, ops.Sqrt: {{0.2, 3}}, ops.Exp: {{-2, 2}}, ops.Exp2: {{-2, 2}},
	ops.Expm1: {{-1, 1}}, ops.Log: {{0.2, 3}}, ops.Log2: {{0.2, 3}}, ops.Log1p: {{-0.7, 2}}, ops.Sin: {{-4, 4}},
	ops.Cos: {{-4, 4}}, ops.Tan: {{-1, 1}}, ops.Asin: {{-0.8, 0.8}}, ops.Acos: {{-0.8, 0.8}}, ops.Atan: {{-3, 3}},
	ops.Sinh: {{-2, 2}}, ops.Cosh: {{-2, 2}}, ops.Tanh: {{-2, 2}}, ops.Asinh: {{-3, 3}}, ops.Acosh: {{1.3, 4}},
	ops.Atanh: {{-0.8, 0.8}}, ops.Erf: {{-2, 2}}, ops.Erfc: {{-2, 2}}, ops.Erfinv: {{-0.8, 0.8}},
	ops.Lgamma: {{0.3, 4}, {-0.8, -0.2}}, ops.Digamma: {{0.3, 4}, {8, 30}, {-0.8, -0.2}}, ops.Floor: {{0.1, 0.9}}, ops.Ceil: {{0.1, 0.9}},
	ops.Trunc: {{0.1, 0.9}}, ops.Round: {{0.6, 1.4}},
	ops.Add: {{-2, 2}, {-2, 2}}, ops.Sub: {{-2, 2}, {-2, 2}}, ops.Mul: {{-2, 2}, {-2, 2}}, ops.Div: {{-2, 2}, {0.5, 2}},
	ops.Mod: {{3.1, 3.9}, {1.4, 1.5}}, ops.Pow: {{0.3, 2}, {-2, 2}}, ops.Atan2: {{0.2, 2}, {-2, 2}},
	ops.Max: {{-2, 2}, {-1, 1.1}}, ops.Min: {{-2, 2}, {-1, 1.1}},
}

func TestElementwise(t *testing.T) {
	for op, spans := range domains {
		if op.Arity() == 1 {
			for _, d := range spans {
				f := func(x []*lazy.Node) *lazy.Node { return lazy.Elementwise(op, x[0]) }
				checkBoth(t, op.String(), f, input(d[0], d[1], 2, 3))
			}
			continue
		}
		for name, s := range broadcasts {
			f := func(x []*lazy.Node) *lazy.Node {
				return lazy.Elementwise(op, to(x[0], 2, 3), to(x[1], 2, 3))
			}
			a, b := input(spans[0][0], spans[0][1], s[0]...), input(spans[1][0], spans[1][1], s[1]...)
			checkBoth(t, op.String()+" "+name, f, a, b)
		}
	}
}

var broadcasts = map[string][2][]int{
	"same":        {{2, 3}, {2, 3}},
	"scalar":      {{2, 3}, {}},
	"row":         {{3}, {2, 3}},
	"column":      {{2, 3}, {2, 1}},
	"outer":       {{2, 1}, {1, 3}},
	"both scalar": {{}, {1, 1}},
}

// to broadcasts x as a frontend does: leading axes of length 1, then Expand.
func to(x *lazy.Node, shape ...int) *lazy.Node {
	lead := make([]int, len(shape)-x.Rank())
	for i := range lead {
		lead[i] = 1
	}
	return lazy.ExpandNode(lazy.ReshapeNode(x, append(lead, x.Shape...)...), shape...)
}

// checkBoth checks the first order and the second.
func checkBoth(t *testing.T, name string, f Func, inputs ...Input) {
	t.Helper()
	check(t, name, f, bound1, inputs...)
	check(t, name+", second order", Second(f), bound2, inputs...)
}

func check(t *testing.T, name string, f Func, bound float64, inputs ...Input) {
	t.Helper()
	r, err := Check(f, inputs)
	if err != nil {
		t.Errorf("%s: %v", name, err)
	} else if !(r.Error <= bound) {
		t.Errorf("%s: %v", name, r)
	}
}

// TestTableIsWhole holds that every operation with a gradient is checked in this package.
func TestTableIsWhole(t *testing.T) {
	for _, op := range ops.All() {
		r := autograd.RuleOf(op)
		_, smooth := domains[op]
		_, other := forms[op]
		if r != nil && len(r.To) > 0 && !smooth && !other {
			t.Errorf("%v has a rule that nothing checks", op)
		}
	}
}
