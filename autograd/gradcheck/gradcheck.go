// Package gradcheck holds gradients against finite differences, in float64 and with the reference evaluator.
package gradcheck

import (
	"fmt"
	"math"

	"weft/autograd"
	"weft/lazy"
	"weft/ops"
)

// Func builds a float64 graph on inputs.
type Func func(x []*lazy.Node) *lazy.Node

// Input is a float64 tensor to differentiate at.
type Input struct {
	Shape  []int
	Values []float64
}

// Report is the worst element of a check: which input, where in it, and both values.
type Report struct {
	Input, Element int
	Position       []int
	Rule, Numeric  float64
	Error          float64 // relative to max(1, |Numeric|)
}

// String names the element and both values.
func (r Report) String() string {
	return fmt.Sprintf("input %d at %v: the rules give %.12g, differences %.12g (off by %.3g)",
		r.Input, r.Position, r.Rule, r.Numeric, r.Error)
}

// Check differentiates the sum of f weighted by fixed numbers, by the rules and by central differences of fourth
// order, and reports the worst element over all inputs. An input that no gradient reaches counts as gradient zero.
func Check(f Func, inputs []Input) (Report, error) {
	b := bind(inputs)
	loss := Weighted(f(b.nodes))
	rule, err := b.gradients(loss)
	if err != nil {
		return Report{}, err
	}
	worst := Report{Error: -1}
	for k, in := range inputs {
		for i := range in.Values {
			numeric, err := b.difference(loss, k, i)
			if err != nil {
				return worst, err
			}
			r := Report{k, i, position(in.Shape, i), rule[k][i], numeric, relative(rule[k][i], numeric)}
			if r.Error > worst.Error {
				worst = r
			}
		}
	}
	return worst, nil
}

// Second makes of f the sum of its weighted gradients, so that checking it checks the second order.
func Second(f Func) Func {
	return func(x []*lazy.Node) *lazy.Node {
		grads, err := autograd.Gradients(Weighted(f(x)), nil, x)
		if err != nil {
			panic(err)
		}
		total := lazy.NewConst(ops.FloatValue(ops.Float64, 0))
		for _, g := range grads {
			if g != nil {
				total = lazy.Elementwise(ops.Add, total, Weighted(g))
			}
		}
		return total
	}
}

// Weighted is the sum of y with weights that differ from element to element, so that no error hides in a sum.
func Weighted(y *lazy.Node) *lazy.Node {
	n := y.Numel()
	flat := lazy.ReshapeNode(y, n)
	phase := lazy.Elementwise(ops.Mul, lazy.NewIota(ops.Float64, 0, n), lazy.NewConst(ops.FloatValue(ops.Float64, 0.7), n))
	weight := lazy.Elementwise(ops.Add, lazy.Elementwise(ops.Sin, phase), lazy.NewConst(ops.FloatValue(ops.Float64, 1.3), n))
	return lazy.ReduceNode(ops.ReduceAdd, lazy.Elementwise(ops.Mul, flat, lazy.Cast(weight, y.DType)), 0)
}

func relative(got, want float64) float64 {
	if math.IsNaN(got) != math.IsNaN(want) {
		return math.Inf(1)
	}
	return math.Abs(got-want) / math.Max(1, math.Abs(want))
}

func position(shape []int, i int) []int {
	p := make([]int, len(shape))
	for k := len(shape) - 1; k >= 0; k-- {
		p[k], i = i%shape[k], i/shape[k]
	}
	return p
}
