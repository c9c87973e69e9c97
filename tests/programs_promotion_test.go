package tests

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"weft/frontend/tensor"
	"weft/ops"
	"weft/tests/goldendata"
)

type promotionTable struct {
	Binary  [][5]string
	Unary   [][3]string
	Types   [][3]string `json:"promote_types"`
	CanCast [][3]any    `json:"can_cast"`
}

// TestPromotion compares the result dtype of every recorded call of an operator with one or two operands.
func TestPromotion(t *testing.T) {
	answers, err := goldendata.Open()
	if err != nil {
		t.Fatal(err)
	}
	b, err := fs.ReadFile(answers, "programs/promotion.json")
	if err != nil {
		t.Fatal(err)
	}
	var table promotionTable
	if err := json.NewDecoder(bytes.NewReader(b)).Decode(&table); err != nil {
		t.Fatal(err)
	}
	sum := newTally("promotion")
	for _, row := range table.Binary {
		sum.run(fmt.Sprint(row), func() string { return promoteBinary(row) })
	}
	for _, row := range table.Unary {
		sum.run(fmt.Sprint(row), func() string { return promoteUnary(row) })
	}
	sum.report(t)
	sum = newTally("promoted types")
	for _, row := range table.Types {
		sum.run(fmt.Sprint(row), func() string { return promoteTypes(row) })
	}
	for _, row := range table.CanCast {
		sum.run(fmt.Sprint(row), func() string { return canCast(row) })
	}
	sum.report(t)
}

func promoteTypes(row [3]string) string {
	got, err := ops.Promote(dtypeNamed(row[0]), dtypeNamed(row[1]))
	return differing(got.String(), row[2], err)
}

func canCast(row [3]any) string {
	got := ops.CanCast(dtypeNamed(row[0].(string)), dtypeNamed(row[1].(string)))
	return differing(fmt.Sprint(got), fmt.Sprint(row[2]), nil)
}

func differing(got, want string, err error) string {
	if err != nil || got != want {
		return fmt.Sprintf("%s (%v), want %s", got, err, want)
	}
	return ""
}

// promotedCalls are the recorded operators of two operands; b may be a Go number.
var promotedCalls = map[string]func(a *tt, b any) *tt{
	"add": (*tt).Add, "sub": (*tt).Sub, "mul": (*tt).Mul, "true_divide": (*tt).Div, "floor_divide": (*tt).FloorDiv,
	"pow": (*tt).Pow, "eq": (*tt).Eq, "bitwise_and": (*tt).And, "remainder": (*tt).Remainder, "maximum": (*tt).Maximum,
	"where": func(a *tt, b any) *tt { return tensor.Where(tensor.Scalar(true), a, b) },
	"cat":   func(a *tt, b any) *tt { return tensor.Cat([]*tt{a, b.(*tt)}, 0) },
}

// unaryCalls are the recorded operators of one operand.
var unaryCalls = map[string]func(x *tt) *tt{
	"sum": func(x *tt) *tt { return x.Sum() }, "mean": func(x *tt) *tt { return x.Mean() }, "prod": func(x *tt) *tt { return x.Prod() },
	"cumsum": func(x *tt) *tt { return x.Cumsum(0) }, "amax": func(x *tt) *tt { return x.Amax() },
	"argmax": func(x *tt) *tt { return x.Argmax() }, "all": func(x *tt) *tt { return x.All() }, "any": func(x *tt) *tt { return x.Any() },
	"var": func(x *tt) *tt { return x.Var() }, "std": func(x *tt) *tt { return x.Std() }, "exp": (*tt).Exp, "sqrt": (*tt).Sqrt,
	"sigmoid": (*tt).Sigmoid, "abs": (*tt).Abs, "neg": (*tt).Neg, "floor": (*tt).Floor, "round": (*tt).Round, "sign": (*tt).Sign,
	"logical_not": (*tt).LogicalNot, "bitwise_not": (*tt).Not, "softmax": func(x *tt) *tt { return x.Softmax(0) },
	"median": (*tt).Median, "norm": func(x *tt) *tt { return x.Norm(2) }, "relu": (*tt).Relu,
}

// promoted makes an operand of a kind: a tensor, a tensor without axes, or a Go number named as bool, int or float.
func promoted(kind, name string) any {
	switch {
	case kind == "scalar":
		return map[string]any{"bool": true, "int": 2, "float": 2.5}[name]
	case kind == "0dim":
		return tensor.Options{DType: dtypeNamed(name)}.Ones()
	}
	return tensor.Options{DType: dtypeNamed(name)}.Ones(2)
}

// gap says whether PyTorch's refusal of float16 may be a gap of its CPU kernels, which is no rule.
func gap(dtypes ...string) bool {
	for _, d := range dtypes {
		if d == "float16" || d == "bfloat16" {
			return true
		}
	}
	return false
}

func promoteBinary(row [5]string) string {
	call := promotedCalls[row[0]]
	if call == nil {
		return notHere + row[0]
	}
	left, right, _ := strings.Cut(row[1], ",")
	var got *tt
	err := tensor.Try(func() { got = call(promoted(left, row[2]).(*tt), promoted(right, row[3])) })
	return promotion(got, err, row[4], gap(row[2], row[3]))
}

func promoteUnary(row [3]string) string {
	call := unaryCalls[row[0]]
	if call == nil {
		return notHere + row[0]
	}
	var got *tt
	err := tensor.Try(func() { got = call(promoted("tensor", row[1]).(*tt)) })
	return promotion(got, err, row[2], gap(row[1]))
}

func promotion(got *tt, err error, want string, gap bool) string {
	switch {
	case want == "error" && (err != nil || gap):
		return ""
	case want == "error":
		return fmt.Sprintf("accepted as %v", got.DType())
	case err != nil:
		return fmt.Sprintf("refused: %v", err)
	case got.DType().String() != want:
		return fmt.Sprintf("%v, want %s", got.DType(), want)
	}
	return ""
}
