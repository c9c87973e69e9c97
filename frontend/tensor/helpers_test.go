package tensor_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	. "weft/frontend/tensor"
)

// nan and inf are short names for what tests are full of.
var nan, inf = math.NaN(), math.Inf(1)

// vec makes a float32 vector.
func vec(xs ...float32) *Tensor { return New(xs) }

// ints makes an int64 vector.
func ints(xs ...int) *Tensor { return New(xs) }

// mat counts from 1 in a float32 tensor of a shape.
func mat(shape ...int) *Tensor {
	n := 1
	for _, d := range shape {
		n *= d
	}
	xs := make([]float32, n)
	for i := range xs {
		xs[i] = float32(i + 1)
	}
	return New(xs, shape...)
}

// want compares a tensor with its shape and values, to within a float32's precision.
func want(t *testing.T, name string, got *Tensor, shape []int, values ...float64) {
	t.Helper()
	if !slices.Equal(got.Shape(), shape) {
		t.Errorf("%s: shape %v, want %v", name, got.Shape(), shape)
		return
	}
	have, err := Floats(got)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if len(have) != len(values) {
		t.Errorf("%s: %d values, want %d", name, len(have), len(values))
		return
	}
	for i, w := range values {
		if h := have[i]; !(h == w || h != h && w != w || math.Abs(h-w) <= 1e-6+2e-6*math.Abs(w)) {
			t.Errorf("%s: got %v, want %v", name, have, values)
			return
		}
	}
}

func wantType(t *testing.T, name string, got *Tensor, d DType) {
	t.Helper()
	if got.DType() != d {
		t.Errorf("%s: dtype %s, want %s", name, got.DType(), d)
	}
}

// mistakeOf runs f, which builds wrongly, and gives its message without the line.
func mistakeOf(t *testing.T, f func()) string {
	t.Helper()
	err := Try(f)
	var e *Error
	if !errors.As(err, &e) {
		return fmt.Sprintf("no error: %v", err)
	}
	if !strings.HasPrefix(e.Line, "") {
		t.Errorf("%s: line %q", e.Op, e.Line)
	}
	c := *e
	c.Line = ""
	return c.Error()
}

// guard turns a panic of building into a failure of one test case.
func guard(t *testing.T, f func()) {
	t.Helper()
	if err := Try(f); err != nil {
		t.Error(err)
	}
}
