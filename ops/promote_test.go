package ops_test

import (
	"strings"
	"testing"

	. "weft/ops"
	"weft/tests/goldendata"
)

var policies = map[string]Policy{
	"add": PolicyAny, "mul": PolicyAny, "maximum": PolicyAny, "where": PolicyAny, "cat": PolicyAny, "amax": PolicyAny,
	"sign": PolicyAny, "median": PolicyNumber, "abs": PolicyNumber, "floor": PolicyNumber, "round": PolicyNumber,
	"relu": PolicyNumber, "sub": PolicyNoBool, "neg": PolicyNoBool, "floor_divide": PolicyNumber,
	"remainder": PolicyNumber, "pow": PolicyNumber, "true_divide": PolicyFloat, "exp": PolicyFloat, "sqrt": PolicyFloat,
	"sigmoid": PolicyFloat, "eq": PolicyTest, "logical_not": PolicyTest, "bitwise_and": PolicyBits,
	"bitwise_not": PolicyBits, "sum": PolicySum, "prod": PolicySum, "cumsum": PolicySum, "mean": PolicyMean,
	"var": PolicyMean, "std": PolicyMean, "norm": PolicyMean, "softmax": PolicyMean, "argmax": PolicyIndex,
	"all": PolicyTruth, "any": PolicyTruth,
}

func operand(t *testing.T, kind, name string) Operand {
	switch name {
	case "int":
		name = "int64"
	case "float":
		name = "float64"
	}
	d, ok := ParseDType(name)
	if !ok {
		t.Fatalf("no dtype %q", name)
	}
	return Operand{DType: d, Weight: map[string]Weight{"tensor": Ordinary, "0dim": ZeroDim, "scalar": Number}[kind]}
}

// checkResult compares with a recorded row. PyTorch lacks some kernels on the 16-bit floats: those errors are no rule.
func checkResult(t *testing.T, op, want string, operands ...Operand) {
	t.Helper()
	p, ok := policies[op]
	if !ok {
		t.Errorf("no policy for %s", op)
		return
	}
	_, got, err := p.Result(operands...)
	switch {
	case want == "error" && err == nil && !got.IsHalf() && !hasHalf(operands):
		t.Errorf("%s %v: %v, want an error", op, operands, got)
	case want != "error" && (err != nil || got.String() != want):
		t.Errorf("%s %v: %v (%v), want %s", op, operands, got, err, want)
	}
}

func hasHalf(operands []Operand) bool {
	for _, o := range operands {
		if o.DType.IsHalf() {
			return true
		}
	}
	return false
}

func TestPromotionAsRecorded(t *testing.T) {
	var rows struct {
		Binary       [][5]string
		Unary        [][3]string
		PromoteTypes [][3]string `json:"promote_types"`
		CanCast      [][3]any    `json:"can_cast"`
	}
	answers, err := goldendata.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := goldendata.Read(answers, "programs/promotion.json", &rows); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows.Binary {
		a, b, _ := strings.Cut(r[1], ",")
		checkResult(t, r[0], r[4], operand(t, a, r[2]), operand(t, b, r[3]))
	}
	for _, r := range rows.Unary {
		checkResult(t, r[0], r[2], operand(t, "tensor", r[1]))
	}
	for _, r := range rows.PromoteTypes {
		checkResult(t, "add", r[2], operand(t, "tensor", r[0]), operand(t, "tensor", r[1]))
	}
	for _, r := range rows.CanCast {
		from, to := operand(t, "tensor", r[0].(string)), operand(t, "tensor", r[1].(string))
		if got := CanCast(from.DType, to.DType); got != r[2].(bool) {
			t.Errorf("CanCast(%v, %v) = %v", from, to, got)
		}
	}
	t.Logf("%d rows", len(rows.Binary)+len(rows.Unary)+len(rows.PromoteTypes)+len(rows.CanCast))
}

func TestPromote(t *testing.T) {
	for _, c := range []struct {
		a, b, want DType // Invalid: refused
	}{
		{Bool, Uint16, Uint16}, {Uint16, Float16, Float16}, {Uint32, Uint32, Uint32}, {Uint8, Int8, Int16},
		{Float16, BFloat16, Float32}, {Int64, Float16, Float16}, {Uint16, Int16, Invalid}, {Uint8, Uint16, Invalid},
		{Uint64, Uint32, Invalid}, {Uint64, Int64, Invalid}, {Uint64, Float32, Float32},
	} {
		for _, p := range [][2]DType{{c.a, c.b}, {c.b, c.a}} {
			if got, err := Promote(p[0], p[1]); got != c.want || (err != nil) != (c.want == Invalid) {
				t.Errorf("Promote(%v, %v) = %v, %v; want %v", p[0], p[1], got, err, c.want)
			}
		}
	}
}

func TestNumbersAreWeak(t *testing.T) {
	for _, c := range []struct {
		a, b Operand
		want DType
	}{
		{Operand{Uint16, Ordinary}, Operand{Int64, Number}, Uint16},
		{Operand{Float16, ZeroDim}, Operand{Float64, Number}, Float16},
		{Operand{Int32, Ordinary}, Operand{Float64, Number}, Float32},
		{Operand{Int32, Ordinary}, Operand{Float64, ZeroDim}, Float64},
		{Operand{Float32, Ordinary}, Operand{Float64, ZeroDim}, Float32},
		{Operand{Bool, Ordinary}, Operand{Int64, Number}, Int64},
	} {
		if got, err := PromoteAll(c.a, c.b); err != nil || got != c.want {
			t.Errorf("%v with %v: %v, %v; want %v", c.a, c.b, got, err, c.want)
		}
	}
}
