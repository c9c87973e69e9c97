package tests

import (
	"errors"
	"fmt"
	"testing"

	"weft/frontend/tensor"
	"weft/tests/pytext"
)

type errorProgram struct {
	ID     string
	Python string
	Raises *string
	Result *struct {
		Shape  []int
		DType  string
		Values []any
	}
}

// TestErrors runs the recorded wrong calls: what PyTorch refuses must panic or return the one error type, or be a call that Go's
// types have no place for; what it accepts must give its answer.
func TestErrors(t *testing.T) {
	p, programs := openPrograms[errorProgram](t, "errors")
	sum, byTypes := newTally("errors"), 0
	for _, e := range programs {
		sum.run(e.ID, func() string {
			wrong, types := e.check(p)
			if types {
				byTypes++
				t.Logf("%s: Go's types refuse %s", e.ID, e.Python)
			}
			return wrong
		})
	}
	sum.report(t)
	t.Logf("%d calls are refused by Go's types", byTypes)
}

// check says what is wrong, and whether the call is refused by types.
func (e *errorProgram) check(p *program) (wrong string, types bool) {
	out, err := e.run(p)
	var byTypes refusedByTypes
	switch {
	case e.Raises != nil && err == nil:
		return "accepted: " + e.Python, false
	case e.Raises != nil:
		return "", errors.As(err, &byTypes)
	case err != nil:
		return fmt.Sprintf("refused: %s: %v", e.Python, err), false
	case e.Result == nil:
		return "", false
	}
	if parts, ok := out.(pytext.Tuple); ok && len(parts) > 0 {
		out = parts[0]
	}
	t, ok := out.(*tensor.Tensor)
	if !ok {
		return fmt.Sprintf("answer %v, want a tensor", out), false
	}
	return e.compare(read(t)), false
}

func (e *errorProgram) compare(got answer) string {
	if got.dtype.String() != e.Result.DType || fmt.Sprint(got.shape) != fmt.Sprint(e.Result.Shape) {
		return fmt.Sprintf("%v %v, want %v %v", got.dtype, got.shape, e.Result.DType, e.Result.Shape)
	}
	vs := values(got.dtype, got.raw) // of long answers the first values are recorded
	want := make([]float64, len(e.Result.Values))
	for i, v := range e.Result.Values {
		want[i] = toFloat(v)
	}
	return compareValues(vs[:min(len(vs), len(want))], want, [2]float64{1e-5, 1e-6})
}

// run runs the program and everything that it made. What a Go program would be told is err; what is not known here panics.
func (e *errorProgram) run(p *program) (out any, err error) {
	parsed, err := pytext.Parse(e.Python)
	if err != nil {
		panic(unsupported(err.Error()))
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *tensor.Error:
			out, err = nil, r
		case refusedByTypes:
			out, err = nil, r
		case *pytext.Error:
			out, err = nil, r
		default:
			panic(r)
		}
	}()
	w := &torch{program: p}
	out = parsed.Run(w)
	return out, w.finish()
}

// The autograd and course programs are written with these.

func ones(shape ...int) *tt   { return tensor.Ones(shape...) }
func floats(v ...float32) *tt { return tensor.New(v) }
func scalar(v any) *tt        { return tensor.Scalar(v) }
func leaf(shape ...int) *tt   { return tensor.Ones(shape...).RequireGrad() }
