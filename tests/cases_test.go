package tests

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"weft/frontend/tensor"
	"weft/ops"
	"weft/tests/goldendata"
)

type casesFile struct{ Cases []*stepCase }

// stepCase is a small program written as steps, and what its values are afterwards.
type stepCase struct {
	ID          string
	Inputs      map[string]caseTensor
	Steps       []map[string]any
	Expect      map[string]caseTensor
	ExpectError *struct{ Mentions []string } `json:"expect_error"`
	Tol         struct{ Abs, Rel float64 }
	Grad        *struct {
		Of         string
		Wrt        []string
		Cotangent  *caseTensor
		Expect     map[string]caseTensor
		Acceptable map[string]caseTensor `json:"also_acceptable"`
	}
	Declare map[string][]float64
}

type caseTensor struct {
	DType string
	Shape []int
	Data  []any
	Gen   string
	Value any
	At    int
	With  any
}

// TestCases runs the programs of the cases file, step by step, realized at the end and again after every assign.
func TestCases(t *testing.T) {
	b, err := goldendata.Cases()
	if err != nil {
		t.Fatal(err)
	}
	var file casesFile
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	if err := dec.Decode(&file); err != nil {
		t.Fatal(err)
	}
	for _, device := range testDevices(t) {
		t.Run(device, func(t *testing.T) {
			sum := newTally("cases")
			for _, c := range file.Cases {
				sum.run(c.ID, func() string {
					if wrong := c.run(device, false); wrong != "" {
						return wrong
					}
					return c.run(device, true)
				})
			}
			sum.report(t)
		})
	}
}

func (c *stepCase) run(device string, eager bool) string {
	if special := specialCases[c.ID]; special != nil {
		return special(device)
	}
	m := &stepMachine{device: device, values: map[string]*tensor.Tensor{}, eager: eager}
	wrt := map[string]bool{}
	if c.Grad != nil {
		for _, name := range c.Grad.Wrt {
			wrt[name] = true
		}
	}
	for name, in := range c.Inputs {
		m.values[name] = in.tensor(device)
		if wrt[name] {
			m.values[name].RequireGrad()
		}
	}
	for _, s := range c.Steps {
		m.step(s)
	}
	if m.rejected != (c.ExpectError != nil) {
		return fmt.Sprintf("rejected: %v", m.rejected)
	}
	tol := [2]float64{c.Tol.Rel, c.Tol.Abs}
	if wrong := c.grads(m, tol); wrong != "" {
		return wrong
	}
	for name, want := range c.Expect {
		if wrong := want.differs(m.values[name], tol); wrong != "" {
			return name + ": " + wrong
		}
	}
	return ""
}

// grads compares the gradients; it comes first, so that values and gradients are computed in one go.
func (c *stepCase) grads(m *stepMachine, tol [2]float64) string {
	if c.Grad == nil {
		return ""
	}
	y := m.values[c.Grad.Of]
	seed := y.Detach().OnesLike()
	if c.Grad.Cotangent != nil {
		seed = c.Grad.Cotangent.tensor(m.device)
	}
	y.Backward(seed)
	for name, want := range c.Grad.Expect {
		wrong := want.differs(m.values[name].Grad(), tol)
		if other, ok := c.Grad.Acceptable[name]; ok && wrong != "" {
			wrong = other.differs(m.values[name].Grad(), tol)
		}
		if wrong != "" {
			return "gradient of " + name + ": " + wrong
		}
	}
	return ""
}

// data lists the elements of a recorded tensor.
func (r caseTensor) data() []float64 {
	n := 1
	for _, d := range r.Shape {
		n *= d
	}
	out := make([]float64, n)
	for i := range out {
		switch r.Gen {
		case "":
			out[i] = caseNumber(r.Data[i])
		case "arange":
			out[i] = float64(i)
		default:
			out[i] = caseNumber(r.Value)
		}
	}
	if r.Gen == "full_except" {
		out[r.At] = caseNumber(r.With)
	}
	return out
}

func caseNumber(v any) float64 {
	switch v := v.(type) {
	case json.Number:
		f, _ := v.Float64()
		return f
	case bool:
		if v {
			return 1
		}
		return 0
	}
	return map[any]float64{"NaN": math.NaN(), "Inf": math.Inf(1), "-Inf": math.Inf(-1)}[v]
}

func (r caseTensor) tensor(device string) *tensor.Tensor {
	d := dtypeNamed(r.DType)
	if d == ops.Float32 {
		vs := r.data()
		fs := make([]float32, len(vs))
		for i, v := range vs {
			fs[i] = float32(v)
		}
		return scalarSafe(device, fs, r.Shape)
	}
	return scalarSafe(device, r.data(), r.Shape).Cast(d).Realize()
}

func (r caseTensor) differs(got *tensor.Tensor, tol [2]float64) string {
	if got == nil {
		return "not there"
	}
	if err := tensor.Realize(context.Background(), got); err != nil {
		return err.Error()
	}
	a := read(got)
	if a.dtype.String() != r.DType || fmt.Sprint(a.shape) != fmt.Sprint(r.Shape) {
		return fmt.Sprintf("%v %v, want %v %v", a.dtype, a.shape, r.DType, r.Shape)
	}
	return compareValues(values(a.dtype, a.raw), r.data(), tol)
}

// specialCases are those that are no steps.
var specialCases = map[string]func(device string) string{
	"random-order-independent": randomOrder,
	"int-min-by-minus-one":     intMin,
}

// randomOrder draws twice and reads in the other order.
func randomOrder(device string) string {
	draw := func(seed uint64, n int) []*tensor.Tensor {
		g := tensor.NewGenerator(seed)
		var out []*tensor.Tensor
		for range n {
			out = append(out, tensor.Options{Device: device, Generator: g}.Rand(4))
		}
		return out
	}
	a, b := draw(1, 2), draw(1, 2)
	v2, v1 := fmt.Sprint(tensor.MustData[float32](a[1])), fmt.Sprint(tensor.MustData[float32](a[0]))
	if err := tensor.Realize(context.Background(), b...); err != nil {
		return err.Error()
	}
	w1, w2 := fmt.Sprint(tensor.MustData[float32](b[0])), fmt.Sprint(tensor.MustData[float32](b[1]))
	switch {
	case v1 == v2:
		return "both draws are " + v1
	case v1 != w1 || v2 != w2:
		return fmt.Sprintf("read backwards %s %s, together %s %s", v1, v2, w1, w2)
	case v1 != fmt.Sprint(tensor.MustData[float32](a[0])):
		return "reading again gives other numbers"
	}
	return ""
}

func intMin(device string) string {
	a := tensor.NewOn(device, []int32{math.MinInt32, math.MinInt32})
	b := tensor.NewOn(device, []int32{-1, 1})
	for name, check := range map[string]struct {
		got  *tensor.Tensor
		want []int32
	}{
		"truncdiv": {a.DivTrunc(b), []int32{math.MinInt32, math.MinInt32}},
		"truncmod": {a.Fmod(b), []int32{0, 0}},
		"neg":      {a.Neg(), []int32{math.MinInt32, math.MinInt32}},
	} {
		if got := tensor.MustData[int32](check.got); fmt.Sprint(got) != fmt.Sprint(check.want) {
			return fmt.Sprintf("%s: %v, want %v", name, got, check.want)
		}
	}
	return ""
}
